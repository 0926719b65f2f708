package markets

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/sign"
)

// The panes.
const (
	panePairs  = "pairs"
	paneBook   = "book"
	paneChart  = "chart"
	paneTrades = "trades"
	paneMine   = "mine"
	paneForm   = "form"
)

// Screen is the Markets screen: the pairs, the ladder of the chosen one, its chart, its trades and
// the account's own orders, each a part of its own, and the taker that signs.
type Screen struct {
	ui.Ring
	s    *views.Session
	area cells.Box

	pairs  *pairsPane
	ladder *ladderPane
	chart  *chart
	taker  *taker
	trades *table.Table[api.Trade]
	mine   *table.Table[ownOrder]
	tape   tape
	alone  string               // the pane that has the whole screen; "" is none
	fills  []api.Fill           // of the account, on every pair
	byMe   map[common.Hash]bool // transactions of them

	fillState ui.State // has no pane of its own
	form      Form     // nil has none

	feeds feeds
	read  map[what]time.Time // when each part was last read
}

// New makes the screen of a session. The form stands beside the book where there is room for it;
// nil leaves it to its own screen.
func New(s *views.Session, form Form) *Screen {
	m := &Screen{Ring: ui.NewRing(paneBook), s: s, form: form, read: map[what]time.Time{}}
	m.ladder = &ladderPane{s: s}
	m.taker = &taker{s: s, ladder: m.ladder, routes: newSweeper(s),
		mine: func() *table.Table[ownOrder] { return m.mine }}
	m.pairs = newPairs(s, m.ladder, m.choose, func() int { return m.mine.Len() })
	m.pairs.front = func() bool { return m.HasFocus(panePairs) }
	m.chart = &chart{s: s, ladder: m.ladder, order: m.order, at: firstInterval,
		room: func() cells.Box { return m.inner(paneChart) },
		own:  func() []ownOrder { return m.mine.All() }, reload: func() tea.Cmd {
			m.feeds[theCandles].Drop()
			return m.want(theCandles)
		}}
	m.feeds = m.newFeeds()
	m.turn(s.Market)
	return m
}

// turn empties the panes for another pair.
func (m *Screen) turn(market api.Market) {
	shape := m.s.PairFormat(market)
	m.ladder.turn(market, shape)
	m.fillState.What = "your fills"
	m.chart.clear(shape)
	m.setFills(m.fills)
	m.trades = table.New(tradeID, tradeColumns(shape, m.s.Env.WithZone("time"))...)
	m.tape = tape{shape: shape}
	m.trades.Flag = func(t api.Trade) string {
		if m.byMe[t.TxHash] {
			return "◆"
		}
		return ""
	}
	m.trades.State = ui.State{What: "trades", Loading: true, Empty: "No trades yet."}
	m.mine = table.New(ownOrder.id, ownColumns(shape)...)
	m.mine.Flag = ownOrder.flag
	m.mine.State = ui.State{What: "your orders", Loading: true,
		Empty: "None here: b buys, s sells."}
	for _, w := range []what{theBook, theTrades, theCandles, theOrders} {
		m.feeds[w].Drop()
		delete(m.read, w)
	}
}

func name(m api.Market) string { return views.PairName(m) }

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Markets }

// Init implements ui.Screen.
func (m *Screen) Init() tea.Cmd {
	return tea.Batch(m.listen(), m.wantAll(), m.s.After(beatTime, beat{}))
}

// Update implements ui.Screen.
func (m *Screen) Update(msg tea.Msg) tea.Cmd {
	for _, f := range m.feeds {
		if cmd, ok := f.Due(msg, m.s.Env); ok {
			return cmd
		}
	}
	routed, done := m.taker.routes.Update(msg)
	if done {
		return routed
	}
	return tea.Batch(routed, m.update(msg))
}

// update takes what is not for the best route alone.
func (m *Screen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if m.inForm() {
			return m.tellForm(msg)
		}
		if t := m.typing(); t != nil {
			t.Update(msg)
			if m.HasFocus(panePairs) && msg.String() == "enter" {
				return m.pick() // the end of typing is the choice
			}
		}
	case tea.MouseMsg:
		return ui.MousePanes(msg, &m.Ring, m.panes())
	case changed:
		return m.want(msg.what)
	case answer:
		return m.onAnswer(msg)
	case beat:
		return tea.Batch(m.wantAll(), m.s.After(beatTime, beat{}))
	case ui.Refresh, sign.Mined:
		return tea.Batch(m.wantAll(), m.taker.onMined(msg))
	case allowed:
		return m.taker.onAllowed(msg)
	default:
		return m.told(msg)
	}
	return nil
}

// told takes what other screens say.
func (m *Screen) told(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.AccountChanged:
		m.feeds[theOrders].Drop()
		m.feeds[theFills].Drop()
		m.mine.SetRows(nil)
		m.mine.State.Loading = true
		m.setFills(nil)
		return tea.Batch(m.ladder.setBook(), m.want(theOrders), m.want(theFills))
	case views.MarketChanged:
		if m.s.Pair() != m.ladder.pair {
			m.turn(m.s.Market)
			m.pairs.Select(pairRow{Market: m.s.Market}.id())
			return m.wantAll()
		}
	case views.PricesChanged:
		m.ladder.value()
	case views.FindInBook:
		m.ladder.seek = msg.Hash
		m.FocusPane(paneBook)
		return tea.Batch(m.want(theBook), m.ladder.find())
	case views.SweepBook:
		return m.taker.sweepTo(msg)
	case choose:
		return m.choose(msg.pair)
	}
	return nil
}

// choose makes a pair the session's.
func (m *Screen) choose(pair api.Pair) tea.Cmd {
	base, _ := m.s.Token(pair.Base)
	quote, _ := m.s.Token(pair.Quote)
	m.FocusPane(paneBook)
	return m.s.Choose(base, quote)
}

// typing is the focused table, whose filter takes what is typed; nil where the focus is on none.
func (m *Screen) typing() table.Typed {
	switch m.FocusedPane() {
	case panePairs:
		return m.pairs
	case paneTrades:
		return m.trades
	case paneMine:
		return m.mine
	}
	return nil
}

// Captures implements ui.Capturer.
func (m *Screen) Captures(k tea.KeyMsg) bool {
	if m.inForm() {
		return m.form.Captures(k)
	}
	t := m.typing()
	return t != nil && t.Captures(k)
}

// WindowTitle implements ui.Titler.
func (m *Screen) WindowTitle() string {
	if m.s.Market.Base.Symbol == "" {
		return ""
	}
	title := name(m.s.Market)
	if rows := m.trades.Rows(); len(rows) > 0 {
		title += " " + m.ladder.Pair.Price(rows[0].Price)
	}
	return title
}

// Commands implements ui.Commander: the palette finds markets by their tokens.
func (m *Screen) Commands() []ui.Command {
	var out []ui.Command
	for _, k := range m.pairs.markets {
		pair := api.Pair{Base: k.Base.Address, Quote: k.Quote.Address}
		out = append(out, ui.Command{
			Title: "Go to market " + name(k), Where: "markets",
			Tag: fmt.Sprintf("@%s %s %s", name(k), k.Base.Address.Hex(), k.Quote.Address.Hex()),
			Run: func() tea.Cmd { return m.s.Goto(views.Markets, choose{pair}) },
		})
	}
	return out
}

// choose is the palette's choice of a pair.
type choose struct{ pair api.Pair }

// Status implements ui.StatusProvider: why something could not be read, which the panes have too
// little room for; else what the form in use has to say.
func (m *Screen) Status() ui.Note {
	for w := range parts {
		if state := m.state(w); state.Err != "" {
			return ui.Note{Level: ui.Bad, Text: "could not read " + state.What + ": " + state.Err}
		}
	}
	if m.inForm() {
		return m.form.Status()
	}
	return ui.Note{}
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "Σ", Means: "sum of the sizes from the best price to this level; v shows base, " +
			"quote or value"},
		{Term: "ord", Means: "orders in the level"},
		{Term: "sweep", Means: "taking everything down to the cursor's level in one " +
			"transaction, and the average price that makes; ⏎ does it"},
		{Term: "spares", Means: "orders behind those that a sweep takes: they make up for what " +
			"is gone by then, never at more than the worst price"},
		book.PoolWords(),
		{Term: "◆", Means: "a level that holds an order of yours; x cancels it"},
		{Term: "bps", Means: "hundredths of a percent"},
	}
}
