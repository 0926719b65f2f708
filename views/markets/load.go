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
	// feeds pace the reading of each part.
	feeds [parts]*views.Poller
	// changed says that a part has to be read again.
	changed struct{ what what }
	// beat is the time to read everything again.
	beat struct{}
	// answer carries what was read of a part: a []api.Market, api.Book and so on.
	answer struct {
		what  what
		epoch uint64
		data  any
		err   error
	}
)

func (m *Screen) newFeeds() (f feeds) {
	reads := [parts]func(question, context.Context) (any, error){
		theBook: question.book, theTrades: question.trades, theCandles: question.candles,
		theOrders: question.orders, thePairs: question.pairs, theFills: question.fills,
		theTrends: question.trends,
	}
	for w, read := range reads {
		f[w] = &views.Poller{Pause: pauses[w], Ask: func(epoch uint64) tea.Cmd {
			q := m.question()
			return ui.Call(m.s.Context, readTime, func(ctx context.Context) tea.Msg {
				data, err := read(q, ctx)
				return answer{what(w), epoch, data, err}
			})
		}}
	}
	return f
}

// listen turns the service's events into parts to read again.
func (m *Screen) listen() tea.Cmd {
	return m.s.Events(func(e api.Event, send func(string, tea.Msg)) {
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

// want reads a part again. Without a pair there is only the list of pairs to read.
func (m *Screen) want(w what) tea.Cmd {
	if m.ladder.pair == (api.Pair{}) && w != thePairs || w == theTrends && m.alone != panePairs {
		return nil
	}
	return m.feeds[w].Want(m.s.Env)
}

func (m *Screen) wantAll() tea.Cmd {
	var cmds []tea.Cmd
	for w := range parts {
		cmds = append(cmds, m.want(w))
	}
	return tea.Batch(cmds...)
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

func (m *Screen) question() question {
	return question{m.s.Exchange, m.s.Network.ChainID, m.ladder.pair, m.s.Account.Address,
		m.chart.interval(), m.chart.shape}
}

func (q question) pairs(ctx context.Context) (any, error) { return q.exchange.Markets(ctx) }

// fewOrders is on how many orders of each side the pools' depth is shown with them.
const fewOrders = 10

// bookRead is a book, with the depth of pools where few orders rest.
type bookRead struct {
	api.Book
	pools api.PoolDepth
}

func (q question) book(ctx context.Context) (any, error) {
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

func (q question) trades(ctx context.Context) (any, error) {
	return q.exchange.Trades(ctx, q.pair, mostTrades)
}

func (q question) candles(ctx context.Context) (any, error) {
	list, err := q.exchange.Candles(ctx, api.CandleQuery{Pair: q.pair,
		Interval: q.interval, Limit: candleCount})
	return inPoints(q.shape, list), err
}

// mostFills is how many of the account's fills are marked.
const mostFills = 500

func (q question) fills(ctx context.Context) (any, error) {
	return q.exchange.Fills(ctx,
		api.FillQuery{Account: &q.account, Limit: mostFills})
}

// orders finds the account's open orders on the pair, either way round.
func (q question) orders(ctx context.Context) (any, error) {
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

func (m *Screen) onAnswer(a answer) tea.Cmd {
	now := m.s.Env.Now()
	fresh, again := m.feeds[a.what].Done(a.epoch, m.s.Env)
	if !fresh {
		return again
	}
	state := m.state(a.what)
	state.Loading, state.Err, state.Retry = false, "", beatTime
	if a.err != nil {
		state.Err = api.AsError(a.err).Details
		return again
	}
	m.read[a.what] = now
	switch data := a.data.(type) {
	case []api.Market:
		return tea.Batch(again, m.setPairs(data))
	case bookRead:
		m.ladder.book, m.ladder.pools = data.Book, data.pools
		return tea.Batch(again, m.ladder.setBook())
	case []api.Trade:
		m.setTrades(data)
	case candlesRead:
		m.chart.set(data)
	case map[api.Pair][]float64:
		m.pairs.trends = data
	case []api.Fill:
		m.setFills(data)
	case []ownOrder:
		widen(m.mine, data, "price", "left")
		m.mine.SetRows(data)
	}
	return again
}

// state is the part's pane's.
func (m *Screen) state(w what) *ui.State {
	return [parts]*ui.State{&m.ladder.State, &m.trades.State, &m.chart.state, &m.mine.State,
		&m.pairs.State, &m.fillState, &m.pairs.trendState}[w]
}

// old says how old a part is once that matters, for its pane's title.
func (m *Screen) old(w what) string { return m.s.Env.Old(m.read[w], oldAfter) }
