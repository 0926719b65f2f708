package format_test

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

func pair() format.Pair {
	return format.Pair{Base: "WETH", Quote: "USDC", BaseDecimals: 18, QuoteDecimals: 6,
		PricePlaces: 2, SizePlaces: 3, QuotePlaces: 2}
}

func price(t testing.TB, text string) api.Price {
	t.Helper()
	p, err := api.ParsePrice(text, 18, 6)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNearestDigit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"3015": "3,015.00", "3014.9999": "3,015.00", "3014.995": "3,015.00",
		"3014.9949": "3,014.99", "0.001": "<0.01", "1234567.891": "1,234,567.89",
	} {
		if got := pair().Price(price(t, text)); got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
	if got := pair().Price(api.Price{}); got != ui.Unknown {
		t.Errorf("an unknown price is shown as %s", got)
	}
}

// TestOnePrice signs orders at prices of whole ticks as the form does, with amounts rounded to
// whole units: the order, its level in the book and a fill of any part of it show the price that
// was typed.
func TestOnePrice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Uint64Range(10_000, 100_000_000).Draw(t, "cents")
		typed, ok := pair().TickPrice(api.NewAmount(cents))
		if !ok {
			t.Fatal("no price")
		}
		want := pair().TickText(api.NewAmount(cents))
		buy := rapid.Bool().Draw(t, "buy")
		var signed api.Price
		if buy {
			pay := api.NewAmount(rapid.Uint64Range(1_000_000_000, 1e15).Draw(t, "pay"))
			signed = api.Price{Quote: pay, Base: typed.BaseFor(pay, api.Down)}
		} else {
			pay := api.NewAmount(rapid.Uint64Range(1e17, 1e19).Draw(t, "pay"))
			signed = api.Price{Quote: typed.QuoteFor(pay, api.Down), Base: pay}
		}
		if got := pair().OrderPrice(signed, buy); got != want {
			t.Fatalf("the order is at %s, typed was %s", got, want)
		}
		if got := pair().TickText(pair().Ticks(signed, buy)); got != want {
			t.Fatalf("the level is at %s, typed was %s", got, want)
		}
		part := signed.Base.MulDivUp(api.NewAmount(1), api.NewAmount(
			rapid.Uint64Range(1, 5).Draw(t, "parts")))
		fill := api.Price{Quote: signed.QuoteFor(part, api.Down), Base: part}
		if got := pair().Price(fill); got != want && fill.Base.Float() > 5e16 {
			t.Fatalf("the fill is at %s, typed was %s", got, want)
		}
	})
}

// TestTicks compares the quick way with big integers, for decimals of every kind.
func TestTicks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := format.Pair{BaseDecimals: rapid.IntRange(0, 24).Draw(t, "base"),
			QuoteDecimals: rapid.IntRange(0, 24).Draw(t, "quote"),
			PricePlaces:   rapid.IntRange(0, 18).Draw(t, "places")}
		price := api.Price{Quote: api.NewAmount(rapid.Uint64().Draw(t, "q")),
			Base: api.NewAmount(rapid.Uint64Range(1, 1<<63).Draw(t, "b"))}
		for bid, round := range map[bool]api.Round{true: api.Down, false: api.Up} {
			want := price.Scaled(p.BaseDecimals, p.QuoteDecimals, p.PricePlaces, round)
			if got := p.Ticks(price, bid); got.Big().Cmp(want) != 0 {
				t.Fatalf("%v of %v: %s ticks, want %s", p, price, got, want)
			}
		}
	})
}

// TestTickPriceIsExact: a number of ticks is a price of just so many ticks, on either side.
func TestTickPriceIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := format.Pair{BaseDecimals: rapid.IntRange(0, 24).Draw(t, "base"),
			QuoteDecimals: rapid.IntRange(0, 24).Draw(t, "quote"),
			PricePlaces:   rapid.IntRange(0, 18).Draw(t, "places")}
		ticks := api.NewAmount(rapid.Uint64Range(1, 1<<60).Draw(t, "ticks"))
		price, ok := p.TickPrice(ticks)
		if !ok || p.Ticks(price, true) != ticks || p.Ticks(price, false) != ticks {
			t.Fatalf("%s ticks are %v, which is %s", ticks, price, p.Ticks(price, true))
		}
	})
	if _, ok := pair().TickPrice(api.Amount{}); ok {
		t.Error("no ticks are no price")
	}
	if _, ok := pair().TickPrice(api.MaxAmount); ok {
		t.Error("more ticks than an amount holds are no price")
	}
}

func TestAmounts(t *testing.T) {
	t.Parallel()
	weth, usdc := api.Token{Decimals: 18}, api.Token{Decimals: 6}
	for _, c := range []struct {
		text  string
		token api.Token
		write func(api.Amount, api.Token, api.Round) string
		round api.Round
		want  string
	}{
		{"1.23456", weth, format.Amount, api.Down, "1.2345"},
		{"1.23456", weth, format.Amount, api.Up, "1.2346"},
		{"0.00001", weth, format.Amount, api.Down, "<0.0001"},
		{"0", weth, format.Amount, api.Down, "0.0000"},
		{"1234.567", usdc, format.Amount, api.Down, "1,234.56"},
		{"1.23456789", weth, format.Fine, api.Down, "1.234567"},
		{"0.00000001", weth, format.Fine, api.Down, "0.00000001"},
		{"1234.567", usdc, format.Fine, api.Up, "1,234.57"},
		{"0.0012345678", weth, format.Scaled, api.Down, "0.001234"},
		{"123456.789", weth, format.Scaled, api.Down, "123,456.78"},
	} {
		a, err := api.ParseUnits(c.text, c.token.Decimals)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.write(a, c.token, c.round); got != c.want {
			t.Errorf("%s is shown as %s, want %s", c.text, got, c.want)
		}
	}
}

func TestUSD(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		round api.Round
		want  string
	}{
		{"1234.567", api.Down, "$1,234.56"}, {"1234.567", api.Up, "$1,234.57"},
		{"0.001", api.Up, "$0.01"}, {"0.001", api.Down, "<$0.01"}, {"0", api.Up, "$0.00"},
		{"123456789012345678.994", api.Down, "$123,456,789,012,345,678.99"},
		{"", api.Down, ui.Unknown}, {"NaN", api.Down, ui.Unknown},
	} {
		if got := format.USD(c.text, c.round); got != c.want {
			t.Errorf("%q is shown as %s, want %s", c.text, got, c.want)
		}
	}
}

// TestLossesAreNotCut: what is lost is never shown as less than it is, what is won never as more.
func TestLossesAreNotCut(t *testing.T) {
	t.Parallel()
	amount := func(text string) api.Amount {
		a, err := api.ParseUnits(text, 6)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, c := range []struct {
		is, from string
		want     int64
	}{
		{"15022.49", "15026.74", -3}, {"99.981300", "100", -2}, {"100.0298", "100", 2},
		{"100", "100", 0}, {"0", "100", -10_000},
	} {
		got, ok := format.AmountOffBy(amount(c.is), amount(c.from))
		if !ok || got != c.want {
			t.Errorf("%s against %s is %d, want %d", c.is, c.from, got, c.want)
		}
		if lost, known := format.Impact(c.from, c.is); !known || lost != -c.want {
			t.Errorf("%s for %s loses %d, want %d", c.is, c.from, lost, -c.want)
		}
	}
	for _, c := range []struct {
		is, from string
		bps      int64
	}{{"101", "100", 100}, {"100.9999", "100", 100}, {"101.0001", "100", 101}, {"100", "100", 0},
		{"99.9999", "100", 0}, {"99", "100", -100}, {"250", "100", 15_000}} {
		if got, ok := format.CostOffBy(amount(c.is), amount(c.from)); !ok || got != c.bps {
			t.Errorf("%s costs %d bps more than %s, not %d", c.is, got, c.from, c.bps)
		}
	}
	if _, ok := format.AmountOffBy(amount("1"), api.Amount{}); ok {
		t.Error("nothing is so much more than zero")
	}
	if _, known := format.Impact("", "1"); known {
		t.Error("an unknown worth tells no impact")
	}
}

// A fill that rounding keeps a unit short of half is half; only what is over is 100%.
func TestShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		done, whole uint64
		want        string
	}{{449_999_999, 900_000_000, "50%"}, {0, 900, "0%"}, {1, 900, "<1%"}, {899, 900, "99%"},
		{900, 900, "100%"}, {444, 900, "49%"}, {446, 900, "50%"}} {
		if got := format.Share(api.NewAmount(c.done), api.NewAmount(c.whole)); got != c.want {
			t.Errorf("%d of %d is %s, want %s", c.done, c.whole, got, c.want)
		}
	}
}

func TestParsePercent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"0": 0, "0.5": 50, "1": 100, "0.01": 1, "100": 10_000} {
		if got, why := format.ParsePercent(text, 10_000); got != want || why != "" {
			t.Errorf("%s is %d, want %d: %s", text, got, want, why)
		}
	}
	for _, text := range []string{"", "x", "-1", "0.001", "100.01"} {
		if n, why := format.ParsePercent(text, 10_000); why == "" {
			t.Errorf("%q is taken as %d", text, n)
		}
	}
	if _, why := format.ParsePercent("100", 9_999); why != "must be from 0 to 99.99" {
		t.Error(why)
	}
}

func TestHashes(t *testing.T) {
	t.Parallel()
	h := common.HexToHash("0x9f31aabbccddeeff00112233445566778899aabbccddeeff001122334455b021")
	if got := format.Hash(h); got != "0x9f31…b021" {
		t.Error(got)
	}
	for w, want := range map[int]string{5: "9f31…", 6: "9f31a…", 7: "0x9f…21",
		9:  "0x9f3…021",
		11: "0x9f31…b021", 80: "0x9f31…b021"} {
		if got := format.HashCell(h, w); got != want {
			t.Errorf("in %d cells: %s, want %s", w, got, want)
		}
	}
	if got := format.ID("0188-aaaa-bbbb-9e1b\x1b[2J"); got != "0188…9e1b" {
		t.Error(got)
	}
	if got := format.Brief("no such order " + h.Hex() + " here"); got !=
		"no such order 0x9f31…b021 here" {
		t.Error(got)
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 8, 7, 0, time.FixedZone("CET", 3600))
	for d, want := range map[time.Duration]string{
		0: "08:08:07", -8 * time.Hour: "00:08:07", -9 * time.Hour: "11-21 23:08",
		-400 * 24 * time.Hour: "2025-10-18",
	} {
		if got := format.When(now, now.Add(d)); got != want {
			t.Errorf("%v ago is shown as %s, want %s", -d, got, want)
		}
	}
	if got := format.Moment(now); got != "2026-11-22 08:08:07 UTC" {
		t.Error(got)
	}
	if got := format.Moment(time.Time{}); got != "never" {
		t.Error(got)
	}
}

// What is there never reads as nothing.
func TestSomeIsNeverNothing(t *testing.T) {
	t.Parallel()
	p := format.Pair{BaseDecimals: 18, SizePlaces: 3, QuoteDecimals: 6, QuotePlaces: 2}
	dust, raw := api.NewAmount(66_600_000_000_000), api.NewAmount(1)
	if size, cost := p.Size(dust, api.Down), p.Cost(raw, api.Down); size != "<0.001" ||
		cost != "<0.01" || p.Size(api.Amount{}, api.Down) != "0.000" {
		t.Errorf("a size that is there is shown as %s, a cost as %s", size, cost)
	}
	for text, want := range map[string]string{"0": "0.000", "1.23456": "1.234",
		"0.000123456": "0.0001234", "0.000000000000000001": "0.000000000000000001"} {
		a, err := api.ParseUnits(text, 18)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Some(a); got != want {
			t.Errorf("%s is shown as %s, not %s", text, got, want)
		}
	}
}

// TestEach: next to nothing reads neither as zero nor, rounded up, as a price.
func TestEach(t *testing.T) {
	t.Parallel()
	weth := api.Token{Decimals: 18}
	for _, round := range []api.Round{api.Down, api.Up} {
		for quote, want := range map[uint64]string{1: "<0.0001", 1e14: "0.0001", 2e18: "2.0000",
			0: "0.0000"} {
			p := api.Price{Quote: api.NewAmount(quote), Base: api.NewAmount(1)}
			if got := format.Each(p, weth, round); got != want {
				t.Errorf("%d is %s, not %s", quote, got, want)
			}
		}
	}
	if got := format.Each(api.Price{}, weth, api.Up); got != "—" {
		t.Errorf("an unknown price is %s", got)
	}
}
