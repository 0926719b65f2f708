package wallet

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
	"bourse/views/sign"
)

// fillsPane lists what the account has traded, and what that has gained.
type fillsPane struct {
	table.Pane[fill]
	s      *views.Session
	feed   views.Poller
	earned string // today, for the title
}

const (
	gainTime  = 20 * time.Second
	gainPause = loadPause
)

func newFills(s *views.Session) *fillsPane {
	t := table.New(fill.id, fillColumns(s.Now)...)
	p := &fillsPane{Pane: table.NewPane(s.Env, paneFills, t), s: s}
	p.feed = views.Poller{Pause: gainPause, Ask: p.ask}
	return p
}

// forget empties the list until what the chosen account has traded has been read.
func (p *fillsPane) forget() {
	p.State = ui.State{What: "fills", Loading: true,
		Empty: "No fills yet. They come once an order of yours is taken, or you take one."}
	p.earned = ""
	p.SetRows(nil)
}

// reload asks anew, whatever is under way.
func (p *fillsPane) reload() tea.Cmd {
	p.feed.Drop()
	return p.feed.Want(p.s.Env)
}

func (p *fillsPane) Title() (title, right string) { return "Fills & P&L", p.earned }

func (p *fillsPane) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := p.feed.Due(m, p.s.Env); ok {
		return cmd
	}
	switch m := m.(type) {
	case views.PricesChanged, changed, sign.Mined, views.Swapped:
		return p.feed.Want(p.s.Env)
	case gained:
		return p.onGained(m)
	}
	return p.Pane.Update(m)
}

// gained is what the account has traded and gained, or why that is not known.
type gained struct {
	epoch   uint64
	book    *ledger.Book
	markets []api.Market
	err     error
}

// ask reads what the account has gained.
func (p *fillsPane) ask(epoch uint64) tea.Cmd {
	exchange, network, account := p.s.Exchange, p.s.Network, p.s.Account.Address
	kept, now := p.s.Kept(), p.s.Prices
	return ui.Call(p.s.Context, gainTime, func(ctx context.Context) tea.Msg {
		a, err := ledger.Read(ctx, exchange, network, account, kept, now)
		return gained{epoch, a.Book, a.Markets, err}
	})
}

func (p *fillsPane) onGained(m gained) tea.Cmd {
	fresh, again := p.feed.Done(m.epoch, p.s.Env)
	if !fresh {
		return again
	}
	p.State.Loading, p.State.Err = false, ""
	if m.err != nil {
		p.earned = "realised today is not known"
		p.State.Err = api.AsError(m.err).Details
		return again
	}
	p.earned = earnedToday(m.book, p.s.Env.Now())
	p.list(p.fillsOf(m.book, m.markets))
	return again
}

// list shows fills. A cursor that was never moved stays on the newest, which comes first: who opens
// the list begins there.
func (p *fillsPane) list(fills []fill) {
	at, ok := p.Selected()
	first := !ok || at.id() == p.Rows()[0].id()
	if p.SetRows(fills); first {
		p.Step(-p.Len())
	}
}

func fillColumns(now func() time.Time) []table.Column[fill] {
	filled := amounts[fill]{width: 13, of: func(f fill) (string, api.Amount, int, api.Round) {
		return f.sign(), f.amount, f.base.Decimals, api.Down
	}}
	amount := filled.column("amount")
	amount.Style = func(t *ui.Theme, f fill) ui.Style { return t.Side(f.buy) }
	title := "time " + ui.ZoneName(now())
	return []table.Column[fill]{
		{Title: title, Export: "time", Width: max(11, cells.Width(title)),
			Cell: func(f fill) string { return format.When(now(), f.at()) },
			CSV:  func(f fill) string { return format.Stamp(f.at()) },
			Less: func(a, b fill) int { return int(b.Block.Time) - int(a.Block.Time) }},
		{Title: "kind", Width: 5, Drop: 1, Cell: func(f fill) string { return f.kind }},
		{Title: "pair", Width: 11, Flex: 1,
			Cell: fill.pair},
		amount,
		{Title: "price", Width: 12, Right: true, Cell: fill.price, CSV: fill.exactPrice},
		{Title: "realised $", Width: 16, Right: true,
			Cell: func(f fill) string { return format.Gain(f.Realised) },
			CSV:  func(f fill) string { return format.Exact(f.Realised) },
			Style: func(t *ui.Theme, f fill) ui.Style {
				if f.Realised == nil {
					return t.Muted
				}
				style, _ := t.Change(format.Floor(f.Realised, 2).Sign())
				return style
			}},
	}
}
