package swap

import (
	"context"
	"encoding/json"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// service is what this screen needs of api.Service.
type service interface {
	Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error)
	BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error)
	PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error)
	Exchanges(ctx context.Context, chainID uint64, version api.SwapVersion) ([]string, error)
	UserToken(ctx context.Context, chainID uint64, account, token common.Address) (api.UserToken,
		error)
	Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error)
	DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error)
	Book(ctx context.Context, chainID uint64, pair api.Pair, depth int) (api.Book, error)
}

const (
	quoteTime = 5 * time.Second
	readTime  = 5 * time.Second
	seenPause = 3 * time.Second // without a frame for so long another screen is in front
)

// Answers to what the screen asks.
type (
	gotQuote struct {
		epoch uint64
		quote quote
		err   error
	}
	gotNames struct {
		names []string
		err   error
		pick  func([]string, error) tea.Cmd
	}
)

// build asks for the transaction of a route under the form's terms.
func (w *quoter) build(q quote) api.BuildRequest {
	r := q.route
	b := api.BuildRequest{
		ChainID: w.s.Network.ChainID, Terms: w.in.terms(), Src: r.SrcToken.Hex(),
		Dest: r.DestToken.Hex(), SrcDecimals: &r.SrcDecimals,
		DestDecimals: &r.DestDecimals, HasSlippage: true, Route: q.raw,
	}
	if b.DestAmount = &r.DestAmount; r.Side == api.Sell {
		b.SrcAmount, b.DestAmount = &r.SrcAmount, nil
	}
	b.Terms.Permit = w.permitFor(r)
	return b
}

// ask begins a question, where the form is complete.
func (w *quoter) ask() tea.Cmd {
	if _, ok := w.in.request(); !ok {
		w.newest.problem = trouble{}
		return nil
	}
	epoch := w.pause.Begin()
	w.askedAt = w.s.Env.Now()
	return w.price(false, func(_ context.Context, q quote, err error) tea.Msg {
		return gotQuote{epoch, q, err}
	})
}

// price asks for a route off the loop and hands it, there, to whoever wants it. One that is to be
// signed is meant.
func (w *quoter) price(meant bool, then func(context.Context, quote, error) tea.Msg) tea.Cmd {
	r, _ := w.in.request()
	w.serial++
	q, service := quote{id: w.serial, key: w.in.key(), request: r}, w.service()
	return ui.Call(w.s.Context, quoteTime, func(ctx context.Context) tea.Msg {
		if meant {
			ctx = views.UserInitiated(ctx)
		}
		route, err := service.Prices(ctx, r)
		q, err := q.with(route, err)
		return then(ctx, q, err)
	})
}

// with takes an answer; a route that was refused comes with the error.
func (q quote) with(route api.PriceRoute, err error) (quote, error) {
	if err == nil {
		q.route, q.known = route, true
		q.raw, err = json.Marshal(route)
		return q, err
	}
	e := api.AsError(err)
	if e.Type == api.PriceImpactTooHigh && len(e.PriceRoute) > 0 &&
		json.Unmarshal(e.PriceRoute, &q.route) == nil {
		q.known, q.refused = true, true
	}
	return q, err
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
	if now.Sub(w.seen) > seenPause || !w.s.Env.Focused || now.Sub(w.askedAt) < freshAge {
		return nil
	}
	return w.refresh()
}

func (w *quoter) onQuote(m gotQuote) tea.Cmd {
	fresh, again := w.pause.Done(m.epoch)
	if !fresh {
		return again
	}
	return tea.Batch(again, w.take(m.quote, m.err))
}

// take puts a quote on the screen. An error leaves the route of before, with its age.
func (w *quoter) take(q quote, err error) tea.Cmd {
	old := w.newest
	switch {
	case q.known:
		q.at = w.s.Env.Now()
		if old.key == q.key {
			q.more = old.more // until the new answer comes
		}
		w.newest = q
	case old.key != q.key:
		w.clear()
	}
	w.newest.problem = trouble{}
	if err != nil {
		w.newest.problem = w.explain(err)
	}
	w.changed()
	if !q.known {
		return nil
	}
	return w.askMore(w.newest)
}
