package wallet

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// sender is the dialog that sends something of the account's: what, how much, and to whom. It
// looks at the receiver before anything is signed.
type sender struct {
	s     *views.Session
	all   []balance // what the account holds
	asset balance   // what is sent
	from  draftOf   // whose it is
	shown bool      // to be signed: it was decided on
	form  *form.Form
	what  *form.Field
	much  *form.Field
	to    *form.Field

	asked    common.Address // whose code was asked for
	contract bool           // the answer
	known    bool           // it has come
	problem  string         // why it has not
}

// draftOf is what a draft holds good for.
type draftOf struct {
	account common.Address
	chainID uint64
}

func ownDraft(s *views.Session) draftOf { return draftOf{s.Account.Address, s.Network.ChainID} }

// whether tells if there is code at an address.
type whether struct {
	address common.Address
	yes     bool
	err     error
}

func newSender(s *views.Session, all []balance) *sender {
	d := &sender{s: s, all: all, from: ownDraft(s),
		what: &form.Field{ID: "what", Label: "Send", Kind: form.ChoiceField},
		much: &form.Field{ID: "amount", Label: "Amount", Kind: form.NumberField,
			Input: ui.Number(), Width: 30},
		to: &form.Field{ID: "to", Label: "To", Kind: form.TextField, Width: 47,
			Input: ui.Input{Hint: "0x…, a name or a label"}},
	}
	d.much.Presets = []func() string{d.share(25), d.share(50), d.share(75), d.share(100)}
	d.form = form.New(s.Env, d.what, d.much, d.to)
	d.form.Changed = d.changed
	d.form.Buttons = []form.Button{{ID: "review", Label: "Review ⏎", Run: d.review},
		{ID: "cancel", Label: "Cancel", Run: ui.Asking(s.Close)}}
	d.form.Focus("amount")
	return d
}

// share is a part of what is held.
func (d *sender) share(percent uint64) func() string {
	return func() string {
		return d.asset.amount.MulDiv(api.NewAmount(percent), api.NewAmount(100)).Units(
			d.asset.token.Decimals)
	}
}

// choose takes what is sent: of an ERC721 token there is one.
func (d *sender) choose(b balance) {
	d.asset = b
	d.what.Choices = []string{b.name() + " ▾"}
	d.much.Suffix = "of " + format.Fine(b.amount, b.token, api.Down)
	d.much.Hidden = b.asset.Kind == api.ERC721
	if d.much.Hidden {
		d.much.Input.Set("1")
		d.form.Focus("to")
	}
	d.derive()
}

// refresh takes what the account holds now.
func (d *sender) refresh(all []balance) {
	d.all = all
	for _, b := range all {
		if b.asset == d.asset.asset {
			d.asset = b
			d.much.Suffix = "of " + format.Fine(b.amount, b.token, api.Down)
			d.derive()
			return
		}
	}
	d.asset.amount = api.Amount{} // an NFT that is gone
	d.derive()
}

// Init implements ui.Starter: what was typed elsewhere is looked at.
func (d *sender) Init() tea.Cmd { return d.look() }

func (d *sender) changed(f *form.Field) tea.Cmd {
	if f == d.what {
		d.pick()
		return nil
	}
	cmd := d.look()
	d.derive()
	return cmd
}

// pick offers what the account holds.
func (d *sender) pick() {
	var items []menu.Item
	for _, b := range d.all {
		if b.amount.IsZero() {
			continue
		}
		items = append(items, menu.Item{Title: b.name(),
			Note:   format.Amount(b.amount, b.token, api.Down),
			Search: b.token.Address.Hex(), Run: func() tea.Cmd {
				d.much.Input.Set("")
				d.form.Focus("amount")
				d.choose(b)
				return nil
			}})
	}
	d.s.Open(menu.New(d.s.Env, "Send what?", items))
}

// look asks whether the receiver is a contract, once there is one.
func (d *sender) look() tea.Cmd {
	a, why := d.s.ResolveAddress(d.to.Value())
	if why != "" || a == d.asked {
		return nil
	}
	d.asked, d.known, d.problem = a, false, ""
	if a == (common.Address{}) {
		return nil
	}
	exchange := api.Exchange(d.s.Exchange)
	return ui.Call(d.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		yes, err := exchange.IsContract(ctx, a)
		return whether{a, yes, err}
	})
}

// Update implements ui.Dialog.
func (d *sender) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case whether:
		if m.address == d.asked {
			d.contract, d.known = m.yes, m.err == nil
			if m.err != nil {
				d.problem = api.AsError(m.err).Details
			}
			d.derive()
		}
		return nil
	case views.NamesChanged:
		d.derive()
		return d.look()
	case tea.MouseMsg:
		return d.form.Mouse(m)
	}
	return d.form.Update(m)
}

// amount is what is typed; why is what is wrong with it.
func (d *sender) amount() (a api.Amount, why string) {
	text := strings.TrimSpace(d.much.Value())
	if text == "" {
		return a, ""
	}
	a, err := api.ParseUnits(text, d.asset.token.Decimals)
	switch {
	case err != nil:
		return a, err.Error()
	case a.IsZero():
		return a, "must be above zero"
	}
	return a, ""
}

func (d *sender) derive() {
	_, d.much.Problem = d.amount()
	to, why := d.s.ResolveAddress(d.to.Value())
	d.to.Problem, d.to.Suffix = why, ""
	if why == "" && to != (common.Address{}) {
		d.to.Below = ""
		if !strings.HasPrefix(d.to.Value(), "0x") {
			d.to.Below = to.Hex()
		}
		if d.to.Suffix = d.s.AddressName(to); strings.EqualFold(d.to.Suffix, d.to.Value()) {
			d.to.Suffix = format.Address(to)
		}
	}
	d.form.Checks, _ = d.checks()
	d.form.Buttons[0].Off = d.off()
}

// checks are what is left, and who receives it; word is to be typed where it may be lost.
func (d *sender) checks() (list []ui.Check, word string) {
	list = append(list, d.leftCheck())
	to, why := d.s.ResolveAddress(d.to.Value())
	switch {
	case why != "":
		return append(list, ui.Check{Level: ui.Bad, Text: "to: " + why}), ""
	case to == common.Address{}:
		return append(list, ui.Check{Text: "the receiver"}), ""
	}
	check, word := d.s.ReceiverCheck(to, d.asset.token.Address, d.asset.name(),
		views.Receiver{Known: d.known, Contract: d.contract, Problem: d.problem})
	return append(list, check), word
}

// leftCheck says how much is left after it.
func (d *sender) leftCheck() ui.Check {
	a, why := d.amount()
	if a.IsZero() || why != "" {
		return ui.Check{Text: "what is left"}
	}
	b := d.asset
	return views.LeftCheck(a, b.amount, b.claimed, b.token, b.name())
}

// off tells why it cannot be reviewed, "" when it can.
func (d *sender) off() string {
	if why := d.much.Problem; why != "" {
		return "amount: " + why
	}
	if why := d.to.Problem; why != "" {
		return "to: " + why
	}
	a, _ := d.amount()
	switch to, _ := d.s.ResolveAddress(d.to.Value()); {
	case d.asset.token == (api.Token{}):
		return "choose what to send"
	case a.IsZero():
		return "type an amount"
	case to == common.Address{}:
		return "say who receives it"
	}
	for _, c := range d.form.Checks {
		if c.Level == ui.Bad || c.Level == ui.Working {
			return c.Text
		}
	}
	return d.s.MaySign()
}

// review shows what is sent, in words, to be signed.
func (d *sender) review() tea.Cmd {
	d.derive()
	if why := d.off(); why != "" {
		d.s.Toast(ui.Warn, "cannot send it: "+why)
		return nil
	}
	amount, _ := d.amount()
	to, _ := d.s.ResolveAddress(d.to.Value())
	checks, word := d.checks()
	s, asset := d.s, d.asset
	moved := func() string {
		if d.asset.amount.Less(asset.amount) { // what comes in is in nobody's way
			return "you hold less by now"
		}
		return ""
	}
	what := fmt.Sprintf("send %s to %s", asset.quantity(amount), s.ShortName(to))
	d.shown = true
	s.CloseThen(func() tea.Cmd {
		task := sign.Send(s, what, asset.asset, to, amount)
		task.Checks, task.Word, task.Moved = checks, word, moved
		if asset.asset.Kind == api.ERC20 {
			task.Review = sign.AllIn(s, asset.token, amount)
		}
		task.Edit, task.For = ui.Asking(func() { s.Open(d) }), d
		sign.Run(s, task)
		return nil
	})
	return nil
}

// Title implements ui.Dialog.
func (d *sender) Title() string { return "Send from " + d.s.Account.Name }

// Size implements ui.Dialog.
func (d *sender) Size(area cells.Box) (w, h int) { return min(78, area.W), 12 }

// Captures implements ui.Capturer.
func (d *sender) Captures(k tea.KeyMsg) bool { return d.form.Captures(k) }

// Draw implements ui.Dialog.
func (d *sender) Draw(area cells.Box) string { return d.form.Draw(d.s.Env, area, true) }

// Actions implements ui.Dialog.
func (d *sender) Actions() []ui.Action {
	return append([]ui.Action{
		{Scope: "send", ID: "contacts", Key: ui.Keys("ctrl+o"), Label: "choose receiver",
			Help: "choose a receiver from your accounts and the address book", Run: d.pickReceiver},
		{Scope: "send", ID: "cancel", Key: ui.Keys("esc"), Label: "cancel", Help: "send nothing",
			Run: ui.Asking(d.s.Close)},
	}, d.form.Actions("")...)
}

// pickReceiver offers the wallet's accounts and the address book.
func (d *sender) pickReceiver() tea.Cmd {
	var items []menu.Item
	add := func(name string, a common.Address, note string) {
		if a != d.s.Account.Address {
			items = append(items, menu.Item{Title: name + "  " + format.Address(a), Note: note,
				Search: a.Hex(), Run: func() tea.Cmd {
					d.to.Input.Set(name)
					d.form.Focus("to")
					return d.changed(d.to)
				}})
		}
	}
	for _, c := range d.s.Contacts() {
		add(c.Label, c.Address, "address book")
	}
	for _, a := range d.s.Wallet.List() {
		add(a.Name, a.Address, "your account")
	}
	d.s.Open(menu.New(d.s.Env, "Send to whom?", items))
	return nil
}
