package markets

import (
	"context"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// what is a part of the data that is read on its own.
type what int

const (
	theBook what = iota
	theTrades
	theCandles
	theOrders
	thePairs
	theFills
	theTrends
	parts
)

const (
	readTime   = 5 * time.Second
	beatTime   = 5 * time.Second // everything is read again this often, whatever is heard
	oldAfter   = 3 * beatTime    // data is called old from this age on
	bookDepth  = 400             // orders of a side
	mostTrades = 100
)

// pauses are the least times between two readings: what moves fastest is read at most ten times a
// second.
var pauses = [parts]time.Duration{
	theBook: 100 * time.Millisecond, theTrades: 200 * time.Millisecond, theCandles: time.Second,
	theOrders: 300 * time.Millisecond, thePairs: 2 * time.Second,
	theFills: time.Second, theTrends: time.Minute,
}

type (
	// changed says that a part has to be read again.
	changed struct{ what what }
	// beat is the time to read everything again.
	beat struct{}
	// answer carries what was read of a part.
	answer[T any] struct {
		epoch uint64
		data  T
		err   error
	}
)

// reader reads one part for the pane that it belongs to.
type reader[T any] struct {
	views.Poller
	s     *views.Session
	what  what
	off   func() bool      // tells that there is nothing to read
	state func() *ui.State // of the pane
	take  func(T) tea.Cmd  // shows what was read
	at    time.Time        // of the last answer
}

// newReader asks what is asked at present by one of its methods.
func newReader[T any](d *desk, w what, read func(question, context.Context) (T, error),
	state func() *ui.State, take func(T) tea.Cmd) *reader[T] {
	r := &reader[T]{s: d.s, what: w, off: d.noPair, state: state, take: take}
	r.Poller = views.Poller{Pause: pauses[w], Ask: func(epoch uint64) tea.Cmd {
		q := d.question()
		return ui.Call(d.s.Context, readTime, func(ctx context.Context) tea.Msg {
			data, err := read(q, ctx)
			return answer[T]{epoch, data, err}
		})
	}}
	return r
}

// want reads the part again.
func (r *reader[T]) want() tea.Cmd {
	if r.off() {
		return nil
	}
	return r.Want(r.s.Env)
}

// drop forgets what was read, of another pair.
func (r *reader[T]) drop() {
	r.Drop()
	r.at = time.Time{}
}

// old says how old the part is once that matters, for the title of its pane.
func (r *reader[T]) old() string { return r.s.Env.Old(r.at, oldAfter) }

// update takes what the reader is told; ok is false for what is not for it alone.
func (r *reader[T]) update(m tea.Msg) (cmd tea.Cmd, ok bool) {
	if cmd, ok = r.Due(m, r.s.Env); ok {
		return cmd, true
	}
	switch m := m.(type) {
	case answer[T]:
		return r.onAnswer(m), true
	case changed:
		if m.what == r.what {
			return r.want(), true
		}
	case beat, ui.Refresh, sign.Mined:
		return r.want(), false
	}
	return nil, false
}

func (r *reader[T]) onAnswer(a answer[T]) tea.Cmd {
	now := r.s.Env.Now()
	fresh, again := r.Done(a.epoch, r.s.Env)
	if !fresh {
		return again
	}
	state := r.state()
	state.Loading, state.Err, state.Retry = false, "", beatTime
	if a.err != nil {
		state.Err = api.AsError(a.err).Details
		return again
	}
	r.at = now
	return tea.Batch(again, r.take(a.data))
}

// listen turns the service's events into parts to read again.
func listen(s *views.Session) {
	s.Events(func(e api.Event, send func(string, tea.Msg)) {
		tell := func(parts ...what) {
			for _, w := range parts {
				send(strconv.Itoa(int(w)), changed{w})
			}
		}
		switch e.Topic {
		case api.TopicBook:
			tell(theBook, thePairs)
		case api.TopicTrade:
			tell(theTrades, theCandles, thePairs)
		case api.TopicOrder:
			tell(theOrders)
		case api.TopicFill:
			tell(theFills)
		case api.TopicBlock:
			tell(theBook)
		}
	}, api.TopicBook, api.TopicTrade, api.TopicOrder, api.TopicBlock, api.TopicFill)
}

// question is what the parts are read of, as it was when they were asked for. It answers off the
// loop.
type question struct {
	exchange api.Exchange
	chain    uint64
	pair     api.Pair
	account  common.Address
	interval time.Duration
	shape    format.Pair
}

func (q question) pairs(ctx context.Context) ([]api.Market, error) {
	return q.exchange.Markets(ctx)
}

// fewOrders is on how many orders of each side the pools' depth is shown with them.
const fewOrders = 10

// bookRead is a book, with the depth of pools where few orders rest.
type bookRead struct {
	api.Book
	pools api.PoolDepth
}

func (q question) book(ctx context.Context) (bookRead, error) {
	b, err := q.exchange.Book(ctx, q.pair, bookDepth)
	if err != nil || min(len(b.Asks), len(b.Bids)) >= fewOrders {
		return bookRead{Book: b}, err
	}
	pools, err := q.exchange.PoolDepth(ctx, q.pair)
	if err != nil { // they are not read yet, or not as new as they must be
		pools = api.PoolDepth{}
	}
	return bookRead{b, pools}, nil
}

func (q question) trades(ctx context.Context) ([]api.Trade, error) {
	return q.exchange.Trades(ctx, q.pair, mostTrades)
}

func (q question) candles(ctx context.Context) (candlesRead, error) {
	list, err := q.exchange.Candles(ctx, api.CandleQuery{Pair: q.pair,
		Interval: q.interval, Limit: candleCount})
	return inPoints(q.shape, list), err
}

// mostFills is how many of the account's fills are marked.
const mostFills = 500

func (q question) fills(ctx context.Context) ([]api.Fill, error) {
	return q.exchange.Fills(ctx,
		api.FillQuery{Account: &q.account, Limit: mostFills})
}

// orders finds the account's open orders on the pair, either way round.
func (q question) orders(ctx context.Context) ([]ownOrder, error) {
	open, err := views.OpenOrders(ctx, q.exchange, q.account, false)
	if err != nil {
		return nil, err
	}
	var own []ownOrder
	for _, o := range open {
		if row, ok := ownOf(o, q.pair); ok {
			own = append(own, row)
		}
	}
	return own, nil
}
