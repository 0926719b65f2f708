package views_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

func anyPrice(t *rapid.T, name string) api.Price {
	word := rapid.Uint64Range(1, 1<<63)
	big := func(what string) api.Amount {
		return api.NewAmount(word.Draw(t, name+what)).MulDiv(
			api.NewAmount(word.Draw(t, name+what+" high")), api.NewAmount(1))
	}
	return api.Price{Quote: big(" quote"), Base: big(" base")}
}

func exact(p api.Price) *big.Rat { return new(big.Rat).SetFrac(p.Quote.Big(), p.Base.Big()) }

// near tells whether two fractions differ by no more than one part in 2^80.
func near(a, b *big.Rat) bool {
	off := new(big.Rat).Sub(a, b)
	off.Quo(off.Abs(off), b)
	return off.Cmp(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 80))) <= 0
}

func TestMidAndShiftAgainstFractions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyPrice(t, "a"), anyPrice(t, "b")
		sum := new(big.Rat).Add(exact(a), exact(b))
		if mid, ok := views.Mid(a, b); ok && !near(exact(mid), sum.Quo(sum, big.NewRat(2, 1))) {
			t.Fatalf("the middle of %v and %v is not %v", a, b, mid)
		}
		bps := rapid.Int64Range(-9_999, 100_000).Draw(t, "bps")
		shifted, ok := views.Shift(a, bps)
		if want := new(big.Rat).Mul(exact(a), big.NewRat(10_000+bps, 10_000)); !ok ||
			!near(exact(shifted), want) {
			t.Fatalf("%v moved by %d is not %v", a, bps, shifted)
		}
		if off := views.OffBy(shifted, a); off < bps-1 || off > bps+1 {
			t.Fatalf("moved by %d, found %d", bps, off)
		}
	})
	if _, ok := views.Mid(api.Price{},
		api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}); ok {
		t.Error("a middle of nothing")
	}
}

func TestShapeStaysForTheSession(t *testing.T) {
	t.Parallel()
	token := func(symbol string, decimals int) api.Token {
		return api.Token{Symbol: symbol, Decimals: decimals,
			Address: [20]byte{byte(decimals), symbol[0]}}
	}
	for price, want := range map[string]int{
		"64210": 1, "3020.5": 2, "302": 2, "14.86": 3, "7.412": 4, "0.9987": 4, "0.0123": 5,
		"0.0000042": 9} {
		var s views.Session
		m := api.Market{Base: token("WETH", 18), Quote: token("USDC", 6)}
		if got := s.PairFormat(m).PricePlaces; got != 4 {
			t.Errorf("without a price there are %d places", got)
		}
		p, err := api.ParsePrice(price, 18, 6)
		if err != nil {
			t.Fatal(err)
		}
		m.Last = p
		if got := s.PairFormat(m).PricePlaces; got != want {
			t.Errorf("%s has %d places, want %d", price, got, want)
		}
		m.Last, _ = views.Shift(p, 1_000_000)
		if got := s.PairFormat(m).PricePlaces; got != want {
			t.Errorf("%s: the places jump to %d", price, got)
		}
	}
}

func TestNonceHas53Bits(t *testing.T) {
	t.Parallel()
	var s views.Session
	seen := map[api.Amount]bool{}
	for range 100 {
		n, err := s.Nonce()
		v, ok := n.Uint64()
		if err != nil || !ok || v >= 1<<53 || seen[n] {
			t.Fatalf("nonce %s, %v", n, err)
		}
		seen[n] = true
	}
}

func TestWorseByRoundsAgainstTheReader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		price, mid string
		selling    bool
		want       int64
	}{
		{"2900", "3006", true, 353}, {"2900", "3006", false, -352},
		{"3020.5", "3020", false, 2}, {"3020.5", "3020", true, -1}, {"3020", "3020", true, 0},
	} {
		price, err := api.ParsePrice(c.price, 18, 6)
		mid, err2 := api.ParsePrice(c.mid, 18, 6)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if got := views.WorseBy(price, mid, c.selling); got != c.want {
			t.Errorf("%s from %s is %d worse, want %d", c.price, c.mid, got, c.want)
		}
	}
}

// What is worse than the market gets no tick, and beyond a tenth a word is asked for.
func TestAgainstMarket(t *testing.T) {
	t.Parallel()
	for off, want := range map[int64]struct {
		level ui.Level
		word  string
	}{-2: {ui.OK, ""}, 0: {ui.OK, ""}, 1: {ui.Plain, ""}, 500: {ui.Plain, ""}, 501: {ui.Warn, ""},
		1000: {ui.Warn, ""}, 1001: {ui.Warn, "WETH/USDC"}} {
		if level, word := views.AgainstMarket(off, "WETH/USDC"); level != want.level ||
			word != want.word {
			t.Errorf("%d: %v, %q", off, level, word)
		}
	}
}

// TestEachIDOfSeveralIsItsOwnMarket: what another token of an ERC-1155 contract costs says nothing.
func TestEachIDOfSeveralIsItsOwnMarket(t *testing.T) {
	t.Parallel()
	passes, weth := common.Address{1}, common.Address{2}
	s := &views.Session{}
	s.SetTokens([]api.Token{{Address: passes, Symbol: "PASS", Name: "Passes", Kind: api.ERC1155},
		{Address: weth, Symbol: "WETH"}})
	coins := func(n uint64) api.Amount { return api.NewAmount(n) }
	order := func(hash byte, id, price uint64, bid bool) (o api.OrderRecord) {
		o.Hash, o.NFT = common.Hash{hash}, true
		nft := api.Asset{Kind: api.ERC1155, Address: passes, ID: coins(id)}
		o.MakerAsset, o.TakerAsset = nft, api.Asset{Address: weth}
		o.MakerAmount, o.TakerAmount = coins(1), coins(price)
		if bid {
			o.MakerAsset, o.TakerAsset = o.TakerAsset, o.MakerAsset
			o.MakerAmount, o.TakerAmount = o.TakerAmount, o.MakerAmount
		}
		o.SwappableBalance = o.MakerAmount
		return o
	}
	m := views.NFTMarket{Offers: []api.OrderRecord{order(1, 1, 84, false), order(2, 3, 280, false)}}
	checks, word, ok := m.CheckTaking(s, order(9, 3, 201, true)) // accepting a bid, to sell #3
	if !ok || len(checks) != 1 || checks[0].Level != ui.Warn || word != "Passes" ||
		!strings.Contains(checks[0].Text, "16.43% worse than the middle of bids and floor,") {
		t.Errorf("selling #3 at 201 where it costs 280: %v %+v, %q", ok, checks, word)
	}
	if checks, word, _ = m.CheckTaking(s, order(9, 3, 260, true)); word != "" {
		t.Errorf("the best bid, 7 %% below the floor, asks for a word: %+v, %q", checks, word)
	}
	m.Bids = []api.OrderRecord{order(9, 3, 201, true), order(8, 3, 240, true)}
	checks, word, _ = m.CheckTaking(s, m.Bids[0])
	if len(checks) != 2 || word != "Passes" || checks[0].Level != ui.Warn ||
		!strings.Contains(checks[0].Text, "16.25% worse than the best bid of") {
		t.Errorf("selling #3 at 201 where another bids 240: %+v, %q", checks, word)
	}
	held := order(7, 3, 999, true) // its maker has nothing to pay it with
	held.SwappableBalance = api.Amount{}
	m.Bids = []api.OrderRecord{order(9, 3, 260, true), held}
	if checks, word, _ = m.CheckTaking(s, m.Bids[0]); word != "" {
		t.Errorf("a bid that nobody can take counts as the best: %+v, %q", checks, word)
	}
	checks, word, _ = m.CheckTaking(s, order(1, 1, 84, false)) // taking the only offer of #1
	if len(checks) != 1 || checks[0].Level != ui.Warn || word != "" ||
		strings.Contains(checks[0].Text, "better") {
		t.Errorf("the only offer of #1 is compared with another token: %+v, %q", checks, word)
	}
	m.Bids = []api.OrderRecord{order(7, 1, 42, true)}
	checks, word, _ = m.CheckTaking(s, order(1, 1, 84, false))
	if len(checks) != 1 || word != "Passes" ||
		!strings.Contains(checks[0].Text, "100.00% worse than the best bid of") {
		t.Errorf("the only offer of #1 is not held against what is bid: %+v, %q", checks, word)
	}
}

// TestTheWrappedCoinIsWorthTheCoin: whatever a service tells of it, while the coin has a price.
func TestTheWrappedCoinIsWorthTheCoin(t *testing.T) {
	t.Parallel()
	weth, other := common.Address{1}, common.Address{2}
	price := func(usd uint64) api.Price {
		return api.Price{Quote: api.NewAmount(usd), Base: api.NewAmount(1)}
	}
	p := views.Prices{api.NativeToken: price(3000), weth: price(1), other: price(2)}
	p.WrapCoin(weth)
	if p[weth] != price(3000) || p[other] != price(2) {
		t.Errorf("%+v", p)
	}
	unknown := views.Prices{weth: price(1)}
	if unknown.WrapCoin(weth); unknown[weth] != price(1) {
		t.Errorf("without the coin's price: %+v", unknown)
	}
}

// TestAPriceOfNothing: what is typed before an amount is there gives nothing, and loses nothing.
func TestAPriceOfNothing(t *testing.T) {
	t.Parallel()
	one := api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}
	s := &views.Session{Prices: views.Prices{{1}: one, {2}: one}}
	p := api.Pair{Base: common.Address{1}, Quote: common.Address{2}}
	for selling, price := range map[bool]api.Price{
		true: {Quote: api.NewAmount(7)}, false: {Base: api.NewAmount(7)}} {
		if checks, word := s.WorthChecks(p, price, selling, "x"); len(checks) > 0 || word != "" {
			t.Errorf("selling %v at %+v: %v, %q", selling, price, checks, word)
		}
	}
}
