package views

import (
	"cmp"
	"math/big"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views/format"
)

// PairFormat is how a pair's numbers are shown. It is decided by the first price that is known of
// the pair and stays for the session, so that digits never jump.
func (s *Session) PairFormat(m api.Market) format.Pair {
	key := api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}
	if shape, ok := s.shapes[key]; ok {
		return shape
	}
	shape, priced := PairFormat(m)
	if priced {
		if s.shapes == nil {
			s.shapes = make(map[api.Pair]format.Pair)
		}
		s.shapes[key] = shape
	}
	return shape
}

// PairFormat is how a pair's numbers are shown by the prices that are known of it, and whether one
// is.
func PairFormat(m api.Market) (shape format.Pair, priced bool) {
	shape = format.Pair{
		Base: Symbol(m.Base), Quote: Symbol(m.Quote), BaseDecimals: m.Base.Decimals,
		QuoteDecimals: m.Quote.Decimals,
		PricePlaces:   4, SizePlaces: min(3, m.Base.Decimals),
		QuotePlaces: format.AmountPlaces(m.Quote),
	}
	for _, price := range []api.Price{m.Last, m.BestBid, m.BestAsk} {
		if price.Known() {
			shape.PricePlaces = pricePlaces(
				price.Scaled(m.Base.Decimals, m.Quote.Decimals, maxPlaces, api.Down))
			shape.SizePlaces = min(m.Base.Decimals,
				sizePlaces(price.Float(m.Base.Decimals, m.Quote.Decimals)))
			return shape, true
		}
	}
	return shape, false
}

// symbolCells is the width of the longest symbol.
const symbolCells = 10

// Symbol is what a token is called on every screen, without what could harm the screen, and short:
// by its symbol, a collection of NFTs by its name.
func Symbol(t api.Token) string {
	if t.Kind != api.ERC20 && t.Name != "" {
		return cells.Truncate(cells.Clean(t.Name), 16)
	}
	return shortSymbol(cells.Clean(t.Symbol))
}

// AssetName is what an asset of a token is called: "WETH", "Apes #7".
func AssetName(t api.Token, a api.Asset) string {
	if a.Kind == api.ERC20 {
		return Symbol(t)
	}
	t.Kind = a.Kind
	return Symbol(t) + " #" + a.ID.String()
}

// PairName is a market's name as screens show it, "" for none.
func PairName(m api.Market) string {
	if m.Base.Symbol+m.Quote.Symbol == "" {
		return ""
	}
	return Symbol(m.Base) + "/" + Symbol(m.Quote)
}

// maxPlaces bounds the digits after the point of a price.
const maxPlaces = 18

// pricePlaces gives a price five or six digits that count. scaled has maxPlaces digits after the
// point.
func pricePlaces(scaled *big.Int) int {
	switch whole := len(scaled.String()) - maxPlaces; {
	case whole >= 5:
		return 1
	case whole >= 3:
		return 2
	case whole == 2:
		return 3
	default: // below ten: as many zeros as there are after the point, and four digits
		return min(maxPlaces, 4+max(0, -whole))
	}
}

// sizePlaces shows sizes of dear tokens more finely. The price is in quote units and only chooses
// digits.
func sizePlaces(price float64) int {
	switch {
	case price >= 10_000:
		return 4
	case price >= 0.5:
		return 3
	}
	return 2
}

// CompareExpiry puts what expires first first, and what never does, with an expiry of zero, last.
func CompareExpiry(a, b uint64) int {
	return cmp.Compare(a-1, b-1) // 0 becomes the largest
}
