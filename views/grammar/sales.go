package grammar

import (
	"fmt"
	"strconv"
	"strings"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/format"
)

// sold reads "2 weth usdc": what is sold, and for what.
func (r reader) sold(w []string) (s Sale, rest []string, why string) {
	if len(w) < 3 {
		return s, nil, "say how much of which token for which"
	}
	rest = without(w[2:], "to", "for", "into", "with", "→", "->")
	if len(rest) == 0 {
		return s, nil, "say how much of which token for which"
	}
	if s.Src, why = r.Token(w[1]); why != "" {
		return s, nil, why
	}
	s.Dest, why = r.Token(rest[0])
	switch {
	case why != "":
		return s, nil, why
	case s.Src.Address == s.Dest.Address:
		return s, nil, "choose two different tokens"
	}
	s.Amount = w[0]
	s.Value, why = positive(s.Amount, s.Src)
	return s, rest[1:], why
}

// sale reads "2 weth usdc slippage 0.5%" or "2 weth usdc least 6000".
func (r reader) sale(delta bool, w []string) (Sentence, string) {
	buy := delta && len(w) > 0 && is(w[0], "buy")
	if buy {
		w = w[1:]
	}
	s, rest, why := r.sold(w)
	if why != "" {
		return nil, why
	}
	if s.Delta, s.Buy = delta, buy; buy { // what is named first is bought
		s.Src, s.Dest = s.Dest, s.Src
	}
	for ; len(rest) >= 2; rest = rest[2:] {
		switch {
		case delta && is(rest[0], "in") && len(rest) >= 4 && is(rest[2], "every"):
			if why := s.slice(rest[1], rest[3]); why != "" {
				return nil, why
			}
			rest = rest[2:]
		case delta && is(rest[0], "in"):
			return nil, "after in come the slices and how far they are apart: in 4 every 5m"
		case buy && is(rest[0], "most"):
			most, why := positive(rest[1], s.Src)
			if why != "" {
				return nil, "most: " + why
			}
			s.Most = &most
		case buy && is(rest[0], "least"):
			return nil, "what is bought is exact: say the most that is spent, such as most 3000"
		case is(rest[0], "slippage"):
			bps, why := format.ParsePercent(strings.TrimSuffix(rest[1], "%"), mostSlippage)
			if why != "" {
				return nil, "slippage: " + why
			}
			s.Slippage = &bps
		case is(rest[0], "least"):
			least, why := positive(rest[1], s.Dest)
			if why != "" {
				return nil, "least: " + why
			}
			s.Least = &least
		default:
			return nil, rest[0] + afterTokens
		}
	}
	if len(rest) > 0 {
		return nil, rest[0] + afterTokens
	}
	return s, ""
}

// afterTokens follows a word of a sale that is not understood.
const afterTokens = " is not understood: after the tokens comes slippage 0.5% or least AMOUNT"

// slice reads "4" and "5m" of a sale in slices.
func (s *Sale) slice(count, every string) (why string) {
	n, err := strconv.ParseUint(count, 10, 32)
	if err != nil || n < 2 || n > views.MostSlices {
		return fmt.Sprintf("it trades in 2 to %d slices", views.MostSlices)
	}
	pause, ok := views.ReadSlicePause(every)
	if !ok {
		return "between two slices is one of " + views.SlicePauses()
	}
	if s.Value.Less(api.NewAmount(n)) {
		return "a slice would be of nothing"
	}
	s.Slices, s.Every = uint32(n), pause
	return ""
}

// mostSlippage is in basis points.
const mostSlippage = 5_000

// stop reads "1 weth usdc at 2900 least 2800", or "3000 usdc weth at 3200 most 3300" where the pair
// is weth/usdc: prices are the market's, as the form has them.
func (r reader) stop(profit bool, w []string) (Sentence, string) {
	out, rest, why := r.awaits(w)
	if why != "" {
		return nil, why
	}
	out.Profit = profit
	either := !profit && len(rest) == 8 && is(rest[4], "or") && isBound(rest[6])
	if len(rest) != 4 && !either || !is(rest[0], "at", "@") || !isBound(rest[2]) {
		return nil, "say at which price it is to be sold and the worst that you accept: " +
			out.such("at 2900 least 2800", "at 3200 most 3300")
	}
	if why := out.turned(rest[2]); why != "" {
		return nil, why
	}
	out.At, out.Bound = rest[1], rest[3]
	if why := out.reckon(); why != "" || !either {
		return out, why
	}
	if why := out.turned(rest[6]); why != "" {
		return nil, why
	}
	other := out
	other.Profit, other.At, other.Bound = true, rest[5], rest[7]
	if why := other.reckon(); why != "" {
		return nil, why
	}
	if !out.Worth.Less(other.Worth) {
		return nil, "the profit is to be " + out.such("above", "below") + " the stop"
	}
	out.Or = &other
	return out, ""
}

// trail reads "1 weth usdc by 3% least 2800": a share of the price, or so much of it.
func (r reader) trail(w []string) (Sentence, string) {
	out, rest, why := r.awaits(w)
	if why != "" {
		return nil, why
	}
	if len(rest) != 4 || !is(rest[0], "by") || !isBound(rest[2]) {
		return nil, "say by how much it trails and the worst that you accept: " +
			out.such("by 3% least 2800", "by 3% most 3300")
	}
	if why := out.turned(rest[2]); why != "" {
		return nil, why
	}
	out.At, out.Bound, out.Trail.Buys = rest[1], rest[3], !out.Piece.Selling
	if share, percent := strings.CutSuffix(out.At, "%"); percent {
		bps, err := api.ParseUnits(share, 2)
		n, _ := bps.Uint64()
		if err != nil || n == 0 || n >= 10_000 {
			return nil, "it trails by a share such as 3%, above 0% and below 100%"
		}
		out.Trail.Bps = n
	} else if out.Trail.Price, why = positive(out.At, out.Piece.Quote); why != "" {
		return nil, "by: " + why
	}
	if out.Least, why = out.total(out.Bound, api.Up); why != "" {
		return nil, why
	}
	return out, ""
}

// awaits reads what an order sells that waits for a price, and how long.
func (r reader) awaits(w []string) (out Stop, rest []string, why string) {
	w, life, why := r.life(w)
	if why != "" {
		return out, nil, why
	}
	s, rest, why := r.sold(w)
	return Stop{Src: s.Src, Dest: s.Dest, Value: s.Value, Amount: s.Amount, Life: life,
		Piece: r.s.PieceOf(s.Src, s.Dest)}, rest, why
}

// isBound tells whether a word precedes the worst price that is accepted.
func isBound(word string) bool { return is(word, "least", "most") }

// such is the one of two texts that is said of a sale, or of a purchase.
func (s *Stop) such(sale, purchase string) string {
	if s.Piece.Selling {
		return sale
	}
	return purchase
}

// turned says that a bound is of the other direction: prices are typed as the market has them,
// whichever of its tokens is sold.
func (s *Stop) turned(bound string) (why string) {
	if is(bound, s.such("least", "most")) {
		return ""
	}
	return "prices are in " + s.Piece.Unit() + ", as the market has them: " +
		s.such("say the least that a piece brings, such as least 2800",
			"say the most that a piece costs, such as most 3300")
}

// reckon makes totals of the prices that were typed.
func (s *Stop) reckon() (why string) {
	if s.Worth, why = s.total(s.At, api.Down); why != "" {
		return why
	}
	if s.Least, why = s.total(s.Bound, api.Up); why != "" {
		return why
	}
	if !s.Profit && s.Worth.Less(s.Least) {
		return s.such("the least is above the price at which it is sold",
			"the most is below the price at which it is bought") + ": it could not be met"
	}
	return ""
}

// total is what all that is sold brings at a price for one piece.
func (s *Stop) total(text string, round api.Round) (a api.Amount, why string) {
	price, err := api.ParsePrice(text, s.Piece.Base.Decimals, s.Piece.Quote.Decimals)
	if err != nil {
		return a, "the price " + err.Error()
	}
	if !price.Known() || price.Quote.IsZero() {
		return a, "the price must be above zero"
	}
	if a, why = s.Piece.Total(text, s.Value, round); why != "" {
		why = "the price " + why
	}
	return a, why
}
