package orders

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
)

// listPane lists the orders of the chosen kind.
type listPane struct {
	table.Pane[row]
	s         *views.Session
	own       *ownOrders
	taker     *taker
	canceller *canceller
	replacer  *replacer
	kind      kind
	awaited   common.Hash // the order that the cursor goes to once it is listed
}

func newList(s *views.Session, own *ownOrders) *listPane {
	t := table.New(row.id)
	t.Flag = row.flag
	return &listPane{Pane: table.NewPane(s.Env, paneList, t), s: s, own: own}
}

func (p *listPane) Title() (title, right string) {
	title = "Orders"
	wide := p.s.Area.Wide()
	if wide {
		title = "Open & recent orders"
	}
	parts := []string{"open " + ui.Count(p.own.open())}
	if p.s.AllNetworks {
		parts = append(parts, "all networks")
	}
	if len(p.own.silent) > 0 {
		parts = append(parts, "without "+strings.Join(p.own.silent, ", "))
	}
	if wide {
		parts = append(parts, kindNames[p.kind])
		if by := p.Sorted(); by != "" {
			parts = append(parts, by)
		} else {
			parts = append(parts, "newest first")
		}
	} else {
		parts = append(parts, "v "+kindNames[p.kind])
	}
	if p.own.hidden > 0 {
		parts = append(parts, ui.Count(p.own.hidden)+" older not shown")
	}
	if old := p.s.Env.Old(p.own.at, stale); old != "" {
		parts = append(parts, old)
	}
	return title, strings.Join(parts, " · ")
}

func (p *listPane) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.MouseMsg:
		if p.Mouse(m) {
			return p.enter()
		}
	case views.Placed:
		p.awaited = m.Hash
		p.selectAwaited()
	default:
		return p.Pane.Update(m)
	}
	return nil
}

// forget empties the list until the chosen account's own orders come.
func (p *listPane) forget() {
	p.Columns = columns(p.s)
	p.State = ui.State{What: "orders", Loading: true, Empty: empty(everything)}
	p.ClearMarks()
	p.SetRows(nil)
}

// reveal selects an order, now or when it comes, whatever is filtered.
func (p *listPane) reveal(hash common.Hash) {
	p.kind = everything
	p.SetFilter("")
	p.show()
	p.awaited = hash
	p.selectAwaited()
}

// selectAwaited puts the cursor on the order that is waited for, once it is there.
func (p *listPane) selectAwaited() {
	id := p.awaited.Hex()
	for _, r := range p.Rows() {
		if r.id() == id {
			p.Select(id)
			p.awaited = common.Hash{}
			return
		}
	}
}

// show lists the rows of the chosen kind.
func (p *listPane) show() {
	var rows []row
	for _, r := range p.own.rows {
		if r.in(p.kind) {
			rows = append(rows, r)
		}
	}
	p.State.Empty = empty(p.kind)
	p.SetRows(rows)
	p.selectAwaited()
}

func empty(k kind) string {
	switch k {
	case everything:
		return "No orders yet. 2 opens the order form."
	case offers:
		return "Nobody has made you an offer. v shows the other kinds."
	}
	return "No orders of this kind. v shows the others."
}

// columns are those of the list; narrow windows do without the highest Drop first.
func columns(s *views.Session) []table.Column[row] {
	now := func() time.Time { return s.Env.Now() }
	price := func(a, b row) int { return a.rate().Cmp(b.rate()) }
	out := []table.Column[row]{
		{Title: "kind", Width: 5, Drop: 1, Cell: row.label,
			Less: func(a, b row) int { return strings.Compare(a.label(), b.label()) }},
		{Title: "side", Width: 4, Cell: row.side, CSV: row.sideWord,
			Style: func(t *ui.Theme, r row) ui.Style { return t.Side(r.buy) }},
		{Title: "pair / asset", Width: 12, Flex: 1, Cell: row.asset,
			Less: func(a, b row) int { return strings.Compare(a.asset(), b.asset()) }},
		{Title: "price", Width: 12, Right: true, Cell: row.price, Less: price, CSV: row.exactPrice,
			Style: func(t *ui.Theme, r row) ui.Style { return t.Side(r.buy) }},
		{Title: "executes at", Width: 11, Right: true, Drop: 3, Cell: row.executesText,
			CSV: row.exactExecutes},
		{Title: "amount", Width: 15, Right: true, Drop: 3, Cell: row.amount,
			CSV: func(r row) string { return r.exact(r.MakerAmount) }},
		{Title: "left", Width: 9, Right: true, Cell: row.left,
			CSV: func(r row) string { return r.exact(r.MakerAmount.Sub(r.filled)) }},
		{Title: "fill", Width: 6, Drop: 4,
			Cell:  func(r row) string { return ui.FillBar(r.share(), 6) },
			CSV:   func(r row) string { return r.exact(r.filled) },
			Style: func(t *ui.Theme, r row) ui.Style { return t.Side(r.buy) }},
		{Title: "%", Width: 4, Right: true, Cell: row.percent,
			Less: func(a, b row) int { return int(1000*a.share()) - int(1000*b.share()) }},
		{Title: "state", Width: 11, Cell: row.state,
			Style: func(t *ui.Theme, r row) ui.Style { return r.stateStyle(t) },
			Less:  func(a, b row) int { return strings.Compare(string(a.State), string(b.State)) },
			CSV:   row.wholeState},
		{Title: "expiry", Width: 10, Right: true,
			Cell: func(r row) string { return r.expiry(now()) },
			Less: func(a, b row) int { return views.CompareExpiry(a.Expiry, b.Expiry) },
			CSV:  func(r row) string { return stamp(r.expires()) }},
		{Title: "age", Export: "created", Width: 4, Right: true, Drop: 2,
			Cell: func(r row) string { return ui.Age(now().Sub(r.created())) },
			Less: func(a, b row) int { return int(b.CreatedAt - a.CreatedAt) },
			CSV:  func(r row) string { return stamp(r.created()) }},
		{Title: "hash", Width: 66, Drop: 9, Cell: row.id,
			Style: func(t *ui.Theme, _ row) ui.Style { return t.Muted }},
	}
	if s.AllNetworks {
		out = append(out, table.Column[row]{Title: "network", Width: 7, Flex: 1, Cell: row.network,
			Less: func(a, b row) int { return strings.Compare(a.network(), b.network()) }})
	}
	return out
}

// stamp is a time in exports.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return format.Stamp(t)
}
