package views_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// What holds an order back is told as the market's price, whichever side it is on: 1.5 WETH at
// 2,900 USDC are worth 4,350, and 4,350 USDC at 2,900 are 1.5 WETH.
func TestHeldOrdersAreToldInTheMarketsPrice(t *testing.T) {
	t.Parallel()
	weth := api.Token{Address: common.Address{1}, Symbol: "WETH", Decimals: 18}
	usdc := api.Token{Address: common.Address{2}, Symbol: "USDC", Decimals: 6}
	s := &views.Session{}
	s.SetTokens([]api.Token{weth, usdc})
	s.SetMarkets([]api.Market{{Base: weth, Quote: usdc}})
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
