package views

import (
	"cmp"
	"math/big"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

// Mid is the price half way between two, rounded down to 2^-80 of itself; ok is false where one of
// them is not known.
func Mid(bid, ask api.Price) (mid api.Price, ok bool) {
	if !bid.Known() || !ask.Known() {
		return api.Price{}, false
	}
	sum := new(big.Rat).Add(ratio(bid), ratio(ask))
	return fromRatio(sum.Mul(sum, big.NewRat(1, 2)))
}

// Shift moves a known price by basis points.
func Shift(p api.Price, bps int64) (shifted api.Price, ok bool) {
	r := ratio(p)
	return fromRatio(r.Mul(r, big.NewRat(api.BPS+bps, api.BPS)))
}

// OffBy is how far a known price is from another, in basis points of the latter, rounded towards
// it.
func OffBy(price, from api.Price) int64 {
	if from.Quote.IsZero() {
		return 0
	}
	r := new(big.Rat).Quo(ratio(price), ratio(from))
	r.Sub(r, big.NewRat(1, 1)).Mul(r, big.NewRat(10_000, 1))
	bps := new(big.Int).Quo(r.Num(), r.Denom())
	const most = 1_000_000_000
	if !bps.IsInt64() || bps.Int64() > most {
		return most
	}
	return bps.Int64()
}

// WorseBy is how much worse than another known price one is for who takes it, in basis points of
// the other, rounded up: a loss never reads as less than it is. Negative is better.
func WorseBy(price, from api.Price, selling bool) int64 {
	if from.Quote.IsZero() {
		return 0
	}
	r := new(big.Rat).Quo(ratio(price), ratio(from))
	r.Sub(big.NewRat(1, 1), r).Mul(r, big.NewRat(10_000, 1)) // what a seller loses
	if !selling {
		r.Neg(r)
	}
	bps := new(big.Int).Div(new(big.Int).Neg(r.Num()), r.Denom()) // towards minus infinity
	const most = 1_000_000_000
	if bps.Neg(bps); !bps.IsInt64() || bps.Int64() > most {
		return most
	}
	return bps.Int64()
}

// OffMid is how far a known price is from the middle of the market, in basis points of the latter,
// rounded against who trades at it: worse is higher for a buyer and lower for a seller.
func OffMid(price, mid api.Price, selling bool) int64 {
	bps := WorseBy(price, mid, selling)
	if selling {
		return -bps
	}
	return bps
}

func ratio(p api.Price) *big.Rat { return new(big.Rat).SetFrac(p.Quote.Big(), p.Base.Big()) }

// fromRatio makes both amounts of a price fit, giving up digits far below any token's.
func fromRatio(r *big.Rat) (api.Price, bool) {
	num, den := new(big.Int).Set(r.Num()), new(big.Int).Set(r.Denom())
	const bits = 240
	if over := max(num.BitLen(), den.BitLen()) - bits; over > 0 {
		num.Rsh(num, uint(over))
		den.Rsh(den, uint(over))
	}
	quote, err := api.AmountFromBig(num)
	if err != nil || den.Sign() <= 0 || num.Sign() <= 0 {
		return api.Price{}, false
	}
	base, err := api.AmountFromBig(den)
	return api.Price{Quote: quote, Base: base}, err == nil
}

// From these distances from the market on, in basis points, what is signed asks for a second
// confirmation, or for a typed word.
const (
	WarnOff = 500
	WordOff = 1_000

	// FarOff is how far from the market a trigger or a floor of one's own may be, on either side,
	// before a word is wanted.
	FarOff = 2_000
)

// AgainstMarket is what a price, a slippage or a floor that is off the market by so many basis
// points, rounded against whoever signs, asks for: how grave it is, and the word that has to be
// typed first, which is name where it is too far and "" otherwise. What is worse than the market
// never gets a tick.
func AgainstMarket(off int64, name string) (level ui.Level, word string) {
	switch {
	case off > WordOff:
		return ui.Warn, name
	case off > WarnOff:
		return ui.Warn, ""
	case off > 0:
		return ui.Plain, ""
	}
	return ui.OK, ""
}

// TakingChecks compares the price at which something of a pair is taken with the middle of the book
// and with what both tokens are worth. what is what the price is called, name what is typed where
// it is far off; ok tells whether there is a middle.
func (s *Session) TakingChecks(p api.Pair, what string, price, mid api.Price, ok, selling bool,
	name string) (checks []ui.Check, word string) {
	worth, word := s.WorthChecks(p, price, selling, name)
	if !ok {
		return append([]ui.Check{{Level: ui.Warn,
			Text: "the book has one side only: no middle price to compare with"}}, worth...), word
	}
	off := WorseBy(price, mid, selling)
	level, asked := AgainstMarket(off, name)
	text := what + " at the middle of the book"
	if off > 0 {
		text = what + " " + api.Percent(off) + " worse than the middle of the book"
	} else if off < 0 {
		text = what + " " + api.Percent(-off) + " better than the middle of the book"
	}
	return append([]ui.Check{{Level: level, Text: text}}, worth...), cmp.Or(asked, word)
}

// Yardstick is what the price of an order that waits is compared with: the middle of the book or,
// where that has none, what both tokens are worth.
type Yardstick struct {
	Price api.Price // unknown where nobody tells
	Worth bool      // it is not the book's
}

// Yardstick is that of a pair whose book begins with these prices; either may be unknown.
func (s *Session) Yardstick(p api.Pair, bid, ask api.Price) Yardstick {
	if mid, ok := Mid(bid, ask); ok {
		return Yardstick{Price: mid}
	}
	worth, ok := s.WorthPrice(p)
	if !ok {
		return Yardstick{}
	}
	return Yardstick{worth, true}
}

func (y Yardstick) String() string {
	if y.Worth {
		return "what pools trade it for"
	}
	return "mid"
}

// Off is how far a price is from it, in basis points, rounded against who pays or gets it; ok is
// false where one of the two is not known.
func (y Yardstick) Off(price api.Price, selling bool) (bps int64, ok bool) {
	if !y.Price.Known() || !price.Known() {
		return 0, false
	}
	return OffMid(price, y.Price, selling), true
}

// MakingChecks hold the price of an order that is to wait against a yardstick, and against what
// both tokens are worth, if that says more. name is what is typed where it is far off.
func (s *Session) MakingChecks(p api.Pair, price api.Price, y Yardstick, selling bool,
	name string) (check ui.Check, worth []ui.Check, word string) {
	worth, word = s.WorthChecks(p, price, selling, name)
	off, ok := y.Off(price, selling)
	if !ok {
		return ui.Check{Level: ui.Warn,
			Text: "the book has no middle to compare the price with"}, worth, word
	}
	far := max(off, -off)
	_, asked := AgainstMarket(far, name)
	word = cmp.Or(asked, word)
	switch worse := off < 0 == selling && off != 0; {
	case far > WarnOff:
		return ui.Check{Level: ui.Warn, Text: "price is " + format.Bps(off) + " from " +
			y.String()}, worth, word
	case worse:
		return ui.Check{Level: ui.Warn, Text: "price " + api.Percent(far) + " worse than " +
			y.String()}, worth, word
	}
	return ui.Check{Level: ui.OK, Text: "price within 5% of " + y.String()}, worth, word
}
