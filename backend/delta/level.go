package delta

import (
	"math"
	"strconv"

	"bourse/backend/api"
)

// levelText is at which price of one piece, as the market quotes it, what an order sells is worth
// an amount: "2800.00 USDC per WETH".
func (s *Service) levelText(o *api.DeltaOrder, worth api.Amount) string {
	src, known := s.cfg.Tokens.Listed(o.SrcToken)
	dest, both := s.cfg.Tokens.Listed(o.DestToken)
	if !known || !both || worth.IsZero() || o.SrcAmount.IsZero() {
		return s.cfg.Tokens.AmountText(worth, o.DestToken) + " for all of it"
	}
	base, quote, price := src, dest, api.Price{Quote: worth, Base: o.SrcAmount}
	if s.buysBase(o) {
		base, quote, price = dest, src, api.Price{Quote: o.SrcAmount, Base: worth}
	}
	const digits, least = 6, 2
	p := price.Float(base.Decimals, quote.Decimals)
	places := max(least, digits-1-int(math.Floor(math.Log10(p))))
	return strconv.FormatFloat(p, 'f', places, 64) + " " + quote.Symbol + " per " + base.Symbol
}

// buysBase tells whether what an order buys is what the market of its tokens has a price of.
func (s *Service) buysBase(o *api.DeltaOrder) bool {
	return s.cfg.Pair != nil && s.cfg.Pair(o.SrcToken, o.DestToken).Base == o.DestToken
}

// orBeyond says on which side of its level an order is let go: of one that buys what has the price,
// whose worth falls as that rises, on the other one than of a sale.
func (s *Service) orBeyond(o *api.DeltaOrder, below bool) string {
	if below != s.buysBase(o) {
		return " or less"
	}
	return " or more"
}
