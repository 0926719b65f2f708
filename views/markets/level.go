package markets

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views/format"
)

// orderList is the dialog that shows the orders from the best price to a level: the marked ones, or
// all to the cursor, are taken in one transaction. It follows the book; what is gone of what it
// has shown stays in its place and says so, so that the cursor never comes to mean another order.
type orderList struct {
	env    *ui.Env
	title  string
	ladder *ladderPane
	bids   bool
	pair   api.Pair
	worst  api.Amount // the price of the level, in ticks
	table  *table.Table[level]
	off    func(level) string // why it cannot be taken
	sweep  func(orders []api.BookOrder) tea.Cmd
	take   func(level) tea.Cmd
	cancel func(level) tea.Cmd // nil for those of others
	mine   func(level) bool
}

// list opens the orders down to the cursor's level; where only pools trade on it, a swap to there.
func (m *taker) list() tea.Cmd {
	if l, ask, ok := m.ladder.Swap(); ok {
		m.ladder.swap(l, ask)
		return nil
	}
	l, ask, ok := m.ladder.Cursor()
	if !ok || len(l.Orders) == 0 {
		m.s.Toast(ui.Warn, "the book is empty")
		return nil
	}
	d := &orderList{env: m.s.Env, title: "Asks to " + m.ladder.Pair.TickText(l.Ticks),
		ladder: m.ladder, bids: !ask, pair: m.ladder.pair, worst: l.Ticks,
		mine: func(l level) bool { return m.ladder.Mine(l.order) }}
	if !ask {
		d.title = "Bids to " + m.ladder.Pair.TickText(l.Ticks)
	}
	d.table = table.New(func(l level) string { return l.order.Hash.Hex() },
		m.ladder.levelColumns()...)
	d.table.Flag = func(l level) string {
		switch {
		case l.gone:
			return "✗"
		case d.mine(l):
			return "◆"
		}
		return ""
	}
	d.refresh()
	d.table.Select(l.Orders[len(l.Orders)-1].Hash.Hex())
	m.ladder.alive = func() tea.Cmd { d.refresh(); return nil }
	d.off = m.whyNotTake
	d.sweep = func(orders []api.BookOrder) tea.Cmd {
		m.sweep(sweepSpec{bids: !ask, orders: orders})
		return nil
	}
	d.take = m.take
	d.cancel = func(l level) tea.Cmd {
		return m.cancel([]ownOrder{{OrderRecord: api.OrderRecord{Hash: l.order.Hash}, bid: l.bid,
			price: l.order.Price, left: l.order.Size}})
	}
	m.s.Open(d)
	return nil
}

// refresh lists what the book has down to the level, and what of the rows is there no more.
func (d *orderList) refresh() {
	if d.ladder.pair != d.pair {
		return
	}
	var rows []level
	for _, o := range d.ladder.side(d.bids) {
		c := d.ladder.Pair.Ticks(o.Price, d.bids).Cmp(d.worst)
		if c != 0 && (c > 0) != d.bids {
			break
		}
		rows = append(rows, level{order: o, bid: d.bids})
	}
	for i, old := range d.table.All() {
		if !slices.ContainsFunc(rows, func(l level) bool {
			return l.order.Hash == old.order.Hash
		}) {
			old.gone = true
			rows = slices.Insert(rows, min(i, len(rows)), old)
		}
	}
	d.table.SetRows(rows)
}

// Closed implements ui.Closer.
func (d *orderList) Closed() { d.ladder.alive = nil }

func (m *ladderPane) levelColumns() []table.Column[level] {
	p := m.Pair
	return []table.Column[level]{
		{Title: "maker", Width: 13, Flex: 1,
			Cell: func(l level) string { return m.who(l.order.Maker) },
			CSV:  func(l level) string { return l.order.Maker.Hex() }},
		{Title: "price", Width: 12, Right: true, Cell: func(l level) string {
			return p.FineOrderPrice(l.order.Price, l.bid)
		}},
		{Title: "left " + p.Base, Width: 12, Right: true,
			Cell: func(l level) string {
				if l.gone {
					return "gone"
				}
				return p.Size(l.order.Size, api.Down)
			}},
		{Title: "expiry", Width: 10, Right: true,
			Cell: func(l level) string { return api.Until(m.s.Env.Now(), expiry(l.order.Expiry)) }},
		{Title: "hash", Width: 11, Right: true, Drop: 1,
			Cell: func(l level) string { return format.Hash(l.order.Hash) }},
	}
}

func expiry(seconds uint64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return at(seconds)
}

// who is what an account is called.
func (m *ladderPane) who(a common.Address) string {
	if a == m.s.Account.Address {
		return m.s.Account.Name + " (you)"
	}
	return m.s.ShortName(a)
}

// Title implements ui.Dialog.
func (d *orderList) Title() string { return d.title }

// Size implements ui.Dialog.
func (d *orderList) Size(area cells.Box) (w, h int) {
	return min(76, area.W-4), min(d.table.Len()+1, area.H-4)
}

// Captures implements ui.Capturer.
func (d *orderList) Captures(k tea.KeyMsg) bool { return d.table.Captures(k) }

// Update implements ui.Dialog.
func (d *orderList) Update(msg tea.Msg) tea.Cmd {
	if mouse, ok := msg.(tea.MouseMsg); ok {
		if d.table.Mouse(mouse) {
			return d.open()
		}
		return nil
	}
	d.table.Update(msg)
	return nil
}

// Draw implements ui.Dialog.
func (d *orderList) Draw(area cells.Box) string { return d.table.Draw(d.env, area, true) }

// chosen are the marked orders, else all to the cursor's, without the account's own.
func (d *orderList) chosen() (out []api.BookOrder) {
	row, ok := d.table.Selected()
	rows := d.table.All()
	if d.table.Marks() > 0 {
		rows, ok = d.table.Marked(), false
	}
	for _, l := range rows {
		if !d.mine(l) && !l.gone {
			out = append(out, l.order)
		}
		if ok && l.order.Hash == row.order.Hash {
			break
		}
	}
	return out
}

func (d *orderList) whyNotSweep() string {
	if chosen := d.chosen(); len(chosen) > 0 {
		return d.off(level{order: chosen[0]})
	}
	if slices.ContainsFunc(d.table.All(), func(l level) bool { return l.gone }) {
		return "they are taken or cancelled by now"
	}
	return "all of them are your own: x cancels one"
}

func (d *orderList) open() tea.Cmd {
	if why := d.whyNotSweep(); why != "" {
		d.env.Toast(ui.Warn, "cannot take it: "+why)
		return nil
	}
	orders := d.chosen()
	d.env.CloseThen(func() tea.Cmd { return d.sweep(orders) })
	return nil
}

// Actions implements ui.Dialog.
func (d *orderList) Actions() []ui.Action {
	row, ok := d.table.Selected()
	act := func(id string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "level", ID: id, Key: ui.Keys(key), Label: label, Help: help,
			Off: off, Run: run}
	}
	take, cancel, sweep := "", "", "take to here"
	if d.table.Marks() > 0 {
		sweep = "take the marked"
	}
	switch {
	case ok && row.gone:
		take = "it is taken or cancelled by now"
	case ok:
		take = d.off(row)
	}
	if ok && row.gone {
		cancel = take
	} else if !ok || !d.mine(row) {
		cancel = "it is somebody else's order"
	}
	return append([]ui.Action{
		act("sweep", "enter", sweep, "take all to the cursor, or the marked orders, at once",
			d.whyNotSweep(), d.open),
		act("take", "t", "take this one", "take the selected order alone, whole or in part", take,
			ui.Asking(func() { d.env.CloseThen(func() tea.Cmd { return d.take(row) }) })),
		act("cancel", "x", "cancel mine", "cancel the order, which is yours", cancel,
			ui.Asking(func() { d.env.CloseThen(func() tea.Cmd { return d.cancel(row) }) })),
		act("copy", "y", "copy hash", "copy the order's hash", "",
			ui.Asking(func() { d.env.Copy("order hash", row.order.Hash.Hex()) })),
		act("maker", "m", "copy maker", "copy the maker's address", "",
			ui.Asking(func() { d.env.Copy("maker", row.order.Maker.Hex()) })),
	}, d.table.Actions("", nil)...)
}
