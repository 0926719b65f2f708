package views

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

// Price impact in hundredths of a percent from which on a trade is marked, asks for a second
// confirmation and for a typed word.
const (
	ImpactNote = 100
	ImpactWarn = 500
	ImpactStop = 1_000
)

// SlippageWord is what is typed for a slippage of more than WordOff.
const SlippageWord = "SLIPPAGE"

// FloorWord is what is typed for a floor that is more than WordOff below the market.
const FloorWord = "FLOOR"

// TriggerWord is what is typed for a trigger that is more than FarOff from the market.
const TriggerWord = "TRIGGER"

// ImpactWord is what is typed from ImpactStop on.
const ImpactWord = "IMPACT"

// Quoted is a price as somebody tells it, with what a node of the user's own makes of the same.
type Quoted struct {
	By        string // whose word it is, "" is nobody's elsewhere
	Asked     bool   // a node of the user's own was
	Own       api.Amount
	Side      api.Side
	Pays      api.Amount
	Gets      api.Amount
	Src, Dest api.Token
}

// DeltaTold is a Delta price of two tokens; nil is none.
func DeltaTold(p *api.DeltaPrice, src, dest api.Token) Quoted {
	if p == nil {
		return Quoted{}
	}
	return Quoted{p.ToldBy, p.Asked, p.Own, p.Side, p.SrcAmount, p.DestAmount, src, dest}
}

// RouteTold is the price of a swap of two tokens.
func RouteTold(r *api.PriceRoute, src, dest api.Token) Quoted {
	return Quoted{r.ToldBy, r.Asked, r.Own, r.Side, r.SrcAmount, r.DestAmount, src, dest}
}

// AgainstOwn holds a price against what the user's own node makes of it, and returns what is to be
// said of it, if anything, and the word to be typed where it is worse by at least most, in
// hundredths of a percent. Where no node tells another it is held against the pair's last trade; of
// a price that nothing speaks against it says whose word it is.
func (s *Session) AgainstOwn(p Quoted, most int64) (c ui.Check, word string, says bool) {
	switch {
	case p.By == "":
		return c, "", false
	case !p.Own.IsZero():
		return p.against(p.Own, "pools %s by your own node", ImpactNote, most)
	}
	if last, ok := s.atLast(p); ok {
		if c, word, says = p.against(last, "the last trade would %s", WarnOff,
			max(most, ImpactStop)); says {
			return c, word, says
		}
	}
	c.Text = "the price is the word of " + p.By + " alone: no node of yours tells another"
	if p.Asked {
		c.Text = "the price is the word of " + p.By + " alone: your node finds no deep pools"
	}
	return c, "", true
}

// against holds a price against what it should be, which where names with the verb: from least on
// it is marked, from most on it asks for the word.
func (p Quoted) against(should api.Amount, where string, least, most int64) (c ui.Check,
	word string, says bool) {
	is, token, verb, more, round := p.Gets, p.Dest, "bring", "less", api.Down
	off, known := format.AmountOffBy(p.Gets, should)
	worse := -off
	if p.Side == api.Buy {
		is, token, verb, more, round = p.Pays, p.Src, "take", "more", api.Up
		worse, known = format.CostOffBy(p.Pays, should)
	}
	if !known || worse < least {
		return c, "", false
	}
	if worse >= most {
		word = ImpactWord
	}
	return ui.Check{Level: ui.Warn, Text: fmt.Sprintf("%s %s than "+where+": %s, not %s %s",
		api.Percent(worse), more, verb, format.Scaled(is, token, round),
		format.Scaled(should, token, round), Symbol(token))}, word, true
}

// atLast is what a price would be by the pair's last trade that the service has told of; ok is
// false where it told of none.
func (s *Session) atLast(p Quoted) (should api.Amount, ok bool) {
	src, dest := s.wrapped(p.Src.Address), s.wrapped(p.Dest.Address)
	m, known := s.markets[api.PairKey(src, dest)]
	if !known || !m.Last.Known() || m.Last.Quote.IsZero() {
		return should, false
	}
	given, round := p.Pays, api.Down
	inBase := m.Base.Address == src // whether what is given is counted in the base
	if p.Side == api.Buy {
		given, round, inBase = p.Gets, api.Up, !inBase
	}
	if inBase {
		return m.Last.QuoteFor(given, round), true
	}
	return m.Last.BaseFor(given, round), true
}

// wrapped is the token as markets trade it: the wrapped coin for the coin.
func (s *Session) wrapped(token common.Address) common.Address {
	if token == api.NativeToken {
		return s.Network.Contracts.WrappedNative
	}
	return token
}

// FarTotal is what a Delta order has to bring, or waits for, that is more than FarOff from what the
// market brings now, as a price for one piece that was typed wrongly is.
type FarTotal struct {
	What, Word string // "floor", and what is typed for it
	Total      api.Amount
	Off        int64 // above the market, in hundredths of a percent
}

// FarTotals are those of an order; one that is zero is none, and nothing is far off where the
// market is not known.
func FarTotals(market, floor, trigger api.Amount) (list []FarTotal) {
	for _, x := range []FarTotal{{What: "floor", Word: FloorWord, Total: floor},
		{What: "trigger", Word: TriggerWord, Total: trigger}} {
		if x.Total.IsZero() {
			continue
		}
		off, ok := format.AmountOffBy(x.Total, market)
		if x.Off = off; ok && max(off, -off) > FarOff {
			list = append(list, x)
		}
	}
	return list
}

// Beside is how far it is off, in words.
func (x FarTotal) Beside() string {
	if x.Off < 0 {
		return api.Percent(-x.Off) + " below"
	}
	return api.Percent(x.Off) + " above"
}
