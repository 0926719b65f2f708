package orders

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
)

// The choices of the dialog.
const (
	keepExpiry = "as it is"
	noExpiry   = "never"

	postAfter = "once the old one is cancelled"
	postNow   = "at once"
)

var spans = map[string]time.Duration{
	"1h": time.Hour, "1d": 24 * time.Hour, "7d": 7 * 24 * time.Hour}

// replaceDialog asks what the new order is to be. Its funds and market are read while it is open.
type replaceDialog struct {
	p                           *replacer
	row                         row
	left                        api.Amount // base units that the old order still offers
	form                        *form.Form
	amount, price, expiry, post *form.Field
	facts                       replaceFacts
}

// replaceFacts is what the new order is checked against.
type replaceFacts struct {
	known            bool
	bid, ask         api.Price  // of others; unknown where a side is empty
	balance, allowed api.Amount // of what the maker pays
	claimed          api.Amount // by the other open orders
	nfts             views.NFTMarket
	err              error
}

func (p *replacer) whyNot(r row, ok bool) string {
	switch {
	case !ok:
		return "no order is selected"
	case !r.mine:
		return "only its maker can replace it"
	case !r.cancellable():
		return "it is not open: c copies it"
	}
	for _, w := range p.waiting {
		if w.Old == r.Hash {
			return "a signed order waits for its cancellation already: cancel it, or give that " +
				"order up by the palette"
		}
	}
	return maySign(p.s, r)
}

func (p *replacer) replace(r row) {
	d := &replaceDialog{p: p, row: r, left: r.base(r.FillableBalance)}
	base := r.market.Base
	field := func(id, label string, kind form.Kind, choices ...string) *form.Field {
		return &form.Field{ID: id, Label: label, Kind: kind, Choices: choices, Input: ui.Number()}
	}
	d.price = field("price", "Price", form.NumberField)
	d.price.Suffix = views.Symbol(r.market.Quote)
	d.price.Input.Fill(d.shownPrice())
	d.price.Presets = d.pricePresets()
	d.price.Below = "bid  mid  ask  −10bp  +10bp   alt+1…5"
	d.amount = field("amount", "Amount", form.NumberField)
	d.amount.Suffix = views.Symbol(base)
	d.amount.Input.Fill(d.left.Units(base.Decimals))
	d.amount.Hidden = r.baseAsset().Kind == api.ERC721
	d.expiry = field("expiry", "Expiry", form.ChoiceField, keepExpiry, "1h", "1d", "7d", noExpiry)
	d.post = field("post", "Post it", form.ChoiceField, postAfter, postNow)
	d.form = form.New(p.s.Env, d.price, d.amount, d.expiry, d.post)
	d.form.Changed = func(*form.Field) tea.Cmd { d.derive(); return nil }
	d.form.Buttons = []form.Button{{ID: "review", Label: "Review ⏎", Run: d.review},
		{ID: "cancel", Label: "Cancel", Run: ui.Asking(p.s.Close)}}
	d.derive()
	p.s.Open(&views.FormDialog{Env: p.s.Env, Name: "Replace order " + format.Hash(r.Hash),
		Form: d.form, Rows: 4, Words: d.words, Start: d.read, On: d.on, Over: p.own.ended(r)})
}

// shownPrice is the old price as it stands in the field: while it stays, the exact price is kept.
func (d *replaceDialog) shownPrice() string {
	r := d.row
	return strings.ReplaceAll(r.shape.OrderPrice(r.rate(), !r.makerBase()), ",", "")
}

// pricePresets are prices of the market, and the old one moved.
func (d *replaceDialog) pricePresets() []func() string {
	text := func(p api.Price, ok bool) string {
		if !ok || !p.Known() {
			return d.price.Value()
		}
		return strings.ReplaceAll(d.row.shape.OrderPrice(p, !d.row.makerBase()), ",", "")
	}
	return []func() string{
		func() string { return text(d.facts.bid, true) },
		func() string { return text(views.Mid(d.facts.bid, d.facts.ask)) },
		func() string { return text(d.facts.ask, true) },
		func() string { return text(views.Shift(d.row.rate(), -10)) },
		func() string { return text(views.Shift(d.row.rate(), 10)) },
	}
}

// read asks for what the new order is checked against.
func (d *replaceDialog) read() tea.Cmd {
	exchange, r := d.p.s.Exchange, d.row
	pair := api.Pair{Base: r.market.Base.Address, Quote: r.market.Quote.Address}
	spender := d.p.s.Network.Contracts.AugustusRFQ
	return ui.Call(d.p.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		f := replaceFacts{known: true}
		if r.NFT {
			f.nfts, f.err = views.ReadNFTMarket(ctx, exchange, r.baseAsset().Address)
			return f
		}
		var book api.Book
		if book, f.err = exchange.Book(ctx, pair, 50); f.err != nil {
			return f
		}
		f.bid, f.ask = bestOfOthers(book.Bids, r.Maker), bestOfOthers(book.Asks, r.Maker)
		token := r.MakerAsset.Address
		held, err := exchange.UserToken(ctx, r.Maker, token)
		if f.err = err; err != nil {
			return f
		}
		claimed, err := views.Claimed(ctx, exchange, r.Maker, token)
		f.balance, f.allowed, f.err = held.Balance, held.Allowances[spender], err
		f.claimed = claimed.Sub(r.FillableBalance.Min(claimed))
		return f
	})
}

func bestOfOthers(side []api.BookOrder, maker common.Address) api.Price {
	for _, b := range side {
		if b.Maker != maker {
			return b.Price
		}
	}
	return api.Price{}
}

func (d *replaceDialog) on(m tea.Msg) (tea.Cmd, bool) {
	f, ok := m.(replaceFacts)
	if ok {
		d.facts = f
		d.derive()
	}
	return nil, ok
}

func (d *replaceDialog) derive() {
	_, problem := d.draft()
	d.form.Buttons[0].Off = problem
	if problem == "" && !d.facts.known {
		d.form.Buttons[0].Off = "your balance and the book are being read"
	}
}

// draft is the new order without its nonce, or what is wrong with what was typed.
func (d *replaceDialog) draft() (o api.Order, problem string) {
	r := d.row
	base, quote := r.market.Base, r.market.Quote
	size, price := d.left, r.rate()
	if !d.amount.Hidden {
		var err error
		if size, err = api.ParseUnits(d.amount.Value(), base.Decimals); err != nil {
			return o, "the amount " + err.Error()
		}
	}
	if d.price.Value() != d.shownPrice() {
		var err error
		price, err = api.ParsePrice(d.price.Value(), base.Decimals, quote.Decimals)
		if err != nil {
			return o, "the price " + err.Error()
		}
	}
	o = r.Order
	o.NonceAndMeta = api.Amount{}
	// what is got is rounded down and what is paid up, so that the price is never better than typed
	o.MakerAmount, o.TakerAmount = size, price.QuoteFor(size, api.Down)
	if !r.makerBase() {
		o.MakerAmount, o.TakerAmount = price.QuoteFor(size, api.Up), size
	}
	switch span, ok := spans[d.expiry.Value()]; {
	case ok:
		o.Expiry = uint64(d.p.s.Env.Now().Add(span).Unix())
	case d.expiry.Value() == noExpiry:
		o.Expiry = 0
	}
	switch {
	case o.MakerAmount.IsZero() || o.TakerAmount.IsZero():
		return o, "the amounts must be above zero"
	case o.MakerAmount == r.MakerAmount && o.TakerAmount == r.TakerAmount && o.Expiry == r.Expiry:
		return o, unchanged
	}
	return o, ""
}

// unchanged is why an order is not replaced by itself.
const unchanged = "nothing is changed yet: type a price or an amount, or choose an expiry"

// words say what becomes of the order.
func (d *replaceDialog) words() (lines []string, problem string) {
	old := "old  " + d.row.deal() + ", " + d.row.size(d.left) + " left"
	switch o, problem := d.draft(); {
	case problem == unchanged: // which the button says
		return []string{old}, ""
	case problem != "":
		return nil, problem
	case d.facts.err != nil:
		return nil, "could not read what to check it with: " + api.AsError(d.facts.err).Details
	default:
		return append([]string{old}, d.newWords(o)...), ""
	}
}

// newWords say what the new order is, and what is to be said against it.
func (d *replaceDialog) newWords(o api.Order) []string {
	next := d.row
	next.Order, next.OrderRecord.FillableBalance = o, o.MakerAmount
	lines := []string{"new  " + next.deal()}
	checks, _ := d.checks(o)
	for _, c := range checks {
		if c.Level == ui.Warn || c.Level == ui.Bad {
			lines = append(lines, "! "+c.Text)
		}
	}
	return lines
}

// rate is an order's price in quote per base.
func (d *replaceDialog) rate(o api.Order) api.Price {
	if d.row.makerBase() {
		return api.Price{Quote: o.TakerAmount, Base: o.MakerAmount}
	}
	return api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}
}

// checks hold an order against the market and what its maker has; word is what is to be typed where
// its price is far off.
func (d *replaceDialog) checks(o api.Order) (out []ui.Check, word string) {
	f, price := d.facts, d.rate(o)
	if !f.known {
		return nil, ""
	}
	if d.row.NFT {
		return f.nfts.CheckMaking(d.p.s, views.NFTMaking{Order: o, Old: d.row.Hash})
	}
	needed := o.MakerAmount.Add(f.claimed)
	token, _ := d.p.s.Token(o.MakerAsset.Address)
	for _, x := range []struct {
		have api.Amount
		verb string
	}{{f.balance, "hold"}, {f.allowed, "allow"}} {
		if x.have.Less(needed) {
			out = append(out, ui.Check{Level: ui.Warn, Text: fmt.Sprintf(
				"you %s %s of %s %s that open orders need", x.verb,
				format.Amount(x.have, token, api.Down), format.Amount(needed, token, api.Up),
				views.Symbol(token))})
		}
	}
	sell := d.row.makerBase()
	if sell && f.bid.Known() && price.Cmp(f.bid) <= 0 ||
		!sell && f.ask.Known() && price.Cmp(f.ask) >= 0 {
		out = append(out, ui.Check{Level: ui.Warn,
			Text: "it would trade at once with an order that is there"})
	}
	check, worth, word := d.p.s.MakingChecks(d.row.pair(), price,
		d.p.s.Yardstick(d.row.pair(), f.bid, f.ask), sell, d.row.asset())
	return append(append(out, worth...), check), word
}

// review shows the new order to be signed.
func (d *replaceDialog) review() tea.Cmd {
	o, problem := d.draft()
	if problem != "" {
		d.p.s.Toast(ui.Warn, problem)
		return nil
	}
	nonce, err := d.p.s.Nonce()
	if err != nil {
		d.p.s.Toast(ui.Bad, err.Error())
		return nil
	}
	o.NonceAndMeta = api.PackNonce(nonce, d.row.TakerFromMeta())
	o = d.p.s.SameOrder(o)
	checks, word := d.checks(o)
	after := ui.Check{Text: "it is posted once the old order is cancelled: sign that next"}
	if d.post.Value() == postNow {
		after = ui.Check{Level: ui.Warn,
			Text: "it is posted at once: until the old order is cancelled, both can fill"}
	}
	now := d.post.Value() == postNow
	p, old := d.p, d.row
	p.s.CloseThen(ui.Asking(func() { p.sign(old, o, now, append(checks, after), word) }))
	return nil
}
