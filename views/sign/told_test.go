package sign_test

import (
	"testing"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/sign"
)

// What only a server tells wears its host and no tick; an amount that nobody can size needs a word.
func TestWhatOnlyAServerTells(t *testing.T) {
	t.Parallel()
	const host = "far.example:8080"
	st := newStage(t)
	st.s.Network.ToldBy, st.s.Env.ToldBy = host, host
	st.s.SetTokens([]api.Token{
		{Address: weth, Symbol: "WETH", Decimals: 18},
		{Address: usdc, Symbol: "USDC", Decimals: 8, ToldBy: host}})
	done := st.openOrder(func(_ *api.Order, spec *sign.Spec) {
		spec.Checks = []ui.Check{{Level: ui.OK, Text: "balance covers it"}}
	})
	st.Press("f") // in full
	st.Shows("only "+host+" tells that USDC has 8 decimals", "chain 1337 local, told by "+host,
		"known order contract, told by "+host, "balance covers it, told by "+host,
		"ERC20 USDC, told by "+host, `Type "unchecked" to go on`)
	for _, tick := range []string{"✓ chain", "✓ known", "✓ 1337", "✓ balance", "✓ " + usdc.Hex(),
		"✓ " + rfq.Hex()} {
		st.Hides(tick)
	}
	st.Press("S", "enter")
	if len(*done) != 0 {
		t.Fatal("it signs without the word")
	}
	st.Type("unchecked")
	st.Press("enter", "enter")
	if len(*done) != 1 {
		t.Error("it does not sign with the word")
	}
}

// On a network that is not known here a small amount of a token that is known takes no word, a
// large one does.
func TestLargeAmountsOnANetworkOnlyTold(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		give  string
		asked bool
	}{{"999999999999999999999", false}, {"1000000000000000000000", true}} {
		st := newStage(t)
		st.s.Network.ToldBy = "far.example"
		done := st.openOrder(func(o *api.Order, _ *sign.Spec) { o.MakerAmount = amount(tc.give) })
		if tc.asked {
			st.Shows("much to give on a network that only far.example tells of")
		}
		st.Press("S", "enter")
		if signed := len(*done) == 1; signed == tc.asked {
			t.Errorf("%s units: signed without a word is %v", tc.give, signed)
		}
	}
}
