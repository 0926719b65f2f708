package positions

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/ledger"
)

const (
	readTime  = 20 * time.Second
	readPause = 10 * time.Second
)

// part is what was read of one network.
type part struct {
	ledger.Account
	equity []book.Candle
	toldBy string // who alone tells of the prices of the curve
}

// answer carries what was read of the networks that are shown.
type answer struct {
	epoch uint64
	parts []views.Part[part]
}

// ask reads everything, off the loop.
func (p *Screen) ask(epoch uint64) tea.Cmd {
	front, account := p.s.Network.ChainID, p.s.Account.Address
	kept, prices := p.s.Kept(), p.s.Prices
	parts := views.ReadNetworks(p.s, func(ctx context.Context, p views.Part[part],
		_ []api.Token) (part, error) {
		known := prices
		if p.Network.ChainID != front {
			known = nil
		}
		a, err := ledger.Read(ctx, p.Exchange, p.Network, account, kept, known)
		return withEquity(ctx, p.Exchange, a, err)
	})
	return ui.Call(p.s.Context, readTime, func(ctx context.Context) tea.Msg {
		return answer{epoch, parts(ctx)}
	})
}

// withEquity adds what an account was worth by the hour, unless it could not be read.
func withEquity(ctx context.Context, exchange api.Exchange, a ledger.Account,
	err error) (part, error) {
	if err != nil {
		return part{}, err
	}
	status, err := exchange.Status(ctx)
	if err != nil {
		return part{}, err
	}
	curve, by := equity(a.Held, a.Book.Events, a.Prices, status.Head.Time)
	return part{a, curve, by}, nil
}

// onAnswer takes what was read. Where no network has answered nothing is shown anew.
func (p *Screen) onAnswer(a answer) tea.Cmd {
	fresh, again := p.feed.Done(a.epoch, p.s.Env)
	if !fresh {
		return again
	}
	parts, silent, err := views.TakeNetworks(p.s, a.parts)
	for _, s := range []*ui.State{&p.rows.State, &p.days.State, &p.lots.State,
		&p.sales.State} {
		s.Loading, s.Err = false, ""
		if err != nil {
			s.Err = api.AsError(err).Details
		}
	}
	if err == nil {
		*p.read = merge(parts, silent)
		p.rows.show()
		p.days.show()
		p.lots.show()
		p.sales.show()
	}
	return again
}
