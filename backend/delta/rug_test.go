package delta_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
)

// rug is a pool of a stranger's own that gives the best price until it is needed.
type rug struct {
	*attack
	pool         common.Address
	lower, upper *big.Int
	depth        *big.Int
}

// newRug makes a pool of WETH and USDC with a fee of 0.01 %, at a price in USDC, with so many USD
// in so many ticks on each side of it.
func (a *attack) newRug(price, usd, width float64) *rug {
	a.Helper()
	return a.newRugOf("USDC", 100, price, usd, width)
}

// newRugOf is newRug of another token than USDC, and with another fee, in millionths, which its
// price is without.
func (a *attack) newRugOf(token string, fee int64, price, usd, width float64) *rug {
	a.Helper()
	one, of := 1e6, a.tokens[token].Address
	if token == "DAI" {
		one = 1e18
	}
	token0, token1, raw := a.weth, of, price*one/1e18
	if token0.Cmp(token1) > 0 {
		token0, token1, raw = token1, token0, 1/raw
	}
	spacing := spacings[fee]
	mid := math.Floor(math.Log(raw)/math.Log(1.0001)/spacing) * spacing
	low, high := mid-width*spacing, mid+width*spacing
	root := math.Sqrt(raw)
	depth := usd * one / (root - math.Pow(1.0001, low/2))
	if of == token0 {
		depth = usd * one / (1/root - math.Pow(1.0001, -high/2))
	}
	a.do(a.who, a.swaps.UniswapV3Factory,
		contracts.NewUniswapV3Factory().PackCreatePool(token0, token1, big.NewInt(fee)))
	r := &rug{attack: a, pool: a.poolAt(token0, token1, fee), lower: big.NewInt(int64(low)),
		upper: big.NewInt(int64(high))}
	r.depth, _ = big.NewFloat(depth).Int(nil)
	fixed, _ := new(big.Float).Mul(big.NewFloat(root),
		new(big.Float).SetMantExp(big.NewFloat(1), 96)).Int(nil)
	a.settleBlocks(1)
	a.do(a.who, r.pool, contracts.NewUniswapV3Pool().PackInitialize(fixed))
	a.settleBlocks(1)
	r.put(80)
	a.settleBlocks(1)
	return r
}

// call sends a transaction for so many percent of the usual price of gas.
func (r *rug) call(to common.Address, data []byte, percent int64) {
	r.Helper()
	nonce, err := r.rpc.PendingNonceAt(r.Context(), r.who)
	if err != nil {
		r.Fatal(err)
	}
	price, err := r.rpc.SuggestGasPrice(r.Context())
	if err != nil {
		r.Fatal(err)
	}
	price.Mul(price, big.NewInt(percent)).Div(price, big.NewInt(100))
	r.send(api.Transaction{ChainID: api.LocalChainID, From: r.who, To: to, Data: data,
		Nonce: nonce, Gas: 600_000, GasPrice: api.MustBig(price)}, nil)
}

func (r *rug) put(percent int64) {
	r.call(r.swaps.UniswapV3Router, contracts.NewUniswapV3Router().PackMint(r.pool, r.lower,
		r.upper, r.depth), percent)
}

// pull takes everything out in front of what waits for a block, and puts it in again behind.
func (r *rug) pull() {
	r.take()
	r.put(80)
}

func (r *rug) take() {
	p, most := contracts.NewUniswapV3Pool(), new(big.Int).Lsh(big.NewInt(1), 127)
	r.call(r.pool, p.PackBurn(r.lower, r.upper, r.depth), 130)
	r.call(r.pool, p.PackCollect(r.who, r.lower, r.upper, most, most), 130)
}

// TestAPoolThatIsTakenAwayEmptiesNoPurse: owners who were settled once sell through a pool of their
// friend's, who empties it in front of each of their settlements. No owner did that, for all that
// can be told, and yet it uses up no more than half of the purse and as much as those owners had
// settled, who pay for that as others do.
func TestAPoolThatIsTakenAwayEmptiesNoPurse(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	const coins = 20e15
	w := openWorld(t, t.TempDir(), nil, func(c *backend.Config) { c.Purse = api.NewAmount(coins) })
	honest, thieves := w.users[0], w.users[1:4]
	for _, user := range w.users[:4] {
		for _, symbol := range []string{"USDC", "WETH"} {
			w.approve(user, symbol, w.contracts.Delta)
		}
	}
	w.mine()
	w.await(w.submit(w.build(honest, "0.1", "WETH", "USDC")).ID, api.DeltaExecuted)
	for _, thief := range thieves {
		w.await(w.submit(w.build(thief, "0.01", "WETH", "USDC")).ID, api.DeltaExecuted)
	}
	a := attackOn(w)
	pool := a.newRug(a.fair*1.0005, 100_000, 10)
	var list []string
	takes := 0
	for range 40 {
		flies, fresh := false, 0
		for _, id := range list {
			r, failed := w.failures(id)
			flies = flies || r.Status == api.DeltaExecuting
			if !r.Status.Final() && len(failed) < 2 {
				fresh++
			}
		}
		for n := 0; fresh < 12; fresh, n = fresh+1, n+1 {
			list = append(list, w.submit(w.build(thieves[n%3], "0.5", "WETH", "USDC")).ID)
		}
		if flies {
			pool.pull()
			takes++
		}
		w.mine()
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	cost := w.Reverts()[0]
	t.Logf("%d failed in %d takes, %s coins, %s left", cost.Count, takes, cost.Cost.Units(18),
		cost.Left.Units(18))
	if cost.Cost.Less(api.NewAmount(coins / 4)) {
		t.Error("too little failed to say anything")
	}
	settled := uint64(len(thieves))
	for _, id := range list {
		if r, _ := w.failures(id); r.Status == api.DeltaExecuted {
			settled++
		}
	}
	each := cost.Cost.MulDiv(api.NewAmount(1), api.NewAmount(uint64(cost.Count)))
	most := api.NewAmount(coins / 2).Add(each.MulDiv(api.NewAmount(settled), api.NewAmount(1)))
	if most.Less(cost.Cost) || cost.Left.IsZero() {
		t.Errorf("what others made fail cost %s coins, and %d orders were settled",
			cost.Cost.Units(18), settled)
	}
	w.await(w.submit(w.build(honest, "100", "USDC", "WETH")).ID, api.DeltaExecuted)
}

// TestAPoolThatIsThereBetweenBlocksFiresNothing: a stranger's pool offers more than all others at
// the end of each block, and is empty before anybody can trade with it. No take profit is let go by
// it, no trailing stop rises, and the stop of which a take profit is the other half stays.
func TestAPoolThatIsThereBetweenBlocksFiresNothing(t *testing.T) {
	a := newAttack(t)
	t.Parallel()
	o := a.build(a.users[0], "1", "WETH", "USDC")
	at := func(part float64) api.Amount { return api.NewAmount(uint64(a.fair * part * 1e6)) }
	hold := func(floor float64, trigger api.DeltaTrigger) api.DeltaRecord {
		t.Helper()
		one := o
		one.DestAmount, one.ExpectedDestAmount = at(floor), at(max(floor, 1.05))
		if floor < 0.9 { // no half of the two that exclude each other
			one.Nonce = one.Nonce.Add(api.NewAmount(uint64(100 * floor)))
		}
		r, err := a.hold(one, trigger)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	profit := hold(1.02, api.DeltaTrigger{Worth: at(1.03)})
	stop := hold(0.9, api.DeltaTrigger{Below: true, Worth: at(0.97)})
	trail := hold(0.8, api.DeltaTrigger{Below: true, Trail: api.DeltaTrail{Bps: 300}})
	a.settleBlocks(3)
	pool := a.newRug(a.fair*1.04, 6_000, 10)
	brings := a.route("1", "WETH", "USDC").DestAmount
	if brings.Less(at(1.03)) {
		t.Fatalf("the pool brings %s, which proves nothing", brings.Units(6))
	}
	for range 12 {
		pool.pull()
		a.settleBlocks(1)
	}
	for name, r := range map[string]api.DeltaRecord{"profit": profit, "stop": stop,
		"trail": trail} {
		now, err := apitest.On(a, api.LocalChainID).DeltaOrder(
			api.WithSecrets(t.Context(), secret), r.ID)
		if err != nil || now.Status != api.DeltaNotStarted || now.Trigger == nil {
			t.Errorf("the %s is %s: %s (%v)", name, now.Status, now.Reason, err)
			continue
		}
		if name == "trail" && at(0.98).Less(now.Trigger.Worth) {
			t.Errorf("the trail has risen to %s, the market is at %s",
				now.Trigger.Worth.Units(6), at(1).Units(6))
		}
	}
}

// TestAPoolThatIsThereBetweenBlocksHoldsNoStopBack: the pools fall below a stop, and the stranger's
// pool offers a bit more than its level at the end of each block.
func TestAPoolThatIsThereBetweenBlocksHoldsNoStopBack(t *testing.T) {
	a := newAttack(t)
	t.Parallel()
	stop := a.armed(0.99)
	a.settleBlocks(3)
	a.do(a.other, a.weth, contracts.NewWrappedNative().PackDeposit(), a.amount("1500", "WETH"))
	a.settleBlocks(1)
	sells := a.amount("700", "WETH") // by a route that knows nothing of the stranger's pool
	route, err := json.Marshal(a.routeOf(sells, "WETH", "USDC"))
	if err != nil {
		t.Fatal(err)
	}
	fall, err := apitest.On(a, api.LocalChainID).PrepareSwap(t.Context(), api.BuildRequest{
		Route: route, Src: api.Lower(a.weth), Dest: api.Lower(a.usdc), SrcAmount: &sells,
		HasSlippage: true, Terms: api.SwapTerms{User: a.other, Slippage: 5000}})
	pool := a.newRug(a.fair*1.001, 6_000, 10)
	a.send(fall, err)
	pool.pull()
	a.settleBlocks(1)
	far := a.route("10", "WETH", "USDC").DestAmount.Float() / 1e7 / a.fair
	near := a.route("1", "WETH", "USDC").DestAmount.Float() / 1e6 / a.fair
	if a.fired(stop) || far > 0.99 || near < 0.995 {
		t.Fatalf("ten bring %.4f of the price each, one brings %.4f: it proves nothing", far, near)
	}
	for range 14 {
		if a.fired(stop) {
			return
		}
		pool.pull()
		a.settleBlocks(1)
	}
	t.Error("the stop was held back")
}

// TestAPoolThatIsTakenAwayStopsNobody: a stranger empties a pool of his own in front of each
// settlement that goes through it, and puts it back behind. Pools that he trades a bit with at the
// same time, so that they seem to be why, are none that the order goes round: it gets no less.
func TestAPoolThatIsTakenAwayStopsNobody(t *testing.T) {
	for name, blames := range map[string]bool{"alone": false, "with others to blame": true} {
		t.Run(name, func(t *testing.T) { takenAway(t, blames) })
	}
}

func takenAway(t *testing.T, blames bool) {
	a := newAttack(t)
	t.Parallel()
	honest := a.users[1]
	for _, symbol := range []string{"USDC", "WETH"} {
		a.approve(honest, symbol, a.contracts.Delta)
	}
	a.mine()
	a.await(a.submit(a.build(honest, "0.1", "WETH", "USDC")).ID, api.DeltaExecuted)
	fair := a.route("1", "WETH", "USDC").DestAmount.Float()
	pool := a.newRug(a.fair*1.0003, 60_000, 10)
	id := a.submit(a.build(honest, "1", "WETH", "USDC")).ID
	takes := 0
	for range 40 {
		r, _ := a.failures(id)
		if r.Status.Final() {
			break
		}
		if r.Status == api.DeltaExecuting {
			if blames {
				a.blame()
			}
			pool.pull()
			takes++
		}
		a.settleBlocks(1)
	}
	r, failed := a.failures(id)
	if r.Status != api.DeltaExecuted {
		t.Fatalf("after %d takes the order is %s: %s", takes, r.Status, r.Reason)
	}
	got := r.Transactions[len(r.Transactions)-1].Received.Float()
	t.Logf("failed in %v, %d takes, got %.2f of %.2f", failed, takes, got/1e6, fair/1e6)
	if len(failed) == 0 {
		t.Error("nothing failed, which says nothing")
	}
	if len(failed) > 1 {
		t.Errorf("it failed %d times by one pool", len(failed))
	}
	if got < fair*0.9995 {
		t.Errorf("it got %g, of %g", got, fair)
	}
}

// TestPoolsThatAreTakenAwayEndNoOrder: however many of them are emptied in front of its
// settlements, an order of an account waits and is settled, also where somebody else gets the token
// that it buys.
func TestPoolsThatAreTakenAwayEndNoOrder(t *testing.T) {
	a := newAttack(t)
	t.Parallel()
	for _, token := range []string{"DAI", "USDT"} {
		a.approve(a.who, token, a.swaps.UniswapV3Router)
	}
	a.settleBlocks(1)
	a.await(a.submit(a.build(a.users[1], "0.1", "WETH", "USDC")).ID, api.DeltaExecuted)
	var pools []*rug
	for _, p := range []struct {
		token string
		fee   int64
		part  float64
	}{{"USDC", 100, 1.002}, {"USDC", 10_000, 1.0115}, {"DAI", 100, 1.0015},
		{"DAI", 10_000, 1.0125}, {"USDT", 100, 1.0022}, {"USDT", 10_000, 1.0125}} {
		width := 10.0
		if p.fee > 100 {
			width = 2
		}
		pools = append(pools, a.newRugOf(p.token, p.fee, a.fair*p.part, 20_000, width))
	}
	id := a.submit(a.build(a.users[1], "1", "WETH", "USDC", func(r *api.DeltaBuildRequest) {
		r.Beneficiary = a.users[2]
	})).ID
	for range 200 {
		r, _ := a.failures(id)
		if r.Status.Final() {
			break
		}
		if sent := a.settlement(id); r.Status == api.DeltaExecuting && sent != nil {
			used := slices.IndexFunc(pools,
				func(p *rug) bool { return bytes.Contains(sent.Data(), p.pool[:]) })
			if used >= 0 {
				pools[used].pull()
				pools = slices.Delete(pools, used, used+1)
			}
		}
		a.settleBlocks(1)
	}
	if r, failed := a.failures(id); r.Status != api.DeltaExecuted || len(failed) < 4 {
		t.Errorf("the order is %s after failures in %v: %s", r.Status, failed, r.Reason)
	}
}

// settlement is the newest one of an order, nil where none was sent.
func (a *attack) settlement(id string) *types.Transaction {
	a.Helper()
	now, err := apitest.On(a, api.LocalChainID).DeltaAuction(a.Context(), id)
	if err != nil {
		a.Fatal(err)
	}
	for _, e := range slices.Backward(now.Events) {
		if e.TxHash == nil {
			continue
		}
		tx, _, err := a.rpc.TransactionByHash(a.Context(), *e.TxHash)
		if err != nil {
			a.Fatal(err)
		}
		return tx
	}
	return nil
}

// blame trades a bit with all pools of WETH and USDC, in front of what waits for a block.
func (a *attack) blame() {
	a.Helper()
	for _, exchange := range []string{api.UniswapV2, api.UniswapV2Fork, api.UniswapV3} {
		amount := api.NewAmount(1e15)
		route, err := apitest.On(a, api.LocalChainID).Prices(a.Context(), api.PriceRequest{
			Src: "WETH", Dest: "USDC", Amount: amount, Version: api.Version62,
			IncludeExchanges: []string{exchange}, User: a.who})
		if err != nil {
			a.Fatal(err)
		}
		text, err := json.Marshal(route)
		if err != nil {
			a.Fatal(err)
		}
		tx, err := apitest.On(a, api.LocalChainID).PrepareSwap(a.Context(), api.BuildRequest{
			Route: text, Src: "WETH", Dest: "USDC", SrcAmount: &amount, HasSlippage: true,
			Terms: api.SwapTerms{User: a.who, Slippage: 5000}})
		if err != nil {
			a.Fatal(err)
		}
		tx.GasPrice = tx.GasPrice.MulDiv(api.NewAmount(3), api.NewAmount(2))
		tx.Tip = tx.GasPrice
		a.send(tx, nil)
	}
}

// TestPoolsWithMostOfAMarketFireNothing: so it is where more stands in a stranger's pools than in
// all others of the token, in each block or in every other one, in one large or some small ones.
func TestPoolsWithMostOfAMarketFireNothing(t *testing.T) {
	large := map[int64]float64{100: 200_000}
	for name, c := range map[string]struct {
		every int
		usd   map[int64]float64 // by fee
	}{
		"one in each block":        {1, large},
		"one in every other block": {2, large},
		"three in each block":      {1, map[int64]float64{100: 60_000, 500: 45_000, 3000: 45_000}},
	} {
		t.Run(name, func(t *testing.T) { outvotes(t, c.every, c.usd) })
	}
}

func outvotes(t *testing.T, every int, usd map[int64]float64) {
	a := newAttack(t)
	t.Parallel()
	for _, user := range []common.Address{a.users[0], a.who} {
		a.approve(user, "LINK", a.swaps.UniswapV3Router)
		a.approve(user, "LINK", a.contracts.Delta)
	}
	a.mine()
	a.fair = a.route("200", "LINK", "USDC").DestAmount.Float() / 1e6 / 200
	at := func(part float64) api.Amount { return api.NewAmount(uint64(a.fair * 200 * part * 1e6)) }
	held := func(nonce uint64, least float64, trigger api.DeltaTrigger) string {
		o := a.build(a.users[0], "200", "LINK", "USDC")
		o.DestAmount, o.ExpectedDestAmount = at(least), at(1.05)
		o.Nonce = o.Nonce.Add(api.NewAmount(nonce))
		r, err := a.hold(o, trigger)
		if err != nil {
			t.Fatal(err)
		}
		return r.ID
	}
	profit := held(1, 0.9, api.DeltaTrigger{Worth: at(1.03)})
	trail := held(2, 0.8, api.DeltaTrigger{Below: true, Trail: api.DeltaTrail{Bps: 300}})
	a.settleBlocks(3)
	a.weth = a.tokens["LINK"].Address // what the pools are of
	var pools []*rug
	for fee, usd := range usd {
		width := max(1, 10/spacings[fee]) // as many ticks
		pools = append(pools, a.newRugOf("USDC", fee, a.fair*1.06*(1+float64(fee)/1e6), usd, width))
	}
	shown := 0
	for n := range 12 {
		for _, pool := range pools {
			switch {
			case every > 1 && n%every == 0:
				pool.take()
			case every > 1:
				pool.put(80)
			default:
				pool.pull()
			}
		}
		a.settleBlocks(1)
		if a.route("200", "LINK", "USDC").DestAmount.Float() > at(1.04).Float() {
			shown++
		}
	}
	if shown < 5 {
		t.Errorf("the pools showed their price at the ends of %d blocks", shown)
	}
	for _, pool := range pools {
		pool.take()
	}
	a.settleBlocks(8)
	for name, id := range map[string]string{"take profit": profit, "trailing stop": trail} {
		r, err := apitest.On(a, api.LocalChainID).DeltaOrder(
			api.WithSecrets(t.Context(), secret), id)
		if err != nil || r.Status != api.DeltaNotStarted {
			t.Errorf("the %s is %s: %s, %v", name, r.Status, r.Reason, err)
			continue
		}
		// all pools' price is without fees and what the amount moves, and 0.5 % more counts
		if name == "trailing stop" && at(0.985).Less(r.Trigger.Worth) {
			t.Errorf("it rose to %s, of %s", r.Trigger.Worth.Units(6), at(1).Units(6))
		}
	}
}
