package swap

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

const (
	moreTime  = 10 * time.Second
	bookDepth = 400
)

// more is what the transaction and the order book say.
type more struct {
	known     bool
	simulated bool
	tx        api.Transaction // where it was simulated
	params    api.TxParams    // where the simulation failed
	failure   string          // why it did
	// what the book gives for the exact amount sold, or takes for the one bought
	book      api.Amount
	bookKnown bool
	bookShort bool // the book has not enough

	delta     api.Amount // what an intent could expect, after gas and fee
	deltaNote string     // why it can not, "" where it can
}

// gotMore is what was found out about a quote.
type gotMore struct {
	id   uint64
	more more
}

// askMore simulates the transaction of a quote and looks what the order book would give.
func (w *quoter) askMore(q quote) tea.Cmd {
	service, r, build := w.service(), q.request, w.build(q)
	base, other := r.Src, r.Dest
	if r.Side == api.Buy {
		base, other = r.Dest, r.Src
	}
	pair := api.Pair{Base: w.inBook(base), Quote: w.inBook(other)}
	return ui.Call(w.s.Context, moreTime, func(ctx context.Context) tea.Msg {
		m := more{known: true}
		if !q.refused {
			m.simulate(ctx, service, build)
		}
		if book, err := service.Book(ctx, r.ChainID, pair, bookDepth); err == nil &&
			pair.Base != pair.Quote {
			m.sweep(book, r.Side, r.Amount)
		}
		m.auction(ctx, service, r)
		return gotMore{q.id, m}
	})
}

// inBook is the token as orders name it: the native coin wrapped.
func (w *quoter) inBook(address string) common.Address {
	if a := common.HexToAddress(address); a != api.NativeToken {
		return a
	}
	return w.s.Network.Contracts.WrappedNative
}

// simulate prepares the transaction; where it would fail, it is built without looking.
func (m *more) simulate(ctx context.Context, s service, b api.BuildRequest) {
	tx, err := s.PrepareSwap(ctx, b)
	if err == nil {
		m.tx, m.simulated = tx, true
		return
	}
	m.failure = api.AsError(err).Details
	b.Terms.IgnoreChecks, b.Terms.IgnoreAllowance, b.Terms.IgnoreGas = true, true, true
	if m.params, err = s.BuildTransaction(ctx, b); err != nil {
		m.failure = api.AsError(err).Details
	}
}

// sweep takes from one side of the book, best first, as much as is sold or bought.
func (m *more) sweep(book api.Book, side api.Side, left api.Amount) {
	orders, round := book.Bids, api.Down
	if side == api.Buy {
		orders, round = book.Asks, api.Up
	}
	m.bookKnown = len(orders) > 0
	for _, o := range orders {
		size := o.Size.Min(left)
		m.book, left = m.book.Add(o.Price.QuoteFor(size, round)), left.Sub(size)
	}
	m.bookShort = !left.IsZero()
}

// auction asks what a Delta order for the same would bring.
func (m *more) auction(ctx context.Context, s service, r api.PriceRequest) {
	q, err := s.DeltaQuote(ctx, api.DeltaQuoteRequest{
		ChainID: r.ChainID, Src: common.HexToAddress(r.Src), Dest: common.HexToAddress(r.Dest),
		Amount: r.Amount, Side: r.Side, User: r.User,
		Mode: api.ModeDelta,
	})
	switch {
	case err == nil && q.Delta != nil:
		m.delta, m.deltaNote = q.Delta.DestAmount, ""
		return
	case err == nil:
		m.deltaNote = "no price"
		return
	}
	switch e := api.AsError(err); e.Type {
	case api.SourceEth:
		m.deltaNote = "sells no native coin"
	case api.UnsupportedSide:
		m.deltaNote = "sells only"
	case api.GasCostExceedsTradeAmount:
		m.deltaNote = "gas costs more"
	default:
		m.deltaNote = format.Brief(e.Details)
	}
}

func (w *quoter) onMore(m gotMore) {
	if m.id == w.newest.id {
		w.newest.more = m.more
		w.changed()
	}
}
