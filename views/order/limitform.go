package order

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/sign"
)

const paneForm = "form"

// limitForm is the form for fungible orders and what stands beside it.
type limitForm struct {
	ui.Ring
	s    *views.Session
	area cells.Box
	form *form.Form
	fields
	typed typed
	facts *facts
	pause ui.Debouncer // tells when typing has paused
	sure  string       // the draft whose warnings were seen and accepted
	sent  views.Handed
}

func newLimitForm(s *views.Session) *limitForm {
	o := &limitForm{Ring: ui.NewRing(paneForm), s: s, typed: typed{fieldPrice, fieldPay}}
	o.makeForm()
	o.facts = &facts{s: s, pays: o.payToken, changed: o.recheck}
	o.facts.newFeeds()
	o.turn()
	return o
}

// ID implements ui.Screen.
func (*limitForm) ID() ui.ScreenID { return views.Order }

// Init implements ui.Screen.
func (o *limitForm) Init() tea.Cmd {
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

// Resize implements ui.Screen.
func (o *limitForm) Resize(area cells.Box) {
	o.area = area
	o.derive()
}

// Update implements ui.Screen.
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
		return ui.MousePanes(m, &o.Ring, o.panes())
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

// Words implements ui.Glossary.
func (*limitForm) Words() []ui.Word {
	return []ui.Word{
		{Term: "free", Means: "balance less what your open orders may still take"},
		{Term: "derived", Means: "follows from the other two; typing into it makes the older of " +
			"them follow"},
		{Term: "P2P", Means: "an order that one named account alone can fill; it never shows in " +
			"the book"},
		{Term: "raw", Means: "the integer that is signed, in the token's smallest unit"},
	}
}

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
