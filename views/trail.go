package views

import (
	"bourse/backend/api"
)

// DeltaClaims is what Delta orders of one token may still take of it. Of those with one nonce the
// contract settles one, so that they count once.
// What nobody is known to have signed takes nothing.
func DeltaClaims(orders []api.DeltaRecord) (sum api.Amount) {
	most := make(map[api.Amount]api.Amount)
	for _, r := range orders {
		if r.Unsigned {
			continue
		}
		left := r.Order.SrcAmount.Sub(r.FilledAmount)
		most[r.Order.Nonce] = most[r.Order.Nonce].Max(left)
	}
	for _, left := range most {
		sum = sum.Add(left)
	}
	return sum
}

// TrailText is a trail's distance in words: "3.00%" or "90 USDC per WETH".
func (s *Session) TrailText(o api.DeltaOrder, t api.DeltaTrail) string {
	if t.Bps != 0 {
		return api.Percent(int64(t.Bps))
	}
	piece, other := o.SrcToken, o.DestToken
	if t.Buys {
		piece, other = other, piece
	}
	of, _ := s.Token(piece)
	in, _ := s.Token(other)
	return t.Price.Units(in.Decimals) + " " + Symbol(in) + " per " + Symbol(of)
}

// LevelText is the price of one piece, as the market quotes it, at which an order is let go that
// waits for a worth.
func (s *Session) LevelText(o api.DeltaOrder, worth api.Amount) string {
	return s.pieceOf(o).Level(s, o.SrcAmount, worth)
}

// TriggerText is the price at which an order is let go, as the market quotes it, and on which side
// of it: "2,600.00 USDC per WETH or less"; "" of an order that waits for no price.
func (s *Session) TriggerText(o api.DeltaOrder, t *api.DeltaTrigger) string {
	if t == nil || t.Worth.IsZero() {
		return ""
	}
	return s.LevelText(o, t.Worth) + " " + s.pieceOf(o).OrBeyond(t.Below)
}
