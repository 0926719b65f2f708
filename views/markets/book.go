package markets

import (
	"encoding/csv"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// setBook gives the ladder what was read.
func (m *Screen) setBook() ui.Cmd {
	return ui.Batch(m.ladder.SetBook(m.s.Env, m.book.Asks, m.book.Bids), m.find())
}

// find moves the cursor to the order that is looked for, once the book has it.
func (m *Screen) find() ui.Cmd {
	if m.seek == (common.Hash{}) {
		return nil
	}
	asks, bids := m.ladder.Levels()
	holds := func(l ui.BookLevel) bool {
		return slices.ContainsFunc(l.Orders, func(o api.BookOrder) bool { return o.Hash == m.seek })
	}
	down := 0 // from the highest ask
	if i := slices.IndexFunc(asks, holds); i >= 0 {
		down = len(asks) - 1 - i
	} else if i := slices.IndexFunc(bids, holds); i >= 0 {
		down = len(asks) + i
	} else {
		return nil
	}
	m.seek = common.Hash{}
	m.ladder.Move(-len(asks) - len(bids))
	m.ladder.Move(down)
	return nil
}

// mid is the middle of the best prices of the book as signed.
func (m *Screen) mid() (api.Price, bool) {
	if len(m.book.Asks) == 0 || len(m.book.Bids) == 0 {
		return api.Price{}, false
	}
	return views.Mid(m.book.Bids[0].Price, m.book.Asks[0].Price)
}

// order opens the order form.
func (m *Screen) order(side api.Side, price api.Price) ui.Cmd {
	return m.newOrder(views.NewOrder{Pair: m.pair, Side: side, Price: price})
}

// here opens the order form with the price of the cursor's level, or none where there is no level.
func (m *Screen) here(side api.Side) ui.Cmd {
	var price api.Price
	if l, _, ok := m.ladder.Cursor(); ok {
		price, _ = views.TickPrice(m.ladder.Pair, l.Price)
	}
	return m.order(side, price)
}

// alert proposes the price of the cursor's level.
func (m *Screen) alert() ui.Cmd {
	l, _, _ := m.ladder.Cursor()
	return views.TellAll(views.AskAlert{Price: plain(l.Text)})
}

// priceColumn is where the ladder's prices end.
const priceColumn = 14

// bookMouse moves the cursor; a second click on its price orders at it, elsewhere in the row it lists the orders.
func (m *Screen) bookMouse(msg ui.MouseMsg) ui.Cmd {
	if !m.ladder.Mouse(msg) {
		return nil
	}
	if msg.X >= priceColumn {
		return m.list()
	}
	if _, ask, _ := m.ladder.Cursor(); ask {
		return m.here(api.Sell)
	}
	return m.here(api.Buy)
}

// level is an order of the book with its side.
type level struct {
	order api.BookOrder
	bid   bool
}

// own are the account's orders in the cursor's level.
func (m *Screen) own() []ownOrder {
	l, ask, ok := m.ladder.Cursor()
	if !ok || !l.Mine {
		return nil
	}
	var out []ownOrder
	for _, o := range l.Orders {
		if m.ladder.Mine(o) {
			out = append(out, ownOrder{OrderRecord: api.OrderRecord{Hash: o.Hash}, bid: !ask, price: o.Price, left: o.Size})
		}
	}
	return out
}

// bookCSV is the ladder as it is grouped.
func (m *Screen) bookCSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	p := m.ladder.Pair
	_ = w.Write([]string{"side", "price", "size", "sum", "orders"}) // a strings.Builder takes everything
	write := func(side string, levels []ui.BookLevel) {
		for _, l := range levels {
			_ = w.Write([]string{side, plain(l.Text), l.Size.Units(p.BaseDecimals), l.SumSize.Units(p.BaseDecimals), ui.Count(len(l.Orders))})
		}
	}
	asks, bids := m.ladder.Levels()
	write("ask", asks)
	write("bid", bids)
	w.Flush()
	return b.String()
}

// plain is a shown number without its separators.
func plain(number string) string { return strings.ReplaceAll(number, ",", "") }
