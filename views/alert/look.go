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

// farOff is by how many basis points a price is off the pools' before these deny it.
const farOff = 300

// Denied says that the pools which a node of one's own knows make another price of a pair than the
// one that an alert rings for, "" where they bear it out or nobody asks them.
func (a Alert) Denied(k api.Market, told func(api.Price) string) string {
	price, ok := a.Price(k.Base, k.Quote)
	off := views.OffBy(k.Last, k.Own)
	if !ok || !k.Own.Known() || max(off, -off) < farOff {
		return ""
	}
	if c := k.Own.Cmp(price); a.Rises() && c >= 0 || !a.Rises() && c <= 0 {
		return ""
	}
	return api.ByWord(k.ToldBy) + "; your node's pools say " + told(k.Own)
}

// Doubted are the alerts that have rung for a price that a node of one's own denies, and wait on.
type Doubted map[Alert]bool

// Look is Look of an alert, which rings for a price that the node denies too, marked, since pools
// may lag behind: once, and as if it had not, so that it rings for the real one. waits is whether
// it waits on for that.
func (d Doubted) Look(a Alert, k api.Market, told func(api.Price) string) (next Alert, text string,
	waits bool) {
	next, text = a.Look(k, told)
	doubt := ""
	if text != "" {
		doubt = a.Denied(k, told)
	}
	if doubt == "" {
		delete(d, a)
		return next, text, false
	}
	if d[a] {
		return a, "", true
	}
	d[a] = true
	return a, text + doubt, true
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
