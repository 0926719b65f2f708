package swap

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/route"
)

const (
	compareTime = 10 * time.Second
	bookDepth   = 400
)

// elsewhere is what the order book and an auction make of the exact amount of a quote.
type elsewhere struct {
	serial uint64
	key    string // of the quote

	// what the book gives for the exact amount sold, or takes for the one bought
	book      api.Amount
	bookKnown bool
	bookShort bool // the book has not enough

	delta     api.Amount // what an intent could expect, after gas and fee
	deltaNote string     // why it cannot, "" where it can
}

// ask looks what the order book and an auction would give for what a quote is about.
func (w *comparePane) ask(q route.Quote) tea.Cmd {
	var exchange api.Exchange = w.s.Exchange
	w.compared++
	m, r := elsewhere{serial: w.compared, key: q.Key}, q.Request
	base, other := r.Src, r.Dest
	if r.Side == api.Buy {
		base, other = r.Dest, r.Src
	}
	pair := api.Pair{Base: inBook(w.s, base), Quote: inBook(w.s, other)}
	return ui.Call(w.s.Context, compareTime, func(ctx context.Context) tea.Msg {
		if book, err := exchange.Book(ctx, pair, bookDepth); err == nil &&
			pair.Base != pair.Quote {
			m.sweep(book, r.Side, r.Amount)
		}
		m.auction(ctx, exchange, r)
		return m
	})
}

// inBook is the token as orders name it: the native coin wrapped.
func inBook(s *views.Session, address string) common.Address {
	if a := common.HexToAddress(address); a != api.NativeToken {
		return a
	}
	return s.Network.Contracts.WrappedNative
}

func (w *comparePane) onCompared(m elsewhere) {
	if m.serial > w.elsewhere.serial {
		w.elsewhere = m
	}
}

// others are what is known of the newest quote's amount elsewhere.
func (w *comparePane) others() (m elsewhere, known bool) {
	return w.elsewhere, w.elsewhere.key != "" && w.elsewhere.key == w.trade.Quotes.Newest.Key
}

// sweep takes from one side of the book, best first, as much as is sold or bought.
func (m *elsewhere) sweep(book api.Book, side api.Side, left api.Amount) {
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
func (m *elsewhere) auction(ctx context.Context, exchange api.Exchange, r api.PriceRequest) {
	q, err := exchange.DeltaQuote(ctx, api.DeltaQuoteRequest{
		Src: common.HexToAddress(r.Src), Dest: common.HexToAddress(r.Dest),
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
