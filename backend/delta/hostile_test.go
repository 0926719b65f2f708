package delta_test

import (
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
)

// The moods of contracts/src/test/HostileOwner.sol.
const (
	accepts = iota
	burns
	costly
	twoFaced
)

// hostileOwners deploys contracts that own USDC, which the Delta contract may take, and judge
// signatures by their mood.
func (w *world) hostileOwners(n int) (caller *outsider, owners []common.Address) {
	w.Helper()
	ctx, abi := w.Context(), contracttest.NewHostileOwner()
	caller = newOutsider(w, local.House{}.Trader(2))
	nonce, err := caller.node.PendingNonceAt(ctx, caller.address)
	if err != nil {
		w.Fatal(err)
	}
	id, usdc := big.NewInt(api.LocalChainID), w.tokens["USDC"].Address
	for range n {
		tx, err := types.SignNewTx(caller.key, types.LatestSignerForChainID(id),
			&types.DynamicFeeTx{ChainID: id, Nonce: nonce, Gas: 2_000_000,
				Data:      common.FromHex(contracttest.HostileOwnerMetaData.Bin),
				GasFeeCap: big.NewInt(1e11), GasTipCap: big.NewInt(1)})
		if err == nil {
			err = caller.node.SendTransaction(ctx, tx)
		}
		if err != nil {
			w.Fatal(err)
		}
		owner := crypto.CreateAddress(caller.address, nonce)
		owners, nonce = append(owners, owner), nonce+2
		w.call(w.users[4], usdc, contracts.NewStandardToken().PackTransfer(owner,
			w.amount("1000", "USDC").Big()), 1)
		if err := caller.send(ctx, owner, abi.PackApprove(usdc, w.contracts.Delta)); err != nil {
			w.Fatal(err)
		}
	}
	w.mine()
	w.mine()
	return caller, owners
}

func (w *world) mood(caller *outsider, owners []common.Address, mood uint8) {
	w.Helper()
	for _, owner := range owners {
		if err := caller.send(w.Context(), owner,
			contracttest.NewHostileOwner().PackSetMood(mood)); err != nil {
			w.Fatal(err)
		}
	}
	w.mine()
}

// submitFor submits an order of a contract that accepts whatever signature.
func (w *world) submitFor(owner common.Address) (api.DeltaRecord, error) {
	w.Helper()
	r, _, err := apitest.On(w, api.LocalChainID).SubmitDelta(w.Context(), api.DeltaSubmission{
		Order: w.build(owner, "500", "USDC", "WETH"), Signature: []byte("any")})
	return r, err
}

// bidsFor counts the rounds in which an order had bids.
func (w *world) bidsFor(id string) (rounds uint64) {
	w.Helper()
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(w.Context(), id)
	if err != nil {
		w.Fatal(err)
	}
	for _, r := range a.Rounds {
		if len(r.Bids) > 0 {
			rounds += 1 + r.Repeats
		}
	}
	return rounds
}

// Owners whose contracts burn all the gas they get, at once or only where much is given, cost a
// round no more than it allots to them, and honest orders beside them are settled by the next
// block. Their own orders wait longer and longer, since no bid for them can be simulated.
func TestCostlyOwnersPayWithTheirOwnTime(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	caller, owners := w.hostileOwners(8)
	w.mood(caller, owners[:4], burns)
	w.mood(caller, owners[4:], twoFaced)
	var hostile []string
	for _, owner := range owners {
		r, err := w.submitFor(owner)
		if err != nil {
			t.Fatal(err)
		}
		hostile = append(hostile, r.ID)
	}
	const blocks = 32
	for i := range blocks {
		if i%8 != 0 {
			w.mine()
			if err := w.Idle(t.Context()); err != nil {
				t.Fatal(err)
			}
			continue
		}
		start := time.Now()
		r := w.submit(w.build(w.users[i/8], "100", "USDC", "WETH"))
		w.mine() // the round
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.mine() // the settlement
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r = w.until(r.ID, func(api.DeltaRecord) bool { return true }); r.Status !=
			api.DeltaExecuted {
			t.Errorf("an honest order is %s after two blocks: %s", r.Status, r.Reason)
		}
		if took := time.Since(start); took > 8*time.Second { // unbounded it was three times that
			t.Errorf("an honest order took %v", took)
		}
	}
	for i, id := range hostile {
		r, err := apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if n := w.bidsFor(id); r.Status == api.DeltaExecuted || n > 7 {
			t.Errorf("the order of hostile owner %d is %s and had %d rounds in %d blocks", i,
				r.Status, n, blocks)
		}
	}
}

// An owner whose contract needs much gas for its signature, but not too much, is settled, and pays
// for that gas.
func TestCostlySignaturesAreSettled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	caller, owners := w.hostileOwners(2)
	w.mood(caller, owners[1:], costly)
	var got []api.Amount
	for _, owner := range owners {
		r, err := w.submitFor(owner)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, w.await(r.ID, api.DeltaExecuted).Transactions[0].Received)
	}
	if !got[1].Less(got[0]) {
		t.Errorf("the costly owner gets %s, the other %s", got[1], got[0])
	}
}

// Many posts of owners whose contracts burn all gas keep nobody else from the service.
func TestPostsOfCostlyOwners(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	caller, owners := w.hostileOwners(1)
	w.mood(caller, owners, burns)
	o := w.build(owners[0], "500", "USDC", "WETH")
	var posts sync.WaitGroup
	for i := range 32 {
		posts.Go(func() {
			mine := o
			mine.Nonce = api.NewAmount(uint64(1000 + i))
			_, _, err := apitest.On(w, api.LocalChainID).SubmitDelta(t.Context(),
				api.DeltaSubmission{
					Order: mine, Signature: []byte("any")})
			if api.TypeOf(err) == api.ChainUnavailable {
				t.Errorf("post %d: %v", i, err)
			}
		})
	}
	posts.Wait()
	r := w.await(w.submit(w.build(w.users[0], "100", "USDC", "WETH")).ID, api.DeltaExecuted)
	if strings.Contains(r.Reason, "unavailable") {
		t.Error(r.Reason)
	}
}

// An owner's code that Permit2 asks about a permit gets no more gas than a signature may cost,
// however much there is to burn.
func TestPermitsAreJudgedWithLittleGas(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	word := common.RightPadBytes([]byte{0x16, 0x26, 0xba, 0x7e}, 32)
	code := append(ops(vm.PUSH3, 7, 161, 32, vm.GAS, vm.LT), byte(vm.PUSH32))
	code = append(append(code, word...), ops(vm.MUL, vm.PUSH0, vm.MSTORE, vm.PUSH1, 32, vm.PUSH0,
		vm.RETURN)...) // yes where it has less than 500,000
	owner := w.putCode(code)[0]
	o := w.build(owner, "500", "USDC", "WETH", func(r *api.DeltaBuildRequest) {
		never := api.NewAmount(1<<48 - 1)
		for _, v := range []api.Amount{api.NewAmount(1), never, {}, never, {}, {}} {
			word := v.Bytes32() // amount, expiration, nonce, deadline, signature
			r.Permit = append(r.Permit, word[:]...)
		}
	})
	if _, _, err := apitest.On(w, api.LocalChainID).SubmitDelta(t.Context(), api.DeltaSubmission{
		Order: o, Signature: make([]byte, 65)}); err != nil {
		t.Error(err)
	}
}

// Orders that nobody settles of contracts that accept any signature, however many, keep no order at
// the market of another contract from its round: owners take turns, with one order each. An owner
// that is a contract has so many open orders and no more.
func TestContractOwnersTakeTurns(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	const flooders, each = 6, 100 // a block asks 48
	_, owners := w.hostileOwners(flooders + 1)
	honest := owners[flooders]
	far := w.build(owners[0], "500", "USDC", "WETH")
	far.DestAmount = far.DestAmount.Add(far.DestAmount)
	far.ExpectedDestAmount = far.DestAmount
	var refused error
	for i := range each + 1 {
		for _, owner := range owners[:flooders] {
			far.Owner, far.Beneficiary = owner, owner
			far.Nonce = api.NewAmount(uint64(10_000 + i))
			_, _, err := apitest.On(w, api.LocalChainID).SubmitDelta(t.Context(),
				api.DeltaSubmission{Order: far, Signature: []byte("any")})
			if (err != nil) != (i == each) {
				t.Fatalf("order %d: %v", i, err)
			}
			refused = err
		}
	}
	if api.TypeOf(refused) != api.TooManyOrders ||
		!strings.Contains(refused.Error(), "an owner that is a contract") {
		t.Errorf("one more is refused with %v", refused)
	}
	for round := range 2 {
		r, err := w.submitFor(honest)
		if err != nil {
			t.Fatal(err)
		}
		blocks := 0
		for r.Status != api.DeltaExecuted && blocks < 12 {
			blocks++
			w.mine()
			if err := w.Idle(t.Context()); err != nil {
				t.Fatal(err)
			}
			r = w.until(r.ID, func(api.DeltaRecord) bool { return true })
		}
		if blocks > 3 {
			t.Errorf("order %d is %s after %d blocks: %s", round, r.Status, blocks, r.Reason)
		}
	}
}
