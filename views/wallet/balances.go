package wallet

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// balancesPane lists what the account holds, and sends it.
type balancesPane struct {
	table.Pane[balance]
	s       *views.Session
	funds   *funds
	amounts *balanceAmounts
	reload  func() tea.Cmd   // reads the account anew
	total   string           // in USD
	without string           // tokens that have no price, and are not in it
	short   string           // which orders are not covered
	asked   *views.SendAsset // before it was known what is held
	last    *sender          // the dialog that was opened last
}

func newBalances(s *views.Session, f *funds, reload func() tea.Cmd) *balancesPane {
	p := &balancesPane{s: s, funds: f, amounts: newAmounts(), reload: reload}
	t := table.New(balance.id, balanceColumns(s, p.amounts)...)
	t.Flag = func(b balance) string {
		if b.short() {
			return "!"
		}
		return ""
	}
	p.Pane = table.NewPane(s.Env, paneBalances, t)
	return p
}

// forget empties the list until what the chosen account holds has been read.
func (p *balancesPane) forget() {
	p.State = ui.State{What: "balances", Loading: true, Empty: "No tokens listed on this network."}
	p.short, p.total, p.without, p.asked = "", "", "", nil
	p.SetRows(nil)
}

// show lists what was read.
func (p *balancesPane) show() {
	rows := balancesOf(p.funds.holdings, p.s.Prices)
	p.SetRows(rows)
	if p.last != nil {
		p.last.refresh(rows)
	}
	p.total, p.without = totalOf(rows)
	p.short = shortOf(rows)
}

func (p *balancesPane) Title() (title, right string) {
	return "Balances · " + p.s.Account.Name, p.Sorted()
}

func (p *balancesPane) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case views.PricesChanged:
		if p.funds.known() {
			p.show()
		}
	case sign.Sent:
		if m.For == any(p.last) {
			p.last = nil
		}
	case views.SendAsset:
		return p.send(m)
	default:
		return p.Pane.Update(m)
	}
	return nil
}

// Resize gives large amounts the room to keep all of their digits.
func (p *balancesPane) Resize(screen cells.Box) {
	p.amounts.claimed.width = 10
	if screen.Wide() {
		p.amounts.claimed.width = 11
	}
	for i, c := range balanceColumns(p.s, p.amounts) {
		p.Columns[i].Width = c.Width
	}
}

// Draw shows the list, and below it the total and what the account has earned as a partner.
func (p *balancesPane) Draw(in cells.Box, focused bool) string {
	var foot []string
	if p.total != "" {
		what := p.s.Env.Theme.Muted.Render(" USD at market prices")
		if p.without != "" {
			what = p.s.Env.Theme.Warn.Render(cells.Truncate(" USD without "+
				cells.Clean(p.without)+", of no known price",
				in.W-12-cells.Width(p.total)))
		}
		foot = append(foot, p.s.Env.Theme.Muted.Render("total ≈ ")+p.total+what)
	}
	if by := p.s.NFTsToldBy; by != "" {
		foot = append(foot, p.s.Env.Theme.Warn.Render(cells.Truncate(
			"! NFTs: the list is "+cells.Clean(by)+"'s word", in.W-4)))
	}
	if list, all := p.funds.claims(); len(list) > 0 {
		how := ", f takes it out"
		if len(list) > 1 {
			how = fmt.Sprintf(", f takes it out in %d claims", len(list))
		}
		foot = append(foot, p.s.Env.Theme.OK.Render(cells.Truncate(
			"earned as a partner: "+all+how, in.W-4)))
	}
	if in.H < 3+len(foot) {
		foot = nil
	}
	list := p.Pane.Draw(cells.Box{W: in.W, H: in.H - len(foot)}, focused)
	return strings.Join(append([]string{list}, foot...), "\n  ")
}

// openWrap asks how much.
func (p *balancesPane) openWrap(unwrap bool) {
	verb := "wrap"
	wrapped, _ := p.s.Token(p.s.Network.Contracts.WrappedNative)
	from := api.NativeToken
	if unwrap {
		verb, from = "unwrap", wrapped.Address
	}
	have := api.Amount{}
	for _, b := range p.Rows() {
		if b.token.Address == from {
			have = b.amount
		}
	}
	const decimals = 18 // of every native coin and its wrapped token
	symbol := p.s.Network.Symbol
	if unwrap {
		symbol = wrapped.Symbol
	}
	check := func(text string) string {
		amount, err := api.ParseUnits(text, decimals)
		switch {
		case err != nil:
			return "the amount " + err.Error()
		case amount.IsZero():
			return "the amount must be above zero"
		case have.Less(amount):
			return "you hold " + format.Digits(have, decimals, 4, api.Down) + " " + symbol + " only"
		}
		return ""
	}
	p.s.Open(ui.NewPrompt(p.s.Env, ui.PromptSpec{
		Title: verb + " " + symbol, Input: ui.Number(), Check: check,
		Lines: []string{"How much " + symbol + "? You hold " +
			format.Digits(have, decimals, 4, api.Down) +
			".", "One becomes exactly one; only gas is paid."},
		Run: func(text string) tea.Cmd {
			amount, err := api.ParseUnits(text, decimals)
			if err != nil {
				p.s.Toast(ui.Bad, err.Error())
				return nil
			}
			sign.Run(p.s, sign.Wrap(p.s, verb+" "+symbol, amount, unwrap))
			return nil
		},
	}))
}

// addToken shows a token by its address from here on.
func (p *balancesPane) addToken() tea.Cmd {
	p.s.AskToken(func(api.Token) tea.Cmd {
		return p.reload()
	})
	return nil
}

// send opens the dialog, as soon as it is known what the account holds; what is not named is asked
// for.
func (p *balancesPane) send(m views.SendAsset) tea.Cmd {
	if why := p.s.MaySign(); why != "" {
		p.s.Toast(ui.Warn, "cannot send: "+why)
		return nil
	}
	switch state := p.State; {
	case state.Loading:
		p.asked = &m
		return nil
	case state.Err != "" && p.Len() == 0:
		p.s.Toast(ui.Bad, "cannot send: could not read balances: "+state.Err)
		return nil
	}
	d := newSender(p.s, p.All())
	if m.Asset == (api.Asset{}) {
		if b, ok := p.Selected(); ok {
			m.Asset = b.asset
		}
	}
	for _, b := range d.all {
		if b.asset == m.Asset {
			d.choose(b)
		}
	}
	if d.asset.token == (api.Token{}) {
		p.s.Toast(ui.Warn, "you hold nothing of that")
		return nil
	}
	if old := p.last; old != nil && old.shown && m.Amount == "" && m.To == "" &&
		old.from == d.from && old.asset.asset == d.asset.asset {
		d.much.Input.Fill(old.much.Value()) // what was not signed is not typed again
		d.to.Input.Fill(old.to.Value())
		d.shown = true
	} else {
		d.to.Input.Set(m.To)
	}
	if m.Amount != "" {
		d.much.Input.Fill(m.Amount)
		d.form.Focus("to")
	}
	d.derive()
	p.last = d
	p.s.Open(d)
	return nil
}

func balanceColumns(s *views.Session, in *balanceAmounts) []table.Column[balance] {
	asset := table.Column[balance]{Title: "asset", Width: 5, Flex: 1,
		Cell: func(b balance) string {
			if !s.Area.Wide() {
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
