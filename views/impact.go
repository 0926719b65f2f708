package views

import (
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

// AgainstOwn holds a Delta price against what the user's own node makes of it, and returns what is
// to be said of it, if anything, and the word to be typed where it is worse by at least most, in
// hundredths of a percent. Of a price that nothing here tells of it says whose word it is.
func AgainstOwn(p *api.DeltaPrice, most int64) (c ui.Check, word string, says bool) {
	switch {
	case p == nil || p.ToldBy == "":
		return c, "", false
	case p.Own.IsZero():
		return ui.Check{Text: "the price is the word of " + p.ToldBy + " alone: no node of yours " +
			"tells another"}, "", true
	}
	off, known := format.AmountOffBy(p.DestAmount, p.Own)
	worse := -off
	if p.Side == api.Buy {
		worse, known = format.AmountOffBy(p.SrcAmount, p.Own)
	}
	if !known || worse < ImpactNote {
		return c, "", false
	}
	if worse >= most {
		word = ImpactWord
	}
	return ui.Check{Level: ui.Warn, Text: "by your own node the network's pools make it " +
		api.Percent(worse) + " better, gas and fees aside"}, word, true
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
