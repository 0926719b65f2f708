package route

import (
	"fmt"
	"strings"

	"bourse/backend/api"
	"bourse/ui/cells"
)

// Trouble is why there is no quote, and what to do about it.
type Trouble struct{ what, do string }

func (t Trouble) String() string {
	if t.do == "" {
		return t.what
	}
	return t.what + ": " + t.do
}

// explain puts an error of the service into words for a form.
func (w *Quoter) explain(err error) Trouble {
	e := api.AsError(err)
	request := w.form.Wish().Request
	src, dest := cells.Clean(w.pair.Src.Symbol), cells.Clean(w.pair.Dest.Symbol)
	switch e.Type {
	case api.PriceImpactTooHigh:
		lost := e.Value
		// the figure that the form shows
		if q, _ := (Quote{}).with(api.PriceRoute{}, err); q.Refused {
			if n, known := Impact(q.Route); known {
				lost = api.Percent(n)
			}
		}
		return Trouble{fmt.Sprintf("refused: it would lose %s of its value, over the limit of %d%%",
			lost, api.DefaultMaxImpact), "swap less"}
	case api.BadUsdPrice:
		return Trouble{"nothing tells what " + src + " or " + dest +
			" is worth in USD, so its impact cannot be judged",
			"set USD prices to not needed under Advanced to swap all the same"}
	case api.NoRoute:
		if len(request.IncludeExchanges)+len(request.ExcludeExchanges) > 0 {
			return Trouble{"the exchanges left have no route from " + src + " to " + dest +
				" for this amount", "allow more of them, or swap less"}
		}
		if _, _, says := strings.Cut(e.Details, ": "); says && // why, and what to do instead
			!strings.HasPrefix(strings.ToLower(e.Details), "no routes found") {
			return Trouble{e.Details, ""}
		}
		return Trouble{"no route from " + src + " to " + dest + " has enough for this amount",
			"swap less, or another pair"}
	case api.RateChanged:
		return Trouble{"the rate has changed since the quote; nothing was sent",
			"press r for a fresh one"}
	case api.GasCostExceedsTradeAmount:
		return Trouble{"the gas would cost more than what is swapped", "swap more"}
	case api.PricingError, api.ChainUnavailable, api.RateLimited:
		return Trouble{strings.TrimSuffix(e.Details, "."), ""}
	}
	return Trouble{e.Details, ""}
}
