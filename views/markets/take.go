package markets

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// taker leads orders of the book, and cancellations of the account's own, to their signature.
type taker struct {
	s      *views.Session
	ladder *ladderPane
}

func (m *taker) service() service { return m.s.Service }

// taking is an order on its way to be taken.
type taking struct {
	level
	size  api.Amount // base units
	whole bool       // all that is left, whatever that is when it is sent
}

// pays is what the taker gives, rounded up, and of which token.
func (t taking) pays(m api.Market) (api.Token, api.Amount) {
	if t.bid {
		return m.Base, t.size
	}
	return m.Quote, t.order.Price.QuoteFor(t.size, api.Up)
}

// gets is what the taker receives, rounded down, and of which token.
func (t taking) gets(m api.Market) (api.Token, api.Amount) {
	if t.bid {
		return m.Quote, t.order.Price.QuoteFor(t.size, api.Down)
	}
	return m.Base, t.size
}

// allowed tells what the taker holds and has allowed of what it pays.
type allowed struct {
	taking  taking
	token   api.UserToken
	claimed api.Amount // by open orders
	err     error
}

func (m *taker) whyNotTake(l level) string {
	if m.ladder.Mine(l.order) {
		return "it is your own: x cancels it"
	}
	return m.s.MaySign()
}

// take asks how much of an order to take, with size as the first proposal.
func (m *taker) take(l level, size api.Amount) tea.Cmd {
	if why := m.whyNotTake(l); why != "" {
		return m.s.Toast(ui.Warn, "can not take it: "+why)
	}
	k := m.s.Market
	verb := "buy"
	if l.bid {
		verb = "sell"
	}
	p := m.ladder.Pair
	price := p.FineOrderPrice(l.order.Price, l.bid)
	input := ui.Number()
	if size.IsZero() || l.order.Size.Less(size) {
		size = l.order.Size
	}
	input.Fill(size.Units(k.Base.Decimals))
	return m.s.Open(ui.NewPrompt(m.s.Env, ui.PromptSpec{
		Title: "Take order " + format.Hash(l.order.Hash), Input: input,
		Lines: []string{
			fmt.Sprintf("How much %s to %s at %s %s?", k.Base.Symbol, verb, price, k.Quote.Symbol),
			fmt.Sprintf("At most %s; the whole order is filled in.",
				l.order.Size.Units(k.Base.Decimals)),
		},
		Check: func(text string) string { _, why := takeSize(text, l, k); return why },
		Run: func(text string) tea.Cmd {
			size, why := takeSize(text, l, k)
			if why != "" {
				return m.s.Toast(ui.Bad, why)
			}
			return m.allow(taking{l, size, size == l.order.Size})
		},
	}))
}

// takeSize reads the amount to take, or says what is wrong with it.
func takeSize(text string, l level, k api.Market) (size api.Amount, why string) {
	size, err := api.ParseUnits(text, k.Base.Decimals)
	switch {
	case err != nil:
		return size, "the amount " + err.Error()
	case size.IsZero():
		return size, "the amount must be above zero"
	case l.order.Size.Less(size):
		return size, "the order has " + l.order.Size.Units(k.Base.Decimals) + " " + k.Base.Symbol +
			" left"
	}
	if token, gets := (taking{level: l, size: size}).gets(k); gets.IsZero() {
		return size, "so little buys less than one unit of " + token.Symbol
	}
	return size, ""
}

// allow finds out whether the order contract may move what is paid.
func (m *taker) allow(t taking) tea.Cmd {
	service, chain, account := m.service(), m.s.Network.ChainID, m.s.Account.Address
	token, _ := t.pays(m.s.Market)
	return tea.Batch(m.s.Toast(ui.Working, "looking at your "+token.Symbol+"…"),
		ui.Call(m.s.Context, readTime, func(ctx context.Context) tea.Msg {
			a := allowed{taking: t}
			if a.token, a.err = service.UserToken(
				ctx, chain, account, token.Address); a.err != nil {
				return a
			}
			claimed, err := service.FillableBalance(ctx, chain, account, &token.Address)
			a.claimed, a.err = claimed[token.Address], err
			return a
		}))
}

// onAllowed asks for an approval first where one is needed.
func (m *taker) onAllowed(a allowed) tea.Cmd {
	if a.err != nil {
		return m.s.Toast(ui.Bad, "can not take it: "+api.AsError(a.err).Details)
	}
	token, pays := a.taking.pays(m.s.Market)
	spender := m.s.Network.Contracts.AugustusRFQ
	switch have := a.token.Allowances[spender]; {
	case a.token.Balance.Less(pays):
		return m.s.Toast(ui.Bad, fmt.Sprintf(
			"can not take it: it costs %s %s and you hold %s", pays.Units(token.Decimals),
			token.Symbol, a.token.Balance.Units(token.Decimals)))
	case have.Less(pays):
		task := sign.Approve(m.s, token, spender, pays.Add(a.claimed))
		task.For = a.taking
		return tea.Batch(m.s.Toast(ui.Plain, ""), sign.Run(m.s, task))
	}
	return tea.Batch(m.s.Toast(ui.Plain, ""), m.fill(a.taking))
}

// onMined goes on with the fill once its approval is there.
func (m *taker) onMined(msg tea.Msg) tea.Cmd {
	mined, _ := msg.(sign.Mined)
	if t, ok := mined.For.(taking); ok && mined.Receipt.Success {
		return m.fill(t)
	}
	return nil
}

// fill prepares the transaction that takes the order and shows it to be signed.
func (m *taker) fill(t taking) tea.Cmd {
	service, pair := m.service(), m.ladder.pair
	r := api.FillRequest{ChainID: m.s.Network.ChainID, Taker: m.s.Account.Address,
		Legs: []api.FillLeg{{Hash: t.order.Hash}}}
	if !t.whole {
		_, r.Legs[0].TakerAmount = t.pays(m.s.Market)
	}
	checks, word := m.takeChecks(t)
	return sign.Run(m.s, sign.Task{
		What: "take order " + format.Hash(t.order.Hash), Checks: checks, Word: word,
		Prepare: func(ctx context.Context) (api.Transaction,
			error) {
			return service.PrepareFill(ctx, r)
		},
		Moved: func() string {
			if m.ladder.pair != pair || m.ladder.left(t) {
				return ""
			}
			return "the order has less left than you take"
		},
	})
}

// left tells whether the book still has what is taken.
func (m *ladderPane) left(t taking) bool {
	side := m.book.Asks
	if t.bid {
		side = m.book.Bids
	}
	return slices.ContainsFunc(side,
		func(o api.BookOrder) bool { return o.Hash == t.order.Hash && !o.Size.Less(t.size) })
}

// takeChecks compares the order's price with the middle of the book. Far off, the pair's name has
// to be typed.
func (m *taker) takeChecks(t taking) (checks []ui.Check, word string) {
	mid, ok := m.ladder.mid()
	if !ok {
		return []ui.Check{{Level: ui.Warn,
			Text: "the book has one side only: no middle price to compare with"}}, ""
	}
	off := views.WorseBy(t.order.Price, mid, t.bid)
	text := "price " + api.Percent(off) + " worse than the middle of the book"
	switch {
	case off > views.WordOff:
		return []ui.Check{{Level: ui.Warn, Text: text}}, name(m.s.Market)
	case off > views.WarnOff:
		return []ui.Check{{Level: ui.Warn, Text: text}}, ""
	case off > 0: // as every order on the far side of the middle: no reason for a tick
		return []ui.Check{{Text: text}}, ""
	case off == 0:
		return []ui.Check{{Level: ui.OK, Text: "price at the middle of the book"}}, ""
	}
	return []ui.Check{{Level: ui.OK,
		Text: "price " + api.Percent(-off) + " better than the middle of the book"}}, ""
}

// cancel asks before it cancels orders of the account: in one line for one, with a list for
// several.
func (m *taker) cancel(orders []ownOrder) tea.Cmd {
	if why := m.s.MaySign(); why != "" || len(orders) == 0 {
		return m.s.Toast(ui.Warn, "can not cancel: "+why)
	}
	run := func() tea.Cmd { return m.cancelNow(orders) }
	if len(orders) == 1 {
		return m.s.Open(ui.NewConfirm(m.s.Env,
			ui.ConfirmSpec{Title: "Cancel order", Ask: "Cancel " + m.describe(orders[0]) + "?",
				Yes: "Cancel order", Run: run}))
	}
	lines := make([]string, len(orders))
	for i, o := range orders {
		lines[i] = m.describe(o)
	}
	count := strconv.Itoa(len(orders))
	return m.s.Open(ui.NewConfirm(m.s.Env,
		ui.ConfirmSpec{Title: "Cancel " + count + " orders", Lines: lines, Level: ui.Warn,
			Yes: "Cancel " + count + " orders", Run: run}))
}

func (m *taker) describe(o ownOrder) string {
	side, p := "sell", m.ladder.Pair
	if o.bid {
		side = "buy"
	}
	return fmt.Sprintf("%s %s %s %s at %s", format.Hash(o.Hash), side, p.Size(o.left, api.Down),
		cells.Clean(p.Base), p.OrderPrice(o.price, o.bid))
}

func (m *taker) cancelNow(orders []ownOrder) tea.Cmd {
	service := m.service()
	r := api.CancelRequest{ChainID: m.s.Network.ChainID, Maker: m.s.Account.Address}
	what := "cancel " + orders[0].Hash.Hex()[2:8] + "…"
	if len(orders) > 1 {
		what = fmt.Sprintf("cancel %d orders", len(orders))
	}
	for _, o := range orders {
		r.Hashes = append(r.Hashes, o.Hash)
	}
	return sign.Run(m.s, sign.Task{
		What: what, Prepare: func(ctx context.Context) (api.Transaction,
			error) {
			return service.PrepareCancel(ctx, r)
		}})
}
