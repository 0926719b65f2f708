package wallet

import (
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	keys "bourse/wallet"
)

// Resize implements ui.Screen.
func (w *Screen) Resize(area cells.Box) {
	w.area = area
	w.columns.claimed.width, w.columns.narrow = 10, !area.Wide()
	if area.Wide() { // so that large amounts keep all of their digits
		w.columns.claimed.width = 11
	}
	for i, c := range balanceColumns(w.columns) {
		w.balances.Columns[i].Width = c.Width
	}
	w.show()
}

// Draw implements ui.Screen.
func (w *Screen) Draw(area cells.Box) string {
	w.area = area
	return ui.DrawPanes(w.s.Env, area, &w.Ring, w.panes())
}

// panes are where the panes stand and what is in them.
func (w *Screen) panes() []ui.Slot {
	rows := w.area.Rows(cells.Percent(41), cells.Percent(33), cells.Fill(1))
	left := cells.Fixed(34)
	if w.area.Wide() {
		left = cells.Percent(44)
	}
	top := rows[0].Columns(left, cells.Fill(1))
	e := w.s.Env
	return []ui.Slot{
		{Name: paneAccounts, Box: top[0], Title: "Accounts", Right: w.accounts.Sorted(),
			Draw: w.drawAccounts, Mouse: mouse(w.accounts, w.use)},
		{Name: paneBalances, Box: top[1], Title: "Balances · " + w.s.Account.Name,
			Right: w.balances.Sorted(), Draw: w.drawBalances,
			Mouse: mouse(w.balances, nil)},
		{Name: paneAllowances, Box: rows[1], Title: "Allowances & permits",
			Right: w.allowances.Sorted(), Mouse: mouse(w.allowances, w.approveExact),
			Draw: func(in cells.Box, focused bool) string {
				return w.allowances.Draw(e, in, focused)
			}},
		{Name: paneFills, Box: rows[2], Title: "Fills & P&L", Right: w.earned,
			Mouse: mouse(w.fills, nil),
			Draw:  func(in cells.Box, focused bool) string { return w.fills.Draw(e, in, focused) }},
	}
}

// mouse opens a row of a table that is clicked twice.
func mouse[R any](t *table.Table[R], open func() tea.Cmd) func(tea.MouseMsg) tea.Cmd {
	return func(m tea.MouseMsg) tea.Cmd {
		if t.Mouse(m) && open != nil {
			return open()
		}
		return nil
	}
}

// drawAccounts is the list and, below it, the selected account in full.
func (w *Screen) drawAccounts(in cells.Box, focused bool) string {
	t := w.s.Env.Theme
	a, ok := w.accounts.Selected()
	var foot []string
	if ok {
		foot = []string{" " + t.Text.Render(cells.Truncate(a.Address.Hex(), in.W-2)),
			" " + t.Muted.Render(cells.Truncate(origin(a), in.W-2))}
	}
	room := in.H - len(foot)
	if room < 4 || in.W < 44 {
		foot, room = nil, in.H
	}
	list := w.accounts.Draw(w.s.Env, cells.Box{W: in.W, H: room}, focused)
	return strings.Join(append([]string{list}, foot...), "\n")
}

// drawBalances is the list, and below it the total and what the account has earned as a partner.
func (w *Screen) drawBalances(in cells.Box, focused bool) string {
	var foot []string
	if w.total != "" {
		foot = append(foot, w.s.Env.Theme.Muted.Render("total ≈ ")+w.total+
			w.s.Env.Theme.Muted.Render(" USD at market prices"))
	}
	if list, all := w.claims(); len(list) > 0 {
		how := ", f takes it out"
		if len(list) > 1 {
			how = fmt.Sprintf(", f takes it out in %d claims", len(list))
		}
		foot = append(foot, w.s.Env.Theme.OK.Render(cells.Truncate(
			"earned as a partner: "+all+how, in.W-4)))
	}
	if in.H < 3+len(foot) {
		foot = nil
	}
	list := w.balances.Draw(w.s.Env, cells.Box{W: in.W, H: in.H - len(foot)}, focused)
	return strings.Join(append([]string{list}, foot...), "\n  ")
}

func accountColumns() []table.Column[keys.Account] {
	return []table.Column[keys.Account]{
		{Title: "name", Width: 7, Flex: 1, Cell: func(a keys.Account) string { return a.Name },
			Less: func(a, b keys.Account) int { return strings.Compare(a.Name, b.Name) }},
		{Title: "address", Width: 11, Cell: func(a keys.Account) string {
			return format.Address(a.Address)
		},
			CSV: func(a keys.Account) string { return a.Address.Hex() }},
		{Title: "state", Width: 10, Cell: describe,
			Style: func(t *ui.Theme, a keys.Account) ui.Style {
				if a.Open {
					return t.OK
				}
				return t.Muted
			}},
	}
}

func balanceColumns(in *columns) []table.Column[balance] {
	asset := table.Column[balance]{Title: "asset", Width: 5, Flex: 1,
		Cell: func(b balance) string {
			if in.narrow {
				return b.briefName()
			}
			return b.name()
		}, CSV: func(b balance) string { return b.name() },
		Less: func(a, b balance) int { return strings.Compare(a.name(), b.name()) }}
	usd := amounts[balance]{width: 13, places: 2,
		of: func(b balance) (string, api.Amount, int, api.Round) {
			return "", b.usd, format.USDDecimals,
				api.Down
		}}
	value := table.Column[balance]{Title: "value $", Width: usd.width, Right: true, Drop: 1,
		Less: func(a, b balance) int { return b.usd.Cmp(a.usd) }, // the most first
		Cell: func(b balance) string {
			if !b.priced {
				return ui.Unknown
			}
			return usd.text(b)
		}}
	free := in.free.column("free")
	free.Style = func(t *ui.Theme, b balance) ui.Style {
		if b.short() {
			return t.Warn
		}
		return t.Text
	}
	return []table.Column[balance]{asset, in.held.column("balance"), value,
		in.claimed.column("in orders"), free}
}

func allowanceColumns(in *columns, s *views.Session) []table.Column[allowance] {
	spender := func(a allowance) string {
		if n := s.ContractName(a.spender); n != "" {
			return n + " " + format.AddressCell(a.spender, 9)
		}
		return "unknown " + s.ShortAddress(a.spender)
	}
	allowed := in.allowed.column("allowance")
	allowed.Cell = func(a allowance) string {
		if a.collection() {
			return "all tokens"
		}
		if a.unlimited() {
			return "unlimited"
		}
		return in.allowed.text(a)
	}
	return []table.Column[allowance]{
		{Title: "spender", Width: 24, Cell: spender,
			CSV: func(a allowance) string {
				return s.ContractName(a.spender) + " " + a.spender.Hex()
			}},
		{Title: "asset", Width: 6, Cell: func(a allowance) string { return views.Symbol(a.token) },
			Less: func(a, b allowance) int {
				return strings.Compare(views.Symbol(a.token), views.Symbol(b.token))
			}},
		allowed,
		{Title: "used by", Width: 9, Right: true, Drop: 1, Cell: allowance.usedBy},
		{Title: "state", Width: 14, Flex: 1,
			Cell: func(a allowance) string { _, text := a.risk(); return " " + text },
			Style: func(t *ui.Theme, a allowance) ui.Style {
				switch rank, _ := a.risk(); {
				case rank >= 2:
					return t.Warn
				case rank == 1:
					return t.OK
				}
				return t.Muted
			},
			Less: func(a, b allowance) int {
				ra, _ := a.risk()
				rb, _ := b.risk()
				return rb - ra
			}},
	}
}

func fillColumns(in *columns, now func() time.Time) []table.Column[fill] {
	amount := in.filled.column("amount")
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
