package delta_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// attack is somebody who would have orders of others go off at a price that is none.
type attack struct {
	*world
	swaps      contracts.SwapAddresses
	weth, usdc common.Address
	who        common.Address // the attacker
	other      common.Address // who trades false prices back
	fair       float64        // USDC for a WETH before anything
	honest     map[string]api.Amount
	worst      float64 // by how many basis points honest quotes were worse than that
}

func newAttack(t *testing.T) *attack {
	t.Helper()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	return attackOn(newWorld(t))
}

// attackOn has accounts of a world trade in its pools.
func attackOn(w *world) *attack {
	w.Helper()
	a := &attack{world: w, swaps: local.Plan(w.users).Swap, weth: w.tokens["WETH"].Address,
		usdc: w.tokens["USDC"].Address, who: w.users[3], other: w.users[2]}
	for _, user := range []common.Address{a.who, a.other} {
		for _, symbol := range []string{"USDC", "WETH"} {
			for _, spender := range []common.Address{a.swaps.UniswapV3Router,
				w.contracts.AugustusV6, w.contracts.AugustusRFQ} {
				w.approve(user, symbol, spender)
			}
		}
	}
	w.mine()
	for range 6 { // what is remembered of prices is of quiet blocks
		w.mine()
	}
	a.fair = a.route("1", "WETH", "USDC").DestAmount.Float() / 1e6
	a.honest = a.quotes()
	return a
}

func (a *attack) route(amount, src, dest string) api.PriceRoute {
	a.Helper()
	return a.routeOf(a.amount(amount, src), src, dest)
}

func (a *attack) routeOf(amount api.Amount, src, dest string) api.PriceRoute {
	a.Helper()
	r, err := apitest.On(a, api.LocalChainID).Prices(a.Context(), api.PriceRequest{
		Src: api.Lower(a.tokens[src].Address), Dest: api.Lower(a.tokens[dest].Address),
		Amount: amount, Side: api.Sell, Version: api.Version62})
	if err != nil {
		a.Fatalf("sell %s %s for %s: %v", amount, src, dest, err)
	}
	return r
}

// quotes is what honest people are offered.
func (a *attack) quotes() map[string]api.Amount {
	a.Helper()
	out := make(map[string]api.Amount)
	for _, q := range [][3]string{{"1", "WETH", "USDC"}, {"3000", "USDC", "WETH"},
		{"20", "WETH", "DAI"}, {"1", "WBTC", "WETH"}} {
		out["swap "+strings.Join(q[:], " ")] = a.route(q[0], q[1], q[2]).DestAmount
		out["delta "+strings.Join(q[:], " ")] = a.quote(q[0], q[1], q[2]).DestAmount
	}
	return out
}

// unharmed wants honest people offered no less than before.
func (a *attack) unharmed(when string) {
	a.Helper()
	worst := 0.0
	for what, now := range a.quotes() {
		off := (1 - now.Float()/a.honest[what].Float()) * 1e4
		worst = max(worst, off)
		if off > 10 {
			a.Errorf("%s: %s brings %s, before it was %s", when, what, now, a.honest[what])
		}
	}
	a.worst = max(a.worst, worst)
}

// holdings is what an account has, in USD at the price before.
func (a *attack) holdings(who common.Address) float64 {
	a.Helper()
	return a.balance(who, "WETH").Float()/1e18*a.fair + a.balance(who, "USDC").Float()/1e6
}

// swap trades the best way through all pools; the transaction waits for its block.
func (a *attack) swap(who common.Address, amount api.Amount, src, dest string) {
	a.Helper()
	text, err := json.Marshal(a.routeOf(amount, src, dest))
	if err != nil {
		a.Fatal(err)
	}
	a.send(apitest.On(a, api.LocalChainID).PrepareSwap(a.Context(), api.BuildRequest{Route: text,
		Src: api.Lower(a.tokens[src].Address), Dest: api.Lower(a.tokens[dest].Address),
		SrcAmount: &amount, HasSlippage: true, Terms: api.SwapTerms{User: who, Slippage: 5000}}))
}

// do sends a call of an account's that may take much gas.
func (a *attack) do(from, to common.Address, data []byte, value ...api.Amount) {
	a.Helper()
	nonce, err := a.rpc.PendingNonceAt(a.Context(), from)
	if err != nil {
		a.Fatal(err)
	}
	price, err := a.rpc.SuggestGasPrice(a.Context())
	if err != nil {
		a.Fatal(err)
	}
	tx := api.Transaction{ChainID: api.LocalChainID, From: from, To: to, Data: data, Nonce: nonce,
		Gas: 9_000_000, GasPrice: api.MustBig(price)}
	if len(value) > 0 {
		tx.Value = value[0]
	}
	a.send(tx, nil)
}

// settleBlocks makes blocks, each with its round.
func (a *attack) settleBlocks(n int) {
	a.Helper()
	for range n {
		a.mine()
		if err := a.Idle(a.Context()); err != nil {
			a.Fatal(err)
		}
	}
}

// thinPool puts a pool in an unused class of fees, one tick wide, at a price in USDC for a WETH,
// with so much in USD of one of them in it and next to nothing of the other.
func (a *attack) thinPool(fee int64, price, usd float64, of string) (leave func()) {
	a.Helper()
	token0, token1 := a.weth, a.usdc
	raw, amount := price*1e6/1e18, usd*1e6
	if of == "WETH" {
		amount = usd / price * 1e18
	}
	if token0.Cmp(token1) > 0 {
		token0, token1, raw = token1, token0, 1/raw
	}
	spacing := spacings[fee]
	lower := math.Floor(math.Log(raw)/math.Log(1.0001)/spacing) * spacing
	low, high := math.Pow(1.0001, lower/2), math.Pow(1.0001, (lower+spacing)/2)
	middle := high - (high-low)*1e-4
	liquidity := amount / (middle - low)
	if a.tokens[of].Address == token0 {
		middle = low + (high-low)*1e-4
		liquidity = amount / (1/middle - 1/high)
	}
	pool, depth := a.openPool(token0, token1, fee, lower, middle, liquidity)
	ticks := []*big.Int{big.NewInt(int64(lower)), big.NewInt(int64(lower + spacing))}
	return func() {
		p := contracts.NewUniswapV3Pool()
		most := new(big.Int).Lsh(big.NewInt(1), 127)
		a.do(a.who, pool, p.PackBurn(ticks[0], ticks[1], depth))
		a.settleBlocks(1)
		a.do(a.who, pool, p.PackCollect(a.who, ticks[0], ticks[1], most, most))
		a.settleBlocks(1)
	}
}

// spacings are between the ticks of pools of a fee.
var spacings = map[int64]float64{100: 1, 500: 10, 3000: 60, 10_000: 200}

// openPool makes a pool of one tick from lower on at a root of the price.
func (a *attack) openPool(token0, token1 common.Address, fee int64, lower, middle,
	liquidity float64) (pool common.Address, depth *big.Int) {
	a.Helper()
	a.do(a.who, a.swaps.UniswapV3Factory,
		contracts.NewUniswapV3Factory().PackCreatePool(token0, token1, big.NewInt(fee)))
	pool = a.poolAt(token0, token1, fee)
	root, _ := new(big.Float).Mul(big.NewFloat(middle),
		new(big.Float).SetMantExp(big.NewFloat(1), 96)).Int(nil)
	depth, _ = big.NewFloat(liquidity).Int(nil)
	a.settleBlocks(1)
	a.do(a.who, pool, contracts.NewUniswapV3Pool().PackInitialize(root))
	a.settleBlocks(1)
	a.do(a.who, a.swaps.UniswapV3Router, contracts.NewUniswapV3Router().PackMint(pool,
		big.NewInt(int64(lower)), big.NewInt(int64(lower+spacings[fee])), depth))
	return pool, depth
}

// stockedPool makes a pool of one tick of a token and another one around a price, in raw units of
// that for one of the token, with so many of that in it and as much of the token.
func (a *attack) stockedPool(token, of common.Address, price, amount float64) {
	a.Helper()
	const fee = 10_000
	token0, token1 := token, of
	if token0.Cmp(token1) > 0 {
		token0, token1, price = token1, token0, 1/price
	}
	lower := math.Floor(math.Log(price)/math.Log(1.0001)/spacings[fee]) * spacings[fee]
	low, high := math.Pow(1.0001, lower/2), math.Pow(1.0001, (lower+spacings[fee])/2)
	middle := math.Sqrt(low * high)
	liquidity := amount / (middle - low)
	if of == token0 {
		liquidity = amount / (1/middle - 1/high)
	}
	a.openPool(token0, token1, fee, lower, middle, liquidity)
}

func (a *attack) poolAt(token0, token1 common.Address, fee int64) common.Address {
	salt := crypto.Keccak256Hash(common.LeftPadBytes(token0[:], 32),
		common.LeftPadBytes(token1[:], 32), common.BigToHash(big.NewInt(fee)).Bytes())
	return crypto.CreateAddress2(a.swaps.UniswapV3Factory, salt,
		contracts.UniswapV3InitCodeHash().Bytes())
}

// armed is an honest order of one WETH that waits for a part of its price: a stop below 1, a take
// profit above.
func (a *attack) armed(part float64) api.DeltaRecord {
	a.Helper()
	o := a.build(a.users[0], "1", "WETH", "USDC")
	at := api.NewAmount(uint64(a.fair * part * 1e6))
	least := min(part, 1) * 0.8
	o.DestAmount = api.NewAmount(uint64(a.fair * least * 1e6))
	r, err := a.hold(o, api.DeltaTrigger{Below: part < 1, Worth: at})
	if err != nil {
		a.Fatal(err)
	}
	return r
}

// fired tells whether an order was let go of.
func (a *attack) fired(r api.DeltaRecord) bool {
	a.Helper()
	now, err := apitest.On(a, api.LocalChainID).DeltaOrder(a.Context(), r.ID)
	if err != nil {
		a.Fatal(err)
	}
	return now.Status != api.DeltaNotStarted
}

// quiet wants none of the orders let go of, and honest people unharmed.
func (a *attack) quiet(when string, cost float64, list ...api.DeltaRecord) {
	a.Helper()
	for _, r := range list {
		if a.fired(r) {
			a.Errorf("%s, which cost %.2f USD, lets go of an order that waits for %s", when, cost,
				r.Trigger.Worth)
		}
	}
	a.unharmed(when)
}

// Pools of one tick that hold next to nothing at a price of their own move no trigger, refuse no
// swap and make no gas dearer, below the market and above it.
func TestThinPoolsFireNothing(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	stop, profit := a.armed(0.97), a.armed(1.03)
	before := a.holdings(a.who)
	for _, c := range []struct {
		fee        int64
		price, usd float64
		of         string
	}{{100, 1500, 7499, "USDC"}, {10_000, 299_979, 7499, "WETH"}} {
		leave := a.thinPool(c.fee, c.price, c.usd, c.of)
		when := fmt.Sprintf("a pool at %.0f USDC for a WETH", c.price)
		for range 12 {
			a.settleBlocks(1)
			a.quiet(when, before-a.holdings(a.who), stop, profit)
		}
		price, ok, err := apitest.On(a, api.LocalChainID).PriceUSD(t.Context(), a.weth)
		usd := price.Quote.Float() / price.Base.Float() // of 18 decimals each
		if err != nil || !ok || math.Abs(usd/a.fair-1) > 0.01 {
			t.Errorf("%s: WETH is told to be worth %.2f USD", when, usd)
		}
		done := a.await(a.submit(a.build(a.users[1], "1", "WETH", "USDC")).ID, api.DeltaExecuted)
		if got := done.Transactions[0].Received.Float() / 1e6; got < 0.999*a.fair {
			t.Errorf("%s: an honest order gets %.2f, fair is %.2f", when, got, a.fair)
		}
		leave()
		t.Logf("%s: cost %.6f USD, fired nothing, honest quotes at most %.2f bps worse", when,
			before-a.holdings(a.who), a.worst)
		before = a.holdings(a.who)
	}
}

// gain is what trading a false price back as far as that pays brings in USD, and for how much of
// what was sold.
func (a *attack) gain(sold, bought string) (most float64, amount api.Amount) {
	a.Helper()
	worth := map[string]float64{"USDC": 1e-6, "WETH": a.fair / 1e18}
	for usd := 20_000.0; usd <= 140_000; usd += 20_000 {
		paid := api.NewAmount(uint64(usd / worth[bought]))
		got := a.routeOf(paid, bought, sold).DestAmount.Float() * worth[sold]
		if gain := got - usd; gain > most {
			most, amount = gain, paid
		}
	}
	return most, amount
}

// lend gives an account most of what others hold in USDC.
func (a *attack) lend(to common.Address, from ...common.Address) {
	a.Helper()
	for _, lender := range from {
		a.do(lender, a.usdc, contracts.NewStandardToken().PackTransfer(to,
			a.amount("490000", "USDC").Big()))
	}
}

// push is a way to move the price of WETH in the real pools: so much of a token sold in a block. It
// reaches what an order waits for that waits for one part of the price, and not for the other.
type push struct {
	name, sold, bought, amount string
	reaches, opposite          float64
}

// Who trades in the real pools until an order would bring what it waits for, and back, lets go of
// it in neither one block nor two, be it a stop or a take profit. Who holds the price there against
// those who trade it back pays at least what these earn; then it is the price that the order gets.
func TestTradingForMomentsFiresNothing(t *testing.T) {
	t.Parallel()
	for _, p := range []push{{"down", "WETH", "USDC", "100", 0.999, 1.002},
		{"up", "USDC", "WETH", "140000", 1.0002, 0.998}} {
		for _, blocks := range []int{1, 2, 10} {
			t.Run(fmt.Sprint(p.name, " for ", blocks, " blocks"), func(t *testing.T) {
				t.Parallel()
				newAttack(t).holds(p, blocks)
			})
		}
	}
}

// holds pushes a price for some blocks, against others who trade it back where it is for many.
func (a *attack) holds(p push, blocks int) {
	deposit := contracts.NewWrappedNative().PackDeposit()
	if p.sold == "WETH" {
		a.do(a.who, a.weth, deposit, a.amount("1500", "WETH"))
		a.lend(a.other, a.users[1], a.users[4])
	} else {
		a.do(a.other, a.weth, deposit, a.amount("1500", "WETH"))
		a.lend(a.who, a.users[1], a.users[4])
	}
	a.settleBlocks(1)
	waits, opposite := a.armed(p.reaches), a.armed(p.opposite)
	attacker, arbitrage := a.holdings(a.who), a.holdings(a.other)
	reached, had := 0, a.balance(a.who, p.bought)
	earns := 0.0
	for n := range blocks {
		a.swap(a.who, a.amount(p.amount, p.sold), p.sold, p.bought)
		a.settleBlocks(1)
		now := a.route("1", "WETH", "USDC").DestAmount.Float()
		if level := waits.Trigger.Worth.Float(); now < level == waits.Trigger.Below {
			reached++
		}
		gain, amount := a.gain(p.sold, p.bought)
		earns += gain
		if n+1 < blocks && !amount.IsZero() && blocks > 2 {
			a.swap(a.other, amount, p.bought, p.sold)
		}
	}
	if blocks < 3 {
		a.swap(a.who, a.balance(a.who, p.bought).Sub(had), p.bought, p.sold)
	}
	a.settleBlocks(6)
	cost, earned := attacker-a.holdings(a.who), a.holdings(a.other)-arbitrage
	fired := a.fired(waits)
	a.Logf("%s, %d blocks of selling %s %s each: the level was reached at the end of %d, fired "+
		"%t; it cost %.2f USD, trading it back would earn %.2f USD and earned %.2f", p.name, blocks,
		p.amount, p.sold, reached, fired, cost, earns, earned)
	if reached != blocks {
		a.Errorf("the attack reached the level in %d of %d blocks", reached, blocks)
	}
	if fired != (blocks > 2) {
		a.Errorf("in %d blocks fired %t", blocks, fired)
	}
	if a.fired(opposite) {
		a.Error("an order that waits for the other side was let go of")
	}
	if cost < earns || cost <= 0 {
		a.Errorf("it cost %.2f USD, trading it back earns %.2f", cost, earns)
	}
}

// Who pushes the price as the last of every block and puts it back as the first of the next one
// lets nobody trade at it, so that every look sees it: that fires a stop, and in ten blocks costs
// more in fees than trading the false price back would earn in all of them. The order gets no less
// than its floor, at whatever block it is settled.
func TestPushesAtTheEndsOfBlocks(t *testing.T) {
	t.Parallel()
	p := push{"down", "WETH", "USDC", "100", 0.999, 1.002}
	a := newAttack(t)
	a.do(a.who, a.weth, contracts.NewWrappedNative().PackDeposit(), a.amount("1500", "WETH"))
	a.settleBlocks(1)
	waits, opposite := a.armed(p.reaches), a.armed(p.opposite)
	before, had, earns := a.holdings(a.who), a.balance(a.who, p.bought), 0.0
	const blocks = 10
	a.swap(a.who, a.amount(p.amount, p.sold), p.sold, p.bought)
	for n := range blocks {
		a.settleBlocks(1)
		gain, _ := a.gain(p.sold, p.bought)
		earns += gain
		a.swap(a.who, a.balance(a.who, p.bought).Sub(had), p.bought, p.sold)
		if n+1 < blocks {
			a.swap(a.who, a.amount(p.amount, p.sold), p.sold, p.bought)
		}
	}
	a.settleBlocks(6)
	cost, fired := before-a.holdings(a.who), a.fired(waits)
	a.Logf("the ends of %d blocks: fired %t; it cost %.2f USD and gas, trading it back would earn "+
		"%.2f USD", blocks, fired, cost, earns)
	if a.fired(opposite) {
		a.Error("an order that waits for the other side was let go of")
	}
	if cost < earns || cost <= 0 {
		a.Errorf("it cost %.2f USD, trading it back earns %.2f", cost, earns)
	}
	r, err := apitest.On(a, api.LocalChainID).DeltaOrder(a.Context(), waits.ID)
	if err != nil {
		a.Fatal(err)
	}
	for _, tx := range r.Transactions {
		if tx.Received.Less(r.Order.DestAmount) {
			a.Errorf("it was settled for %s, below its floor %s", tx.Received, r.Order.DestAmount)
		}
	}
}
