package markets

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
	"bourse/views/route"
)

// routeSweep is a sweep that the best route over the book and all pools would carry out instead.
type routeSweep struct {
	market  api.Market
	bids    bool
	size    api.Amount // base units
	worst   api.Price
	problem string         // of what is typed, "" where it is right
	edit    func() tea.Cmd // leads back to what is typed
}

// sweeper has the best route take what the newest sweep dialog is about.
type sweeper struct {
	s     *views.Session
	pair  *pairform.Pair
	trade *route.Trade
	sweep routeSweep
	open  bool // its dialog is
}

func newSweeper(s *views.Session) *sweeper {
	w := &sweeper{s: s, pair: pairform.New(s, true)}
	w.trade = route.New(s, w.pair, route.Form{Wish: w.wish, Missing: w.missing,
		Seen:    func() bool { return w.open },
		Changed: func() {}, Edit: func() tea.Cmd { return w.sweep.edit() },
		Sent: func() tea.Cmd { w.sweep = routeSweep{}; return nil }})
	return w
}

// Update takes the answers; ok is false for what is not for it alone.
func (w *sweeper) Update(m tea.Msg) (cmd tea.Cmd, ok bool) {
	if cmd, _, ok := w.pair.Update(m); ok {
		return cmd, true
	}
	if _, other := m.(views.AccountChanged); other {
		w.pair.Forget()
	}
	return w.trade.Update(m)
}

// change asks for the price of another sweep, on behalf of the screen: its dialog may be closed by
// the time the answer comes.
func (w *sweeper) change(sweep routeSweep) tea.Cmd {
	return w.s.As(views.Markets, func() tea.Cmd {
		w.sweep = sweep
		w.pair.Set(sweep.tokens())
		return tea.Batch(w.pair.Want(), w.trade.Quotes.Change())
	})
}

func (r routeSweep) tokens() (src, dest api.Token) {
	if r.bids {
		return r.market.Base, r.market.Quote
	}
	return r.market.Quote, r.market.Base
}

// room is what a route may take more, or bring less, before it is beyond the worst price; ok is
// false where it is.
func (r routeSweep) room(p api.PriceRoute) (a api.Amount, ok bool) {
	limit, is := r.worst.QuoteFor(r.size, api.Down), p.SrcAmount
	if r.bids {
		limit, is = p.DestAmount, r.worst.QuoteFor(r.size, api.Up)
	}
	if limit.Less(is) {
		return a, false
	}
	return limit.Sub(is), true
}

// wish is the sweep as a swap: its size is exact, and the worst price is its slippage.
func (w *sweeper) wish() route.Wish {
	r := w.sweep
	if r.market.Base.Address == r.market.Quote.Address { // there is none
		return route.Wish{}
	}
	src, dest := r.tokens()
	side, quoted := api.Buy, w.trade.Quotes.Newest.Route.SrcAmount
	if r.bids {
		side, quoted = api.Sell, w.trade.Quotes.Newest.Route.DestAmount
	}
	user := w.s.Account.Address
	out := route.Wish{Complete: r.problem == "" && !r.size.IsZero(),
		Terms: api.SwapTerms{User: user},
		Request: api.PriceRequest{ChainID: w.s.Network.ChainID, Src: src.Address.Hex(),
			Dest: dest.Address.Hex(), SrcDecimals: &src.Decimals, DestDecimals: &dest.Decimals,
			Amount: r.size, Side: side, Version: api.Version62, User: user}}
	if !r.bids {
		out.Most = r.worst.QuoteFor(r.size, api.Down)
	}
	if room, ok := r.room(w.trade.Quotes.Newest.Route); ok && !quoted.IsZero() {
		out.Terms.Slippage = int(min(room.InBPS(quoted), api.BPS))
	}
	return out
}

// missing tells what keeps the route from being reviewed.
func (w *sweeper) missing() string {
	if w.sweep.problem != "" {
		return w.sweep.problem
	}
	if _, ok := w.sweep.room(w.trade.Quotes.Newest.Route); !ok && w.trade.Quotes.Fits() {
		return "the best route is beyond the worst price"
	}
	return ""
}

// lines compare the sweep with the best route and say what that takes at worst; they are empty
// until it is known.
func (d *sweepDialog) routeLines() []string {
	w := d.m.routes
	if !w.trade.Quotes.Fits() {
		if why := w.trade.Quotes.Newest.Problem; why != (route.Trouble{}) {
			return []string{"The best route with all pools: " + why.String()}
		}
		return nil
	}
	p, o, is := d.m.ladder.Pair, w.trade.Quotes.Offer(), d.sweep.Quote()
	cost, limit, round, lead, bound := o.In(), o.Most(), api.Up, "costs", "at most"
	n, ok := format.AmountOffBy(is, cost) // what costs less is the gain, not to read as more
	n = -n
	if d.spec.bids {
		cost, limit, round, lead, bound = o.Out(), o.Least(), api.Down, "brings", "at least"
		n, ok = format.AmountOffBy(cost, is)
	}
	diff := ""
	if ok {
		diff = " (" + format.Bps(n) + ")"
	}
	line := fmt.Sprintf("The best route with all pools %s %s %s%s", lead, p.Cost(cost, round),
		p.Quote, diff)
	if why := d.noRoute(); why != "" {
		return []string{line, "b cannot take it so: " + why}
	}
	first := ""
	if w.trade.Checks.Allowance().Level == ui.Bad {
		first = ", after an approval"
		if w.trade.Checks.NoPermit() == "" {
			first = ", with a permit"
		}
	}
	return []string{line, fmt.Sprintf("b takes it so: %s %s %s%s", bound, p.Cost(limit, round),
		p.Quote, first)}
}

// noRoute tells why the best route cannot take the sweep, "" when it can.
func (d *sweepDialog) noRoute() string { return d.m.routes.trade.Reviewer.NoGo() }

// byRoute leads the best route to its signature.
func (d *sweepDialog) byRoute() tea.Cmd {
	if why := d.noRoute(); why != "" {
		d.m.s.Toast(ui.Warn, "cannot take it by the best route: "+why)
		return nil
	}
	d.m.s.CloseThen(d.m.routes.trade.Reviewer.Go)
	return nil
}
