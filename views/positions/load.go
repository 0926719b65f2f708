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
	Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error)
	UserTokens(ctx context.Context, chainID uint64, account common.Address) ([]api.UserToken, error)
	Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error)
	DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error)
	Markets(ctx context.Context, chainID uint64) ([]api.Market, error)
	Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error)
}

const (
	readTime  = 20 * time.Second
	readPause = 10 * time.Second
	mostFills = 1000
)

// result is all that the screen shows.
type result struct {
	book   *ledger.Book
	prices *prices
	equity []book.Candle
	held   map[common.Address]api.Amount
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
	journal, now := p.s.Journal, p.s.Prices
	return ui.Call(p.s.Context, readTime, func(ctx context.Context) tea.Msg {
		r, err := read(ctx, service, network, account, journal, now)
		return answer{epoch, r, err}
	})
}

func read(ctx context.Context, s service, network api.Network, account common.Address,
	journal views.Journal, now views.Prices) (r result, err error) {
	chain := network.ChainID
	src := ledger.Sources{Account: account, Native: network.Contracts.WrappedNative}
	if src.Fills, err = s.Fills(ctx,
		api.FillQuery{ChainID: chain, Account: &account, Limit: mostFills}); err != nil {
		return r, err
	}
	if src.Delta, err = s.DeltaOrders(ctx, api.DeltaQuery{ChainID: chain, User: account, Page: 1,
		Limit: api.MaxPage}); err != nil {
		return r, err
	}
	if journal != nil {
		src.Swaps, src.Gas = journal.Swaps(account, chain), journal.Gas(account, chain)
	}
	tokens, err := s.UserTokens(ctx, chain, account)
	if err != nil {
		return r, err
	}
	markets, err := s.Markets(ctx, chain)
	if err != nil {
		return r, err
	}
	status, err := s.Status(ctx, chain)
	if err != nil {
		return r, err
	}
	r.held = map[common.Address]api.Amount{}
	var seen []common.Address
	for _, t := range tokens {
		token := t.Address
		if token == api.NativeToken {
			token = network.Contracts.WrappedNative
		}
		r.held[token] = r.held[token].Add(t.Balance)
		if !t.Balance.IsZero() {
			seen = append(seen, token)
		}
	}
	events := ledger.Gather(src)
	for _, e := range events {
		seen = append(seen, e.Give.Asset.Address, e.Get.Asset.Address)
	}
	if r.prices, err = readPrices(ctx, s, network, now, markets, seen); err != nil {
		return r, err
	}
	r.book = ledger.Run(events, r.prices)
	r.equity = equity(r.held, r.book.Events, r.prices, status.Head.Time)
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
