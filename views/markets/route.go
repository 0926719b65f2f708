package markets

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// routed is what the best route over the book and all pools gives for a size, beside a sweep.
type routed struct {
	sweep *sweepDialog
	size  api.Amount
	quote api.Amount // what it costs, or brings where bids are taken
	known bool
}

// ask prices the size of the sweep by the best route.
func (d *sweepDialog) ask() tea.Cmd {
	if d.problem != "" || d.sweep.Size == d.route.size {
		return nil
	}
	src, dest, size := d.m.s.Market.Quote, d.m.s.Market.Base, d.sweep.Size
	r := api.PriceRequest{ChainID: d.m.s.Network.ChainID, Side: api.Buy, Amount: size,
		Version: api.Version62, User: d.m.s.Account.Address}
	if d.spec.bids {
		src, dest, r.Side = dest, src, api.Sell
	}
	r.Src, r.Dest, r.SrcDecimals, r.DestDecimals = src.Address.Hex(), dest.Address.Hex(),
		&src.Decimals, &dest.Decimals
	service := service(d.m.s.Service)
	return ui.Call(d.m.s.Context, readTime, func(ctx context.Context) tea.Msg {
		route, err := service.Prices(ctx, r)
		out := routed{sweep: d, size: size, quote: route.SrcAmount, known: err == nil}
		if r.Side == api.Sell {
			out.quote = route.DestAmount
		}
		return out
	})
}

func (d *sweepDialog) on(m tea.Msg) (tea.Cmd, bool) {
	r, ok := m.(routed)
	if ok && r.sweep == d {
		d.route = r
	}
	return nil, ok
}

// routeLine compares the sweep with the best route, "" until that is known for its size.
func (d *sweepDialog) routeLine() string {
	if !d.route.known || d.route.size != d.sweep.Size {
		return ""
	}
	p, round, lead := d.m.ladder.Pair, api.Up, "costs"
	if d.spec.bids {
		round, lead = api.Down, "brings"
	}
	diff := ""
	n, ok := format.AmountOffBy(d.route.quote, d.sweep.Quote())
	if !d.spec.bids { // what costs less is the gain, which is not to read as more than it is
		n, ok = format.AmountOffBy(d.sweep.Quote(), d.route.quote)
		n = -n
	}
	if ok {
		diff = " (" + format.Bps(n) + ")"
	}
	return fmt.Sprintf("The best route with all pools %s %s %s%s", lead,
		p.Cost(d.route.quote, round), p.Quote, diff)
}

// swap takes the sweep to the Swap screen: what is sold there is what the sweep would pay.
func (d *sweepDialog) swap() tea.Cmd {
	m, pays := d.m.s.Market, d.sweep.Quote()
	sale := views.NewSale{Src: m.Quote, Dest: m.Base, Amount: pays.Units(m.Quote.Decimals)}
	if d.spec.bids {
		sale = views.NewSale{Src: m.Base, Dest: m.Quote,
			Amount: d.sweep.Size.Units(m.Base.Decimals)}
	}
	s := d.m.s
	return s.CloseThen(func() tea.Cmd { return s.Goto(views.Swap, sale) })
}
