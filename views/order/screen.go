// Package order is the Order entry screen: one form for limit and P2P orders whose third number follows from the two that are typed, the
// checks that say whether the order can be filled, and the way over the sign dialog into the book.
package order

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

const paneForm = "form"

// Screen is the form for fungible orders and what stands beside it.
type Screen struct {
	ui.Ring
	s    *views.Session
	area ui.Box
	form *ui.Form
	fields
	typed typed
	pair  api.Pair // what the form is about

	funds    funds
	fundsErr string
	book     api.Book
	bookAt   time.Time
	asks     []ui.BookLevel
	bids     []ui.BookLevel

	bookState           ui.State
	bookFeed, fundsFeed *views.Feed
	pause               ui.Asker // tells when typing has paused
	sure                string   // the draft whose warnings were seen and accepted
	signed              string   // the draft that was signed last
}

func newScreen(s *views.Session) *Screen {
	o := &Screen{Ring: ui.NewRing(paneForm), s: s, typed: typed{fieldPrice, fieldPay}}
	o.makeForm()
	o.newFeeds()
	o.turn()
	return o
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Order }

// Init implements ui.Screen.
func (o *Screen) Init() ui.Cmd {
	return ui.Batch(o.listen(), o.wantBook(), o.wantFunds(), ui.After(beatTime, beat{}))
}

// turn takes over another pair: numbers of the pair before have no meaning there.
func (o *Screen) turn() {
	o.pair = o.s.Pair()
	o.pay.Input.Set("")
	o.price.Input.Set("")
	o.get.Input.Set("")
	o.book, o.asks, o.bids, o.funds = api.Book{}, nil, nil, funds{}
	o.bookState = ui.State{What: "the book", Loading: true, Empty: "No orders yet: this one would be the first."}
	o.bookFeed.Drop()
	o.fundsFeed.Drop()
	o.recheck()
}

// Resize implements ui.Screen.
func (o *Screen) Resize(area ui.Box) {
	o.area = area
	o.derive()
}

// Update implements ui.Screen.
func (o *Screen) Update(m ui.Msg) ui.Cmd {
	if cmd, used := o.heard(m); used {
		return cmd
	}
	if o.pause.Due(m) {
		o.recheck()
		return o.wantFunds()
	}
	switch m := m.(type) {
	case ui.KeyMsg, ui.PasteMsg:
		return o.form.Update(m)
	case ui.MouseMsg:
		return ui.MousePanels(m, &o.Ring, o.panels())
	case views.NewOrder:
		return o.begin(m)
	case views.MarketChanged:
		if o.s.Pair() != o.pair {
			o.turn()
		}
		return ui.Batch(o.wantBook(), o.wantFunds())
	case views.AccountChanged:
		o.funds = funds{}
		o.fundsFeed.Drop()
		o.recheck()
		return ui.Batch(o.wantFunds(), o.wantBook())
	}
	return nil
}

// begin takes over what was chosen elsewhere.
func (o *Screen) begin(m views.NewOrder) ui.Cmd {
	var tell ui.Cmd
	if m.Pair != (api.Pair{}) && m.Pair != o.s.Pair() {
		base, _ := o.s.Token(m.Pair.Base)
		quote, _ := o.s.Token(m.Pair.Quote)
		o.s.Market = api.Market{ChainID: o.s.Network.ChainID, Base: base, Quote: quote}
		tell = views.TellAll(views.MarketChanged{})
		o.turn()
	}
	if m.Side != "" {
		o.setSide(m.Side == api.Buy)
	}
	if m.Price.Known() {
		o.price.Input.Set(o.market().priceText(m.Price, o.market().shape.PricePlaces))
		o.typed.touch(fieldPrice)
	}
	if m.From != nil {
		o.copy(*m.From)
	}
	o.form.Focus(fieldPay)
	return ui.Batch(tell, o.change(), o.wantBook())
}

// copy starts from an order as it was signed.
func (o *Screen) copy(r api.OrderRecord) {
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
	o.pay.Input.Set(r.MakerAmount.Units(m.payDecimals()))
	o.get.Input.Set(r.TakerAmount.Units(m.getDecimals()))
	o.typed = typed{fieldPay, fieldGet}
}

// Captures implements ui.Capturer.
func (o *Screen) Captures(k ui.Key) bool { return o.form.Captures(k) }

// Holds implements ui.Holder: quitting asks while an amount is typed that was not signed.
func (o *Screen) Holds() string {
	if s := o.sum(); s.complete && o.signed != o.key(s) {
		return "the form holds an order that is not signed"
	}
	return ""
}

// WindowTitle implements ui.Titler.
func (o *Screen) WindowTitle() string {
	if o.noPair() {
		return ""
	}
	return "order " + o.pairName()
}

// Note implements ui.Noter: the gravest check.
func (o *Screen) Note() ui.Note { return ui.Gravest(o.form.Checks) }

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "free", Means: "balance less what your open orders may still take"},
		{Term: "derived", Means: "follows from the other two; typing into it makes the older of them follow"},
		{Term: "P2P", Means: "an order that one named account alone can fill; it never shows in the book"},
		{Term: "raw", Means: "the integer that is signed, in the token's smallest unit"},
	}
}

func (o *Screen) noPair() bool { return o.s.Pair() == (api.Pair{}) }

func (o *Screen) pairName() string { return views.PairName(o.s.Market) }

func (o *Screen) payToken() api.Token {
	if o.buying() {
		return o.s.Market.Quote
	}
	return o.s.Market.Base
}

func (o *Screen) getToken() api.Token {
	if o.buying() {
		return o.s.Market.Base
	}
	return o.s.Market.Quote
}

func (o *Screen) market() market { return market{o.buying(), o.s.Shape(o.s.Market)} }

func (o *Screen) sum() sum {
	return o.market().solve(o.typed.derived(), o.pay.Value(), o.price.Value(), o.get.Value())
}
