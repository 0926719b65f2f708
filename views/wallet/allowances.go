package wallet

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// allowancesPane lists who may move the account's tokens.
type allowancesPane struct {
	table.Pane[allowance]
	s     *views.Session
	funds *funds
}

func newAllowances(s *views.Session, f *funds) *allowancesPane {
	t := table.New(allowance.id, allowanceColumns(s)...)
	p := &allowancesPane{table.NewPane(s.Env, paneAllowances, t), s, f}
	p.Open = p.approveExact
	return p
}

// forget empties the list until those of the chosen account have been read.
func (p *allowancesPane) forget() {
	p.State = ui.State{
		What: "allowances", Loading: true,
		Empty: "Nobody may move your tokens. An order asks for what it needs."}
	p.SetRows(nil)
}

// show lists what was read.
func (p *allowancesPane) show() {
	p.SetRows(allowancesOf(p.funds.holdings, p.s.Network.Contracts))
}

func (p *allowancesPane) Title() (title, right string) {
	return "Allowances & permits", p.Sorted()
}

func (p *allowancesPane) Actions() []ui.Action {
	row, ok := p.Selected()
	off, revoke := p.s.MaySign(), p.s.MaySign()
	if !ok {
		off, revoke = "no allowance is selected", "no allowance is selected"
	} else if revoke == "" && row.amount.IsZero() {
		revoke = "there is nothing to revoke"
	}
	if off == "" && row.collection() {
		off = "a collection is approved as a whole: R revokes it"
	}
	return []ui.Action{
		action("exact", paneAllowances, "a", "approve exact",
			"set the allowance to an exact amount", off, p.approveExact),
		action("unlimited", paneAllowances, "A", "set unlimited",
			"allow any amount for ever; asks for a typed word", off, func() tea.Cmd {
				p.approve(row, api.MaxAmount, "approve unlimited "+views.Symbol(row.token))
				return nil
			}),
		action("revoke", paneAllowances, "R", "revoke", "set the allowance to zero", revoke,
			ui.Asking(func() { p.approve(row, api.Amount{}, "revoke "+views.Symbol(row.token)) })),
	}
}

// approveExact asks for the amount, with what open orders need as its first value.
func (p *allowancesPane) approveExact() tea.Cmd {
	row, ok := p.Selected()
	if why := p.s.MaySign(); !ok || why != "" {
		p.s.Toast(ui.Warn, "cannot approve: "+why)
		return nil
	}
	input := ui.Number()
	first := row.needed
	if first.IsZero() {
		first = row.amount.Min(row.held)
	}
	if !first.IsZero() {
		input.Fill(first.Units(row.token.Decimals))
	}
	lines := []string{
		"How much " + views.Symbol(row.token) + " may " + row.spender.Hex() + " (" + p.nameOf(row) +
			") move?",
		"You hold " + format.Fine(row.held, row.token, api.Down) + "; open orders need " +
			format.Fine(row.needed, row.token, api.Up) + ".",
	}
	p.s.Open(ui.NewPrompt(p.s.Env, ui.PromptSpec{
		Title: "Exact allowance", Lines: lines, Input: input,
		Check: func(text string) string {
			return problem(api.ParseUnits(text, row.token.Decimals))
		},
		Run: func(text string) tea.Cmd {
			amount, err := api.ParseUnits(text, row.token.Decimals)
			if err != nil {
				p.s.Toast(ui.Bad, err.Error())
				return nil
			}
			p.approve(row, amount, "approve "+views.Symbol(row.token))
			return nil
		},
	}))
	return nil
}

func (p *allowancesPane) nameOf(a allowance) string {
	if n := p.s.ContractName(a.spender); n != "" {
		return n
	}
	return "not known here"
}

func problem(_ api.Amount, err error) string {
	if err != nil {
		return "the amount " + err.Error()
	}
	return ""
}

func (p *allowancesPane) approve(row allowance, amount api.Amount, what string) {
	task := sign.Approve(p.s, row.token, row.spender, amount)
	task.What = what
	sign.Run(p.s, task)
}

func allowanceColumns(s *views.Session) []table.Column[allowance] {
	spender := func(a allowance) string {
		if n := s.ContractName(a.spender); n != "" {
			return n + " " + format.AddressCell(a.spender, 9)
		}
		return "unknown " + s.ShortAddress(a.spender)
	}
	amount := amounts[allowance]{width: 13,
		of: func(a allowance) (string, api.Amount, int, api.Round) {
			return "", a.amount, a.token.Decimals, api.Down
		}}
	allowed := amount.column("allowance")
	allowed.Cell = func(a allowance) string {
		if a.collection() {
			return "all tokens"
		}
		if a.unlimited() {
			return "unlimited"
		}
		return amount.text(a)
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
