package positions

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/ledger"
)

// service is what this screen needs of api.Service.
type service interface {
	ledger.Service
	Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error)
}

const (
	readTime  = 20 * time.Second
	readPause = 10 * time.Second
)

// result is all that the screen shows.
type result struct {
	ledger.Account
	equity []book.Candle
}

// answer carries a result, or why there is none.
type answer struct {
	epoch uint64
	result
	err error
}

// ask reads everything, off the loop.
func (p *Screen) ask(epoch uint64) tea.Cmd {
	service, network, account := service(p.s.Service), p.s.Network, p.s.Account.Address
	journal, now, then := p.s.Journal, p.s.Prices, &p.s.PricesThen
	return ui.Call(p.s.Context, readTime, func(ctx context.Context) tea.Msg {
		r, err := read(ctx, service, network, account, journal, now, then)
		return answer{epoch, r, err}
	})
}

func read(ctx context.Context, s service, network api.Network, account common.Address,
	journal views.Journal, now views.Prices, then *views.PricesThen) (r result, err error) {
	if r.Account, err = ledger.Read(ctx, s, network, account, journal, now,
		then); err != nil {
		return r, err
	}
	status, err := s.Status(ctx, network.ChainID)
	if err != nil {
		return r, err
	}
	r.equity = equity(r.Held, r.Book.Events, r.Prices, status.Head.Time)
	return r, nil
}

func (p *Screen) onAnswer(a answer) tea.Cmd {
	fresh, again := p.feed.Done(a.epoch, p.s.Env)
	if !fresh {
		return again
	}
	for _, s := range []*ui.State{&p.rows.State, &p.days.State} {
		s.Loading, s.Err = false, ""
		if a.err != nil {
			s.Err = api.AsError(a.err).Details
		}
	}
	if a.err == nil {
		p.result = a.result
		p.show()
	}
	return again
}
