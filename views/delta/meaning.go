package delta

import (
	"bourse/backend/api"
	"bourse/ui"
)

// meaning puts an error of the service into words for this form: what it means and what to do. Others come as they are.
func (w *Screen) meaning(kind api.ErrorType, details string) string {
	src, dest := ui.Clean(w.src.Symbol), ui.Clean(w.dest.Symbol)
	switch kind {
	case api.SourceEth:
		return "Delta moves tokens by allowance, which the native coin has not: wrap it first"
	case api.UnsupportedSide:
		return "Delta sells exact amounts only: give the amount to sell"
	case api.UnsupportedToken:
		return "Delta settles listed tokens without a tax on transfers only: swap " + src + " for " + dest + " instead"
	case api.UnsupportedChain:
		return "there is no Delta on " + ui.Clean(w.s.Network.Name) + ": swap instead"
	case api.GasCostExceedsTradeAmount:
		return "settling would cost more gas than the trade brings: sell more"
	case api.NoRoute:
		return "no route from " + src + " to " + dest + " has enough for this amount: sell less"
	case api.PriceImpactTooHigh:
		return "so much would move the price too far: sell less, or in several orders"
	case api.PricingError, api.BadUsdPrice:
		return "nothing tells what " + src + " or " + dest + " is worth, so the gas can not be priced: swap instead"
	case api.InvalidHmac:
		return "the price is not the one that was quoted: r asks for a fresh one"
	case api.OrderExpired:
		return "its deadline has passed: choose a longer one"
	case api.RateLimited:
		return "the service is asked too often: it answers again in a moment"
	}
	return ui.Clean(details)
}
