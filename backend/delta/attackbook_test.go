package delta_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
)

// worthOf is what a whole token is told to be worth in USD.
func (a *attack) worthOf(token common.Address) float64 {
	a.Helper()
	p, ok, err := apitest.On(a, api.LocalChainID).PriceUSD(a.Context(), token)
	if err != nil {
		a.Fatal(err)
	}
	if !ok {
		return 0
	}
	return p.Quote.Float() / p.Base.Float()
}

// withOneself has the attacker fill an order of his own other account.
func (a *attack) withOneself(nonce uint64, gives string, brings api.Amount, takes string,
	pays api.Amount) {
	a.Helper()
	o := a.limit(a.other, nonce, gives, brings, takes, pays)
	a.send(apitest.On(a, api.LocalChainID).PrepareFill(a.Context(), api.FillRequest{Taker: a.who,
		Legs: []api.FillLeg{{Hash: o.Hash, TakerAmount: pays}}, Total: pays, Side: api.Sell}))
}

// Who trades with himself in the book, a unit or a whole coin at any price above or below the
// market's, or offers a unit there, lets go of no order that waits, and harms nobody.
func TestTradingWithOneselfFiresNothing(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	stop, profit := a.armed(0.995), a.armed(1.005)
	before := a.holdings(a.who) + a.holdings(a.other)
	usdc := func(usd float64) api.Amount { return api.NewAmount(uint64(usd * 1e6)) }
	coin := a.amount("1", "WETH")
	for i, act := range []struct {
		name string
		do   func(nonce uint64)
	}{
		{"a unit for a million", func(n uint64) {
			a.withOneself(n, "WETH", api.NewAmount(1_000_000_000), "USDC", usdc(10_000))
		}},
		{"a unit for nothing", func(n uint64) {
			a.withOneself(n, "WETH", api.NewAmount(1_000_000_000), "USDC", api.NewAmount(1))
		}},
		{"a coin at nine tenths", func(n uint64) {
			a.withOneself(n, "WETH", coin, "USDC", usdc(a.fair*0.9))
		}},
		{"a coin at eleven tenths", func(n uint64) {
			a.withOneself(n, "WETH", coin, "USDC", usdc(a.fair*1.1))
		}},
		{"units offered on both sides", func(n uint64) {
			a.limit(a.other, n, "WETH", api.NewAmount(1_000_000_000), "USDC", api.NewAmount(2))
			a.limit(a.who, n+1, "USDC", usdc(1), "WETH", api.NewAmount(100_000_000_000_000))
		}},
	} {
		act.do(uint64(1000 * (i + 1)))
		for range 6 {
			a.settleBlocks(1)
			a.quiet(act.name, before-a.holdings(a.who)-a.holdings(a.other), stop, profit)
			if usd := a.worthOf(a.weth); math.Abs(usd/a.fair-1) > 0.01 {
				t.Errorf("%s: WETH is told to be worth %.2f USD", act.name, usd)
			}
		}
		t.Logf("%s: cost %.6f USD and gas, fired nothing, honest quotes at most %.2f bps worse",
			act.name, before-a.holdings(a.who)-a.holdings(a.other), a.worst)
	}
}

// newToken is a token that nobody has heard of; some accounts hold much of it.
func (a *attack) newToken(holders ...common.Address) common.Address {
	a.Helper()
	token := a.byStranger(nil, common.FromHex(contracttest.TurncoatTokenMetaData.Bin))
	for _, holder := range holders {
		a.byStranger(&token, contracts.NewStandardToken().PackTransfer(holder,
			new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)))
	}
	a.settleBlocks(1)
	return token
}

// A token without pools is worth what its book trades an amount at on both sides, for some blocks.
// Units that are traded or offered, offers that one balance pays but once, and what holds for a
// block or two, are no price and move none.
func TestUnitsInABookAreNoPrice(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	at := a.newToken(a.who, a.other, a.users[0])
	a.tokens["TURN"] = api.Token{Address: at, Symbol: "TURN", Decimals: 18}
	for _, user := range []common.Address{a.who, a.other, a.users[0]} {
		a.approve(user, "TURN", a.contracts.AugustusRFQ)
	}
	a.approve(a.users[1], "USDC", a.contracts.AugustusRFQ)
	a.settleBlocks(1)
	turn := func(n string) api.Amount { return a.amount(n, "TURN") }
	usdc := func(n string) api.Amount { return a.amount(n, "USDC") }
	is := func(when string, want float64) {
		t.Helper()
		for range 6 {
			a.settleBlocks(1)
			if got := a.worthOf(at); math.Abs(got-want) > want/100 {
				t.Errorf("%s: it is told to be worth %g USD, not %g", when, got, want)
			}
		}
	}
	a.worthOf(at) // from here on its book is followed
	a.withOneself(10, "TURN", api.NewAmount(1_000_000_000), "USDC", usdc("1000"))
	is("a unit traded for 1,000 USDC", 0)
	a.limit(a.who, 11, "USDC", usdc("0.5"), "TURN", turn("0.000001"))
	a.limit(a.other, 12, "TURN", turn("0.000001"), "USDC", usdc("0.5"))
	is("a unit offered on both sides", 0)

	a.limit(a.users[0], 13, "TURN", turn("1000"), "USDC", usdc("2020"))
	a.limit(a.users[1], 14, "USDC", usdc("1980"), "TURN", turn("1000"))
	a.settleBlocks(6)
	is("a book of 2,000 USD on both sides", 2)
	a.withOneself(15, "TURN", api.NewAmount(1_000_000_000), "USDC", usdc("1000"))
	is("a unit traded for 1,000 USDC beside it", 2)
	a.limit(a.who, 16, "USDC", usdc("0.02"), "TURN", turn("0.01"))
	is("a unit bid for at the price asked", 2)
	for n := range uint64(20) { // one balance stands behind all of them
		a.limit(a.other, 20+n, "TURN", turn("1"), "USDC", usdc("1"))
	}
	is("many small offers of one balance", 2)
	r := a.limit(a.who, 17, "USDC", usdc("450"), "TURN", turn("200"))
	for range 2 {
		a.settleBlocks(1)
		if got := a.worthOf(at); math.Abs(got-2) > 0.02 {
			t.Errorf("bid up by 450 USDC: it is told to be worth %g USD", got)
		}
	}
	a.do(a.who, a.contracts.AugustusRFQ, contracts.NewAugustusRFQ().PackCancelOrder(r.Hash))
	is("a bid of 450 USDC that held for two blocks", 2)
}

// Who moves the real pools by far refuses nobody a quote, though what tokens are worth over some
// blocks still says otherwise: the pools of a route count for what it loses.
func TestPricesThatMoveRefuseNobody(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	a.do(a.who, a.weth, contracts.NewWrappedNative().PackDeposit(), a.amount("8000", "WETH"))
	a.settleBlocks(1)
	a.swap(a.who, a.amount("5000", "WETH"), "WETH", "USDC")
	a.settleBlocks(1)
	fallen := a.route("1", "WETH", "USDC").DestAmount.Float() / 1e6
	if usd := a.worthOf(a.weth); fallen > usd*0.8 {
		t.Fatalf("WETH fell to %.2f USDC and is told to be worth %.2f USD", fallen, usd)
	}
	if got := a.quote("1", "WETH", "USDC").DestAmount.Float() / 1e6; got < fallen*0.99 {
		t.Errorf("Delta offers %.2f USDC, swaps %.2f", got, fallen)
	}
	if _, err := apitest.On(a, api.LocalChainID).DeltaQuote(t.Context(), api.DeltaQuoteRequest{
		Src: a.weth, Dest: a.usdc, Amount: a.amount("4000", "WETH"),
		Mode: api.ModeDelta}); api.TypeOf(err) != api.PriceImpactTooHigh {
		t.Errorf("what would lose most of its value: %v", err)
	}
}

// The moods of contracts/src/test/TurncoatToken.sol.
var moods = []string{"honest", "taxes", "lies", "refuses to be passed on", "refuses to be read",
	"calls back"}

// A token that was honest when somebody named it, and turns, stands between nobody's tokens: no
// honest swap or order goes over it, whatever its pools offer, and what stands in its pools, which
// only its owner can trade to their price, says nothing of others' worth.
func TestTokensThatTurnHarmNobody(t *testing.T) {
	t.Parallel()
	a := newAttack(t)
	turncoat := a.newToken(a.who)
	link := a.tokens["LINK"].Address
	a.approve(a.who, "LINK", a.swaps.UniswapV3Router)
	a.do(a.who, a.weth, contracts.NewWrappedNative().PackDeposit(), a.amount("400", "WETH"))
	a.lend(a.who, a.users[4])
	a.settleBlocks(1)
	a.do(a.who, turncoat, contracts.NewStandardToken().PackApprove(a.swaps.UniswapV3Router,
		api.MaxAmount.Big()))
	before, linkBefore := a.holdings(a.who), a.worthOf(link)
	// A turncoat is worth a USD in USDC, and two thirds of one in WETH and LINK.
	a.stockedPool(turncoat, a.usdc, 1e6/1e18, 900_000e6)
	a.stockedPool(turncoat, a.weth, 1/(1.5*a.fair), 300e18)
	a.stockedPool(turncoat, link, 1/(1.5*linkBefore), 19_000e18)
	a.settleBlocks(1)
	if _, err := apitest.On(a, api.LocalChainID).Prices(t.Context(), api.PriceRequest{
		Src: api.Lower(turncoat), Dest: api.Lower(a.usdc), Amount: api.NewAmount(1e18),
		Side: api.Sell, Version: api.Version62}); err != nil {
		t.Fatal("while it is honest: ", err)
	}
	stop, profit := a.armed(0.99), a.armed(1.01)
	for mood, name := range moods {
		a.byStranger(&turncoat, contracttest.NewTurncoatToken().PackTurn(uint8(mood)))
		a.settleBlocks(8)
		a.quiet(name, 0, stop, profit)
		if usd := a.worthOf(a.weth); math.Abs(usd/a.fair-1) > 0.01 {
			t.Errorf("%s: WETH is told to be worth %.2f USD", name, usd)
		}
		if usd := a.worthOf(link); math.Abs(usd/linkBefore-1) > 0.01 {
			t.Errorf("%s: LINK is told to be worth %.2f USD, before %.2f", name, usd, linkBefore)
		}
		has := a.balance(a.users[1], "USDC")
		a.approve(a.users[1], "WETH", a.contracts.AugustusV6)
		a.settleBlocks(1)
		a.swap(a.users[1], a.amount("1", "WETH"), "WETH", "USDC")
		a.settleBlocks(1)
		if got := a.balance(a.users[1], "USDC").Sub(has).Float() / 1e6; got < a.fair*0.999 {
			t.Errorf("%s: an honest swap brings %.2f, fair is %.2f", name, got, a.fair)
		}
		done := a.await(a.submit(a.build(a.users[1], "1", "WETH", "USDC")).ID, api.DeltaExecuted)
		if got := done.Transactions[0].Received.Float() / 1e6; got < 0.999*a.fair ||
			len(done.Transactions) != 1 {
			t.Errorf("%s: an honest order gets %.2f in %d transactions, fair is %.2f", name, got,
				len(done.Transactions), a.fair)
		}
	}
	t.Logf("%.0f USD stand in pools of a token that turns: honest quotes at most %.2f bps worse",
		before-a.holdings(a.who), a.worst)
}
