package views_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// ofOneMarket is a session that knows a market and its tokens.
func ofOneMarket() (s *views.Session, weth, usdc api.Token) {
	weth = api.Token{Address: common.Address{1}, Symbol: "WETH", Decimals: 18}
	usdc = api.Token{Address: common.Address{2}, Symbol: "USDC", Decimals: 6}
	s = &views.Session{}
	s.SetTokens([]api.Token{weth, usdc})
	s.SetMarkets([]api.Market{{Base: weth, Quote: usdc}})
	return s, weth, usdc
}

// The price of the settlement says whether an order was held back, whoever tells of it: a stop at
// 2,960 does not sell at 907.461 / 0.3 = 3,024.87, nor a profit at 3,100 for that, while one at
// 3,010 may, by the time that it is settled.
func TestAPriceDeniesThatAnOrderWasHeldBack(t *testing.T) {
	t.Parallel()
	s, weth, usdc := ofOneMarket()
	part, paid := api.NewAmount(300_000_000_000_000_000), api.NewAmount(907_461_000)
	order := api.DeltaOrder{SrcToken: weth.Address, DestToken: usdc.Address, SrcAmount: part}
	at := func(price uint64, below bool) *api.DeltaTrigger {
		return &api.DeltaTrigger{Worth: api.NewAmount(price * 300_000), Below: below}
	}
	for _, c := range []struct {
		trigger *api.DeltaTrigger
		says    string
	}{
		{at(2960, true), "not held back: sold at 3,024.87, your stop was 2,960.00"},
		{at(3100, false), "not held back: sold at 3,024.87, your take profit was 3,100.00"},
		{at(3010, true), ""}, {at(9000, true), ""}, {at(3040, false), ""}, {at(100, false), ""},
	} {
		for _, first := range []bool{true, false} {
			tx := []api.DeltaTransaction{{Status: 0, Spent: part, Received: api.NewAmount(1)},
				{Status: 1, Spent: part, Received: paid}}
			if !first { // what a later part is settled at says nothing of the trigger
				tx[0] = api.DeltaTransaction{Status: 1, Spent: part, Received: c.trigger.Worth}
			}
			want := ""
			if first {
				want = c.says
			}
			r := api.DeltaRecord{Order: order, Transactions: tx,
				Held: &api.DeltaHeld{DeltaTrigger: *c.trigger, Fired: true}}
			if got := s.DeniedText(r); got != want {
				t.Errorf("%+v: %q, not %q", c.trigger, got, want)
			}
			r.Trigger, r.Held = c.trigger, nil // it is told to wait still
			if got := s.DeniedText(r); got != want {
				t.Errorf("%+v, waiting: %q, not %q", c.trigger, got, want)
			}
			if want != "" && s.HeldText(r) != want {
				t.Errorf("held as %q", s.HeldText(r))
			}
		}
	}
}

// A level is a service's word: a node of one's own says what it knows better.
func TestALevelIsHeldAgainstTheNode(t *testing.T) {
	t.Parallel()
	weth := api.Token{Address: common.Address{1}, Symbol: "WETH", Decimals: 18}
	usdc := api.Token{Address: common.Address{2}, Symbol: "USDC", Decimals: 6}
	s := &views.Session{GasPrice: api.NewAmount(1e9), Prices: views.Prices{
		api.NativeToken: {Quote: api.NewAmount(3e18), Base: api.NewAmount(1e15)},
		usdc.Address:    {Quote: api.NewAmount(1e18), Base: api.NewAmount(1e6)}}}
	s.SetTokens([]api.Token{weth, usdc})
	s.SetMarkets([]api.Market{{Base: weth, Quote: usdc}})
	dollars := func(n uint64) api.Amount { return api.NewAmount(n * 1e6) }
	trail, none := api.DeltaTrail{Bps: 300}, api.DeltaTrail{}
	for _, c := range []struct {
		level uint64
		trail api.DeltaTrail
		seen  *api.DeltaSeen
		waits string
		at    bool
	}{
		{9000, trail, &api.DeltaSeen{Worth: dollars(3017)}, "9,000.00 USDC per WETH or less (not " +
			"believable: your node's pools say 3,017.00), trailing by 3.00%", false},
		{9000, trail, &api.DeltaSeen{ToldBy: "there"}, "9,000.00 USDC per WETH or less, by the " +
			"word of there alone, trailing by 3.00%", true},
		{2900, trail, &api.DeltaSeen{Worth: dollars(3017)},
			"2,900.00 USDC per WETH or less, trailing by 3.00%", true},
		{3015, none, &api.DeltaSeen{Worth: dollars(3020), Past: dollars(2985), Ago: 14},
			"3,015.00 USDC per WETH or less (passed: your node saw 2,985.00 14 blocks ago)", true},
		{3015, none, &api.DeltaSeen{Worth: dollars(2985), Past: dollars(2985)},
			"3,015.00 USDC per WETH or less (passed: your node sees 2,985.00)", true},
		{3015, none, nil, "3,015.00 USDC per WETH or less", true},
	} {
		r := api.DeltaRecord{Seen: c.seen, Order: api.DeltaOrder{SrcToken: weth.Address,
			DestToken: usdc.Address, SrcAmount: api.NewAmount(1e18), DestAmount: dollars(2700)},
			Trigger: &api.DeltaTrigger{Worth: dollars(c.level), Below: true, Trail: c.trail}}
		if got := s.Waits(r); got != c.waits {
			t.Errorf("it waits for %q, not %q", got, c.waits)
		}
		if _, unit := s.ExecutesAt(r); unit != "" != c.at {
			t.Errorf("at %d it executes %t", c.level, !c.at)
		}
	}
}

// What holds an order back is told as the market's price, whichever side it is on: 1.5 WETH at
// 2,900 USDC are worth 4,350, and 4,350 USDC at 2,900 are 1.5 WETH.
func TestHeldOrdersAreToldInTheMarketsPrice(t *testing.T) {
	t.Parallel()
	s, weth, usdc := ofOneMarket()
	eth, dollars := api.NewAmount(1_500_000_000_000_000_000), api.NewAmount(4_350_000_000)
	sale := api.DeltaOrder{SrcToken: weth.Address, DestToken: usdc.Address, SrcAmount: eth}
	purchase := api.DeltaOrder{SrcToken: usdc.Address, DestToken: weth.Address, SrcAmount: dollars}
	stop := func(worth api.Amount, trail api.DeltaTrail) api.DeltaTrigger {
		return api.DeltaTrigger{Below: true, Worth: worth, Trail: trail}
	}
	percent := api.DeltaTrail{Bps: 300}
	for _, c := range []struct {
		order   api.DeltaOrder
		trigger api.DeltaTrigger
		waits   string
		fired   string
	}{
		{sale, stop(dollars, api.DeltaTrail{}), "stop at 2,900.00 USDC per WETH or less",
			"stop, fired at 2,900.00 USDC per WETH"},
		{sale, api.DeltaTrigger{Worth: dollars}, "take profit at 2,900.00 USDC per WETH or more",
			"take profit, fired at 2,900.00 USDC per WETH"},
		{sale, stop(dollars, percent), "trailing stop at 2,900.00 USDC per WETH or less, which " +
			"trails the best by 3.00%", "trailing stop, fired at 2,900.00 USDC per WETH"},
		{purchase, stop(eth, api.DeltaTrail{}), "stop at 2,900.00 USDC per WETH or more",
			"stop, fired at 2,900.00 USDC per WETH"},
		{purchase, api.DeltaTrigger{Worth: eth}, "take profit at 2,900.00 USDC per WETH or less",
			"take profit, fired at 2,900.00 USDC per WETH"},
		{sale, api.DeltaTrigger{NotBefore: 7}, "", ""},
	} {
		r := api.DeltaRecord{Order: c.order, Trigger: &c.trigger}
		if got := s.HeldText(r); got != c.waits {
			t.Errorf("it waits: %q, not %q", got, c.waits)
		}
		r.Trigger, r.Held = nil, &api.DeltaHeld{DeltaTrigger: c.trigger, Fired: true}
		if got := s.HeldText(r); got != c.fired {
			t.Errorf("it fired: %q, not %q", got, c.fired)
		}
	}
	// of two over one nonce each names the other
	sale.Nonce = api.NewAmount(7)
	fired := api.DeltaRecord{ID: "aaaaaabb", Order: sale, Status: api.DeltaExecuted,
		Held: &api.DeltaHeld{DeltaTrigger: stop(dollars, percent), Fired: true}}
	other := api.DeltaRecord{ID: "bbbbbbcc", Order: sale, Status: api.DeltaCancelled,
		Held: &api.DeltaHeld{DeltaTrigger: api.DeltaTrigger{Worth: api.NewAmount(4_650_000_000)}}}
	both := []api.DeltaRecord{fired, other}
	if got := s.FiredText(fired, both); got != "trailing stop, fired at 2,900.00 USDC per WETH; "+
		"the take profit bbbbbb is cancelled" {
		t.Errorf("the one that fired: %q", got)
	}
	if got := s.InsteadText(other, both); got != "take profit at 3,100.00 USDC per WETH: the "+
		"trailing stop aaaaaa fired instead" {
		t.Errorf("the other one: %q", got)
	}
	if s.InsteadText(fired, both) != "" || s.FiredText(other, both) != "" {
		t.Error("both have fired")
	}
}
