package delta_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/eip712"
)

// signedBy submits an order of a contract, which its owner's key signs.
func (w *world) signedBy(owner *outsider, o api.DeltaOrder) string {
	w.Helper()
	raw, err := crypto.Sign(eip712.DeltaTypedData(api.LocalChainID, w.contracts.Delta, o).Hash().
		Bytes(), owner.key)
	if err != nil {
		w.Fatal(err)
	}
	raw[64] += 27
	r, _, err := apitest.On(w, api.LocalChainID).SubmitDelta(w.Context(),
		api.DeltaSubmission{Order: o, Signature: raw})
	if err != nil {
		w.Fatal(err)
	}
	return r.ID
}

// byOwner has the owner of a contract call it, for a tip.
func (w *world) byOwner(owner *outsider, at common.Address, data []byte, tip int64) {
	w.Helper()
	nonce, err := owner.node.PendingNonceAt(w.Context(), owner.address)
	if err != nil {
		w.Fatal(err)
	}
	id := big.NewInt(api.LocalChainID)
	tx, err := types.SignNewTx(owner.key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, To: &at, Data: data, Gas: 200_000,
		GasFeeCap: big.NewInt(first), GasTipCap: big.NewInt(tip)})
	if err == nil {
		err = owner.node.SendTransaction(w.Context(), tx)
	}
	if err != nil {
		w.Fatal(err)
	}
}

// Tips that bring a transaction in front of everything else in a block, and behind it.
const first, last = 200 * params.GWei, 1

// attacked has something done in front of each settlement of an order, and behind it, until so many
// failed or it ended, and tells how it stands then.
func (w *world) attacked(id string, failures int, before, after func()) (r api.DeltaRecord) {
	w.Helper()
	for range 300 {
		r, blocks := w.failures(id)
		if r.Status.Final() || len(blocks) >= failures {
			return r
		}
		if r.Status == api.DeltaExecuting {
			before()
			after()
		}
		w.mine()
		if err := w.Idle(w.Context()); err != nil {
			w.Fatal(err)
		}
	}
	w.Fatalf("order %s did not fail %d times", id, failures)
	return r
}

// TestContractsOutliveWhoFrontRunsThem trades against the route of an order whose owner is a
// contract just before each of its settlements, as often as would end it if that were the owner's
// doing. Left alone it is settled.
func TestContractsOutliveWhoFrontRunsThem(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	owner, at := a.contractOwner()
	a.call(a.users[0], a.usdc, contracts.NewStandardToken().PackTransfer(at,
		a.amount("25000", "USDC").Big()), 1)
	a.mine()
	o := a.build(at, "30000", "USDC", "WETH")
	o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(80), api.NewAmount(100))
	id := a.signedBy(owner, o)
	const attacks = 6
	r := a.attacked(id, attacks, func() { a.frontRun("15000", "USDC", "WETH") }, func() {})
	if _, blocks := a.failures(id); r.Status.Final() || len(blocks) < attacks {
		t.Fatalf("after settlements in blocks %v that were front-run the order is %s: %s", blocks,
			r.Status, r.Reason)
	}
	a.await(id, api.DeltaExecuted)
}

// TestOwnersWhoseCodeRefusesEndTheirOrders has the code of an owner, and that of who gets an
// owner's coins, refuse in each settlement by what a friend tells it in front of that, who trades
// a bit against the route as well: that is the owner's doing, and ends the order.
func TestOwnersWhoseCodeRefusesEndTheirOrders(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	owner, at := a.contractOwner()
	o := a.build(at, "1000", "USDC", "WETH")
	o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(80), api.NewAmount(100))
	wallet := contracttest.NewContractWallet()
	answer := func(as uint8, tip int64) func() {
		return func() { a.byOwner(owner, at, wallet.PackSetAnswer(as), tip) }
	}
	const always, refuses = 1, 3
	trading := func(turn func()) func() {
		return func() {
			turn()
			a.frontRun("0.01", "WETH", "USDC")
		}
	}
	theSwitch := a.putCode(switching())[0]
	beneficiary := a.putCode(asksASwitch(theSwitch))[0]
	turn := func(to byte, tip int64) func() {
		word := common.LeftPadBytes([]byte{to}, 32)
		return func() { a.byOwner(owner, theSwitch, word, tip) }
	}
	coins := a.build(a.users[0], "1000", "USDC", "ETH", func(r *api.DeltaBuildRequest) {
		slippage := 2000
		r.Beneficiary, r.Slippage = beneficiary, &slippage
	})
	for name, c := range map[string]struct {
		submit        func() string
		before, after func()
	}{
		"an owner": {func() string { return a.signedBy(owner, o) },
			trading(answer(refuses, first)), answer(always, last)},
		"a receiver of coins": {func() string { return a.submit(coins).ID },
			trading(turn(1, first)), turn(0, last)},
	} {
		id := c.submit()
		r := a.attacked(id, 5, c.before, c.after)
		if _, blocks := a.failures(id); r.Status != api.DeltaFailed || len(blocks) != 4 {
			t.Errorf("%s: after failures in blocks %v the order is %s: %s", name, blocks, r.Status,
				r.Reason)
		}
	}
}
