package nft

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/table"
	"bourse/views"
)

// listPane lists the orders that the filter lets through.
type listPane struct {
	table.Pane[row]
	s      *views.Session
	market *market
	taker  *taker
	find   *findPane
	about  *aboutPane  // of the selected order
	wanted common.Hash // to be selected when it comes
}

func newList(s *views.Session, m *market, t *taker, f *findPane) *listPane {
	rows := table.New(row.key, columns(s.Env)...)
	rows.Flag = func(r row) string { return r.flag(s.Now()) }
	rows.Gap = 2
	return &listPane{Pane: table.NewPane(s.Env, paneList, rows), s: s, market: m, taker: t, find: f}
}

func (p *listPane) Title() (title, right string) {
	parts := []string{ui.Counted(len(p.Rows()), "order")}
	if p.market.filter.any() {
		parts = append(parts, "filtered")
	}
	if by := p.Sorted(); by != "" {
		parts = append(parts, by)
	}
	if !p.s.Area.Wide() {
		parts = append(parts, "f filters")
	}
	if old := p.s.Env.Old(p.market.data.at, stale); old != "" {
		parts = append(parts, old)
	}
	return "NFT orders", strings.Join(parts, " · ")
}

func (p *listPane) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.MouseMsg:
		if p.Mouse(m) {
			return p.enter()
		}
	case held:
		p.onHeld(m)
		return nil
	default:
		return p.Pane.Update(m)
	}
	return nil
}

// show lists what the filter lets through: the account's own and named ones first where the
// service's book has them not.
func (p *listPane) show() {
	seen := make(map[common.Hash]bool)
	var rows []row
	now := p.s.Env.Now()
	add := func(o api.OrderRecord) {
		r := p.market.row(o)
		toMe := r.to == p.market.data.account && p.market.data.account != common.Address{}
		expired := r.state(now) == api.Expired
		if seen[o.Hash] || !p.market.filter.asked(o) || p.market.filter.toMe && !toMe || expired &&
			(p.market.filter.hideExpired || o.Type() == api.Limit) {
			return
		}
		seen[o.Hash] = true
		rows = append(rows, r)
	}
	for _, o := range p.market.data.own {
		add(o)
	}
	own := len(rows)
	for _, o := range p.market.data.book {
		add(o)
	}
	slices.SortStableFunc(rows[own:], byWorth)
	p.State.Empty = "No NFT orders yet. o offers something of yours."
	if p.market.filter.any() {
		p.State.Empty = "No orders like that. F shows all of them again."
	}
	p.SetRows(rows)
	if slices.ContainsFunc(rows, func(r row) bool { return r.Hash == p.wanted }) {
		p.Select(p.wanted.Hex())
		p.wanted = common.Hash{}
	}
}

// byWorth puts what is on sale for coins before what is given for other NFTs and before bids, each
// the cheapest first.
func byWorth(a, b row) int {
	rank := func(r row) int {
		switch {
		case r.gives.Kind == api.ERC20:
			return 2
		case r.asks.Kind == api.ERC20:
			return 0
		}
		return 1
	}
	return cmp.Or(rank(a)-rank(b), int(b.gives.Kind)-int(a.gives.Kind),
		a.gives.Address.Cmp(b.gives.Address), byPrice(a, b))
}

// columns are those of the list; narrow windows do without the highest Drop first.
func columns(env *ui.Env) []table.Column[row] {
	now := func() time.Time { return env.Now() }
	muted := func(t *ui.Theme, _ row) ui.Style { return t.Muted }
	return []table.Column[row]{
		{Title: "collection / id", Width: 16, Flex: 2, Cell: row.asset,
			Less: func(a, b row) int { return strings.Compare(a.asset(), b.asset()) }},
		{Title: "kind", Width: 11, Right: true, Cell: row.kind,
			Less: func(a, b row) int { return int(b.gives.Kind) - int(a.gives.Kind) }},
		{Title: "asks", Width: 17, Flex: 1, Cell: row.asking, Less: byPrice,
			CSV: func(r row) string {
				return r.cost().Units(r.asks.token.Decimals) + " " + r.asks.name()
			}},
		{Title: "for", Width: 11, Cell: row.taker, CSV: func(r row) string { return r.to.Hex() },
			Style: func(t *ui.Theme, r row) ui.Style {
				if r.to == r.account && r.to != (common.Address{}) {
					return t.Accent
				}
				return t.Text
			}},
		{Title: "expiry", Width: 10, Right: true,
			Cell: func(r row) string { return r.expiry(now()) },
			Less: func(a, b row) int { return views.CompareExpiry(a.Expiry, b.Expiry) }},
		{Title: "maker", Width: 13, Drop: 1, Cell: row.maker,
			CSV: func(r row) string { return r.Maker.Hex() }, Style: muted},
		{Title: "hash", Width: 66, Drop: 9, Cell: row.key, Style: muted},
	}
}

// byPrice puts the cheapest first, among orders that ask for the same.
func byPrice(a, b row) int {
	if c := a.asks.Address.Cmp(b.asks.Address); c != 0 {
		return c
	}
	return a.price().Cmp(b.price())
}
