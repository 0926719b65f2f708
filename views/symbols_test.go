package views_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/viewtest"
)

// TestTwoTokensOfOneSymbol: the one that is known here keeps its symbol, in whatever order a
// service lists them, and pairs call both as the session does.
func TestTwoTokensOfOneSymbol(t *testing.T) {
	t.Parallel()
	real := viewtest.USDC()
	told := api.Token{ChainID: 1337, Symbol: "usdc", Decimals: 18, ToldBy: "far.example",
		Address: common.HexToAddress("0x1111111111111111111111111111111111118438")}
	long := api.Token{ChainID: 1337, Symbol: "LONGESTSYMBOL", Decimals: 18,
		Address: common.HexToAddress("0x1111111111111111111111111111111111110001")}
	twin := long
	twin.Address = common.HexToAddress("0x1111111111111111111111111111111111110002")
	s := viewtest.Session(t, nil, api.Network{ChainID: 1337}, told, real, long, twin)
	for a, want := range map[common.Address]string{real.Address: "USDC",
		told.Address: "usdc!8438", long.Address: "LONGESTSY…", twin.Address: "LONG…!0002"} {
		if token, _ := s.Token(a); views.Symbol(token) != want {
			t.Errorf("%s is called %q, not %q", a, views.Symbol(token), want)
		}
	}
	if got, _ := s.FindToken("USDC"); got.Address != real.Address {
		t.Errorf("USDC is %+v", got)
	}
	pairs := s.SetMarkets([]api.Market{{ChainID: 1337, Base: told, Quote: real}})
	if name := views.PairName(pairs[0]); name != "usdc!8438/USDC" {
		t.Errorf("the pair is called %q", name)
	}
}

// TestASymbolThatOnlyLooksLikeAnotherIsSetApart: a token that only somebody tells of, and whose
// symbol looks like that of a known one, has its address in its name wherever it stands, comes
// after the known ones, and is said to look like it.
func TestASymbolThatOnlyLooksLikeAnotherIsSetApart(t *testing.T) {
	t.Parallel()
	real := viewtest.USDC()
	told := func(symbol, address string) api.Token {
		return api.Token{ChainID: 1337, Symbol: symbol, Decimals: 6, ToldBy: "far.example",
			Address: common.HexToAddress(address)}
	}
	cyrillic := told("USD\u0421", "0x1111111111111111111111111111111111118438")
	digit := told("U5DC", "0x2222222222222222222222222222222222220001")
	mixed := told("L\u0438NK", "0x2222222222222222222222222222222222220002")
	s := viewtest.Session(t, nil, api.Network{ChainID: 1337}, cyrillic, digit, mixed, real)
	if first := s.Tokens()[0]; first.Address != real.Address {
		t.Errorf("first is %q", first.Symbol)
	}
	for a, want := range map[common.Address]string{real.Address: "USDC",
		cyrillic.Address: "USD\u0421!8438", digit.Address: "U5DC",
		mixed.Address: "L\u0438NK!0002"} {
		if token, _ := s.Token(a); views.Symbol(token) != want {
			t.Errorf("%s is called %q, not %q", a, views.Symbol(token), want)
		}
	}
	token, _ := s.Token(cyrillic.Address)
	if like := s.TakenFor(token); like != "USDC" {
		t.Errorf("it is taken for %q", like)
	}
	if like := s.TakenFor(real); like != "" {
		t.Errorf("USDC itself is taken for %q", like)
	}
	pairs := s.SetMarkets([]api.Market{{ChainID: 1337, Base: viewtest.WETH(), Quote: cyrillic}})
	if name := views.PairName(pairs[0]); name != "WETH/USD\u0421!8438" {
		t.Errorf("the pair is called %q", name)
	}
}
