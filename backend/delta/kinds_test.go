package delta_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/eip712"
)

// call sends a user's call of a contract, at so many times the usual gas price.
func (w *world) call(from, to common.Address, data []byte, price int64) {
	w.Helper()
	nonce, err := w.rpc.PendingNonceAt(w.Context(), from)
	if err != nil {
		w.Fatal(err)
	}
	gas, err := w.rpc.SuggestGasPrice(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	w.send(api.Transaction{
		ChainID: api.LocalChainID, From: from, To: to, Data: data, Nonce: nonce, Gas: 1_000_000,
		GasPrice: api.MustBig(gas.Mul(gas, big.NewInt(price))),
	}, nil)
}

func (w *world) head() uint64 {
	w.Helper()
	head, err := w.rpc.HeaderByNumber(w.Context(), nil)
	if err != nil {
		w.Fatal(err)
	}
	return head.Time
}

func (w *world) signAs(owner common.Address, data eip712.TypedData) eip712.Signature {
	w.Helper()
	s, err := w.wallet.Sign(owner, data)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

func (w *world) domainOf(symbol string) eip712.Domain {
	return eip712.Domain{Name: w.tokens[symbol].Name, Version: "1", ChainID: api.LocalChainID,
		Contract: w.tokens[symbol].Address}
}

// permits returns every kind of permit for 100 whole tokens, by what it is called. The owner has
// approved Permit2 and nothing else.
func (w *world) permits(owner common.Address, until uint64) map[string]struct {
	symbol string
	data   []byte
} {
	w.Helper()
	spender, permit2, far := w.contracts.Delta, w.contracts.Permit2, api.NewAmount(until)
	amount := func(symbol string) api.Amount { return w.amount("100", symbol) }
	own := eip712.Permit{Token: w.domainOf("USDC"), Owner: owner, Spender: spender,
		Value: amount("USDC"), Deadline: far}
	dai := eip712.DAIPermit{Token: w.domainOf("DAI"), Holder: owner, Spender: spender, Expiry: far,
		Allowed: true}
	once := eip712.Permit2Transfer{
		Token: w.tokens["LINK"].Address, Amount: amount("LINK"), Spender: spender,
		Nonce: api.NewAmount(77), Deadline: far}
	signed := eip712.Permit2Allowance{
		Token: w.tokens["UNI"].Address, Amount: amount("UNI"), Expiration: until, Spender: spender,
		SigDeadline: far}
	return map[string]struct {
		symbol string
		data   []byte
	}{
		"ERC-2612":  {"USDC", own.Encode(w.signAs(owner, own.TypedData()))},
		"DAI style": {"DAI", dai.Encode(w.signAs(owner, dai.TypedData()))},
		"Permit2 transfer": {"LINK",
			once.Encode(w.signAs(owner, once.TypedData(api.LocalChainID, permit2)))},
		"Permit2 allowance": {"UNI", signed.Encode(
			w.signAs(owner, signed.TypedData(api.LocalChainID, permit2)))},
		"existing allowance": {"USDT", []byte{1}},
	}
}

// Every kind of permit goes through the service: built, signed, submitted and settled, without an
// allowance of the Delta contract.
func TestEveryKindOfPermitSettles(t *testing.T) {
	t.Parallel()
	w := openWorld(t, t.TempDir(), nil)
	owner, permit2 := w.users[4], contracts.NewPermit2()
	until := w.head() + 3000
	for _, symbol := range []string{"LINK", "UNI", "USDT", "WBTC"} {
		w.approve(owner, symbol, w.contracts.Permit2)
	}
	w.call(owner, w.contracts.Permit2,
		permit2.PackApprove(w.tokens["USDT"].Address, w.contracts.Delta,
			w.amount("100", "USDT").Big(), big.NewInt(int64(until))), 1)
	// This one ends before it can be used.
	w.call(owner, w.contracts.Permit2,
		permit2.PackApprove(w.tokens["WBTC"].Address, w.contracts.Delta, big.NewInt(1e8),
			big.NewInt(int64(w.head()+1))), 1)
	w.mine()
	w.mine()
	submit := func(amount, symbol string, permit []byte) api.DeltaRecord {
		return w.submit(w.build(owner, amount, symbol, "WETH",
			func(r *api.DeltaBuildRequest) { r.Permit, r.Deadline = permit, until }))
	}
	late := submit("0.01", "WBTC", []byte{1})
	ids, rivals := make(map[string]string), make(map[string]string)
	for name, p := range w.permits(owner, until) {
		if name == "ERC-2612" || name == "Permit2 transfer" {
			o := w.build(owner, "100", p.symbol, "WETH",
				func(r *api.DeltaBuildRequest) { r.Permit, r.Deadline = p.data, until })
			o.DestAmount = o.DestAmount.Add(o.DestAmount) // nobody settles it
			rivals[name] = w.submit(o).ID
		}
		ids[name] = submit("100", p.symbol, p.data).ID
	}
	for name, id := range ids {
		if r := w.await(id, api.DeltaExecuted); r.Transactions[0].Spent != r.Order.SrcAmount {
			t.Errorf("%s: %+v", name, r.Transactions)
		}
	}
	w.usedUp(owner, rivals)
	used := w.build(owner, "100", "UNI", "WETH", func(r *api.DeltaBuildRequest) {
		r.Permit, r.Deadline = w.permits(owner, until)["Permit2 allowance"].data, until
	})
	if _, _, err := apitest.On(w, api.LocalChainID).SubmitDelta(t.Context(), api.DeltaSubmission{
		Order: used, Signature: w.sign(used)}); err == nil ||
		!strings.Contains(err.Error(), "refused by Permit2") {
		t.Errorf("an allowance that was signed and used before: %v", err)
	}
	w.handsIn(w.users[3], w.users[2], until)
	late = w.await(late.ID, api.DeltaSuspended)
	if !strings.Contains(late.Reason, "Permit2") || !strings.Contains(late.Reason, "ended") {
		t.Errorf("an allowance that ended: %s", late.Reason)
	}
}

// usedUp expects of orders whose permits others have used that they wait, and say what to do.
func (w *world) usedUp(owner common.Address, rivals map[string]string) {
	w.Helper()
	for name, words := range map[string]string{
		"ERC-2612":         "its permit is used up: approve the Delta contract",
		"Permit2 transfer": "its permit is used up at Permit2: sign the order again",
	} {
		if r := w.await(rivals[name], api.DeltaSuspended); r.Reason != words {
			w.Errorf("%s: %s", name, r.Reason)
		}
	}
	w.approve(owner, "USDC", w.contracts.Delta)
	w.await(rivals["ERC-2612"], api.DeltaRunning)
}

// handsIn has a stranger hand the permit of an order that waits to Permit2: it is not tried, which
// would fail, its owner is told what to sign instead, and that is settled.
func (w *world) handsIn(owner, stranger common.Address, until uint64) {
	w.Helper()
	w.approve(owner, "UNI", w.contracts.Permit2)
	w.mine()
	order := func(permit []byte) api.DeltaOrder {
		return w.build(owner, "100", "UNI", "WETH",
			func(r *api.DeltaBuildRequest) { r.Permit, r.Deadline = permit, until })
	}
	waits := order(w.permits(owner, until)["Permit2 allowance"].data)
	waits.DestAmount = waits.DestAmount.Add(waits.DestAmount) // nobody settles it yet
	id := w.submit(waits).ID
	number := func(n int) *big.Int { return new(big.Int).SetBytes(waits.Permit[32*n : 32*n+32]) }
	w.call(stranger, w.contracts.Permit2, contracts.NewPermit2().PackPermit0(owner,
		contracts.Permit2PermitSingle{Spender: w.contracts.Delta, SigDeadline: number(3),
			Details: contracts.Permit2PermitDetails{Token: waits.SrcToken, Amount: number(0),
				Expiration: number(1), Nonce: number(2)}}, waits.Permit[128:]), 1)
	r := w.await(id, api.DeltaSuspended)
	if len(r.Transactions) > 0 || !strings.Contains(r.Reason, "somebody handed the permit") ||
		!strings.Contains(r.Reason, "with the permit 0x01") {
		w.Errorf("a permit that a stranger handed in: %d transactions, %s", len(r.Transactions),
			r.Reason)
	}
	w.await(w.submit(order([]byte{1})).ID, api.DeltaExecuted)
}

// Partners and the protocol get their fees to the wei, and the rest is the owner's: the rules of
// the settlement contract, by orders that expect less than they get.
func TestFeesOfPartners(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	partner := common.HexToAddress("0x9a57ee0000000000000000000000000000000002")
	cases := map[string]struct {
		bps     uint8
		takes   bool
		none    bool
		surplus bool // whether it expects less than it gets
	}{
		"flat": {bps: 100}, "flat and surplus": {bps: 100, surplus: true},
		"surplus shared": {takes: true, surplus: true},
		"no partner":     {none: true, surplus: true}, "more than the cap": {bps: 255},
	}
	ids, total := make(map[string]string), api.Amount{}
	for name, c := range cases {
		o := w.build(w.users[0], "1000", "USDC", "WETH")
		if !c.none {
			o.PartnerAndFee = eip712.PartnerAndFee(partner, c.bps, c.takes)
		}
		o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(90), api.NewAmount(100))
		if c.surplus {
			o.ExpectedDestAmount = o.DestAmount
		} else {
			o.ExpectedDestAmount = api.MaxAmount
		}
		ids[name] = w.submit(o).ID
	}
	for name, c := range cases {
		r := w.await(ids[name], api.DeltaExecuted)
		tx := r.Transactions[0]
		gross := tx.Received.Add(tx.ProtocolFee).Add(tx.PartnerFee)
		protocol, share := api.Amount{}, api.Amount{}
		if c.surplus {
			protocol = gross.Sub(r.Order.ExpectedDestAmount).MulDiv(
				api.NewAmount(1), api.NewAmount(2))
		}
		switch {
		case c.takes:
			share = gross.Sub(r.Order.ExpectedDestAmount).Sub(protocol)
		case !c.none:
			share = gross.Sub(protocol).MulDiv(
				api.NewAmount(uint64(min(c.bps, 200))), api.NewAmount(10_000))
		}
		if tx.ProtocolFee != protocol || tx.PartnerFee != share || c.surplus == protocol.IsZero() {
			t.Errorf("%s: of %s the protocol got %s and the partner %s, want %s and %s", name,
				gross, tx.ProtocolFee, tx.PartnerFee, protocol, share)
		}
		total = total.Add(share)
	}
	delta := contracts.NewDelta()
	answer, err := w.read(w.contracts.Delta,
		delta.PackGetCollectedFees(partner, w.tokens["WETH"].Address))
	if err != nil || api.MustBig(new(big.Int).SetBytes(answer)) != total {
		t.Errorf("the partner can collect %x, the records say %s, %v", answer, total, err)
	}
}

// An order for the native coin pays it to whoever is to get it.
func TestNativeCoinIsBought(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	receiver := common.HexToAddress("0xbe4ef1c1a4000000000000000000000000000001")
	o := w.build(w.users[0], "2000", "USDC", "ETH",
		func(r *api.DeltaBuildRequest) { r.Beneficiary = receiver })
	r := w.await(w.submit(o).ID, api.DeltaExecuted)
	got, err := w.rpc.BalanceAt(t.Context(), receiver, nil)
	if err != nil || api.MustBig(got) != r.Transactions[0].Received ||
		r.Transactions[0].Received.Less(o.DestAmount) {
		t.Errorf("the receiver has %s, the record says %s, %v", got,
			r.Transactions[0].Received, err)
	}
}

// contractOwner makes a wallet contract with USDC in it that the Delta contract may take.
func (w *world) contractOwner() (owner *outsider, at common.Address) {
	w.Helper()
	ctx, abi, token := w.Context(), contracttest.NewContractWallet(), contracts.NewStandardToken()
	owner = newOutsider(w, local.House{}.Trader(1))
	nonce, err := owner.node.PendingNonceAt(ctx, owner.address)
	if err != nil {
		w.Fatal(err)
	}
	code := append(common.FromHex(contracttest.ContractWalletMetaData.Bin),
		abi.PackConstructor(owner.address)...)
	id := big.NewInt(api.LocalChainID)
	tx, err := types.SignNewTx(owner.key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Data: code, Gas: 3_000_000, GasFeeCap: big.NewInt(1e10),
		GasTipCap: big.NewInt(1),
	})
	if err == nil {
		err = owner.node.SendTransaction(ctx, tx)
	}
	if err != nil {
		w.Fatal(err)
	}
	w.mine()
	at = crypto.CreateAddress(owner.address, nonce)
	usdc := w.tokens["USDC"].Address
	w.call(w.users[0], usdc, token.PackTransfer(at, w.amount("5000", "USDC").Big()), 1)
	if err := owner.send(ctx, at, abi.PackExecute(
		usdc, new(big.Int), token.PackApprove(
			w.contracts.Delta, api.MaxAmount.Big()))); err != nil {
		w.Fatal(err)
	}
	w.mine()
	return owner, at
}

// Owners that are contracts settle by what they accept, in 65 and in 64 bytes, and their orders
// fail when they accept it no more.
func TestOwnersThatAreContracts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	owner, at := w.contractOwner()
	submit := func(length int, change func(*api.DeltaOrder)) api.DeltaRecord {
		o := w.build(at, "1000", "USDC", "WETH")
		change(&o)
		raw, err := crypto.Sign(eip712.DeltaTypedData(
			api.LocalChainID, w.contracts.Delta, o).Hash().Bytes(), owner.key)
		if err != nil {
			t.Fatal(err)
		}
		raw[64] += 27
		signature, err := eip712.ParseSignature(raw)
		if err != nil {
			t.Fatal(err)
		}
		if length == 64 {
			raw = signature.Compact()
		}
		r, _, err := apitest.On(w, api.LocalChainID).SubmitDelta(t.Context(),
			api.DeltaSubmission{Order: o, Signature: raw})
		if err != nil || len(r.Signature) != length {
			t.Fatalf("%d bytes: %v", len(r.Signature), err)
		}
		return r
	}
	for _, length := range []int{65, 64} {
		r := w.await(submit(length, func(*api.DeltaOrder) {}).ID, api.DeltaExecuted)
		if r.User != at {
			t.Errorf("%+v", r)
		}
	}
	var waiting []string
	for _, length := range []int{65, 64} {
		r := submit(length, func(o *api.DeltaOrder) {
			o.DestAmount = o.DestAmount.Add(
				o.DestAmount)
		})
		waiting = append(waiting, w.await(r.ID, api.DeltaRunning).ID)
	}
	const refuses = 2
	if err := owner.send(t.Context(), at,
		contracttest.NewContractWallet().PackSetAnswer(refuses)); err != nil {
		t.Fatal(err)
	}
	for _, id := range waiting {
		if r := w.await(id, api.DeltaFailed); !strings.Contains(r.Reason, "isValidSignature") {
			t.Errorf("failed since %s", r.Reason)
		}
	}
}

// A winner whose settlement reverts on chain leaves its transaction in the record, and the order to
// the next round.
func TestASettlementThatReverts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.users[0]
	r := w.submit(w.build(owner, "1000", "USDC", "WETH"))
	w.await(r.ID, api.DeltaExecuting)
	approve := func(amount api.Amount, price int64) {
		w.call(owner, w.tokens["USDC"].Address,
			contracts.NewStandardToken().PackApprove(w.contracts.Delta, amount.Big()), price)
	}
	approve(api.Amount{}, 100) // comes first in the block
	r = w.until(r.ID, func(r api.DeltaRecord) bool { return len(r.Transactions) == 1 })
	if tx := r.Transactions[0]; tx.Status != 0 || !tx.Received.IsZero() ||
		!r.FilledAmount.IsZero() || r.Status.Final() {
		t.Fatalf("%s, filled %s: %+v", r.Status, r.FilledAmount, tx)
	}
	if r = w.await(r.ID, api.DeltaSuspended); !strings.Contains(r.Reason, "1000 USDC") {
		t.Errorf("suspended since %s", r.Reason)
	}
	approve(api.MaxAmount, 1)
	r = w.await(r.ID, api.DeltaExecuted)
	if len(r.Transactions) != 2 || r.Transactions[1].Status != 1 ||
		r.Transactions[1].Agent == r.Transactions[0].Agent && r.Transactions[0].Agent != "router" {
		t.Errorf("%+v", r.Transactions)
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, e := range a.Events {
		told = told || strings.HasPrefix(e.Reason, "REVERTED")
	}
	if !told {
		t.Errorf("nothing tells of the failure: %+v", a.Events)
	}
	w.history(r)
}

// read calls a contract on the newest block.
func (w *world) read(to common.Address, data []byte) ([]byte, error) {
	return w.rpc.CallContract(w.Context(), ethereum.CallMsg{To: &to, Data: data}, nil)
}
