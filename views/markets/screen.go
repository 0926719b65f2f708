// Package markets is the Markets screen: the pairs, the book of the chosen one with what sweeping it costs, its candles or depth, its trades
// and the account's own orders on it; from here orders are taken, placed and cancelled.
package markets

import (
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
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

// Screen is the Markets screen.
type Screen struct {
	ui.Ring
	s    *views.Session
	area ui.Box

	pairs  *ui.Table[pairRow]
	ladder *ui.Ladder
	chart  chart
	trades *ui.Table[api.Trade]
	mine   *ui.Table[ownOrder]
	form   Form // nil has none

	pair    api.Pair // what the panes show
	book    api.Book
	starred map[string]bool // by the line that is kept of it
	markets []api.Market
	seek    common.Hash // the order the book's cursor goes to once it is there

	feeds feeds
	read  map[what]time.Time // when each part was last read
}

// New makes the screen of a session. The form stands beside the book where there is room for it; nil leaves it to its own screen.
func New(s *views.Session, form Form) *Screen {
	m := &Screen{Ring: ui.NewRing(paneBook), s: s, form: form, starred: map[string]bool{}, read: map[what]time.Time{}}
	m.readStars()
	m.pairs = ui.NewTable(pairRow.id, pairColumns(func() api.Pair { return m.pair })...)
	m.pairs.Flag = func(p pairRow) string {
		if p.starred {
			return "★"
		}
		return ""
	}
	m.pairs.State = ui.State{What: "pairs", Loading: true, Empty: "No pairs on this network yet."}
	m.feeds = m.newFeeds()
	m.turn(s.Market)
	return m
}

// turn empties the panes for another pair.
func (m *Screen) turn(market api.Market) {
	shape := m.s.Shape(market)
	m.pair, m.book, m.seek = api.Pair{Base: market.Base.Address, Quote: market.Quote.Address}, api.Book{}, common.Hash{}
	m.ladder = ui.NewLadder(shape)
	m.ladder.Mine = func(o api.BookOrder) bool { return o.Maker == m.s.Account.Address }
	m.ladder.State = ui.State{What: "the book", Loading: true, Empty: "No orders yet. b buys, s sells."}
	m.value()
	m.chart.clear(shape)
	m.trades = ui.NewTable(tradeID, tradeColumns(shape)...)
	m.trades.State = ui.State{What: "trades", Loading: true, Empty: "No trades yet."}
	m.mine = ui.NewTable(ownOrder.id, ownColumns(shape)...)
	m.mine.Flag = ownOrder.flag
	m.mine.State = ui.State{What: "your orders", Loading: true, Empty: "None here: b buys, s sells."}
	for _, w := range []what{theBook, theTrades, theCandles, theOrders} {
		m.feeds[w].Drop()
		delete(m.read, w)
	}
}

func name(m api.Market) string { return views.PairName(m) }

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Markets }

// Init implements ui.Screen.
func (m *Screen) Init() ui.Cmd {
	return ui.Batch(m.listen(), m.wantAll(), ui.After(beatTime, beat{}))
}

// Update implements ui.Screen.
func (m *Screen) Update(msg ui.Msg) ui.Cmd {
	for _, f := range m.feeds {
		if cmd, ok := f.Due(msg, m.s.Env.Now()); ok {
			return cmd
		}
	}
	switch msg := msg.(type) {
	case ui.KeyMsg, ui.PasteMsg:
		if m.inForm() {
			return m.tellForm(msg)
		}
		if t := m.typing(); t != nil {
			t.Update(msg)
		}
	case ui.MouseMsg:
		return ui.MousePanels(msg, &m.Ring, m.panels())
	case changed:
		return m.want(msg.what)
	case answer:
		return m.onAnswer(msg)
	case beat:
		return ui.Batch(m.wantAll(), ui.After(beatTime, beat{}))
	case ui.Refresh, sign.Mined:
		return ui.Batch(m.wantAll(), m.onMined(msg))
	case allowed:
		return m.onAllowed(msg)
	case taking:
		return m.fill(msg)
	default:
		return m.told(msg)
	}
	return nil
}

// told takes what other screens say.
func (m *Screen) told(msg ui.Msg) ui.Cmd {
	switch msg := msg.(type) {
	case views.AccountChanged:
		m.feeds[theOrders].Drop()
		m.mine.SetRows(nil)
		m.mine.State.Loading = true
		return ui.Batch(m.setBook(), m.want(theOrders))
	case views.MarketChanged:
		if m.s.Pair() != m.pair {
			m.turn(m.s.Market)
			return m.wantAll()
		}
	case views.PricesChanged:
		m.value()
	case views.FindInBook:
		m.seek = msg.Hash
		m.FocusPane(paneBook)
		return ui.Batch(m.want(theBook), m.find())
	case views.TakeOrder:
		return m.take(level{order: msg.Order, bid: msg.Bid}, msg.Size)
	case choose:
		return m.choose(msg.pair)
	}
	return nil
}

// value lets the ladder sum in money where a price of the quote token is known.
func (m *Screen) value() {
	m.ladder.Value = nil
	if usd, ok := m.s.Prices[m.pair.Quote]; ok && usd.Known() {
		m.ladder.Value = func(quote api.Amount) string {
			return "$" + usd.QuoteFor(quote, api.Down).Format(usdDecimals, 0, api.Down)
		}
	}
}

// usdDecimals is the scale of amounts in USD.
const usdDecimals = 18

// choose makes a pair the session's.
func (m *Screen) choose(pair api.Pair) ui.Cmd {
	for _, market := range m.markets {
		if (api.Pair{Base: market.Base.Address, Quote: market.Quote.Address}) == pair {
			m.s.Market = market
			m.FocusPane(paneBook)
			return views.TellAll(views.MarketChanged{})
		}
	}
	return nil
}

// typing is the focused table, whose filter takes what is typed; nil where the focus is on none.
func (m *Screen) typing() ui.Typed {
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
func (m *Screen) Captures(k ui.Key) bool {
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
		title += " " + m.ladder.Pair.Near(rows[0].Price)
	}
	return title
}

// Commands implements ui.Lister: the palette finds markets by their tokens.
func (m *Screen) Commands() []ui.Command {
	var out []ui.Command
	for _, k := range m.markets {
		pair := api.Pair{Base: k.Base.Address, Quote: k.Quote.Address}
		out = append(out, ui.Command{
			Title: "Go to market " + name(k), Where: "markets",
			Tag: fmt.Sprintf("@%s %s %s", name(k), k.Base.Address.Hex(), k.Quote.Address.Hex()),
			Run: func() ui.Cmd { return ui.Goto(views.Markets, choose{pair}) },
		})
	}
	return out
}

// choose is the palette's choice of a pair.
type choose struct{ pair api.Pair }

// Note implements ui.Noter: why something could not be read, which the panes have too little room for; else what the form in use has to say.
func (m *Screen) Note() ui.Note {
	for w := range parts {
		if state := m.state(w); state.Err != "" {
			return ui.Note{Level: ui.Bad, Text: "could not read " + state.What + ": " + state.Err}
		}
	}
	if m.inForm() {
		return m.form.Note()
	}
	return ui.Note{}
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "Σ", Means: "sum of the sizes from the best price to this level; v shows base, quote or value"},
		{Term: "ord", Means: "orders in the level; ⏎ lists them and takes one"},
		{Term: "sweep", Means: "taking everything down to the cursor's level, and the average price that makes"},
		{Term: "◆", Means: "a level that holds an order of yours; x cancels it"},
		{Term: "bps", Means: "hundredths of a percent"},
	}
}
