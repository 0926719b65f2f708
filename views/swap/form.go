package swap

import (
	"cmp"
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
	"bourse/views/route"
)

// formPane is the form: what is typed and chosen, and what follows from it and from the quote.
type formPane struct {
	s       *views.Session
	pair    *pairform.Pair
	in      *inputs
	trade   *route.Trade
	figures *figures
	front   func() // gives it the focus
}

func newForm(s *views.Session, pair *pairform.Pair, in *inputs, front func()) *formPane {
	w := &formPane{s: s, pair: pair, in: in, front: front}
	in.form.Changed = w.changed
	in.form.Extra = w.extra
	in.buyOf.Beside = w.quoteAge
	for _, percent := range []uint64{10, 25, 50, 75, 100} {
		in.sell.Presets = append(in.sell.Presets, func() string { return w.share(percent) })
	}
	return w
}

func (*formPane) Name() string { return paneForm }

// Title has what matters most where the fields leave no room for the figures.
func (w *formPane) Title() (title, right string) {
	right = "r refresh"
	if !w.s.Area.Tall() && w.in.more.Value() == shown {
		right = cmp.Or(w.figures.mostMatters(), right)
	}
	return "Swap", right
}

func (w *formPane) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		w.takeOver(m.Paste || len(m.Runes) > 0 && !m.Alt)
		return w.in.form.Update(m)
	case tea.MouseMsg:
		return w.in.form.Mouse(m)
	case ui.Shown:
		return w.in.form.Update(m)
	case gotNames:
		return m.pick(m.names, m.err)
	}
	return nil
}

func (w *formPane) Captures(k tea.KeyMsg) bool { return w.in.form.Captures(k) }

func (w *formPane) Resize(cells.Box) { w.derive() }

// Follow shapes the form after what was typed, read and quoted since.
func (w *formPane) Follow() tea.Cmd {
	w.derive()
	return nil
}

func (w *formPane) Draw(area cells.Box, focused bool) string {
	return w.in.form.Draw(w.s.Env, area, focused)
}

func (w *formPane) Actions() []ui.Action {
	out := w.in.form.Actions(paneForm)
	for i := range out {
		switch out[i].ID {
		case "press":
			out[i].Label, out[i].Help = "review",
				"ask for the newest quote and show the swap in words to be signed"
		case "previous":
			out[i].Quiet = true
		}
	}
	return out
}

// derive shapes the form after what is typed and quoted.
func (w *formPane) derive() {
	problems := w.in.problems()
	for _, f := range w.in.form.Fields {
		f.Problem = problems[f]
	}
	exact, other := w.in.exact()
	exact.Derived, other.Derived = false, true
	other.Input.Set("")
	switch {
	case !w.trade.Quotes.Fits():
	case w.in.selling():
		other.Input.Set(w.trade.Quotes.Offer().Out().Units(w.pair.Dest.Decimals))
	default:
		other.Input.Set(w.trade.Quotes.Offer().In().Units(w.pair.Src.Decimals))
	}
	w.in.shapeFields(w.s.Area)
	w.suffixes()
	w.in.form.Buttons = w.buttons()
}

// quoteAge says how old what follows from the quote is.
func (w *formPane) quoteAge() string {
	if !w.trade.Quotes.Fits() {
		return ""
	}
	return "quote " + ui.Age(w.trade.Quotes.Age()) + " old"
}

// suffixes say units and what is held.
func (w *formPane) suffixes() {
	w.in.sell.Suffix, w.in.buy.Suffix = cells.Clean(w.pair.Src.Symbol),
		cells.Clean(w.pair.Dest.Symbol)
	w.in.sellOf.Suffix = ""
	if w.pair.Funds.Known {
		w.in.sellOf.Suffix = "you hold " +
			format.Scaled(w.pair.Funds.Held.Balance, w.pair.Src, api.Down)
	}
	w.in.slipOther.Suffix, w.in.fee.Suffix = "%", "bps"
}

// buttons are the foot of the form.
func (w *formPane) buttons() []form.Button {
	review := form.Button{ID: "review", Label: "Review ⏎", Off: w.trade.Checks.Off(),
		Run: w.trade.Reviewer.Review}
	if w.trade.Quotes.Stale() {
		review = form.Button{ID: "review", Label: "Refresh first ⏎", Run: w.trade.Quotes.Refresh}
	}
	return []form.Button{review, {ID: "clear", Label: "Clear ⌃l", Run: w.clear}}
}

// takeOver empties the amount that follows from the quote before it is typed into.
func (w *formPane) takeOver(typed bool) {
	if _, other := w.in.exact(); typed && w.in.form.Focused() == other {
		other.Input.Set("")
	}
}

// changed is called after every change by the user.
func (w *formPane) changed(f *form.Field) tea.Cmd {
	switch f {
	case w.in.sellOf:
		return w.pickSell()
	case w.in.buyOf:
		return w.pickBuy()
	case w.in.only:
		return w.pickExchanges("Only these exchanges", &w.in.include)
	case w.in.without:
		return w.pickExchanges("Without these exchanges", &w.in.exclude)
	case w.in.sell, w.in.buy:
		w.in.setSide(f == w.in.sell)
	case w.in.version:
		w.trade.Quotes.Clear()
	}
	return w.change()
}

// change asks for a quote once typing pauses.
func (w *formPane) change() tea.Cmd {
	w.trade.Reviewer.Ended = ""
	ask := w.trade.Quotes.Change()
	w.derive()
	return ask
}

// share is a part of what is held, for a preset; what is typed stays while it is not known. Of the
// native coin the gas stays.
func (w *formPane) share(percent uint64) string {
	if !w.pair.Funds.Known {
		return w.in.sell.Value()
	}
	all := w.pair.Funds.Held.Balance
	if percent == 100 && w.pair.Src.Address == api.NativeToken {
		all = all.Sub(w.trade.Quotes.GasReserve())
	}
	return pairform.Share(all, percent, w.pair.Src)
}

// clear empties the form by the user's wish; side and tokens stay.
func (w *formPane) clear() tea.Cmd {
	w.in.reset()
	w.trade.Quotes.Clear()
	w.in.form.Focus("sell")
	cmd := w.change()
	w.s.Toast(ui.OK, "the form is empty")
	return cmd
}

// flip exchanges the tokens; the amount that was exact stays exact.
func (w *formPane) flip() tea.Cmd {
	text := w.in.amountText()
	w.in.setSide(!w.in.selling())
	w.in.sell.Input.Set("")
	w.in.buy.Input.Set("")
	exact, _ := w.in.exact()
	exact.Input.Set(text)
	w.setTokens(w.pair.Dest, w.pair.Src)
	return tea.Batch(w.change(), w.pair.Want())
}

func (w *formPane) nextSlippage() tea.Cmd {
	w.in.slip.Chosen = (w.in.slip.Chosen + 1) % len(w.in.slip.Choices)
	if w.in.slip.Value() == pairform.Custom {
		w.derive()
		w.in.form.Focus("custom")
	}
	return w.change()
}

func (w *formPane) toggleAdvanced() tea.Cmd {
	if w.in.more.Value() == shown {
		w.in.more.Choose(hidden)
		w.in.form.Focus("sell")
	} else {
		w.in.more.Choose(shown)
		w.derive()
		w.in.form.Focus("version")
	}
	w.front()
	w.derive()
	return nil
}

// setPair chooses the tokens and asks for their quote.
func (w *formPane) setPair(src, dest api.Token) tea.Cmd {
	w.setTokens(src, dest)
	return tea.Batch(w.change(), w.pair.Want())
}

func (w *formPane) pickSell() tea.Cmd {
	w.pair.PickSell(w.flip, w.setPair)
	return nil
}

func (w *formPane) pickBuy() tea.Cmd {
	w.pair.PickBuy(w.flip, w.setPair)
	return nil
}

// pickExchanges adds an exchange to a list, or takes it off.
func (w *formPane) pickExchanges(title string, list *[]string) tea.Cmd {
	return w.askNames(func(names []string, err error) tea.Cmd {
		if err != nil {
			w.s.Toast(ui.Bad, "could not read the names of the exchanges: "+api.AsError(
				err).Details)
			return nil
		}
		w.s.Open(menu.New(w.s.Env, title, w.exchangeItems(names, list)))
		return nil
	})
}

func (w *formPane) exchangeItems(names []string, list *[]string) []menu.Item {
	set := func(names []string) tea.Cmd { *list = names; return w.change() }
	items := []menu.Item{{Title: "none", Run: func() tea.Cmd { return set(nil) }}}
	for _, name := range names {
		i, note, after := slices.Index(*list, name), "", append(slices.Clone(*list), name)
		if i >= 0 {
			note, after = "✓ named", slices.Delete(slices.Clone(*list), i, i+1)
		}
		items = append(items, menu.Item{
			Title: name, Note: note, Run: func() tea.Cmd { return set(after) }})
	}
	return items
}

// edit leads back to the amount.
func (w *formPane) edit() tea.Cmd {
	w.front()
	w.in.form.Focus("sell")
	return nil
}

// empty is what a swap that was signed leaves: what is typed would swap as much once more, or for
// another receiver.
func (w *formPane) empty() tea.Cmd {
	w.in.reset()
	exact, _ := w.in.exact()
	w.in.form.Focus(exact.ID)
	return w.change()
}

// takeMarket takes over the chosen pair as long as nothing was typed.
func (w *formPane) takeMarket() {
	m := w.s.Market
	if w.in.amountText() != "" || m.Base.Address == m.Quote.Address {
		return
	}
	w.setTokens(w.pair.Turned(m.Base, m.Quote))
}

// begin fills the form with what was typed elsewhere, and nothing of what it held.
func (w *formPane) begin(m views.NewSale) tea.Cmd {
	w.in.reset()
	w.in.setSide(!m.Buy)
	w.setTokens(m.Src, m.Dest)
	exact := w.in.sell
	if m.Buy {
		exact = w.in.buy
	}
	exact.Input.Fill(m.Amount)
	if m.Slippage != nil {
		pairform.ChooseSlippage(w.in.slip, w.in.slipOther, *m.Slippage)
	}
	w.front()
	w.in.form.Focus(exact.ID)
	return tea.Batch(w.change(), w.pair.Want())
}

// setTokens chooses what is sold and bought. A quote of other tokens says nothing about them.
func (w *formPane) setTokens(src, dest api.Token) {
	w.pair.Set(src, dest)
	w.trade.Quotes.Clear()
	w.derive()
}

// askNames reads what the exchanges are called, to pick from.
func (w *formPane) askNames(pick func([]string, error) tea.Cmd) tea.Cmd {
	exchange, version := w.s.Exchange, w.in.swapVersion()
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) tea.Msg {
		names, err := exchange.Exchanges(ctx, version)
		return gotNames{names, err, pick}
	})
}

// extra is what stands between the fields and the buttons: figures and checks, as much as there
// is room for.
func (w *formPane) extra(area cells.Box) string {
	t := w.s.Env.Theme
	fields := 0
	for _, f := range w.in.form.Fields {
		if !f.Hidden {
			fields++
		}
		if !f.Hidden && f.Gap {
			fields++
		}
		if !f.Hidden && f.Below != "" {
			fields++
		}
	}
	room := area.H - fields - 2 // the buttons, and why they are off
	checks := w.trade.Checks.All()
	const wideFigures = 6
	roomy := room >= wideFigures+len(checks)+3
	lines := []string{""}
	if room < wideFigures {
		lines = nil
	}
	lines = append(lines, w.figures.draw(area, roomy)...)
	if !roomy { // what does not fit is what is well
		grave := map[ui.Level]int{ui.Bad: 2, ui.Warn: 1}
		slices.SortStableFunc(checks, func(a, b ui.Check) int {
			return grave[b.Level] - grave[a.Level]
		})
	}
	if roomy {
		rule := " ─ checks " + strings.Repeat("─", max(0, area.W-11))
		lines = append(lines, "", t.Muted.Render(rule))
	}
	for _, l := range ui.CheckLines(w.s.Env, area.W-1, !roomy, checks) {
		lines = append(lines, " "+l)
	}
	return strings.Join(lines, "\n")
}
