package markets

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/menu"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
)

// pairRow is a pair in the list.
type pairRow struct {
	api.Market
	shape   format.Pair
	starred bool
	rank    int // in the list that is shown
}

func (p pairRow) pair() api.Pair { return api.Pair{Base: p.Base.Address, Quote: p.Quote.Address} }

func (p pairRow) id() string { return p.Base.Address.Hex() + p.Quote.Address.Hex() }

func (p pairRow) name() string { return name(p.Market) }

// format writes a price of the pair.
func (p pairRow) format(price api.Price) string { return p.shape.Price(price) }

// change is what the price has done in 24 hours, in percent: for a label.
func (p pairRow) change() (float64, bool) {
	if !p.Last.Known() || !p.DayAgo.Known() {
		return 0, false
	}
	was := p.DayAgo.Float(p.Base.Decimals, p.Quote.Decimals)
	if was == 0 {
		return 0, false
	}
	return 100 * (p.Last.Float(p.Base.Decimals, p.Quote.Decimals)/was - 1), true
}

// sign is the direction of a change as far as its label shows it.
func (p pairRow) sign() int {
	c, _ := p.change()
	return cmp.Compare(math.Round(c*10), 0)
}

func (p pairRow) changeText() string {
	c, ok := p.change()
	if !ok {
		return ui.Unknown
	}
	places := 1
	if math.Abs(c) >= 99.95 {
		places = 0
	}
	glyph := ""
	switch p.sign() {
	case 1:
		glyph = "▲"
	case -1:
		glyph = "▼"
	}
	return glyph + strconv.FormatFloat(math.Abs(c), 'f', places, 64)
}

// lastColumn is that of the last price.
const lastColumn = 1

func pairColumns(chosen func() api.Pair) []table.Column[pairRow] {
	return []table.Column[pairRow]{
		{Title: "pair", Width: 10, Flex: 1, Cell: pairRow.name,
			Less: func(a, b pairRow) int { return strings.Compare(a.name(), b.name()) },
			Style: func(t *ui.Theme, p pairRow) ui.Style {
				if p.pair() == chosen() {
					return t.Accent
				}
				return t.Text
			}},
		{Title: "last", Width: 8, Right: true,
			Cell: func(p pairRow) string { return p.format(p.Last) }},
		{Title: "24h%", Width: 5, Right: true, Cell: pairRow.changeText,
			Less: func(a, b pairRow) int {
				x, _ := a.change()
				y, _ := b.change()
				return cmp.Compare(y, x)
			},
			Style: func(t *ui.Theme, p pairRow) ui.Style {
				style, _ := t.Change(p.sign())
				return style
			}},
	}
}

// pairsPane lists the pairs, favourites first, with the chosen one's day below.
type pairsPane struct {
	table.Pane[pairRow]
	s       *views.Session
	feed    *reader[[]api.Market]
	ladder  *ladderPane
	choose  func(api.Pair) tea.Cmd
	open    func() int // orders of the account on the chosen pair
	markets []api.Market
	shown   string                // the watchlist that is shown, "" for all pairs
	places  map[views.Watched]int // of what is watched, from 1
	front   func() bool           // the pane has the focus
	alone   bool                  // it has the whole screen: the screener
	beside  func()                // shows the other panes again

	trendFeed  *reader[map[api.Pair][]float64]
	trends     map[api.Pair][]float64 // closes of the hours of a day
	trendState ui.State               // has no pane of its own
}

func newPairs(d *desk, ladder *ladderPane) *pairsPane {
	m := &pairsPane{s: d.s, ladder: ladder}
	m.readStars()
	rows := table.New(pairRow.id, pairColumns(func() api.Pair { return ladder.pair })...)
	rows.Columns = append(rows.Columns, m.screenerColumns()...)
	rows.Flag = func(p pairRow) string {
		switch {
		case p.starred:
			return "★"
		case p.poolsOnly():
			return "○"
		}
		return ""
	}
	rows.State = ui.State{What: "pairs", Loading: true, Empty: "No pairs on this network yet."}
	m.Pane = table.NewPane(d.s.Env, panePairs, rows)
	m.Open = m.pick
	m.trendState.What = "trends"
	m.trendFeed = newReader(d, theTrends, question.trends,
		func() *ui.State { return &m.trendState },
		func(trends map[api.Pair][]float64) tea.Cmd {
			m.trends = trends
			return nil
		})
	m.trendFeed.off = func() bool { return !m.alone || d.noPair() }
	return m
}

func (m *pairsPane) Title() (title, right string) {
	if m.alone {
		return "Screener", cmp.Or(m.feed.old(), "○ traded in pools only")
	}
	return m.title(), m.feed.old()
}

// traded notes the newest price of the chosen pair, so that it has one last price on the screen
// although the list is read less often than the trades.
func (m *pairsPane) traded(pair api.Pair, price api.Price) {
	if m.setLast(pair, price) {
		m.listPairs()
	}
}

func (m *pairsPane) setLast(pair api.Pair, price api.Price) (changed bool) {
	for i := range m.markets {
		k := &m.markets[i]
		if (api.Pair{Base: k.Base.Address, Quote: k.Quote.Address}) != pair || !price.Known() {
			continue
		}
		changed = k.Last != price
		k.Last = price
		if k.High.Known() && price.Cmp(k.High) > 0 {
			k.High = price
		}
		if k.Low.Known() && price.Cmp(k.Low) < 0 {
			k.Low = price
		}
		m.s.Market = *k
	}
	return changed
}

// pairsWidth is the width of the pane with a price of eight digits.
const pairsWidth, pairsPrice = 29, 8

// width is what the pane needs to show every price and change in full.
func (m *pairsPane) width() int {
	return pairsWidth + max(0, m.Columns[lastColumn].Width-pairsPrice)
}

func (m *pairsPane) listPairs() {
	rows := m.rows()
	widen(m.Table, rows, "last")
	m.SetRows(rows)
}

func (m *pairsPane) Update(msg tea.Msg) tea.Cmd {
	listed, ok := m.feed.update(msg)
	if ok {
		return listed
	}
	trends, ok := m.trendFeed.update(msg)
	if ok {
		return trends
	}
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return m.typed(msg)
	case tea.MouseMsg:
		return m.click(msg)
	}
	return tea.Batch(listed, trends)
}

// typed takes what is typed into the filter; the cursor goes to the first pair that matches, and
// the end of typing is the choice.
func (m *pairsPane) typed(k tea.KeyMsg) tea.Cmd {
	before := m.Filter()
	m.Table.Update(k)
	if rows := m.Rows(); m.Filter() != before && len(rows) > 0 {
		m.Select(rows[0].id())
	}
	if k.String() == "enter" {
		return m.pick()
	}
	return nil
}

// click opens the pair that it selects.
func (m *pairsPane) click(msg tea.MouseMsg) tea.Cmd {
	before, _ := m.Selected()
	open := m.Mouse(msg)
	after, ok := m.Selected()
	if open || ok && msg.Button == tea.MouseButtonLeft && before.id() != after.id() {
		return m.pick()
	}
	return nil
}

// rows are the pairs of the watchlist that is shown, in its order; of all pairs, favourites come
// first.
func (m *pairsPane) rows() []pairRow {
	rows := make([]pairRow, 0, len(m.markets))
	for _, k := range m.markets {
		p := pairRow{Market: k, shape: m.s.PairFormat(k)}
		place, on := m.places[m.watched(p.pair())]
		if p.starred = on; m.shown != "" && !on {
			continue
		}
		p.rank = place
		if !on {
			p.rank = len(m.places) + 1
		}
		rows = append(rows, p)
	}
	slices.SortStableFunc(rows, func(a, b pairRow) int { return a.rank - b.rank })
	return rows
}

// pick opens the pair under the cursor, beside its book.
func (m *pairsPane) pick() tea.Cmd {
	if m.alone {
		m.beside()
	}
	if p, ok := m.Selected(); ok {
		m.SetFilter("")
		return m.choose(p.pair())
	}
	return nil
}

// pairItems are the pairs of a menu.
func (m *pairsPane) pairItems() []menu.Item {
	items := make([]menu.Item, 0, len(m.markets))
	for _, p := range m.rows() {
		note := p.format(p.Last) + "  " + p.changeText()
		if p.starred {
			note = "★  " + note
		}
		items = append(items, menu.Item{
			Title: p.name(), Note: note,
			Run:  func() tea.Cmd { return m.choose(p.pair()) },
			Also: func() tea.Cmd { return m.star(p.pair()) },
		})
	}
	return items
}

// Draw shows the list and, below it, the chosen pair's day.
func (m *pairsPane) Draw(area cells.Box, focused bool) string {
	facts := m.facts()
	room := area.H - len(facts) - 1
	if m.alone || room < 8 {
		return m.Pane.Draw(area, focused)
	}
	list := m.Pane.Draw(cells.Box{W: area.W, H: room}, focused)
	t := m.s.Env.Theme
	lines := []string{list, ""}
	for _, f := range facts {
		lines = append(lines, cells.Spread(
			" "+t.Muted.Render(f.Key), t.Text.Render(f.Value+" "), area.W))
	}
	return strings.Join(lines, "\n")
}

func (m *pairsPane) Actions() []ui.Action {
	return append([]ui.Action{
		act("favourite", panePairs, "f", "favourite",
			"put the pair on the list that is shown, the favourites or another, or take it off", "",
			m.starSelected),
		act("exportpairs", panePairs, "e", "CSV", "write the pairs to a CSV file", "",
			func() tea.Cmd { return m.s.Export("pairs", "csv", m.CSV()) }),
	}, m.listActions()...)
}

// facts are the day of the pair that the cursor is on, by its name; what is known of the chosen one
// alone is left out of another's.
func (m *pairsPane) facts() []ui.Pair {
	k := m.s.Market
	if m.ladder.pair == (api.Pair{}) {
		return nil
	}
	if row, ok := m.Selected(); ok && row.pair() != m.ladder.pair {
		p := pairRow{Market: row.Market, shape: m.s.PairFormat(row.Market)}
		return append([]ui.Pair{{Key: name(row.Market), Value: "⏎ opens it"}},
			dayOf(p, row.BestBid, row.BestAsk)...)
	}
	p := pairRow{Market: k, shape: m.ladder.Pair}
	bid, ask := k.BestBid, k.BestAsk
	if len(m.ladder.book.Bids) > 0 {
		bid = m.ladder.book.Bids[0].Price
	}
	if len(m.ladder.book.Asks) > 0 {
		ask = m.ladder.book.Asks[0].Price
	}
	return append([]ui.Pair{{Key: name(k), Value: ui.Count(m.open()) + " open here"}},
		dayOf(p, bid, ask)...)
}

// dayOf is a pair's best prices and its last 24 hours.
func dayOf(p pairRow, bid, ask api.Price) []ui.Pair {
	k := p.Market
	return []ui.Pair{
		{Key: "best bid", Value: p.format(bid)},
		{Key: "best ask", Value: p.format(ask)},
		{Key: "24h high", Value: p.format(k.High)},
		{Key: "24h low", Value: p.format(k.Low)},
		{Key: "24h vol", Value: format.Digits(k.Volume, k.Base.Decimals, 2, api.Down) + " " +
			views.Symbol(k.Base)},
		{Key: "makers in the book", Value: ui.Count(k.Makers)},
	}
}
