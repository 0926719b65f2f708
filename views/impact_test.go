package views_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// A price that somebody tells is held against what pools make of it by the user's own node, else
// against the pair's last trade: it is marked with both values, and asks for a word from 10 % on.
func TestAgainstOwn(t *testing.T) {
	t.Parallel()
	weth := api.Token{Address: common.Address{1}, Symbol: "WETH", Decimals: 18}
	usdc := api.Token{Address: common.Address{2}, Symbol: "USDC", Decimals: 6}
	one, dollars := api.NewAmount(1e18), func(n uint64) api.Amount { return api.NewAmount(n * 1e6) }
	last := api.Price{Quote: dollars(3000), Base: one}
	for name, c := range map[string]struct {
		price      views.Quoted
		last       api.Price
		says, word string
	}{
		"this process": {price: views.Quoted{Gets: dollars(2000)}, last: last},
		"as pools make it": {price: views.Quoted{By: "there", Asked: true, Own: dollars(3000),
			Gets: dollars(2971)}},
		"a percent less": {price: views.Quoted{By: "there", Asked: true, Own: dollars(3000),
			Gets: dollars(2970)},
			says: "1.00% less than pools bring by your own node: 2,970.00, not 3,000.00 USDC"},
		"ten percent less": {price: views.Quoted{By: "there", Asked: true, Own: dollars(3000),
			Gets: dollars(2700)}, word: views.ImpactWord,
			says: "10.00% less than pools bring by your own node: 2,700.00, not 3,000.00 USDC"},
		"a purchase": {price: views.Quoted{By: "there", Asked: true, Own: dollars(3000),
			Side: api.Buy, Pays: dollars(3600), Gets: one, Src: usdc, Dest: weth},
			word: views.ImpactWord,
			says: "20.00% more than pools take by your own node: 3,600.00, not 3,000.00 USDC"},
		"no pools": {price: views.Quoted{By: "there", Asked: true, Gets: dollars(2990)}, last: last,
			says: "the price is the word of there alone: your node finds no deep pools"},
		"no node": {price: views.Quoted{By: "there", Gets: dollars(2990)}, last: last,
			says: "the price is the word of there alone: no node of yours tells another"},
		"no node, another trade": {price: views.Quoted{By: "there", Gets: dollars(2000)},
			last: last, word: views.ImpactWord,
			says: "33.34% less than the last trade would bring: 2,000.00, not 3,000.00 USDC"},
		"a purchase, another trade": {price: views.Quoted{By: "there", Side: api.Buy,
			Pays: dollars(3300), Gets: one, Src: usdc, Dest: weth}, last: last,
			word: views.ImpactWord,
			says: "10.00% more than the last trade would take: 3,300.00, not 3,000.00 USDC"},
	} {
		s := &views.Session{Network: api.Network{ChainID: 1337}}
		s.SetMarkets([]api.Market{{Base: weth, Quote: usdc, Last: c.last}})
		p := c.price
		if p.Side != api.Buy {
			p.Pays, p.Src, p.Dest = one, weth, usdc
		}
		check, word, says := s.AgainstOwn(p, views.ImpactStop)
		if says != (c.says != "") || word != c.word || !strings.HasPrefix(check.Text, c.says) {
			t.Errorf("%s: %q, word %q", name, check.Text, word)
		}
	}
}
