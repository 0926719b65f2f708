package route_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/route"
)

// A server that tells of one low price wherever it is asked is held against the user's own node.
func TestDoubtsByOnesOwnNode(t *testing.T) {
	t.Parallel()
	weth := api.Token{Address: common.Address{1}, Symbol: "WETH", Decimals: 18}
	usdc := api.Token{Address: common.Address{2}, Symbol: "USDC", Decimals: 6}
	src, dest := "1371.00", "1370.00" // by the prices of that server
	for told, c := range map[uint64]struct {
		most       int64
		line, word string
	}{
		1371: {views.ImpactStop, "42.18% less than pools bring by your own node: 1,371.00, not " +
			"2,371.00 USDC", views.ImpactWord},
		2300: {views.ImpactStop, "3.00% less than pools bring by your own node", ""},
		2299: {150, "3.04% less than pools bring by your own node", views.ImpactWord},
		2360: {views.ImpactStop, "", ""},
	} {
		o := route.Offer{Slippage: 50, Route: api.PriceRoute{Side: api.Sell,
			SrcAmount: api.NewAmount(78e16), DestAmount: api.NewAmount(told * 1e6), SrcUSD: &src,
			DestUSD: &dest, ToldBy: "there", Asked: true, Own: api.NewAmount(2371e6)}}
		lines, word := route.Doubts(&views.Session{}, o, weth, usdc, c.most)
		text := strings.Join(lines, " ")
		if word != c.word || !strings.Contains(text, c.line) || c.line == "" && text != "" {
			t.Errorf("%d USDC: %q, word %q", told, text, word)
		}
	}
}
