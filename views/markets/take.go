package markets

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
	"bourse/wallet/describe"
)

// taker leads orders of the book, and cancellations of the account's own, to their signature.
type taker struct {
	s      *views.Session
	ladder *ladderPane
	routes *sweeper
	mine   *minePane
	signed map[common.Hash]api.Price // of orders that a transaction was prepared for
}

// deal is a fill of orders on its way to its signature.
type deal struct {
	what  string // for messages: "take order 0x9f31…b021"
	token api.Token
	pays  api.Amount // of the token, if nothing changes
	most  api.Amount // of the token, at worst: what has to be allowed
	// What the transaction has to keep to: at most and at least of what is paid, at least of what
	// is got, and at which rate.
	bound, least api.Amount
	gets         describe.Sum
	rate         *api.Price
	orders       []common.Hash
	fill         api.FillRequest
	checks       []ui.Check
	word         string
	priced       func(api.Transaction) []ui.Check // what only the transaction tells; nil is nothing
	moved        func() string
	edit         func() tea.Cmd
}

// allowed tells what the taker holds and has allowed of what it pays.
type allowed struct {
	flow    *views.Flow
	deal    deal
	token   api.UserToken
	claimed api.Amount // by open orders
	err     error
}

func (m *taker) whyNotTake(l level) string {
	if m.ladder.Mine(l.order) {
		return "it is your own: x cancels it"
	}
	return m.s.MayTrade()
}

// take asks how much of one order to take.
func (m *taker) take(l level) tea.Cmd {
	if why := m.whyNotTake(l); why != "" {
		m.s.Toast(ui.Warn, "cannot take it: "+why)
		return nil
	}
	k, verb := m.s.Market, "buy"
	if l.bid {
		verb = "sell"
	}
	input := ui.Number()
	input.Fill(l.order.Size.Units(k.Base.Decimals))
	m.s.Open(ui.NewPrompt(m.s.Env, ui.PromptSpec{
		Title: "Take order " + format.Hash(l.order.Hash), Input: input,
		Lines: []string{
			fmt.Sprintf("How much %s to %s at %s %s?", k.Base.Symbol, verb,
				m.ladder.Pair.FineOrderPrice(l.order.Price, l.bid), k.Quote.Symbol),
			fmt.Sprintf("At most %s, which is proposed.", format.Full(l.order.Size, k.Base)),
		},
		Check: func(text string) string { _, why := takeSize(text, l, k); return why },
		Run: func(text string) tea.Cmd {
			size, why := takeSize(text, l, k)
			if why != "" {
				m.s.Toast(ui.Bad, why)
				return nil
			}
			return m.allow(m.dealOf(l, size))
		},
	}))
	return nil
}

// dealOf takes a size of one order: all that is left of it, whatever that is when it is sent, where
// the size is its whole.
func (m *taker) dealOf(l level, size api.Amount) deal {
	d, pair := m.newDeal("take order "+format.Hash(l.order.Hash), l.bid), m.ladder.pair
	d.pays = size
	if !l.bid {
		d.pays = l.order.Price.QuoteFor(size, api.Up)
	}
	d.most, d.fill.Legs = d.pays, []api.FillLeg{{Hash: l.order.Hash}}
	d.orders = []common.Hash{l.order.Hash}
	d.bound, d.rate = d.pays, &api.Price{Quote: l.order.Price.Base, Base: l.order.Price.Quote}
	if l.bid {
		d.rate = &l.order.Price
	}
	if size != l.order.Size {
		d.fill.Legs[0].TakerAmount, d.least = d.pays, d.pays
	}
	d.checks, d.word = m.priceChecks("price", l.order.Price, l.bid)
	d.moved = func() string {
		if m.ladder.pair != pair || m.ladder.left(l, size) {
			return ""
		}
		return "the order has less left than you take"
	}
	return d
}

// newDeal is a deal by the chosen account with orders of one side.
func (m *taker) newDeal(what string, bids bool) deal {
	d := deal{what: what, token: m.s.Market.Quote, fill: api.FillRequest{
		Taker: m.s.Account.Address}}
	d.gets.Asset.Address = m.s.Market.Base.Address
	if bids {
		d.token, d.gets.Asset.Address = m.s.Market.Base, m.s.Market.Quote.Address
	}
	return d
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
		return size, "the order has " + format.Full(l.order.Size, k.Base) + " " + k.Base.Symbol +
			" left"
	}
	if l.bid && l.order.Price.QuoteFor(size, api.Down).IsZero() {
		return size, "so little buys less than one unit of " + k.Quote.Symbol
	}
	return size, ""
}

// allow finds out whether the order contract may move what is paid.
func (m *taker) allow(d deal) tea.Cmd {
	exchange, account := m.s.Exchange, m.s.Account.Address
	flow := m.s.Flow()
	flow.Wait("looking at your " + d.token.Symbol + "…")
	return ui.Call(m.s.Context, readTime, func(ctx context.Context) tea.Msg {
		a := allowed{deal: d, flow: flow}
		if a.token, a.err = exchange.UserToken(
			ctx, account, d.token.Address); a.err != nil {
			return a
		}
		a.claimed, a.err = views.Claimed(ctx, exchange, account, d.token.Address)
		return a
	})
}

// onAllowed asks for an approval first where one is needed.
func (m *taker) onAllowed(a allowed) {
	if !a.flow.Goes() {
		return
	}
	if a.err != nil {
		m.s.Toast(ui.Bad, "cannot take it: "+api.AsError(a.err).Details)
		return
	}
	d, spender := a.deal, m.s.Network.Contracts.AugustusRFQ
	switch have := a.token.Allowances[spender]; {
	case a.token.Balance.Less(d.pays):
		m.s.Toast(ui.Bad, fmt.Sprintf(
			"cannot take it: it costs %s %s and you hold %s", format.Fine(d.pays, d.token, api.Up),
			d.token.Symbol, format.Fine(a.token.Balance, d.token, api.Down)))
		return
	case have.Less(d.most):
		sign.Run(m.s, sign.ApproveFirst(m.s, d.token, spender, d.most.Add(a.claimed), d))
		return
	}
	sign.Run(m.s, m.fill(d))
}

// onMined goes on with the fill once its approval is there.
func (m *taker) onMined(msg tea.Msg) {
	mined, _ := msg.(sign.Mined)
	if d, ok := mined.For.(deal); ok && mined.Receipt.Success {
		sign.Next(m.s, mined, m.fill(d))
		return
	}
}

// fill is the task that takes the orders.
func (m *taker) fill(d deal) sign.Task {
	task := sign.FillAll(m.s, d.what, sign.Take{Request: d.fill, Least: d.least, Gets: d.gets,
		Rate: d.rate, Pays: describe.Sum{Asset: api.Asset{Address: d.token.Address},
			Amount: d.bound}})
	task.Checks, task.Word, task.Moved, task.Edit = d.checks, d.word, d.moved, d.edit
	task.Review = sign.AllIn(m.s, d.token, d.most)
	if all := task.Review; d.priced != nil {
		task.Review = func(tx api.Transaction) []ui.Check {
			return append(d.priced(tx), all(tx)...)
		}
	}
	task.Outcome = sign.Filled(m.s, m.s.Market, d.orders...)
	return task
}

// left tells whether the book still has a size of an order.
func (m *ladderPane) left(l level, size api.Amount) bool {
	return slices.ContainsFunc(m.side(l.bid),
		func(o api.BookOrder) bool { return o.Hash == l.order.Hash && !o.Size.Less(size) })
}

// side is one side of the book as it was read, best first.
func (m *ladderPane) side(bids bool) []api.BookOrder {
	if bids {
		return m.book.Bids
	}
	return m.book.Asks
}

// priceChecks compares a price with the middle of the book. Far off, the pair's name has to be
// typed.
func (m *taker) priceChecks(what string, price api.Price, bid bool) ([]ui.Check, string) {
	mid, ok := m.ladder.mid()
	return m.s.TakingChecks(m.s.Pair(), what, price, mid, ok, bid, name(m.s.Market))
}
