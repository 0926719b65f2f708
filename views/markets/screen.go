package markets

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
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
// the account's own orders, each a pane with a reader of its own, and the taker that signs.
type Screen struct {
	ui.Panes
	s *views.Session

	pairs  *pairsPane
	ladder *ladderPane
	chart  *chartPane
	tape   *tapePane
	mine   *minePane
	form   *formPane // nil has none
	taker  *taker
	alone  string // the pane that has the whole screen; "" is none

	// the account's fills on every pair, which the chart and the trades mark; no pane lists them
	fills     []api.Fill
	fillState ui.State
	fillFeed  *reader[[]api.Fill]
}

// desk is what the panes ask of the screen around them.
type desk struct {
	s           *views.Session
	question    func() question
	noPair      func() bool
	inside      func(ui.Pane) cells.Box           // the room in a pane
	order       func(api.Side, api.Price) tea.Cmd // opens the order form
	at          func(api.Side) tea.Cmd            // opens it with the price of the cursor in use
	focus       func(pane string)
	hasFocus    func(pane string) bool
	toggleAlone func(pane string) // gives a pane the whole screen, or shows all of them again
}

// New makes the screen of a session. The form stands beside the book where there is room for it;
// nil leaves it to its own screen.
func New(s *views.Session, form Form) *Screen {
	m := &Screen{s: s}
	d := &desk{s: s, question: m.question, inside: m.Inside, order: m.order, at: m.at,
		focus: m.FocusPane, hasFocus: m.HasFocus, toggleAlone: m.toggleAlone,
		noPair: func() bool { return m.ladder.pair == (api.Pair{}) }}
	m.ladder, m.mine, m.tape = newLadder(d), newMine(d), newTape(d)
	m.chart, m.pairs = newChart(d, m.ladder, m.mine), newPairs(d, m.ladder)
	m.taker = &taker{s: s, ladder: m.ladder, routes: newSweeper(s), mine: m.mine}
	m.ladder.taker, m.mine.taker = m.taker, m.taker
	m.tape.front = func() bool { return m.HasFocus(paneTrades) }
	m.tape.traded = m.onTraded
	m.pairs.choose, m.pairs.open = m.choose, func() int { return m.mine.Len() }
	m.pairs.front = func() bool { return m.HasFocus(panePairs) }
	m.pairs.beside = func() { m.toggleAlone(panePairs) }
	m.pairs.feed = newReader(d, thePairs, question.pairs,
		func() *ui.State { return &m.pairs.State }, m.onMarkets)
	m.pairs.feed.off = func() bool { return false }
	m.fillFeed = newReader(d, theFills, question.fills,
		func() *ui.State { return &m.fillState },
		func(list []api.Fill) tea.Cmd { m.setFills(list); return nil })
	all := []ui.Pane{m.ladder, m.mine, m.tape, m.pairs, m.chart}
	if form != nil {
		m.form = &formPane{Form: form, s: s, inUse: m.inForm,
			leave: func() { m.FocusPane(paneBook) }}
		all = append(all, m.form)
	}
	m.turn(s.Market)
	m.Panes = ui.NewPanes(s.Env, m.layout, all...)
	return m
}

func (m *Screen) question() question {
	return question{m.s.Exchange, m.s.Network.ChainID, m.ladder.pair, m.s.Account.Address,
		m.chart.interval(), m.chart.shape}
}

// turn empties the panes for another pair.
func (m *Screen) turn(market api.Market) {
	shape := m.s.PairFormat(market)
	m.ladder.turn(market, shape)
	m.fillState.What = "your fills"
	m.chart.clear(shape)
	m.chart.feed.drop()
	m.setFills(m.fills)
	m.tape.turn(shape)
	m.mine.turn(shape)
}

func name(m api.Market) string { return views.PairName(m) }

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Markets }

// Init implements ui.Screen.
func (m *Screen) Init() tea.Cmd {
	listen(m.s)
	return tea.Batch(m.wantAll(), m.s.After(beatTime, beat{}))
}

// wantAll reads all parts again.
func (m *Screen) wantAll() tea.Cmd {
	return tea.Batch(m.ladder.feed.want(), m.tape.feed.want(), m.chart.feed.want(),
		m.mine.feed.want(), m.pairs.feed.want(), m.fillFeed.want(), m.pairs.trendFeed.want())
}

// Update implements ui.Screen.
func (m *Screen) Update(msg tea.Msg) tea.Cmd {
	filled, done := m.fillFeed.update(msg)
	if done {
		return filled
	}
	routed, done := m.taker.routes.Update(msg)
	if done {
		return routed
	}
	return tea.Batch(filled, routed, m.told(msg), m.Panes.Update(msg))
}

// told takes what other screens say, and what concerns several panes.
func (m *Screen) told(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case beat:
		return m.s.After(beatTime, beat{})
	case sign.Mined:
		m.taker.onMined(msg)
		return nil
	case allowed:
		m.taker.onAllowed(msg)
		return nil
	case views.AccountChanged:
		m.fillFeed.Drop()
		m.setFills(nil)
		return m.fillFeed.want()
	case views.MarketChanged:
		if m.s.Pair() != m.ladder.pair {
			m.turn(m.s.Market)
			m.pairs.Select(pairRow{Market: m.s.Market}.id())
			return m.wantAll()
		}
	case views.FindInBook:
		m.ladder.seek = msg.Hash
		m.FocusPane(paneBook)
		cmd := m.ladder.feed.want()
		m.ladder.find()
		return cmd
	case views.SweepBook:
		m.taker.sweepTo(msg)
		return nil
	case choose:
		return m.choose(msg.pair)
	}
	return nil
}

// onTraded shows the newest price wherever it stands.
func (m *Screen) onTraded(newest api.Trade) {
	m.chart.last = newest.Price
	m.pairs.traded(m.ladder.pair, newest.Price)
	glyph := "▲"
	if newest.Side == api.Sell {
		glyph = "▼"
	}
	m.ladder.Last = glyph + m.ladder.Pair.Price(newest.Price)
}

// setFills takes the account's fills: those of the pair are on the chart, and their transactions
// are told from those of others on the tape.
func (m *Screen) setFills(list []api.Fill) {
	m.fills, m.tape.mine, m.chart.fills = list, make(map[common.Hash]bool, len(list)), nil
	for _, f := range list {
		if f.Given(m.s.Account.Address) {
			continue // it is no trade of the account's
		}
		m.tape.mine[f.TxHash] = true
		give, get := f.MakerAsset, f.TakerAsset // of the account
		gave, got := f.MakerAmount, f.TakerAmount
		if f.Maker != m.s.Account.Address {
			give, get, gave, got = get, give, got, gave
		}
		on := book.Fill{At: at(f.Block.Time), Buy: get.Address == m.ladder.pair.Base}
		price := api.Price{Quote: gave, Base: got}
		if !on.Buy {
			give, get, price = get, give, api.Price{Quote: got, Base: gave}
		}
		if get.Address == m.ladder.pair.Base && give.Address == m.ladder.pair.Quote {
			on.Price = m.chart.float(price)
			m.chart.fills = append(m.chart.fills, on)
		}
	}
}

// onMarkets takes the newest list: favourites first, the rest as the service has them. The first
// pair is chosen where none is yet.
func (m *Screen) onMarkets(list []api.Market) tea.Cmd {
	list = m.s.SetMarkets(list)
	m.pairs.markets = list
	if rows := m.tape.All(); len(rows) > 0 {
		m.pairs.setLast(m.ladder.pair, rows[0].Price)
	}
	m.pairs.listPairs()
	if len(list) == 0 { // then nothing is read of a pair
		for _, s := range []*ui.State{&m.ladder.State, &m.chart.state, &m.tape.State,
			&m.mine.State} {
			s.Loading = false
		}
	}
	if m.ladder.pair == (api.Pair{}) && len(list) > 0 {
		return m.choose(api.Pair{Base: list[0].Base.Address, Quote: list[0].Quote.Address})
	}
	for _, k := range list {
		if (api.Pair{Base: k.Base.Address, Quote: k.Quote.Address}) != m.ladder.pair {
			continue
		}
		m.s.Market = k
		if shape := m.s.PairFormat(k); shape != m.ladder.Pair { // its first price has come
			m.turn(k)
			return m.wantAll()
		}
	}
	return nil
}

// order opens the order form.
func (m *Screen) order(side api.Side, price api.Price) tea.Cmd {
	return m.newOrder(views.NewOrder{Pair: m.ladder.pair, Side: side, Price: price})
}

// at opens the order form with the price of the cursor that is in use.
func (m *Screen) at(side api.Side) tea.Cmd {
	if price, ok := m.chart.chosen(); ok && m.HasFocus(paneChart) {
		return m.order(side, price)
	}
	return m.ladder.here(side)
}

// toggleAlone gives a pane the whole screen, or shows all of them again.
func (m *Screen) toggleAlone(pane string) {
	if m.alone == pane {
		pane, m.alone = paneBook, ""
	} else {
		m.alone = pane
	}
	m.chart.alone, m.pairs.alone = m.alone == paneChart, m.alone == panePairs
	m.Arrange()
	m.FocusPane(pane)
}

// toggleScreener gives the list of pairs the whole screen.
func (m *Screen) toggleScreener() tea.Cmd {
	m.toggleAlone(panePairs)
	return m.pairs.trendFeed.want()
}

// choose makes a pair the session's.
func (m *Screen) choose(pair api.Pair) tea.Cmd {
	base, _ := m.s.Token(pair.Base)
	quote, _ := m.s.Token(pair.Quote)
	m.FocusPane(paneBook)
	m.s.Choose(base, quote)
	return nil
}

// WindowTitle implements ui.Titler.
func (m *Screen) WindowTitle() string {
	if m.s.Market.Base.Symbol == "" {
		return ""
	}
	title := name(m.s.Market)
	if rows := m.tape.Rows(); len(rows) > 0 {
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
			Run: ui.Asking(func() { m.s.Goto(views.Markets, choose{pair}) }),
		})
	}
	return out
}

// choose is the palette's choice of a pair.
type choose struct{ pair api.Pair }

// Status implements ui.StatusProvider: why something could not be read, which the panes have too
// little room for; else what the form in use has to say.
func (m *Screen) Status() ui.Note {
	for _, state := range []*ui.State{&m.ladder.State, &m.tape.State, &m.chart.state,
		&m.mine.State, &m.pairs.State, &m.fillState, &m.pairs.trendState} {
		if state.Err != "" {
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
		{Term: "stand in", Means: "what orders do that are behind those which a sweep takes: " +
			"they make up for what is gone by then, never at more than the worst price"},
		book.PoolWords(),
		{Term: "◆", Means: "a level that holds an order of yours; x cancels it"},
		{Term: "bps", Means: "hundredths of a percent"},
	}
}
