package api

// DeltaTrail makes a trigger follow the market: its Worth rises with the worth of what the order
// sells, a distance below it, and never falls. The distance is of the price of one piece: of the
// token that is sold or, of a purchase, of the one that is bought, whose price then has to rise by
// the distance.
type DeltaTrail struct {
	// Bps is the distance in basis points of the price.
	Bps uint64 `json:"bps,omitempty"`
	// Price is the distance in raw units of the other token for one whole piece; one of the two is
	// zero.
	Price Amount `json:"price,omitzero"`
	// Buys says that the piece is of the token that is bought.
	Buys bool `json:"buys,omitempty"`
	// From is the worth at which the trigger stood when it was submitted. The service tells it.
	From Amount `json:"from,omitzero"`
}

// IsZero tells whether a trigger stands still.
func (t DeltaTrail) IsZero() bool { return t.Bps == 0 && t.Price.IsZero() }

// Level is the worth at which an order that sells an amount is let go, where it was worth as much
// at best; zero where the distance leaves nothing. Decimals are those of the token that is sold and
// of the one that is bought. It is rounded down, so that nothing is sold too early.
func (t DeltaTrail) Level(worth, sold Amount, srcDecimals, destDecimals int) Amount {
	switch {
	case worth.IsZero() || sold.IsZero():
		return Amount{}
	case t.Buys && t.Bps != 0: // a price 1/p higher is a worth lower by 1/(1+p)
		return worth.MulDiv(NewAmount(BPS), NewAmount(BPS+t.Bps))
	case t.Buys:
		piece := MustBig(pow10(powers(destDecimals)))
		return sold.MulDiv(piece, sold.MulDivUp(piece, worth).Add(t.Price))
	case t.Bps != 0:
		return worth.Sub(worth.BPSUp(t.Bps).Min(worth))
	}
	return worth.Sub(sold.MulDivUp(t.Price, MustBig(pow10(powers(srcDecimals)))).Min(worth))
}
