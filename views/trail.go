package views

import (
	"bourse/backend/api"
)

// DeltaClaims is what Delta orders of one token may still take of it. Of those with one nonce the
// contract settles one, so that they count once.
func DeltaClaims(orders []api.DeltaRecord) (sum api.Amount) {
	most := make(map[api.Amount]api.Amount)
	for _, r := range orders {
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

// PieceText is what one piece costs where an order brings a total: of what it sells or, for a trail
// of a purchase, of what it buys.
func (s *Session) PieceText(o api.DeltaOrder, total api.Amount, buys bool) string {
	src, _ := s.Token(o.SrcToken)
	dest, _ := s.Token(o.DestToken)
	price, m := api.Price{Quote: total, Base: o.SrcAmount}, api.Market{Base: src, Quote: dest}
	if buys {
		price, m = api.Price{Quote: o.SrcAmount, Base: total}, api.Market{Base: dest, Quote: src}
	}
	if total.IsZero() || o.SrcAmount.IsZero() {
		return "—"
	}
	m.ChainID, m.Last = s.Network.ChainID, price
	return s.PairFormat(m).OrderPrice(price, !buys) + " " + Symbol(m.Quote) + " per " +
		Symbol(m.Base)
}
