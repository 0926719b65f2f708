package views

import (
	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

// Rate writes what one token costs in the other, so that the number is above one.
func Rate(s *Session, in, out api.Amount, src, dest api.Token, words bool) string {
	per := "/"
	if words {
		per = " per "
	}
	return rate(s, in, out, src, dest, per,
		func(p format.Pair, price api.Price, _ bool) string { return p.Price(price) })
}

// WorstRate is Rate of the least that a sale may bring, in words and rounded against the owner.
func WorstRate(s *Session, in, least api.Amount, src, dest api.Token) string {
	return rate(s, in, least, src, dest, " per ", format.Pair.OrderPrice)
}

func rate(s *Session, in, out api.Amount, src, dest api.Token, per string,
	write func(p format.Pair, price api.Price, selling bool) string) string {
	m := api.Market{ChainID: s.Network.ChainID, Base: src, Quote: dest,
		Last: api.Price{Quote: out, Base: in}}
	selling := !m.Last.Known() || m.Last.Float(src.Decimals, dest.Decimals) >= 1
	if !selling {
		m.Base, m.Quote, m.Last = dest, src, api.Price{Quote: in, Base: out}
	}
	if !m.Last.Known() {
		return ui.Unknown
	}
	return write(s.PairFormat(m), m.Last, selling) + " " + Symbol(m.Quote) + per +
		Symbol(m.Base)
}
