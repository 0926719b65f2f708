package api

import (
	"math"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, tt := range []struct {
		raw              string
		decimals, places int
		round            Round
		want             string
	}{
		{"6036000000", 6, 2, Down, "6,036.00"},
		{"1999999", 6, 2, Down, "1.99"},
		{"1990001", 6, 2, Up, "2.00"},
		{"1", 18, 4, Up, "0.0001"},
		{"1", 18, 4, Down, "0.0000"},
		{"0", 18, 4, Up, "0.0000"},
		{"1234567", 0, 0, Down, "1,234,567"},
		{"12", 0, 2, Down, "12.00"},
		{"999", 6, 3, Up, "0.001"},
	} {
		a, err := ParseAmount(tt.raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Format(tt.decimals, tt.places, tt.round); got != tt.want {
			t.Errorf("%s at %d decimals, %d places = %q, want %q", tt.raw, tt.decimals, tt.places,
				got, tt.want)
		}
	}
}

func TestParseUnits(t *testing.T) {
	for in, want := range map[string]string{
		"6,036.00": "6036000000", "1.5": "1500000", ".5": "500000", "0": "0", " 2 ": "2000000",
		"1.": "1000000"} {
		if got, err := ParseUnits(in, 6); err != nil || got.String() != want {
			t.Errorf("ParseUnits(%q) = %s, %v; want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", ".", "1,5", "1,500", "0,500", "1,23,456", "1.0000001", "-1",
		"1e3", "0x1",
		"1.2.3", "1 2", strings.Repeat("9", 80)} {
		if got, err := ParseUnits(in, 6); err == nil {
			t.Errorf("ParseUnits(%q) = %s, want an error", in, got)
		}
	}
}

func FuzzUnits(f *testing.F) {
	f.Add([]byte{1, 0}, 6)
	f.Fuzz(func(t *testing.T, b []byte, decimals int) {
		if decimals < 0 || decimals > 40 {
			return
		}
		a := fuzzAmount(b)
		if got, err := ParseUnits(a.Units(decimals), decimals); err != nil || got != a {
			t.Fatalf("%s at %d decimals prints %q, which parses as %s (%v)", a, decimals,
				a.Units(decimals), got, err)
		}
		text := a.Format(decimals, decimals, Up)
		if !strings.Contains(text, ".") && strings.Count(text, ",") == 1 { // refused when typed
			text = strings.ReplaceAll(text, ",", "")
		}
		if got, err := ParseUnits(text, decimals); err != nil || got != a {
			t.Fatalf("%s at %d decimals formats as %q, which parses as %s (%v)", a, decimals,
				text, got, err)
		}
	})
}

// Decimals that no token has, as a hostile server may tell them, neither crash nor take time or
// memory.
func TestDecimalsThatCanNotBe(t *testing.T) {
	one := NewAmount(1)
	p := Price{Quote: one, Base: one}
	for _, n := range []int{math.MinInt, -1_000_000_000, -5, -1, 256, 1_000_000_000, math.MaxInt} {
		for _, text := range []string{one.Units(n), one.Format(n, n, Up), one.Format(6, n, Down),
			one.Format(n, 6, Up), p.Format(n, 6, 2, Up), p.Format(6, n, 2, Up),
			p.Format(n, n, n, Down)} {
			if len(text) > 3*MaxDecimals {
				t.Errorf("%d decimals are written with %d digits", n, len(text))
			}
		}
		p.Float(n, 6)
		p.Float(6, n)
		ParseUnits("1.5", n)
		ParsePrice("1.5", n, 6)
		ParsePrice("1.5", 6, n)
	}
}

func TestPrice(t *testing.T) {
	p, err := ParsePrice("3,018.25", 18, 6)
	if err != nil {
		t.Fatal(err)
	}
	eth, _ := ParseUnits("2", 18)
	if got := p.QuoteFor(eth, Up).String(); got != "6036500000" {
		t.Errorf("2 ETH at 3,018.25 cost %s", got)
	}
	if got := p.BaseFor(NewAmount(6036500000), Down); got != eth {
		t.Errorf("6,036.50 USDC buy %s", got)
	}
	if got := p.Format(18, 6, 2, Down); got != "3,018.25" {
		t.Errorf("price prints %q", got)
	}
	if got := p.Scaled(18, 6, 1, Up).String() +
		p.Scaled(18, 6, 1, Down).String(); got != "3018330182" {
		t.Errorf("scaled to one place, up and down: %s", got)
	}
	third := Price{Quote: NewAmount(1), Base: NewAmount(3)}
	if third.Cmp(Price{Quote: NewAmount(33), Base: NewAmount(100)}) != 1 ||
		third.Cmp(Price{Quote: NewAmount(2), Base: NewAmount(6)}) != 0 {
		t.Error("1/3 compares wrongly with 33/100 or 2/6")
	}
	if got := (Price{}).Format(18, 6, 2, Up); got != "—" {
		t.Errorf("unknown price prints %q", got)
	}
	if _, err := ParsePrice("0", 18, 6); err == nil {
		t.Error("a price of zero was taken")
	}
}

// A price of nothing buys nothing, instead of everything.
func TestNoPriceBuysNothing(t *testing.T) {
	p := Price{Base: NewAmount(1)}
	for _, r := range []Round{Up, Down} {
		if got := p.BaseFor(NewAmount(7), r); !got.IsZero() {
			t.Errorf("7 units buy %s at a price of nothing", got)
		}
	}
}
