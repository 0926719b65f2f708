package markets

import (
	"cmp"
	"encoding/csv"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/format"
)

// ladderPane is the book of the chosen pair.
type ladderPane struct {
	*book.Ladder
	s     *views.Session
	desk  *desk
	taker *taker
	feed  *reader[bookRead]
	pair  api.Pair // what the panes show
	read  api.Book // as it was read
	book  api.Book // without what is not worth its gas
	// of the pools between the tokens, as far as it is shown
	pools api.PoolDepth
	seek  common.Hash // the order the cursor goes to once it is there
	// alive tells the dialog over the book that it is another one; nil without one
	alive func() tea.Cmd
}

func newLadder(d *desk) *ladderPane {
	m := &ladderPane{s: d.s, desk: d}
	m.feed = newReader(d, theBook, question.book, func() *ui.State { return &m.State },
		func(b bookRead) tea.Cmd {
			m.read, m.pools = b.Book, b.pools
			return m.setBook()
		})
	return m
}

func (*ladderPane) Name() string { return paneBook }

func (m *ladderPane) Title() (title, right string) {
	title, old := name(m.s.Market)+" book", m.feed.old()
	if !m.s.Area.Wide() {
		return title, cmp.Or(old, "p pairs")
	}
	if m.desk.inside(m).W >= book.Roomy { // its first line says it
		title = "Book"
	}
	return title, cmp.Or(old, m.source())
}

func (m *ladderPane) Update(msg tea.Msg) tea.Cmd {
	cmd, ok := m.feed.update(msg)
	if ok {
		return cmd
	}
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return m.click(msg)
	case views.PricesChanged:
		m.value()
		return m.setBook()
	case views.AccountChanged:
		return m.setBook()
	}
	return cmd
}

func (m *ladderPane) Draw(area cells.Box, focused bool) string {
	return m.Ladder.Draw(m.s.Env, area, focused)
}

// turn empties the book for another pair.
func (m *ladderPane) turn(market api.Market, shape format.Pair) {
	m.pair = api.Pair{Base: market.Base.Address, Quote: market.Quote.Address}
	m.read, m.book, m.pools = api.Book{}, api.Book{}, api.PoolDepth{}
	m.seek = common.Hash{}
	m.Ladder = book.NewLadder(shape)
	m.Mine = func(o api.BookOrder) bool { return o.Maker == m.s.Account.Address }
	m.feed.drop()
	m.State = ui.State{What: "the book", Loading: true, Empty: "No orders yet. b buys, s sells."}
	m.value()
}

// value lets the ladder sum in money where a price of the quote token is known.
func (m *ladderPane) value() {
	m.Value = nil
	if usd, ok := m.s.Prices[m.pair.Quote]; ok && usd.Known() {
		m.Value = func(quote api.Amount) string {
			return "$" + usd.QuoteFor(quote, api.Down).Format(usdDecimals, 0, api.Down)
		}
	}
}

// usdDecimals is the scale of amounts in USD.
const usdDecimals = 18

// setBook gives the ladder what was read.
func (m *ladderPane) setBook() tea.Cmd {
	m.book, m.Dust[0], m.Dust[1] = m.s.WorthTaking(m.read)
	var alive tea.Cmd
	if m.alive != nil {
		alive = m.alive()
	}
	m.SetPools(m.pools.Asks, m.pools.Bids)
	cmd := tea.Batch(alive, m.SetBook(m.s.Env, m.book.Asks, m.book.Bids))
	m.find()
	return cmd
}

// find moves the cursor to the order that is looked for, once the book has it.
func (m *ladderPane) find() {
	if m.seek == (common.Hash{}) {
		return
	}
	asks, bids := m.Levels()
	holds := func(l book.Level) bool {
		return slices.ContainsFunc(l.Orders, func(o api.BookOrder) bool { return o.Hash == m.seek })
	}
	down := 0 // from the highest ask
	if i := slices.IndexFunc(asks, holds); i >= 0 {
		down = len(asks) - 1 - i
	} else if i := slices.IndexFunc(bids, holds); i >= 0 {
		down = len(asks) + i
	} else {
		return
	}
	m.seek = common.Hash{}
	m.Move(-len(asks) - len(bids))
	m.Move(down)
}

// source is where the levels come from.
func (m *ladderPane) source() string {
	if len(m.pools.Asks)+len(m.pools.Bids) > 0 {
		return "orders and " + book.PoolMark + " pools"
	}
	return "on-chain orders"
}

// swap leads to the Swap screen, with what orders and pools trade down to the cursor.
func (m *ladderPane) swap(v book.Level, ask bool) {
	k, p := m.s.Market, m.Pair
	sale := views.NewSale{Src: k.Base, Dest: k.Quote,
		Amount: plain(v.SumSize.Format(p.BaseDecimals, p.SizePlaces, api.Down))}
	if ask {
		sale = views.NewSale{Src: k.Quote, Dest: k.Base,
			Amount: plain(v.SumCost.Format(p.QuoteDecimals, p.QuotePlaces, api.Up))}
	}
	m.s.Goto(views.Swap, sale)
}

// mid is the middle of the best prices of the book as signed.
func (m *ladderPane) mid() (api.Price, bool) {
	if len(m.book.Asks) == 0 || len(m.book.Bids) == 0 {
		return api.Price{}, false
	}
	return views.Mid(m.book.Bids[0].Price, m.book.Asks[0].Price)
}

// here opens the order form with the price of the cursor's level, or none where there is no level.
func (m *ladderPane) here(side api.Side) tea.Cmd {
	var price api.Price
	if l, _, ok := m.Cursor(); ok {
		price, _ = m.Pair.TickPrice(l.Ticks)
	}
	return m.desk.order(side, price)
}

// priceColumn is where the ladder's prices end.
const priceColumn = 14

// click moves the cursor; a second click on its price orders at it, elsewhere in the row it
// lists the orders.
func (m *ladderPane) click(msg tea.MouseMsg) tea.Cmd {
	if !m.Mouse(msg) {
		return nil
	}
	if msg.X >= priceColumn {
		return m.taker.list()
	}
	if _, ask, _ := m.Cursor(); ask {
		return m.here(api.Sell)
	}
	return m.here(api.Buy)
}

func (m *ladderPane) Actions() []ui.Action {
	empty, none := "", ""
	if _, _, ok := m.Cursor(); !ok {
		empty = "the book is empty"
	}
	own := m.own()
	if len(own) == 0 {
		none = "none of the level's orders is yours"
	}
	label, help := "sweep", "list the orders to the cursor's level and take them"
	if _, _, ok := m.Swap(); ok {
		label, help = "swap", "swap what pools and orders trade to the cursor's level"
	}
	out := append(m.Ladder.Actions(paneBook)[:2],
		act("orders", paneBook, "enter", label, help, empty, m.taker.list))
	for _, pane := range []string{paneBook, paneChart} {
		out = append(out,
			act("buy", pane, "b", "buy here", "order form, to buy at the cursor's price",
				m.noPair(), func() tea.Cmd { return m.desk.at(api.Buy) }),
			act("sell", pane, "s", "sell here", "order form, to sell at the cursor's price",
				m.noPair(), func() tea.Cmd { return m.desk.at(api.Sell) }))
	}
	return append(out,
		act("cancel", paneBook, "x", "cancel mine", "cancel your orders on the level", none,
			func() tea.Cmd { return m.taker.cancel(own) }),
		act("copy", paneBook, "y", "copy price", "copy the price of the level", empty,
			func() tea.Cmd {
				l, _, _ := m.Cursor()
				m.s.Copy("price", plain(m.Pair.TickText(l.Ticks)))
				return nil
			}),
		act("export", paneBook, "e", "export", "write the book to a CSV file", empty,
			func() tea.Cmd {
				return m.s.Export("book-"+name(m.s.Market), "csv", m.bookCSV())
			}))
}

// Moves are the keys of the ladder but the first two, which stand before all others.
func (m *ladderPane) Moves() []ui.Action { return m.Ladder.Actions(paneBook)[2:] }

func (m *ladderPane) noPair() string {
	if m.pair == (api.Pair{}) {
		return "no pair is chosen yet"
	}
	return ""
}

// level is an order of the book with its side.
type level struct {
	order api.BookOrder
	bid   bool
	gone  bool // it is in the book no more
}

// own are the account's orders in the cursor's level.
func (m *ladderPane) own() []ownOrder {
	l, ask, ok := m.Cursor()
	if !ok || !l.Mine {
		return nil
	}
	var out []ownOrder
	for _, o := range l.Orders {
		if m.Mine(o) {
			out = append(out, ownOrder{OrderRecord: api.OrderRecord{Hash: o.Hash}, bid: !ask,
				price: o.Price, left: o.Size})
		}
	}
	return out
}

// bookCSV is the ladder as it is grouped.
func (m *ladderPane) bookCSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	p := m.Pair
	// a strings.Builder takes everything
	_ = w.Write([]string{"side", "price", "size", "sum", "orders", "of pools"})
	write := func(side string, levels []book.Level) {
		for _, l := range levels {
			_ = w.Write([]string{side, plain(p.TickText(l.Ticks)), l.Size.Units(p.BaseDecimals),
				l.SumSize.Units(p.BaseDecimals), ui.Count(len(l.Orders)),
				l.Pools.Units(p.BaseDecimals)})
		}
	}
	asks, bids := m.Levels()
	write("ask", asks)
	write("bid", bids)
	w.Flush()
	return b.String()
}

// plain is a shown number without its separators.
func plain(number string) string { return strings.ReplaceAll(number, ",", "") }
