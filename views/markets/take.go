package markets

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
)

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

func (m *Screen) whyNotTake(l level) string {
	if m.ladder.Mine(l.order) {
		return "it is your own: x cancels it"
	}
	return m.s.MaySign()
}

// take asks how much of an order to take, with size as the first proposal.
func (m *Screen) take(l level, size api.Amount) ui.Cmd {
	if why := m.whyNotTake(l); why != "" {
		return ui.Toast(ui.Warn, "can not take it: "+why)
	}
	k := m.s.Market
	verb := "buy"
	if l.bid {
		verb = "sell"
	}
	p := m.ladder.Pair
	price := l.order.Price.Format(p.BaseDecimals, p.QuoteDecimals, p.PricePlaces+2, rounding(l.bid))
	input := ui.Number()
	if size.IsZero() || l.order.Size.Less(size) {
		size = l.order.Size
	}
	input.Set(size.Units(k.Base.Decimals))
	return ui.Open(ui.NewPrompt(m.s.Env, ui.PromptSpec{
		Title: "Take order " + short(l.order), Input: input,
		Lines: []string{
			fmt.Sprintf("How much %s to %s at %s %s?", k.Base.Symbol, verb, price, k.Quote.Symbol),
			fmt.Sprintf("At most %s; the whole order is filled in.", l.order.Size.Units(k.Base.Decimals)),
		},
		Check: func(text string) string { _, why := takeSize(text, l, k); return why },
		Run: func(text string) ui.Cmd {
			size, why := takeSize(text, l, k)
			if why != "" {
				return ui.Toast(ui.Bad, why)
			}
			return m.allow(taking{l, size, size == l.order.Size})
		},
	}))
}

func short(o api.BookOrder) string { return o.Hash.Hex()[2:8] + "…" }

// takeSize reads the amount to take, or says what is wrong with it.
func takeSize(text string, l level, k api.Market) (size api.Amount, why string) {
	size, err := api.ParseUnits(text, k.Base.Decimals)
	switch {
	case err != nil:
		return size, "the amount " + err.Error()
	case size.IsZero():
		return size, "the amount must be above zero"
	case l.order.Size.Less(size):
		return size, "the order has " + l.order.Size.Units(k.Base.Decimals) + " " + k.Base.Symbol + " left"
	}
	if token, gets := (taking{level: l, size: size}).gets(k); gets.IsZero() {
		return size, "so little buys less than one unit of " + token.Symbol
	}
	return size, ""
}

// allow finds out whether the order contract may move what is paid.
func (m *Screen) allow(t taking) ui.Cmd {
	service, chain, account := m.service(), m.s.Network.ChainID, m.s.Account.Address
	token, _ := t.pays(m.s.Market)
	return ui.Batch(ui.Toast(ui.Working, "looking at your "+token.Symbol+"…"), ui.Call(m.s.Context, readTime, func(ctx context.Context) ui.Msg {
		a := allowed{taking: t}
		if a.token, a.err = service.UserToken(ctx, chain, account, token.Address); a.err != nil {
			return a
		}
		claimed, err := service.FillableBalance(ctx, chain, account, &token.Address)
		a.claimed, a.err = claimed[token.Address], err
		return a
	}))
}

// onAllowed asks for an approval first where one is needed.
func (m *Screen) onAllowed(a allowed) ui.Cmd {
	if a.err != nil {
		return ui.Toast(ui.Bad, "can not take it: "+api.AsError(a.err).Details)
	}
	token, pays := a.taking.pays(m.s.Market)
	spender := m.s.Network.Contracts.AugustusRFQ
	switch have := a.token.Allowances[spender]; {
	case a.token.Balance.Less(pays):
		return ui.Toast(ui.Bad, fmt.Sprintf("can not take it: it costs %s %s and you hold %s", pays.Units(token.Decimals), token.Symbol, a.token.Balance.Units(token.Decimals)))
	case have.Less(pays):
		task := sign.Approve(m.s, token, spender, pays.Add(a.claimed))
		task.For = a.taking
		return ui.Batch(ui.Toast(ui.Plain, ""), sign.Run(m.s, task))
	}
	return ui.Batch(ui.Toast(ui.Plain, ""), m.fill(a.taking))
}

// onMined goes on with the fill once its approval is there.
func (m *Screen) onMined(msg ui.Msg) ui.Cmd {
	mined, _ := msg.(sign.Mined)
	if t, ok := mined.For.(taking); ok && mined.Receipt.Success {
		return m.fill(t)
	}
	return nil
}

// fill prepares the transaction that takes the order and shows it to be signed.
func (m *Screen) fill(t taking) ui.Cmd {
	service, pair := m.service(), m.pair
	r := api.FillRequest{ChainID: m.s.Network.ChainID, Taker: m.s.Account.Address, Legs: []api.FillLeg{{Hash: t.order.Hash}}}
	if !t.whole {
		_, r.Legs[0].TakerAmount = t.pays(m.s.Market)
	}
	checks, word := m.takeChecks(t)
	return sign.Run(m.s, sign.Task{
		What: "take order " + short(t.order), Checks: checks, Word: word,
		Prepare: func(ctx context.Context) (api.Transaction, error) { return service.PrepareFill(ctx, r) },
		Moved: func() string {
			if m.pair != pair || m.left(t) {
				return ""
			}
			return "the order has less left than you take"
		},
	})
}

// left tells whether the book still has what is taken.
func (m *Screen) left(t taking) bool {
	side := m.book.Asks
	if t.bid {
		side = m.book.Bids
	}
	return slices.ContainsFunc(side, func(o api.BookOrder) bool { return o.Hash == t.order.Hash && !o.Size.Less(t.size) })
}

// takeChecks compares the order's price with the middle of the book. Far off, the pair's name has to be typed.
func (m *Screen) takeChecks(t taking) (checks []ui.Check, word string) {
	mid, ok := m.mid()
	if !ok {
		return []ui.Check{{Level: ui.Warn, Text: "the book has one side only: no middle price to compare with"}}, ""
	}
	off := views.OffBy(t.order.Price, mid)
	if t.bid {
		off = -off // selling below the middle is worse
	}
	text := fmt.Sprintf("price %s against the middle of the book", ui.SignedPercent(float64(off)/100, 2))
	switch {
	case off > views.WordOff:
		return []ui.Check{{Level: ui.Warn, Text: text}}, name(m.s.Market)
	case off > views.WarnOff:
		return []ui.Check{{Level: ui.Warn, Text: text}}, ""
	}
	return []ui.Check{{Level: ui.OK, Text: text}}, ""
}

// cancel asks before it cancels orders of the account: in one line for one, with a list for several.
func (m *Screen) cancel(orders []ownOrder) ui.Cmd {
	if why := m.s.MaySign(); why != "" || len(orders) == 0 {
		return ui.Toast(ui.Warn, "can not cancel: "+why)
	}
	run := func() ui.Cmd { return m.cancelNow(orders) }
	if len(orders) == 1 {
		return ui.Open(ui.NewConfirm(m.s.Env, ui.ConfirmSpec{Title: "Cancel order", Ask: "Cancel " + m.describe(orders[0]) + "?", Yes: "Cancel order", Run: run}))
	}
	lines := make([]string, len(orders))
	for i, o := range orders {
		lines[i] = m.describe(o)
	}
	count := strconv.Itoa(len(orders))
	return ui.Open(ui.NewConfirm(m.s.Env, ui.ConfirmSpec{Title: "Cancel " + count + " orders", Lines: lines, Level: ui.Warn, Yes: "Cancel " + count + " orders", Run: run}))
}

func (m *Screen) describe(o ownOrder) string {
	side, p := "sell", m.ladder.Pair
	if o.bid {
		side = "buy"
	}
	return fmt.Sprintf("%s… %s %s %s at %s", o.Hash.Hex()[2:8], side, o.left.Format(p.BaseDecimals, p.SizePlaces, api.Down), ui.Clean(p.Base),
		o.price.Format(p.BaseDecimals, p.QuoteDecimals, p.PricePlaces, rounding(o.bid)))
}

func (m *Screen) cancelNow(orders []ownOrder) ui.Cmd {
	service := m.service()
	r := api.CancelRequest{ChainID: m.s.Network.ChainID, Maker: m.s.Account.Address}
	what := "cancel " + orders[0].Hash.Hex()[2:8] + "…"
	if len(orders) > 1 {
		what = fmt.Sprintf("cancel %d orders", len(orders))
	}
	for _, o := range orders {
		r.Hashes = append(r.Hashes, o.Hash)
	}
	return sign.Run(m.s, sign.Task{What: what, Prepare: func(ctx context.Context) (api.Transaction, error) { return service.PrepareCancel(ctx, r) }})
}
