package alert

import (
	"fmt"
	"strconv"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/format"
)

// Look is an alert about a pair's prices after a look at them, and what it has to tell, "" while it
// waits; price is how one is written.
func (a Alert) Look(k api.Market, price func(api.Price) string) (next Alert, text string) {
	if a.Kind == Spread {
		return a.lookSpread(k)
	}
	return a.lookPrice(k, price)
}

func (a Alert) lookPrice(k api.Market, told func(api.Price) string) (next Alert, text string) {
	price, ok := a.Price(k.Base, k.Quote)
	if !ok || !k.Last.Known() {
		return a, ""
	}
	if c := k.Last.Cmp(price); a.Rises() && c < 0 || !a.Rises() && c > 0 {
		if a.Kind != Moved {
			a.From = "" // what has rung may ring at the next crossing
		}
		return a, ""
	}
	if a.Kind != Moved && a.From != "" {
		return a, "" // it has rung for this crossing
	}
	way := "fallen"
	if a.Rises() {
		way = "risen"
	}
	text = fmt.Sprintf("%s has %s to %s: the last price is %s", views.PairName(k), way,
		format.Grouped(a.Value), told(k.Last))
	next = a
	next.From = PlainPrice(k)
	if a.Kind == Moved {
		text = fmt.Sprintf("%s has moved by %s%%: the last price is %s", views.PairName(k), a.Value,
			told(k.Last))
	}
	return next, text
}

// lookSpread compares the spread with the middle of the book. One that has rung waits for the
// spread to narrow first: from is what it was then.
func (a Alert) lookSpread(k api.Market) (next Alert, text string) {
	mid, ok := views.Mid(k.BestBid, k.BestAsk)
	want, why := format.ParsePercent(a.Value, api.BPS)
	if !ok || why != "" {
		return a, ""
	}
	now := views.OffBy(k.BestAsk, mid) - views.OffBy(k.BestBid, mid)
	switch wide := now >= int64(want); {
	case wide && a.From == "":
		next = a
		next.From = strconv.FormatInt(now, 10)
		return next, fmt.Sprintf("the spread of %s is %s", views.PairName(k), api.Percent(now))
	case !wide && a.From != "":
		a.From = ""
	}
	return a, ""
}
