package swap

import (
	"fmt"
	"strings"

	"bourse/backend/api"
	"bourse/ui/cells"
)

// trouble is why there is no quote, and what to do about it.
type trouble struct{ what, do string }

func (t trouble) String() string {
	if t.do == "" {
		return t.what
	}
	return t.what + ": " + t.do
}

// explain puts an error of the service into words for this form.
func (w *quoter) explain(err error) trouble {
	e := api.AsError(err)
	src, dest := cells.Clean(w.pair.Src.Symbol), cells.Clean(w.pair.Dest.Symbol)
	switch e.Type {
	case api.PriceImpactTooHigh:
		lost := e.Value
		// the figure that the form shows
		if q, _ := (quote{}).with(api.PriceRoute{}, err); q.refused {
			if n, known := impact(q.route); known {
				lost = api.Percent(n)
			}
		}
		return trouble{fmt.Sprintf("refused: it would lose %s of its value, over the limit of %d%%",
			lost, api.DefaultMaxImpact), "swap less"}
	case api.BadUsdPrice:
		return trouble{"nothing tells what " + src + " or " + dest +
			" is worth in USD, so its impact can not be judged",
			"set USD prices to not needed under Advanced to swap all the same"}
	case api.NoRoute:
		if len(w.in.include)+len(w.in.exclude) > 0 {
			return trouble{"the exchanges left have no route from " + src + " to " + dest +
				" for this amount", "allow more of them, or swap less"}
		}
		if _, _, says := strings.Cut(e.Details, ": "); says && // why, and what to do instead
			!strings.HasPrefix(strings.ToLower(e.Details), "no routes found") {
			return trouble{e.Details, ""}
		}
		return trouble{"no route from " + src + " to " + dest + " has enough for this amount",
			"swap less, or another pair"}
	case api.RateChanged:
		return trouble{"the rate has changed since the quote; nothing was sent",
			"press r for a fresh one"}
	case api.GasCostExceedsTradeAmount:
		return trouble{"the gas would cost more than what is swapped", "swap more"}
	case api.PricingError, api.ChainUnavailable, api.RateLimited:
		return trouble{strings.TrimSuffix(e.Details, "."), ""}
	}
	return trouble{e.Details, ""}
}
