package delta

import (
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// What the choices of the form are called.
const (
	custom = "custom"
	atOnce = "no, all at once"
	parts  = "yes, in parts"
)

const (
	defaultSlippage = "100"
	bpsWhole        = 10_000
	mostSlippage    = 9_999
	longName        = 20 // from which on the receiver is an address
	fullAddress     = 46 // cells that show one, with the brackets
)

// fields are the form's, by name.
type fields struct {
	side, sell, sellOf, buyOf, slip, slipOther, life, partial, receiver, partner, right *ui.Field
}

// lives are how long an order may stay open.
var lives = [...]struct {
	name string
	life time.Duration
}{{"5m", 5 * time.Minute}, {"30m", 30 * time.Minute}, {"1h", time.Hour}, {"1d", 24 * time.Hour}, {"7d", 7 * 24 * time.Hour}}

func (w *Screen) makeForm() {
	choice := func(id, label string, words ...string) *ui.Field {
		return &ui.Field{ID: id, Label: label, Kind: ui.ChoiceField, Choices: words}
	}
	w.fields = fields{
		side:  &ui.Field{ID: "side", Label: "Side", Kind: ui.StaticField, Text: "SELL exact in"},
		sell:  &ui.Field{ID: "sell", Label: "Sell", Kind: ui.NumberField, Input: ui.Number()},
		buyOf: choice("buyof", "Buy", ""), sellOf: choice("sellof", "  token", ""),
		slip:      choice("slippage", "Slippage", "10", "50", defaultSlippage, "300", custom),
		slipOther: &ui.Field{ID: "custom", Label: "  bps", Kind: ui.NumberField, Input: ui.Number()},
		life:      choice("deadline", "Deadline"), partial: choice("partial", "Partial", atOnce, parts),
		receiver: &ui.Field{ID: "receiver", Label: "Receiver", Kind: ui.TextField, Input: ui.Input{Hint: "yourself, or 0x…", Limit: 42}},
		partner:  &ui.Field{ID: "partner", Label: "Partner", Kind: ui.TextField, Input: ui.Input{Hint: "none, or its name", Limit: 42}},
		right:    choice("permit", "Permit", byApproval.String()),
	}
	for _, l := range lives {
		w.life.Choices = append(w.life.Choices, l.name)
	}
	w.life.Choose("1h")
	w.slip.Choose(defaultSlippage)
	for _, percent := range []uint64{10, 25, 50, 75, 100} {
		w.sell.Presets = append(w.sell.Presets, func() string { return w.share(percent) })
	}
	w.form = ui.NewForm(w.side, w.sell, w.sellOf, w.buyOf, w.slip, w.slipOther, w.life, w.partial, w.receiver, w.partner, w.right)
	w.form.Changed = w.changed
	w.form.Focus("sell")
}

// setTokens chooses what is sold and bought. A quote of other tokens says nothing about them.
func (w *Screen) setTokens(src, dest api.Token) {
	if w.src.Address != src.Address {
		w.funds = funds{}
		w.fundsFeed.Drop()
	}
	w.src, w.dest, w.quote, w.pursuit = src, dest, quote{}, nil
	w.derive()
}

// amount is what is sold; why is what is wrong with it, "" while nothing is typed.
func (w *Screen) amount() (a api.Amount, why string) {
	text := strings.TrimSpace(w.sell.Value())
	if text == "" {
		return a, ""
	}
	a, err := api.ParseUnits(text, w.src.Decimals)
	switch {
	case err != nil:
		return api.Amount{}, err.Error()
	case a.IsZero():
		return a, "must be above zero"
	}
	return a, ""
}

// slippage is in basis points.
func (w *Screen) slippage() (bps int, why string) {
	text := w.slip.Value()
	if text == custom {
		text = w.slipOther.Value()
	}
	a, err := api.ParseUnits(text, 0)
	if err != nil {
		return 0, "whole basis points"
	}
	n, ok := a.Uint64()
	if !ok || n > mostSlippage {
		return 0, fmt.Sprintf("must be from 0 to %d", mostSlippage)
	}
	return int(n), ""
}

func (w *Screen) partnerName() string { return strings.TrimSpace(w.partner.Value()) }

// beneficiary is who gets what is bought: zero, or who was typed where that is somebody else.
func (w *Screen) beneficiary() (a common.Address, why string) {
	a, why = w.s.Party(w.receiver.Value())
	if a == w.s.Account.Address {
		a = common.Address{}
	}
	return a, why
}

// deadline is when an order signed at this moment ends, counted from the later of the clock and the newest block.
func (w *Screen) deadline() time.Time {
	from := w.s.Env.Now()
	if b := w.s.Env.Header.BlockAt; b.After(from) {
		from = b
	}
	return from.Add(lives[w.life.Chosen].life)
}

// derive shapes the form after what is typed and quoted.
func (w *Screen) derive() {
	_, w.sell.Problem = w.amount()
	_, w.slipOther.Problem = w.slippage()
	w.slipOther.Hidden = w.slip.Value() != custom
	w.side.Hidden = !w.area.Tall()
	var to common.Address
	to, w.receiver.Problem = w.beneficiary()
	w.receiver.Suffix, w.receiver.Width = "", 0
	if w.area.Wide() && w.receiver.Problem == "" && len(w.receiver.Value()) > longName {
		w.receiver.Width = fullAddress
	}
	if w.receiver.Problem == "" && to != (common.Address{}) {
		w.receiver.Suffix = w.s.PartyName(to)
	}
	w.offerRights()
	w.sellOf.Choices, w.buyOf.Choices = []string{views.Symbol(w.src) + " ▾"}, []string{views.Symbol(w.dest) + " ▾"}
	w.sell.Width, w.sell.Below, w.sell.Suffix = 14, "", views.Symbol(w.src)
	if w.area.Tall() {
		w.sell.Below = "10%  25%  50%  75%  MAX   alt+1…5"
	}
	w.sellOf.Suffix, w.slip.Suffix, w.slipOther.Suffix, w.side.Suffix = "", "bps", "basis points", ""
	if w.area.Wide() {
		w.sell.Width, w.side.Suffix = 22, "no BUY: agents bid what you get"
	}
	if w.funds.known {
		w.sellOf.Suffix = "free " + amountText(w.funds.held.Balance, w.src, api.Down)
	}
	sign := ui.FormButton{ID: "sign", Label: "Sign ⏎", Off: w.off(), Run: w.begin}
	switch {
	case w.src.Address == api.NativeToken:
		sign = ui.FormButton{ID: "wrap", Label: "Wrap first ⏎", Off: w.noWrap(), Run: w.wrap}
	case w.stale():
		sign = ui.FormButton{ID: "sign", Label: "Refresh first ⏎", Run: w.refresh}
	}
	w.form.Checks = w.checks()
	w.form.Buttons = []ui.FormButton{sign, {ID: "clear", Label: "Clear ⌃l", Run: w.clear}}
}

// changed is called after every change by the user.
func (w *Screen) changed(f *ui.Field) ui.Cmd {
	switch f {
	case w.sellOf:
		return w.pickSell()
	case w.buyOf:
		return w.pickBuy()
	}
	return w.change()
}

// change asks for a quote once typing pauses.
func (w *Screen) change() ui.Cmd {
	w.pursuit = nil
	w.derive()
	return w.pause.Change()
}

// share is a part of what is held, for a preset; what is typed stays while it is not known.
func (w *Screen) share(percent uint64) string {
	if !w.funds.known {
		return w.sell.Value()
	}
	return w.funds.held.Balance.MulDiv(api.NewAmount(percent), api.NewAmount(100)).Units(w.src.Decimals)
}

// clear empties the form; the tokens stay.
func (w *Screen) clear() ui.Cmd {
	w.sell.Input.Set("")
	w.receiver.Input.Set("")
	w.partner.Input.Set("")
	w.right.Chosen = 0
	w.slip.Choose(defaultSlippage)
	w.life.Choose("1h")
	w.partial.Choose(atOnce)
	w.quote = quote{}
	w.form.Focus("sell")
	return ui.Batch(w.change(), ui.Toast(ui.OK, "the form is empty"))
}

func (w *Screen) flip() ui.Cmd {
	w.sell.Input.Set("")
	w.setTokens(w.dest, w.src)
	return ui.Batch(w.change(), w.wantFunds())
}

// pickSell chooses the token to sell; choosing the one that is bought flips the two.
func (w *Screen) pickSell() ui.Cmd {
	return views.PickToken(w.s, "Token to sell", func(t api.Token) ui.Cmd {
		if t.Address == w.dest.Address {
			return w.flip()
		}
		w.setTokens(t, w.dest)
		return ui.Batch(w.change(), w.wantFunds())
	})
}

func (w *Screen) pickBuy() ui.Cmd {
	return views.PickToken(w.s, "Token to buy", func(t api.Token) ui.Cmd {
		if t.Address == w.src.Address {
			return w.flip()
		}
		w.setTokens(w.src, t)
		return w.change()
	})
}
