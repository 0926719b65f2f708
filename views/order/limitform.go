package order

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// The panes that take the focus.
const (
	paneForm = "form"
	paneNFT  = "nft"
)

// limitForm is the form for fungible orders.
type limitForm struct {
	s       *views.Session
	area    cells.Box // the room of the screen that it is shaped for
	in      *inputs
	facts   *facts
	checker *checker
	signer  *signer
	pause   ui.Debouncer // tells when typing has paused
}

func newLimitForm(s *views.Session) *limitForm {
	o := &limitForm{s: s, in: newInputs(s)}
	o.facts = &facts{s: s, pays: o.in.payToken, changed: o.recheck}
	o.facts.newFeeds()
	o.checker = &checker{s: s, in: o.in, facts: o.facts}
	o.signer = &signer{s: s, in: o.in, facts: o.facts, checker: o.checker, recheck: o.recheck,
		accepted: o.empty}
	o.in.flipped = o.facts.forgetFunds
	o.presets()
	o.turn()
	return o
}

// start begins to read what the form is checked against.
func (o *limitForm) start() tea.Cmd {
	o.facts.listen()
	return tea.Batch(o.facts.wantBook(), o.facts.wantFunds(), o.s.After(beatTime, beat{}))
}

// turn takes over another pair: numbers of the pair before have no meaning there.
func (o *limitForm) turn() {
	o.in.pay.Input.Set("")
	o.in.price.Input.Set("")
	o.in.get.Input.Set("")
	o.facts.turn()
	o.recheck()
}

// Resize implements ui.Sizer.
func (o *limitForm) Resize(area cells.Box) {
	o.area = area
	o.derive()
}

func (*limitForm) Name() string { return paneForm }

func (o *limitForm) Title() (title, right string) {
	if o.in.noPair() {
		return "New order", "step 1 of 2"
	}
	return "New order · " + o.in.pairName(), "step 1 of 2"
}

func (o *limitForm) Draw(area cells.Box, focused bool) string {
	return o.in.form.Draw(o.s.Env, area, focused)
}

func (o *limitForm) Update(m tea.Msg) tea.Cmd {
	if cmd, used := o.facts.heard(m); used {
		return cmd
	}
	if o.pause.Due(m) {
		o.recheck()
		return o.facts.wantFunds()
	}
	switch m := m.(type) {
	case tea.KeyMsg, ui.Shown:
		return o.in.form.Update(m)
	case tea.MouseMsg:
		return o.in.form.Mouse(m)
	case views.NewOrder:
		return o.begin(m)
	case views.MarketChanged:
		if o.s.Pair() != o.facts.pair {
			o.turn()
		}
		return tea.Batch(o.facts.wantBook(), o.facts.wantFunds())
	case sign.Found:
		if o.signer.sent.Holds(o.checker.key(o.in.sum()), m.Sent.Hash) {
			return o.empty()
		}
	case views.AccountChanged:
		o.facts.forgetFunds()
		o.recheck()
		return tea.Batch(o.facts.wantFunds(), o.facts.wantBook())
	}
	return nil
}

// begin takes over what was chosen elsewhere, and nothing of what the form held.
func (o *limitForm) begin(m views.NewOrder) tea.Cmd {
	if m.Pair != (api.Pair{}) && m.Pair != o.s.Pair() {
		base, _ := o.s.Token(m.Pair.Base)
		quote, _ := o.s.Token(m.Pair.Quote)
		o.s.Choose(base, quote)
		o.turn()
	}
	o.reset()
	if m.Side != "" {
		o.in.setSide(m.Side == api.Buy)
	}
	if m.Price.Known() {
		o.in.price.Input.Fill(o.in.market().priceText(m.Price, o.in.market().shape.PricePlaces))
		o.in.typed.touch(fieldPrice)
	}
	if m.From != nil {
		o.in.copy(*m.From)
	}
	if m.P2P {
		o.in.kind.Choose(kindP2P)
	}
	o.in.form.Focus(fieldPay)
	if !m.Size.IsZero() {
		o.in.putSize(m.Size)
		o.in.form.Focus(o.in.expiry.ID) // all is said: no digit changes an amount unasked
	}
	o.in.putLife(m.Life)
	return tea.Batch(o.change(), o.facts.wantBook())
}

// empty is the form once its order is signed.
func (o *limitForm) empty() tea.Cmd {
	o.reset()
	return tea.Batch(o.change(), o.facts.wantFunds())
}

// Captures implements ui.Capturer.
func (o *limitForm) Captures(k tea.KeyMsg) bool { return o.in.form.Captures(k) }

// Unsaved implements ui.Unsaved: quitting asks while something was typed that may become an order,
// right or wrong. A price alone, as the ladder hands over, is nobody's work.
func (o *limitForm) Unsaved() string {
	s := o.in.sum()
	if len(s.problems) == 0 && o.in.pay.Value() == "" && o.in.get.Value() == "" &&
		o.in.taker.Value() == "" && o.in.until.Value() == "" {
		return ""
	}
	return o.s.Unsigned(o.signer.sent, o.checker.key(s), "an order")
}

// WindowTitle implements ui.Titler.
func (o *limitForm) WindowTitle() string {
	if o.in.noPair() {
		return ""
	}
	return "order " + o.in.pairName()
}

// Status implements ui.StatusProvider: the gravest check.
func (o *limitForm) Status() ui.Note { return o.s.Env.Gravest(o.in.form.Checks) }

// raw shows what is signed: the integers, and whose they are.
func (o *limitForm) raw(area cells.Box) string {
	s, t := o.in.sum(), o.s.Env.Theme
	line := func(what string, token api.Token, a api.Amount, unit string) string {
		text := ui.Unknown
		if s.complete {
			text = a.String() + unit
		}
		head := fmt.Sprintf(" %s %s %s", what, cells.Left(views.Symbol(token), 6),
			o.s.ShortAddress(token.Address))
		return cells.Spread(t.Muted.Render(head), text+" ", area.W)
	}
	maker, taker, unit := "makerAsset ", "takerAsset ", " raw"
	if area.W < 56 {
		maker, taker, unit = "maker", "taker", ""
	}
	lines := []string{line(maker, o.in.payToken(), s.pay, unit),
		line(taker, o.in.getToken(), s.get, unit)}
	if area.H >= 28 {
		rule := " ─ order " + strings.Repeat("─", max(0, area.W-10))
		lines = append([]string{"", t.Muted.Render(rule)}, lines...)
		lines = append(lines, t.Muted.Render(
			" maker       "+cells.Clean(o.s.Account.Name)+"  "+format.Address(
				o.s.Account.Address)),
			t.Muted.Render(" nonce       a random number, drawn when you review"))
	}
	return strings.Join(lines, "\n")
}

func (o *limitForm) Actions() []ui.Action {
	s := o.in.sum()
	act := func(id string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "order", ID: id, Key: ui.Keys(key), Label: label, Help: help,
			Off: off, Run: run}
	}
	approve, take := o.s.MaySign(), o.s.MayTrade()
	switch {
	case !s.complete:
		approve = "the order is not complete"
	case !o.facts.funds.known:
		approve = "your allowance is being read"
	case !o.facts.funds.allowed.Less(o.facts.funds.needed(s.pay)):
		approve = "the allowance covers it"
	}
	if _, ok := o.checker.crosses(s); !ok {
		take = "no order in the book crosses this one"
	}
	ten := o.s.MaySign()
	if !s.complete || !o.facts.funds.known {
		ten = approve
	}
	return append([]ui.Action{
		act("approve", "a", "approve exact",
			"let the order contract move what this and your open orders need", approve,
			o.signer.approve),
		act("approveten", "A", "approve ten", "the same for ten orders of this size", ten,
			o.signer.approveTen),
		act("permit", "p", "sign permit", "sign the token's permit into the order instead of an "+
			"approval", o.checker.noPermit(s), o.signer.permit),
		act("take", "k", "take instead", "take the order that this one would meet", take,
			o.signer.take),
	}, append(o.formActions(), act("clear", "ctrl+l", "clear", "empty the form", "", o.clear))...)
}

// formActions are the form's, with the arrows named among the hints.
func (o *limitForm) formActions() []ui.Action {
	out := o.in.form.Actions("")
	for i := range out {
		if out[i].ID == "press" {
			out[i].Label, out[i].Help = "review", "show the order in words to be signed"
		}
	}
	return out
}
