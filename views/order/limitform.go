package order

import (
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

const paneForm = "form"

// limitForm is the form for fungible orders.
type limitForm struct {
	s    *views.Session
	area cells.Box // the room of the screen that it is shaped for
	form *form.Form
	fields
	typed typed
	facts *facts
	pause ui.Debouncer // tells when typing has paused
	sure  string       // the draft whose warnings were seen and accepted
	sent  views.Handed
}

func newLimitForm(s *views.Session) *limitForm {
	o := &limitForm{s: s, typed: typed{fieldPrice, fieldPay}}
	o.makeForm()
	o.facts = &facts{s: s, pays: o.payToken, changed: o.recheck}
	o.facts.newFeeds()
	o.turn()
	return o
}

// start begins to read what the form is checked against.
func (o *limitForm) start() tea.Cmd {
	return tea.Batch(o.facts.listen(), o.facts.wantBook(), o.facts.wantFunds(),
		o.s.After(beatTime, beat{}))
}

// turn takes over another pair: numbers of the pair before have no meaning there.
func (o *limitForm) turn() {
	o.pay.Input.Set("")
	o.price.Input.Set("")
	o.get.Input.Set("")
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
	if o.noPair() {
		return "New order", "step 1 of 2"
	}
	return "New order · " + o.pairName(), "step 1 of 2"
}

func (o *limitForm) Draw(area cells.Box, focused bool) string {
	return o.form.Draw(o.s.Env, area, focused)
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
		return o.form.Update(m)
	case tea.MouseMsg:
		return o.form.Mouse(m)
	case views.NewOrder:
		return o.begin(m)
	case views.MarketChanged:
		if o.s.Pair() != o.facts.pair {
			o.turn()
		}
		return tea.Batch(o.facts.wantBook(), o.facts.wantFunds())
	case sign.Found:
		if o.sent.Holds(o.key(o.sum()), m.Sent.Hash) {
			o.reset()
			return tea.Batch(o.change(), o.facts.wantFunds())
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
		o.setSide(m.Side == api.Buy)
	}
	if m.Price.Known() {
		o.price.Input.Fill(o.market().priceText(m.Price, o.market().shape.PricePlaces))
		o.typed.touch(fieldPrice)
	}
	if m.From != nil {
		o.copy(*m.From)
	}
	if m.P2P {
		o.kind.Choose(kindP2P)
	}
	o.form.Focus(fieldPay)
	if !m.Size.IsZero() {
		o.putSize(m.Size)
		o.form.Focus(o.expiry.ID) // all is said: no digit changes an amount unasked
	}
	o.putLife(m.Life)
	return tea.Batch(o.change(), o.facts.wantBook())
}

// putLife chooses when an order ends: after a span of whole minutes, never, or as it is where
// nothing was said.
func (o *limitForm) putLife(life time.Duration) {
	switch {
	case life < 0:
		o.expiry.Choose(never)
	case life > 0:
		o.expiry.Choose(custom)
		o.until.Input.Set(fmt.Sprintf("%dm", int(life.Minutes())))
	}
}

// putSize fills in how much of the base is bought or sold.
func (o *limitForm) putSize(size api.Amount) {
	text := size.Units(o.market().shape.BaseDecimals)
	if o.buying() {
		o.get.Input.Fill(text)
		o.typed.touch(fieldGet)
		return
	}
	o.pay.Input.Fill(text)
	o.typed.touch(fieldPay)
}

// copy starts from an order as it was signed.
func (o *limitForm) copy(r api.OrderRecord) {
	o.kind.Choose(kindLimit)
	if r.Type() == api.P2P {
		o.kind.Choose(kindP2P)
		o.taker.Input.Set(r.TakerFromMeta().Hex())
		o.way.Choose(wayDirect)
		if r.Taker != r.TakerFromMeta() && r.Taker != (common.Address{}) {
			o.way.Choose(waySwapper)
		}
	}
	m := o.market()
	o.pay.Input.Fill(r.MakerAmount.Units(m.payDecimals()))
	o.get.Input.Fill(r.TakerAmount.Units(m.getDecimals()))
	o.typed = typed{fieldPay, fieldGet}
}

// Captures implements ui.Capturer.
func (o *limitForm) Captures(k tea.KeyMsg) bool { return o.form.Captures(k) }

// Unsaved implements ui.Unsaved: quitting asks while something was typed that may become an order,
// right or wrong. A price alone, as the ladder hands over, is nobody's work.
func (o *limitForm) Unsaved() string {
	s := o.sum()
	if len(s.problems) == 0 && o.pay.Value() == "" && o.get.Value() == "" &&
		o.taker.Value() == "" && o.until.Value() == "" {
		return ""
	}
	return o.s.Unsigned(o.sent, o.key(s), "an order")
}

// WindowTitle implements ui.Titler.
func (o *limitForm) WindowTitle() string {
	if o.noPair() {
		return ""
	}
	return "order " + o.pairName()
}

// Status implements ui.StatusProvider: the gravest check.
func (o *limitForm) Status() ui.Note { return ui.Gravest(o.form.Checks) }

func (o *limitForm) noPair() bool { return o.s.Pair() == (api.Pair{}) }

func (o *limitForm) pairName() string { return views.PairName(o.s.Market) }

func (o *limitForm) payToken() api.Token {
	if o.buying() {
		return o.s.Market.Quote
	}
	return o.s.Market.Base
}

func (o *limitForm) getToken() api.Token {
	if o.buying() {
		return o.s.Market.Base
	}
	return o.s.Market.Quote
}

func (o *limitForm) market() market { return market{o.buying(), o.s.PairFormat(o.s.Market)} }

func (o *limitForm) sum() sum {
	return o.market().solve(o.typed.derived(), o.pay.Value(), o.price.Value(), o.get.Value())
}

// raw shows what is signed: the integers, and whose they are.
func (o *limitForm) raw(area cells.Box) string {
	s, t := o.sum(), o.s.Env.Theme
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
	lines := []string{line(maker, o.payToken(), s.pay, unit),
		line(taker, o.getToken(), s.get, unit)}
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
