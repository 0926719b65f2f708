package compose

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/timer"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
)

// quoter keeps the newest quote for what is typed.
type quoter struct {
	s       *views.Session
	pair    *pairform.Pair
	in      *inputs
	changed func() tea.Cmd // the newest quote is another one

	newest  quote
	pause   ui.Debouncer // tells when typing has paused, and keeps one question in flight
	askedAt time.Time
}

// loss is what the sale loses of its value in USD, gas and fees among it, in hundredths of a
// percent.
func (w *quoter) loss() (hundredths int64, known bool) {
	if !w.fits() {
		return 0, false
	}
	return format.Impact(w.newest.price.SrcUSD, w.newest.price.DestUSD)
}

const (
	quoteTime  = 5 * time.Second
	readTime   = 5 * time.Second
	freshAge   = 2 * time.Second // of a quote, from which on it is asked for again
	reviewAge  = 15 * time.Second
	fundsPause = time.Second
)

// quote is the newest answer about an order.
type quote struct {
	key      string // of the request it answers
	known    bool   // it has an answer: a price or a fallback
	at       time.Time
	price    *api.DeltaPrice
	raw      json.RawMessage // the price as it came
	named    string          // the partner that was asked for
	partner  *api.DeltaPartner
	market   *api.PriceRoute // what a swap would bring
	fallback *api.FallbackReason
	problem  string // of the newest question; the price may be of an earlier one
}

// gotQuote is the answer to a question.
type gotQuote struct {
	epoch uint64
	quote quote
	err   error
}

// off says why Delta cannot be traded on the network, "" where it can.
func (w *quoter) off() string {
	if w.s.Network.Contracts.Delta != (common.Address{}) {
		return ""
	}
	return "Delta is off on " + cells.Clean(w.s.Network.Name)
}

// request is what the form asks the price of; ok is false while it is not complete, and where there
// is no Delta.
func (w *quoter) request() (r api.DeltaQuoteRequest, ok bool) {
	amount, why := w.in.orderAmount()
	if amount.IsZero() || why != "" || w.pair.Src.Address == w.pair.Dest.Address ||
		w.pair.Src.Address == api.NativeToken || w.off() != "" {
		return r, false
	}
	src, dest, side := w.pair.Src.Decimals, w.pair.Dest.Decimals, api.Sell
	if w.in.buys() {
		side = api.Buy
	}
	return api.DeltaQuoteRequest{
		ChainID: w.s.Network.ChainID, Src: w.pair.Src.Address, Dest: w.pair.Dest.Address,
		SrcDecimals:  &src,
		DestDecimals: &dest, Amount: amount, Second: w.in.wantsLater(),
		Side: side, User: w.s.Account.Address, Partner: w.in.partnerName(), Mode: api.ModeAll,
		MaxImpact: new(100.0), // the review asks for a word above what is usual
	}, true
}

// key tells questions apart.
func (w *quoter) key() string {
	r, ok := w.request()
	if !ok {
		return ""
	}
	return fmt.Sprint(r.ChainID, r.Src, r.Dest, r.Amount, r.User, r.Partner, r.Side, r.Second)
}

// ask begins a question, where the form is complete.
func (w *quoter) ask() tea.Cmd {
	r, ok := w.request()
	if !ok {
		w.newest.problem = ""
		return nil
	}
	epoch := w.pause.Begin()
	w.askedAt = w.s.Env.Now()
	q, exchange := quote{key: w.key(), named: r.Partner}, w.s.Exchange
	return ui.Call(w.s.Context, quoteTime, func(ctx context.Context) tea.Msg {
		q, err := q.read(ctx, exchange, r)
		return gotQuote{epoch, q, err}
	})
}

// read asks for a price, for what a swap of the same would bring, and for what the partner takes.
// It runs off the loop.
func (q quote) read(ctx context.Context, exchange api.Exchange, r api.DeltaQuoteRequest) (quote,
	error) {
	if r.Partner != "" {
		p, err := exchange.DeltaPartner(ctx, r.Partner)
		if err != nil {
			return q, err
		}
		q.partner = &p
		if p.PartnerAddress == (common.Address{}) {
			r.Partner = "" // the order names nobody, and its price has nobody's fee in it
		}
	}
	answer, err := exchange.DeltaQuote(ctx, r)
	if r.Second && r.Side == api.Sell && firstAlone(answer, err) {
		r.Second = false // a series has a signature for each order there
		answer, err = exchange.DeltaQuote(ctx, r)
	}
	if err != nil {
		return q, err
	}
	q.known, q.price, q.fallback = true, answer.Delta, answer.FallbackReason
	if q.price != nil {
		if answer, err = q.beside(ctx, exchange, r); err != nil {
			return q, err
		}
	}
	var route api.PriceRoute
	if json.Unmarshal(answer.Market, &route) == nil {
		q.market = &route
	}
	return q, nil
}

// firstAlone tells whether the answer to a question is that the network has orders of the first
// form alone.
func firstAlone(q api.DeltaQuote, err error) bool {
	return api.TypeOf(err) == api.UnsupportedOrderType ||
		q.FallbackReason != nil && q.FallbackReason.ErrorType == api.UnsupportedOrderType
}

// beside completes a price: it has to be for what was asked. What a swap would bring is for
// comparison only, so that its error is none.
func (q *quote) beside(ctx context.Context, exchange api.Exchange,
	r api.DeltaQuoteRequest) (market api.DeltaQuote, err error) {
	p := q.price
	fixed, side := p.SrcAmount, cmp.Or(p.Side, api.Sell)
	if r.Side == api.Buy {
		fixed = p.DestAmount
	}
	if p.SrcToken != r.Src || p.DestToken != r.Dest || fixed != r.Amount || side != r.Side {
		return market, api.Errorf(api.InternalError,
			"the service priced something else than was asked: do not trade with it")
	}
	if q.raw, err = json.Marshal(q.price); err != nil {
		return market, err
	}
	carried := 0.0
	if r.Partner != "" {
		carried = float64(feeBps(*q.partner)) / 100
	}
	if wrong := eip712.DeltaFeeFault(p, carried); wrong != "" {
		return market, api.Errorf(api.InternalError, "the service says %s: do not trade with it",
			wrong)
	}
	r.Mode = api.ModeMarket
	if market, err = exchange.DeltaQuote(ctx, r); err != nil {
		return api.DeltaQuote{}, nil
	}
	return market, nil
}

// refresh asks again at once, unless the question is under way.
func (w *quoter) refresh() tea.Cmd {
	if w.pause.Waiting() {
		return nil
	}
	return w.ask()
}

// onBlock keeps the quote fresh while somebody looks at it.
func (w *quoter) onBlock() tea.Cmd {
	now := w.s.Env.Now()
	if w.s.Env.Hidden() || !w.s.Env.Focused || now.Sub(w.askedAt) < freshAge {
		return nil
	}
	return w.refresh()
}

// onQuote puts a quote on the screen. An error leaves the price of before, with its age.
func (w *quoter) onQuote(m gotQuote) tea.Cmd {
	fresh, again := w.pause.Done(m.epoch)
	if !fresh {
		return again
	}
	switch {
	case m.err == nil:
		w.newest = m.quote
		w.newest.at = w.s.Env.Now()
	case w.newest.key != m.quote.key:
		w.newest = quote{key: m.quote.key}
	}
	w.newest.problem = ""
	if m.err != nil {
		w.newest.problem = w.meaning(api.AsError(m.err).Type, api.AsError(m.err).Details)
	}
	return tea.Batch(again, w.changed())
}

// fits tells whether there is a Delta price for what the form asks.
func (w *quoter) fits() bool { return w.answers() && w.newest.price != nil }

// answers tells whether the quote, of whichever kind, is for what the form asks.
func (w *quoter) answers() bool { return w.newest.known && w.newest.key == w.key() }

func (w *quoter) age() time.Duration { return w.s.Env.Now().Sub(w.newest.at) }

// fresh runs out when the quote may no longer be reviewed.
func (w *quoter) fresh() timer.Model { return w.s.Env.Countdown(w.newest.at, reviewAge) }

// stale tells whether the price is too old to be signed.
func (w *quoter) stale() bool {
	left := w.fresh()
	return w.fits() && left.Timedout()
}

// partnerTerms are the partner that was asked for with its fee, as an order carries them.
func (q *quote) partnerTerms() (of api.DeltaPartner, packed api.Amount) {
	if q.partner == nil {
		return of, packed
	}
	return *q.partner, eip712.PartnerAndFee(q.partner.PartnerAddress, uint8(feeBps(*q.partner)),
		q.partner.TakeSurplus)
}

// minOut is the least that the owner accepts: what is typed for it, or what slippage and the
// partner's flat fee leave of the quote.
func (w *quoter) minOut() api.Amount {
	if least, _ := w.in.leastOf(0); !least.IsZero() {
		return least
	}
	if w.newest.later() {
		o := w.laterOrder()
		if o.Form == api.SlicedForm { // of each
			return eip712.LessFlatFee(o.SliceAmount, o.PartnerAndFee)
		}
		return eip712.DeltaFloor(o)
	}
	bps, _ := w.in.slippage()
	_, terms := w.newest.partnerTerms()
	return eip712.LessFlatFee(w.newest.price.DestAmountBeforeFee.BPS(
		uint64(api.BPS-bps)), terms)
}

// leastBefore is what has to come in so that the partner's flat fee leaves the least that is
// accepted: what the contract compares is before fees.
func (w *quoter) leastBefore() api.Amount {
	_, terms := w.newest.partnerTerms()
	return eip712.WithFlatFee(w.minOut(), terms)
}

// overMarket is how much better the quote is than a swap, in hundredths of a percent.
func (w *quoter) overMarket() (hundredths int64, ok bool) {
	if !w.fits() || w.newest.market == nil {
		return 0, false
	}
	if w.in.buys() {
		return format.AmountOffBy(w.newest.market.SrcAmount, w.newest.price.SrcAmount)
	}
	return format.AmountOffBy(w.newest.price.DestAmount, w.newest.market.DestAmount)
}

// meaning puts an error of the service into words for this form: what it means and what to do.
// Others come as they are.
func (w *quoter) meaning(kind api.ErrorType, details string) string {
	src, dest, verb := cells.Clean(w.pair.Src.Symbol), cells.Clean(w.pair.Dest.Symbol), "sell"
	if w.in.buys() {
		verb = "buy"
	}
	switch kind {
	case api.SourceEth:
		return "Delta moves tokens by allowance, which the native coin has not: wrap it first"
	case api.UnsupportedSide, api.UnsupportedOrderType:
		return "Delta sells exact amounts only here: give the amount to sell"
	case api.UnsupportedToken:
		return "Delta settles listed tokens without a tax on transfers only: swap " + src +
			" for " + dest + " instead"
	case api.UnsupportedChain:
		return "there is no Delta on " + cells.Clean(w.s.Network.Name) + ": swap instead"
	case api.GasCostExceedsTradeAmount:
		return "settling would cost more gas than the trade brings: " + verb + " more"
	case api.NoRoute:
		return "no route from " + src + " to " + dest + " has enough for this amount: " + verb +
			" less"
	case api.PriceImpactTooHigh:
		return "so much would move the price too far: " + verb + " less, or in several orders"
	case api.PricingError, api.BadUsdPrice:
		return "nothing tells what " + src + " or " + dest +
			" is worth, so the gas cannot be priced: swap instead"
	case api.InvalidHmac:
		return "the price is not the one that was quoted: r asks for a fresh one"
	case api.OrderExpired:
		return "its deadline has passed: choose a longer one"
	case api.RateLimited:
		return "the service is asked too often: it answers again in a moment"
	}
	return cells.Clean(details)
}
