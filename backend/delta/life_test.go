package delta_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// Two opposite orders are settled against each other, each at a better price than the pools give.
func TestOppositeOrdersMeet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.build(w.users[0], "30000", "USDC", "WETH")
	b := w.build(w.users[1], "10", "WETH", "USDC")
	first, second := w.submit(a), w.submit(b)
	first, second = w.await(first.ID, api.DeltaExecuted), w.await(second.ID, api.DeltaExecuted)
	for _, r := range []api.DeltaRecord{first, second} {
		auction, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		last := auction.Rounds[len(auction.Rounds)-1]
		if last.Winner != "ring" && last.Winner != "batch" || last.Bids[0].Orders != 2 {
			t.Fatalf("won by %q: %+v", last.Winner, last)
		}
		if agent := r.Transactions[0].Agent; agent != last.Winner {
			t.Errorf("won by %s and settled by %s", last.Winner, agent)
		}
		if got := r.Transactions[0].Received; !last.Reference.Less(got) {
			t.Errorf("got %s, the pools give %s", got, last.Reference)
		}
	}
	if first.Transactions[0].Hash != second.Transactions[0].Hash {
		t.Error("settled by two transactions")
	}
	// So little that a second pool does not pay: the best route is the best pool.
	small := w.await(w.submit(w.build(w.users[0], "100", "USDC", "WETH")).ID, api.DeltaExecuted)
	auction, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), small.ID)
	if err != nil {
		t.Fatal(err)
	}
	if last := auction.Rounds[len(auction.Rounds)-1]; last.Pool == nil ||
		*last.Reference != *last.Pool {
		t.Errorf("the best route pays %v, the best pool %v", last.Reference, last.Pool)
	}
}

// Three orders that sell in a circle are settled together.
func TestCircularOrdersMeet(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	ids := []string{
		w.submit(w.build(w.users[0], "20000", "USDC", "WETH")).ID,
		w.submit(w.build(w.users[1], "6", "WETH", "DAI")).ID,
		w.submit(w.build(w.users[2], "19000", "DAI", "USDC")).ID,
	}
	var settled []common.Hash
	for _, id := range ids {
		tx := w.await(id, api.DeltaExecuted).Transactions[0]
		if tx.Agent != "ring" && tx.Agent != "batch" {
			t.Errorf("settled by %s", tx.Agent)
		}
		settled = append(settled, tx.Hash)
	}
	if settled[0] != settled[1] || settled[1] != settled[2] {
		t.Errorf("settled by %v", settled)
	}
}

// An order that may be settled in parts gets as much as its price allows, and the rest when more is
// to be had.
func TestAnOrderIsSettledInParts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	// The price of a small amount for a large one: the pools pay it for a part.
	small := w.quote("20000", "USDC", "WETH")
	o := w.build(w.users[0], "400000", "USDC", "WETH",
		func(r *api.DeltaBuildRequest) { r.PartiallyFillable = true })
	o.DestAmount = small.DestAmount.MulDiv(api.NewAmount(20*999), api.NewAmount(1000))
	o.ExpectedDestAmount = o.DestAmount
	r := w.submit(o)
	r = w.until(r.ID, func(r api.DeltaRecord) bool { return len(r.Transactions) == 1 })
	if r.Status.Final() || r.FilledAmount.IsZero() || r.Transactions[0].FilledPercent >= 10_000 {
		t.Fatalf("status %s, filled %s: %+v", r.Status, r.FilledAmount, r.Transactions)
	}
	// Somebody sells a lot of what it buys, so that the pools pay more.
	other := w.submit(w.build(w.users[1], "95", "WETH", "DAI"))
	w.await(other.ID, api.DeltaExecuted)
	sell := w.submit(w.build(w.users[2], "90", "WETH", "USDC",
		func(r *api.DeltaBuildRequest) { bps := 1000; r.Slippage = &bps }))
	w.await(sell.ID, api.DeltaExecuted)
	r = w.until(r.ID, func(r api.DeltaRecord) bool { return len(r.Transactions) >= 2 })
	spent, received := api.Amount{}, api.Amount{}
	for _, tx := range r.Transactions {
		spent, received = spent.Add(tx.Spent), received.Add(tx.Received)
	}
	if spent != r.FilledAmount || received.Less(spent.MulDiv(o.DestAmount, o.SrcAmount)) {
		t.Errorf("spent %s of %s, received %s", spent, r.FilledAmount, received)
	}
}

// What the owner signs can be ended by its signature, by its nonce, and by time.
func TestOrdersEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tooMuch := func(owner common.Address, life uint64) api.DeltaOrder {
		o := w.build(owner, "100", "USDC", "WETH")
		o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(2), api.NewAmount(1))
		o.Deadline = w.mine().Time + life
		return o
	}
	cancelled, late := w.submit(tooMuch(w.users[0], 1000)), w.submit(tooMuch(w.users[1], 5))
	w.await(cancelled.ID, api.DeltaRunning)
	ids := []string{cancelled.ID}
	data := eip712.CancellationsTypedData(api.LocalChainID, w.contracts.Delta, ids)
	wrong, err := w.wallet.Sign(w.users[1], data)
	if err != nil {
		t.Fatal(err)
	}
	if err := apitest.On(w, api.LocalChainID).CancelDelta(t.Context(), ids,
		wrong.Bytes()); api.TypeOf(
		err) != api.InvalidSignature {
		t.Errorf("a stranger's cancellation: %v", err)
	}
	right, err := w.wallet.Sign(w.users[0], data)
	if err != nil {
		t.Fatal(err)
	}
	if err := apitest.On(w, api.LocalChainID).CancelDelta(t.Context(), ids,
		right.Compact()); err != nil {
		t.Fatal(err)
	}
	if r := w.await(cancelled.ID, api.DeltaCancelled); r.Reason == "" {
		t.Error("no reason")
	}
	if err := apitest.On(w, api.LocalChainID).CancelDelta(t.Context(), ids,
		right.Compact()); api.TypeOf(
		err) != api.OrderNotFillable {
		t.Errorf("cancelled twice: %v", err)
	}
	w.await(late.ID, api.DeltaExpired)
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), late.ID)
	if err != nil || len(a.Rounds) == 0 || a.Rounds[0].Outcome == "" || a.Rounds[0].Winner != "" {
		t.Errorf("%+v %v", a.Rounds, err)
	}
}

// An order whose owner has not got what it sells waits until it has.
func TestAnUncoveredOrderWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.users[3]
	o := w.build(owner, "100", "DAI", "WETH")
	w.send(apitest.On(w, api.LocalChainID).PrepareApprove(t.Context(), api.ApproveRequest{
		Owner: owner, Token: w.tokens["DAI"].Address,
		Spender: w.contracts.Delta,
	}))
	w.mine()
	r := w.submit(o)
	if r = w.await(r.ID, api.DeltaSuspended); r.Reason == "" {
		t.Error("no reason")
	}
	w.approve(owner, "DAI", w.contracts.Delta)
	w.await(r.ID, api.DeltaExecuted)
}

// An order whose nonce its owner gave up on chain, or used for another order, is not taken: nobody
// could ever settle it.
func TestUsedNoncesAreNotTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	settled := w.submit(w.build(w.users[0], "100", "USDC", "WETH"))
	given := w.build(w.users[0], "200", "USDC", "WETH")
	w.call(w.users[0], w.contracts.Delta,
		contracts.NewDelta().PackInvalidateNonce(given.Nonce.Big()), 1)
	used := w.build(w.users[0], "300", "USDC", "WETH")
	used.Nonce = w.await(settled.ID, api.DeltaExecuted).Order.Nonce
	for name, o := range map[string]api.DeltaOrder{"given up": given, "used": used} {
		_, created, err := apitest.On(w, api.LocalChainID).SubmitDelta(t.Context(),
			api.DeltaSubmission{
				Order: o, Signature: w.sign(o)})
		if created || api.TypeOf(err) != api.OrderNotFillable {
			t.Errorf("a nonce that was %s: created %t, %v", name, created, err)
		}
	}
	free := used
	free.Nonce = free.Nonce.Add(api.NewAmount(1))
	w.submit(free)
}

// A bid that pays less than the pools does not win, whatever it promises and though the contract
// would take it: the owner gets what the pools pay.
func TestABidBelowThePoolsLoses(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	w := newWorld(t)
	o := newOutsider(w, local.House{}.Trader(0))
	ctx := t.Context()
	w.admit(o)
	slippage := 500
	r := w.submit(w.build(w.users[0], "5000", "USDC", "WETH",
		func(r *api.DeltaBuildRequest) { r.Slippage = &slippage }))
	o.pays = 990 // above what the owner accepts, below the pools
	w.round(func() error { return o.bid(ctx) })
	r = w.await(r.ID, api.DeltaExecuted)
	if r.Transactions[0].Agent != "router" {
		t.Errorf("settled by %s", r.Transactions[0].Agent)
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(ctx, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, b := range a.Rounds[0].Bids {
		told = told || b.Agent == api.Lower(o.address) && strings.HasPrefix(b.Reason, "unfair")
	}
	if !told {
		t.Errorf("nothing tells why it lost: %+v", a.Rounds[0].Bids)
	}
}
