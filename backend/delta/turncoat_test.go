package delta_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/vm"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// turncoat is the code of a maker that accepts any signature, and once it has turned, in
// simulations, and whenever it is asked by nobody. Without data it turns; with data that is no
// question about a signature it lets the order contract take its tokens.
func turncoat(token, rfq common.Address) (code []byte) {
	push := func(b ...byte) []byte {
		return append([]byte{byte(vm.PUSH0) + byte(len(b))}, b...)
	}
	word := func(b []byte) []byte { return push(common.RightPadBytes(b, 32)...) }
	magic := []byte{0x16, 0x26, 0xba, 0x7e}
	add := func(parts ...[]byte) { code = append(code, slices.Concat(parts...)...) }
	var jumps []int
	jump := func() { // to what is written next for the first that waits
		jumps = append(jumps, len(code)+1)
		add(push(0), ops(vm.JUMPI))
	}
	land := func() {
		code[jumps[0]], jumps = byte(len(code)), jumps[1:]
		add(ops(vm.JUMPDEST))
	}
	add(ops(vm.CALLDATASIZE, vm.ISZERO))
	jump()
	add(ops(vm.PUSH0, vm.CALLDATALOAD), push(224), ops(vm.SHR), push(magic...), ops(vm.EQ))
	jump()
	approve := contracts.NewStandardToken().PackApprove(rfq, api.MaxAmount.Big())
	for i := 0; i < len(approve); i += 32 {
		add(word(approve[i:min(len(approve), i+32)]), push(byte(i)), ops(vm.MSTORE))
	}
	add(ops(vm.PUSH0, vm.PUSH0), push(byte(len(approve))), ops(vm.PUSH0, vm.PUSH0),
		push(token[:]...), ops(vm.GAS, vm.CALL, vm.STOP))
	land()
	add(push(1), ops(vm.PUSH0, vm.SSTORE, vm.STOP))
	land()
	add(onChain, ops(vm.PUSH0, vm.SLOAD, vm.AND, vm.ORIGIN, vm.ISZERO, vm.ISZERO, vm.AND,
		vm.ISZERO), word(magic), ops(vm.MUL, vm.PUSH0, vm.MSTORE), push(32),
		ops(vm.PUSH0, vm.RETURN))
	return code
}

// offer posts a limit order of a maker that is a contract.
func (w *world) offer(maker common.Address, nonce uint64, gives string, brings api.Amount,
	takes string, pays api.Amount) api.OrderRecord {
	w.Helper()
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(nonce), common.Address{}), Maker: maker,
		MakerAsset: api.Asset{Address: w.tokens[gives].Address}, MakerAmount: brings,
		TakerAsset: api.Asset{Address: w.tokens[takes].Address}, TakerAmount: pays,
	}
	r, _, err := apitest.On(w, api.LocalChainID).CreateOrder(w.Context(), api.OrderRequest{Order: o,
		Type: o.Type(), Signature: make([]byte, 65)})
	if err != nil {
		w.Fatal(err)
	}
	return r
}

func (w *world) stateOf(r api.OrderRecord) (api.OrderState, string) {
	w.Helper()
	now, err := apitest.On(w, api.LocalChainID).Order(w.Context(), r.Hash, false)
	if err != nil {
		w.Fatal(err)
	}
	return now.State, now.StateReason
}

// newTurncoat is a maker of that code that holds 50 WETH.
func (a *attack) newTurncoat() common.Address {
	a.Helper()
	maker := a.putCode(turncoat(a.weth, a.contracts.AugustusRFQ))[0]
	a.do(a.who, a.weth, contracts.NewWrappedNative().PackDeposit(), a.amount("50", "WETH"))
	a.settleBlocks(1)
	a.do(a.who, a.weth, contracts.NewStandardToken().PackTransfer(maker, a.amount("50",
		"WETH").Big()))
	a.byStranger(&maker, []byte{1})
	a.settleBlocks(1)
	return maker
}

// A maker's contract whose orders nobody has filled yet is in no quote. One that accepts in
// simulations alone, once it was filled, costs one revert: the order is suspended with the reason,
// nothing of that maker is quoted from then on, and the order that it made fail is settled by the
// pools two blocks later. Orders of accounts at the same price come before those of contracts.
func TestATurncoatMakerCostsOneRevert(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	maker := a.newTurncoat()
	brings := a.quote("1000", "USDC", "WETH").DestAmount.MulDiv(api.NewAmount(103),
		api.NewAmount(100))
	pays := a.amount("1000", "USDC")
	first := a.offer(maker, 1, "WETH", brings, "USDC", pays)
	second := a.offer(maker, 2, "WETH", brings, "USDC", pays)
	third := a.offer(maker, 3, "WETH", brings, "USDC", pays)
	a.settleBlocks(1)
	better := func() bool {
		swap := a.route("500", "USDC", "WETH").DestAmount
		delta := a.quote("500", "USDC", "WETH").DestAmount
		fair := brings.MulDiv(api.NewAmount(101), api.NewAmount(206)) // half of it and 2 % less
		if swap.Less(fair) != delta.Less(fair) {
			t.Errorf("swaps bring %s, Delta %s", swap, delta)
		}
		return !swap.Less(fair)
	}
	if better() {
		t.Error("an order of a contract that nobody has filled is quoted")
	}
	a.send(apitest.On(a, api.LocalChainID).PrepareFill(t.Context(), api.FillRequest{Taker: a.who,
		Legs: []api.FillLeg{{Hash: first.Hash, TakerAmount: pays}}, Total: pays, Side: api.Sell}))
	a.settleBlocks(1)
	if state, _ := a.stateOf(first); state != api.Fulfilled || !better() {
		t.Errorf("after a fill of its maker, which is %s, an order is not quoted", state)
	}
	a.byStranger(&maker, nil) // it turns
	a.settleBlocks(1)
	cost := a.Reverts()[0]
	r := a.submit(a.build(a.users[0], "500", "USDC", "WETH", func(r *api.DeltaBuildRequest) {
		slippage := 500
		r.Slippage = &slippage
	}))
	begin := a.until(r.ID, func(r api.DeltaRecord) bool { return len(r.Transactions) > 0 })
	if tx := begin.Transactions[0]; tx.Status != 0 || tx.Agent != "book" {
		t.Fatalf("the turncoat made nothing fail: %+v", tx)
	}
	guilty := 0
	for _, o := range []api.OrderRecord{second, third} {
		switch state, why := a.stateOf(o); {
		case state == api.Suspended && strings.Contains(why, "refused it on chain"):
			guilty++
		case state != api.Pending:
			t.Errorf("another order of the maker is %s: %s", state, why)
		}
	}
	if guilty == 0 || better() {
		t.Errorf("%d orders are suspended, and what is quoted is better than the pools: %t",
			guilty, better())
	}
	done := a.await(r.ID, api.DeltaExecuted)
	late := done.Transactions[1].BlockNumber - done.Transactions[0].BlockNumber
	if len(done.Transactions) != 2 || done.Transactions[1].Agent == "book" || late > 3 {
		t.Errorf("settled by %+v, %d blocks late", done.Transactions, late)
	}
	for range 20 { // others that come don't meet it
		done := a.await(a.submit(a.build(a.users[1], "500", "USDC", "WETH")).ID, api.DeltaExecuted)
		if len(done.Transactions) != 1 {
			t.Errorf("an order after it is settled by %d transactions", len(done.Transactions))
		}
	}
	now := a.Reverts()[0]
	if now.Count != cost.Count+1 {
		t.Errorf("a turncoat maker cost %d reverts", now.Count-cost.Count)
	}
	t.Logf("one revert, which cost %s coins", now.Cost.Sub(cost.Cost).Units(18))
	a.unharmed("a turncoat maker")
}

// A swap that fails since it fills an order of a contract that accepts in simulations alone has
// that order suspended once somebody asks what became of the swap. Whoever names a transaction that
// failed for another reason suspends nothing.
func TestATurncoatInASwapIsBlamed(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	maker := a.newTurncoat()
	brings, pays := a.route("1000", "USDC", "WETH").DestAmount, a.amount("1000", "USDC")
	brings = brings.MulDiv(api.NewAmount(103), api.NewAmount(100))
	a.offer(maker, 1, "WETH", brings, "USDC", pays.MulDiv(api.NewAmount(1), api.NewAmount(100)))
	first := a.offer(maker, 2, "WETH", brings, "USDC", pays)
	a.settleBlocks(1)
	a.send(apitest.On(a, api.LocalChainID).PrepareFill(t.Context(), api.FillRequest{Taker: a.who,
		Legs: []api.FillLeg{{Hash: first.Hash, TakerAmount: pays}}, Total: pays, Side: api.Sell}))
	a.settleBlocks(1)
	honest := a.offer(maker, 3, "WETH", brings, "USDC", pays)
	a.settleBlocks(1)
	fails := func(gas uint64, meanwhile func()) {
		t.Helper()
		amount := a.amount("500", "USDC")
		text, err := json.Marshal(a.routeOf(amount, "USDC", "WETH"))
		if err != nil {
			t.Fatal(err)
		}
		tx, err := apitest.On(a, api.LocalChainID).PrepareSwap(t.Context(), api.BuildRequest{
			Route: text, Src: api.Lower(a.usdc), Dest: api.Lower(a.weth), SrcAmount: &amount,
			HasSlippage: true, Terms: api.SwapTerms{User: a.who, Slippage: 100}})
		if err != nil {
			t.Fatal(err)
		}
		tx.Gas = min(tx.Gas, gas)
		meanwhile()
		raw, hash, err := a.wallet.SignTransaction(a.who, tx)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.rpc.Client().CallContext(t.Context(), nil, "eth_sendRawTransaction",
			hexutil.Bytes(raw)); err != nil { // past the service, which would refuse it
			t.Fatal(err)
		}
		a.settleBlocks(1)
		r, err := apitest.On(a, api.LocalChainID).Receipt(t.Context(), hash)
		if err != nil || r.Success {
			t.Fatalf("the swap went through: %+v, %v", r, err)
		}
	}
	fails(150_000, func() {}) // with less gas than it takes
	a.settleBlocks(3)
	if state, why := a.stateOf(honest); state != api.Pending {
		t.Errorf("an order is %s by a swap that failed otherwise: %s", state, why)
	}
	fails(math.MaxUint64, func() {
		a.byStranger(&maker, nil)
		a.settleBlocks(1)
	})
	for range 100 {
		if state, _ := a.stateOf(honest); state == api.Suspended {
			return
		}
		a.settleBlocks(1)
	}
	state, why := a.stateOf(honest)
	t.Errorf("the order that made a swap fail is %s: %s", state, why)
}

// Makers who take their limit orders back in the block of the settlement that fills them, each a
// new one, use up no more than half of the purse: from then on honest orders are settled by the
// pools.
func TestMakersWhoTakeBackEmptyNoPurse(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	const failures = 3 // of about as much gas as settlements that fail cost
	w := openWorld(t, t.TempDir(), nil, func(c *backend.Config) {
		c.Purse = api.NewAmount(2 * failures * 200e12)
	})
	for _, maker := range w.users[2 : 3+failures] {
		w.approve(maker, "WETH", w.contracts.AugustusRFQ)
	}
	for _, user := range w.users[:2] {
		w.approve(user, "USDC", w.contracts.Delta)
	}
	w.mine()
	pays := w.amount("1000", "USDC")
	brings := w.quote("1000", "USDC", "WETH").DestAmount.MulDiv(api.NewAmount(103),
		api.NewAmount(100))
	slippage, before := 500, uint64(0)
	for n := range uint64(2 * failures) {
		maker := w.users[2+min(n, failures)]
		o := w.limit(maker, 2*n+1, "WETH", brings, "USDC", pays)
		next := w.limit(maker, 2*n+2, "WETH", brings.MulDiv(api.NewAmount(399),
			api.NewAmount(1000)), "USDC", w.amount("400", "USDC")) // less than the whole
		w.mine()
		r := w.submit(w.build(w.users[n%2], "500", "USDC", "WETH",
			func(r *api.DeltaBuildRequest) { r.Slippage = &slippage }))
		w.await(r.ID, api.DeltaExecuting)
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.call(maker, w.contracts.AugustusRFQ,
			contracts.NewAugustusRFQ().PackCancelOrder(o.Hash), 100)
		done := w.await(r.ID, api.DeltaExecuted)
		now := w.Reverts()[0]
		half := w.Reverts()[0].Cost.Less(api.NewAmount(failures * 200e12))
		if last := len(done.Transactions) - 1; now.Left.IsZero() || last > 1 ||
			last == 1 && done.Transactions[1].Agent == "book" {
			t.Errorf("order %d: the purse tells of %+v, settled by %+v", n, now,
				done.Transactions)
		}
		w.call(maker, w.contracts.AugustusRFQ,
			contracts.NewAugustusRFQ().PackCancelOrder(next.Hash), 1)
		if n >= failures && (half || now.Count != before) {
			t.Errorf("order %d: %d failures, which cost %s", n, now.Count, now.Cost)
		}
		before = now.Count
	}
	t.Logf("%d failures cost %s coins", before, w.Reverts()[0].Cost.Units(18))
}

// An owner who moves what it sells away in the block of the settlement uses up no more than a
// quarter of the purse, however many orders it signs: from then on its orders wait, which the round
// tells, and those of others go on, new or not.
func TestOwnersWhoMoveAwayEmptyNoPurse(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	quarter := api.NewAmount(400e12) // of about as much gas as two settlements that fail cost
	w := openWorld(t, t.TempDir(), nil, func(c *backend.Config) {
		c.Purse = quarter.MulDiv(api.NewAmount(4), api.NewAmount(1))
	})
	honest, thief, newcomer, friend := w.users[0], w.users[1], w.users[2], w.users[3]
	for _, user := range w.users[:3] {
		w.approve(user, "USDC", w.contracts.Delta)
	}
	w.mine()
	w.await(w.submit(w.build(honest, "100", "USDC", "WETH")).ID, api.DeltaExecuted)
	all := w.balance(thief, "USDC")
	move := func(from, to common.Address, price int64) {
		w.call(from, w.tokens["USDC"].Address,
			contracts.NewStandardToken().PackTransfer(to, all.Big()), price)
		w.mine()
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for n := 0; w.Reverts()[0].Cost.Less(quarter); n++ {
		r := w.submit(w.build(thief, "500", "USDC", "WETH"))
		w.await(r.ID, api.DeltaExecuting)
		move(thief, friend, 100)
		signature, err := w.wallet.Sign(thief, eip712.CancellationsTypedData(api.LocalChainID,
			w.contracts.Delta, []string{r.ID}))
		if err != nil {
			t.Fatal(err)
		}
		if err := apitest.On(w, api.LocalChainID).CancelDelta(t.Context(), []string{r.ID},
			signature.Bytes()); err != nil {
			t.Fatal(err)
		}
		if move(friend, thief, 1); n == 8 {
			t.Fatalf("%d orders whose owner has moved away cost %+v", n, w.Reverts()[0])
		}
	}
	before := w.Reverts()[0]
	waits := w.submit(w.build(thief, "500", "USDC", "WETH"))
	for range 3 {
		w.await(w.submit(w.build(honest, "100", "USDC", "WETH")).ID, api.DeltaExecuted)
	}
	w.await(w.submit(w.build(newcomer, "100", "USDC", "WETH")).ID, api.DeltaExecuted)
	r, err := apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(), waits.ID)
	if now := w.Reverts()[0]; err != nil || len(r.Transactions) != 0 || now.Count != before.Count ||
		r.Status != api.DeltaRunning {
		t.Errorf("an order of an owner who moves away is %s, %+v (%v); the purse tells of %+v",
			r.Status, r.Transactions, err, now)
	}
	if !strings.Contains(r.Reason, "a quarter of the agents' purse for reverts is spent") ||
		!strings.Contains(r.Reason, "of its 0.0016 coins a day are spent") ||
		!strings.Contains(r.Reason, "too much for this order until") {
		t.Errorf("its reason does not name the purse: %s", r.Reason)
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), waits.ID)
	if err != nil || len(a.Rounds) == 0 || !strings.Contains(a.Rounds[len(a.Rounds)-1].Outcome,
		"a quarter of the agents' purse for reverts is spent") {
		t.Errorf("its rounds do not say why it waits: %+v (%v)", a.Rounds, err)
	}
}

// An owner who was settled stays known for it, however many orders of it are open since, and so
// does one who made a settlement fail: orders that were only posted or cancelled say nothing.
func TestOpenOrdersHideNoRecord(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	dir := t.TempDir()
	settled := func(w *world) {
		w.approve(w.users[0], "USDC", w.contracts.Delta)
		w.mine()
		w.await(w.submit(w.build(w.users[0], "100", "USDC", "WETH")).ID, api.DeltaExecuted)
		for n := range uint64(70) {
			w.submit(api.DeltaOrder{Form: api.SecondForm, Buy: true, Owner: w.users[0],
				SrcToken: w.tokens["USDC"].Address, DestToken: w.tokens["WETH"].Address,
				SrcAmount: w.amount("1", "USDC"), DestAmount: w.amount("100", "WETH"),
				ExpectedDestAmount: w.amount("1", "USDC"), Deadline: w.head() + 1e6,
				Nonce: api.NewAmount(77000 + n)})
		}
	}
	cost := api.Amount{}
	t.Run("a failure of another", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		settled(w)
		thief := w.users[1]
		w.approve(thief, "USDC", w.contracts.Delta)
		at := w.putCode(refusing(onChain...))[0]
		id := w.submit(w.build(thief, "30", "USDC", "ETH",
			func(r *api.DeltaBuildRequest) { r.Beneficiary = at })).ID
		w.until(id, func(r api.DeltaRecord) bool { return len(r.Transactions) > 0 })
		cost = w.Reverts()[0].Cost
	})
	w := openWorld(t, dir, nil, func(c *backend.Config) { // three quarters of it are spent
		c.Purse = cost.MulDiv(api.NewAmount(130), api.NewAmount(100))
	})
	waits := w.submit(w.build(w.users[2], "100", "USDC", "WETH"))
	w.approve(w.users[2], "USDC", w.contracts.Delta)
	w.await(w.submit(w.build(w.users[0], "100", "USDC", "WETH")).ID, api.DeltaExecuted)
	if r, _ := w.failures(waits.ID); r.Status != api.DeltaRunning {
		t.Errorf("the order of an owner who is new is %s: %s", r.Status, r.Reason)
	}
}
