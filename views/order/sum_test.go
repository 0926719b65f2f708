package order

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/views/format"
)

func TestTypedRemembersTheLastTwo(t *testing.T) {
	t.Parallel()
	seen := typed{fieldPrice, fieldPay}
	for _, step := range []struct{ touch, derived string }{
		{fieldPay, fieldGet}, {fieldPay, fieldGet}, {fieldGet, fieldPrice}, {fieldPrice, fieldPay},
		{fieldPrice, fieldPay}, {fieldPay, fieldGet},
	} {
		seen.touch(step.touch)
		if seen.derived() != step.derived {
			t.Fatalf("after %s, %v: derived is %s, want %s", step.touch, seen, seen.derived(),
				step.derived)
		}
	}
	seen.flip()
	if seen.derived() != fieldPay {
		t.Errorf("after a flip %s is derived", seen.derived())
	}
}

// TestSolveRounds holds against exact fractions: what is got is never more than the price gives and
// less than one unit below, what is paid never less and less than one unit above.
func TestSolveRounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := market{buy: rapid.Bool().Draw(t, "buy"), shape: format.Pair{
			BaseDecimals:  rapid.IntRange(0, 18).Draw(t, "base decimals"),
			QuoteDecimals: rapid.IntRange(0, 18).Draw(t, "quote decimals"), PricePlaces: 2}}
		amount := func(name string) api.Amount {
			return api.NewAmount(rapid.Uint64Range(1, 1<<62).Draw(t, name))
		}
		price := api.Price{Quote: amount("quote"), Base: amount("base")}
		priceText := m.priceText(price, 12)
		if p, err := api.ParsePrice(priceText, m.shape.BaseDecimals,
			m.shape.QuoteDecimals); err == nil {
			price = p
		} else {
			t.Skip("the price has no digits")
		}
		typed := amount("typed")
		derived := rapid.SampledFrom([]string{fieldPay, fieldGet}).Draw(t, "derived")
		var s sum
		if derived == fieldGet {
			s = m.solve(derived, typed.Units(m.payDecimals()), priceText, "")
		} else {
			s = m.solve(derived, "", priceText, typed.Units(m.getDecimals()))
		}
		if len(s.problems) > 0 {
			t.Fatalf("problems %v", s.problems)
		}
		exact := new(big.Rat).SetFrac(price.Quote.Big(), price.Base.Big())
		if m.buy == (derived == fieldGet) { // quote into base
			exact.Inv(exact)
		}
		exact.Mul(exact, new(big.Rat).SetInt(typed.Big()))
		got, low, high := s.get, big.NewRat(-1, 1), new(big.Rat)
		if derived == fieldPay {
			got, low, high = s.pay, new(big.Rat), big.NewRat(1, 1)
		}
		off := new(big.Rat).Sub(new(big.Rat).SetInt(got.Big()), exact)
		if off.Cmp(low) < 0 || off.Cmp(high) > 0 || derived == fieldGet && off.Cmp(low) == 0 ||
			derived == fieldPay && off.Cmp(high) == 0 {
			t.Fatalf("%s is %s, exactly %s", derived, got, exact.FloatString(4))
		}
		if s.complete {
			if again := m.solve(derived, m.text(s, fieldPay), priceText,
				m.text(s, fieldGet)); again.pay != s.pay || again.get != s.get {
				t.Fatalf("the shown texts give %s and %s, not %s and %s", again.pay, again.get,
					s.pay, s.get)
			}
		}
	})
}

func TestSolveSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	m := market{buy: true, shape: format.Pair{BaseDecimals: 18, QuoteDecimals: 6, PricePlaces: 2}}
	for _, c := range []struct {
		pay, price string
		field      string
		complete   bool
	}{
		{"", "", "", false}, {"1", "", "", false}, {"1", "3018", "", true},
		{"0", "3018", "", false}, {"1", "0", fieldPrice, false},
		{"1.0000001", "3018", fieldPay, false}, {"0.000001", "999999999999999999999999", "", false},
		{"1,5", "3", fieldPay, false}, {"1,500.5", "3", "", true},
	} {
		s := m.solve(fieldGet, c.pay, c.price, "ignored")
		if s.complete != c.complete || c.field == "" && len(s.problems) > 0 || c.field != "" &&
			s.problems[c.field] == "" {
			t.Errorf("%q at %q: complete %v, problems %v", c.pay, c.price, s.complete, s.problems)
		}
	}
}

func TestSweepNeverPromisesMoreThanTheBookGives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "orders")
		side := make([]api.BookOrder, n)
		var all api.Amount
		for i := range side {
			side[i].Price = api.Price{Quote: api.NewAmount(
				rapid.Uint64Range(1, 1<<40).Draw(t, "quote")),
				Base: api.NewAmount(rapid.Uint64Range(1, 1<<40).Draw(t, "base"))}
			side[i].Size = api.NewAmount(rapid.Uint64Range(1, 1<<40).Draw(t, "size"))
			all = all.Add(side[i].Size)
		}
		pay := api.NewAmount(rapid.Uint64Range(1, 1<<62).Draw(t, "pay"))
		a := sweepAsks(side, pay)
		if pay.Less(a.paid) || all.Less(a.got) || a.orders > n {
			t.Fatalf("asks: paid %s of %s for %s of %s", a.paid, pay, a.got, all)
		}
		b := sweepBids(side, pay)
		if b.paid != pay.Min(all) || b.enough != !all.Less(pay) {
			t.Fatalf("bids: sold %s of %s, the book takes %s", b.paid, pay, all)
		}
	})
}

func TestExpiry(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 16, 41, 34, 0, time.UTC)
	for _, c := range []struct {
		choice, text, want string
	}{
		{oneDay, "", "2026-11-22 16:41:34"}, {oneHour, "x", "2026-11-21 17:41:34"},
		{oneWeek, "", "2026-11-28 16:41:34"}, {never, "", "1970-01-01 00:00:00"},
		{custom, "36h", "2026-11-23 04:41:34"}, {custom, " 3d ", "2026-11-24 16:41:34"},
		{custom, "30m", "2026-11-21 17:11:34"}, {custom, "2w", "2026-12-05 16:41:34"},
		{custom, "2026-12-24 18:00", "2026-12-24 18:00:00"},
		{custom, "2027-01-01", "2027-01-01 00:00:00"},
		{custom, "", ""}, {custom, "2026-11-21 16:41", ""}, {custom, "0h", ""},
		{custom, "9999999999w", ""}, {custom, "4294967295d", ""}, {custom, "soon", ""},
		{custom, "-3d", ""},
	} {
		got, err := expiryOf(c.choice, c.text, now)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s %q is taken as %s", c.choice, c.text, unix(got))
			}
			continue
		}
		if shown := unix(got).Format(time.DateTime); err != nil || shown != c.want {
			t.Errorf("%s %q is %s, %v; want %s", c.choice, c.text, shown, err, c.want)
		}
	}
}
