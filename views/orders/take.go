package orders

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// taking is an offer on its way to be taken.
type taking struct {
	row row
	pay api.Amount // taker units; zero is all that is left
	// what its price is against the market, and the word to type where that is far off
	checks []ui.Check
	word   string
}

// marketOf is what an offer is compared with.
type marketOf struct {
	mid   api.Price // of others' orders on its pair
	known bool
	nfts  views.NFTMarket
}

// allowed tells what the taker holds and has allowed of what it pays.
type allowed struct {
	flow    *views.Flow
	taking  taking
	need    api.Amount
	spender common.Address
	token   api.UserToken
	claimed api.Amount // by the taker's own open orders
	market  marketOf
	err     error
}

// taker leads an offer to the signature that takes it.
type taker struct {
	s   *views.Session
	own *ownOrders
}

func (o *taker) whyNot(r row, ok bool) string {
	switch {
	case !ok:
		return "no order is selected"
	case r.State != api.Pending && r.State != api.Suspended:
		return "it is not open"
	case r.mine:
		return "it is your own: x cancels it"
	case r.State == api.Suspended:
		return "its maker's balance or allowance does not cover it at present"
	case !intended(r.OrderRecord, o.s.Account.Address):
		return "it is for another taker"
	case r.Dust(r.available()):
		return "what is left of it is less than the smallest payment buys"
	}
	return maySign(o.s, r)
}

// available is what can be taken at this moment, in maker units.
func (r row) available() api.Amount { return r.SwappableBalance }

// take asks how much of what is left to take; all of it where parts are not possible.
func (o *taker) take(r row) tea.Cmd {
	if why := o.whyNot(r, true); why != "" {
		o.s.Toast(ui.Warn, "cannot take it: "+why)
		return nil
	}
	if r.FillOrKill || r.NFT && r.MakerAmount == api.NewAmount(1) {
		return o.allow(taking{row: r})
	}
	token, _ := o.s.Token(r.MakerAsset.Address)
	pays, _ := o.s.Token(r.TakerAsset.Address)
	input := ui.Number()
	input.Fill(r.available().Units(token.Decimals))
	o.s.Open(ui.NewPrompt(o.s.Env, ui.PromptSpec{
		Title: "Take order " + format.Hash(r.Hash), Input: input,
		Lines: []string{
			fmt.Sprintf("How much %s to get, at most %s?", r.gets(token),
				format.Full(r.available(), token)),
			fmt.Sprintf("All of it costs %s %s.",
				format.Fine(r.PayFor(r.available()), pays, api.Up), pays.Symbol),
		},
		Check: func(text string) string { _, why := r.portion(text, token); return why },
		Run: func(text string) tea.Cmd {
			t, why := r.portion(text, token)
			if why != "" {
				o.s.Toast(ui.Bad, why)
				return nil
			}
			return o.allow(t)
		},
	}))
	return nil
}

// gets is what the order gives, in a word.
func (r row) gets(token api.Token) string { return views.AssetName(token, r.MakerAsset) }

// portion reads how much to get, or says what is wrong with it. All that is left stays "all",
// however much that is when it is sent.
func (r row) portion(text string, token api.Token) (taking, string) {
	n, err := api.ParseUnits(text, token.Decimals)
	switch {
	case err != nil:
		return taking{}, "the amount " + err.Error()
	case n.IsZero():
		return taking{}, "the amount must be above zero"
	case r.available().Less(n):
		return taking{}, "at most " + format.Full(r.available(), token) + " " + r.gets(token) +
			" can be taken at this moment"
	case n == r.FillableBalance:
		return taking{row: r}, ""
	}
	return taking{row: r, pay: r.PayFor(n)}, ""
}

// allow finds out whether the contract that takes what is paid may move it, and what the market
// says of the price.
func (o *taker) allow(t taking) tea.Cmd {
	contracts := o.s.Network.Contracts
	a := allowed{taking: t, need: t.pay, spender: contracts.FillSpender(t.row.Taker)}
	if t.pay.IsZero() {
		a.need = t.row.TakerAmountFor(t.row.FillableBalance)
	}
	exchange, account, asset := o.s.Exchange, o.s.Account.Address,
		t.row.TakerAsset
	a.flow = o.s.Flow()
	a.flow.Wait("looking at what you hold and have approved…")
	return ui.Call(o.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		if a.market, a.err = readMarket(ctx, exchange, t.row, account); a.err != nil ||
			asset.Kind != api.ERC20 {
			return a
		}
		if a.token, a.err = exchange.UserToken(ctx, account, asset.Address); a.err != nil ||
			a.spender != contracts.AugustusRFQ {
			return a
		}
		a.claimed, a.err = views.Claimed(ctx, exchange, account, asset.Address)
		return a
	})
}

// readMarket reads what an offer is compared with. It runs off the loop.
func readMarket(ctx context.Context, exchange api.Exchange, r row,
	account common.Address) (m marketOf,
	err error) {
	if r.NFT {
		m.nfts, err = views.ReadNFTMarket(ctx, exchange, r.baseAsset().Address)
		return m, err
	}
	book, err := exchange.Book(ctx, api.Pair{Base: r.market.Base.Address,
		Quote: r.market.Quote.Address}, 0)
	m.mid, m.known = views.Mid(bestOfOthers(book.Bids, account), bestOfOthers(book.Asks, account))
	return m, err
}

// checks compares the price of an offer with the market.
func (m marketOf) checks(s *views.Session, r row) (checks []ui.Check, word string) {
	if !r.NFT {
		return s.TakingChecks(r.pair(), "price", r.rate(), m.mid, m.known, !r.buy, r.asset())
	}
	checks, word, _ = m.nfts.CheckTaking(s, r.OrderRecord)
	return checks, word
}

// onAllowed asks for an approval first where one is needed; of a collection the service says what
// is missing.
func (o *taker) onAllowed(a allowed) {
	if !a.flow.Goes() {
		return
	}
	a.taking.checks, a.taking.word = a.market.checks(o.s, a.taking.row)
	switch t := a.token.Token; {
	case a.err != nil:
		o.s.Toast(ui.Bad, "cannot take it: "+api.AsError(a.err).Details)
		return
	case a.taking.row.TakerAsset.Kind != api.ERC20:
	case a.token.Balance.Less(a.need):
		o.s.Toast(ui.Bad, fmt.Sprintf(
			"cannot take it: it costs %s %s and you hold %s", format.Fine(a.need, t, api.Up),
			t.Symbol, format.Fine(a.token.Balance, t, api.Down)))
		return
	case a.token.Allowances[a.spender].Less(a.need):
		first := sign.ApproveFirst(o.s, t, a.spender, a.need.Add(a.claimed), a.taking)
		first.Checks = sign.SignedChecks(a.taking.row.OrderRecord)
		sign.Run(o.s, first)
		return
	}
	sign.Run(o.s, o.fill(a.taking))
}

// onMined goes on with the fill once its approval is there.
func (o *taker) onMined(m sign.Mined) {
	if t, ok := m.For.(taking); ok && m.Receipt.Success {
		sign.Next(o.s, m, o.fill(t))
		return
	}
}

// fill is the task that takes an offer; of a pair of listed tokens it tells what that has brought.
func (o *taker) fill(t taking) sign.Task {
	r, task := t.row, sign.Fill(o.s, t.row.OrderRecord, t.pay)
	task.Checks = append(task.Checks, t.checks...)
	task.Word, task.Ended = t.word, o.own.ended(r)
	if pays, ok := o.s.Token(r.TakerAsset.Address); ok && r.TakerAsset.Kind == api.ERC20 {
		most := t.pay
		if most.IsZero() {
			most = r.TakerAmountFor(r.FillableBalance)
		}
		task.Review = sign.AllIn(o.s, pays, most)
	}
	base, ok := o.s.Token(r.MakerAsset.Address)
	quote, both := o.s.Token(r.TakerAsset.Address)
	if r.NFT || !ok || !both {
		return task
	}
	if !r.makerBase() {
		base, quote = quote, base
	}
	task.Outcome = sign.Filled(o.s, api.Market{ChainID: r.ChainID, Base: base, Quote: quote},
		r.Hash)
	return task
}

// wanted is an order that is to be taken, once it is read.
type wanted struct {
	views.TakeOrder
	record api.OrderRecord
	err    error
	flow   *views.Flow
}

// takeByHash reads an order that may be anybody's, to take it.
func (o *taker) takeByHash(m views.TakeOrder) tea.Cmd {
	find := o.s.FindOrder(m.Hash)
	w := wanted{TakeOrder: m, flow: o.s.Flow()}
	w.flow.Wait("reading the order…")
	return ui.Call(o.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		w.record, w.err = find(ctx)
		return w
	})
}

// onWanted takes an order that was read, for what is to be paid.
func (o *taker) onWanted(w wanted) tea.Cmd {
	if !w.flow.Goes() {
		return nil
	}
	r := newRow(o.s, w.record, o.s.Account.Address, o.own.data.pairs, api.Amount{})
	why := ""
	switch {
	case w.err != nil:
		why = api.AsError(w.err).Details
	case r.ChainID != o.s.Network.ChainID:
		why = "it is on " + o.s.NetworkName(r.ChainID)
	case w.Token != (common.Address{}) && w.Token != r.TakerAsset.Address:
		pays, _ := o.s.Token(r.TakerAsset.Address)
		why = "it wants " + views.AssetName(pays, r.TakerAsset)
	default:
		why = o.whyNot(r, true)
	}
	if why != "" {
		o.s.Toast(ui.Warn, "cannot take it: "+why)
		return nil
	}
	if w.Pay == "" {
		return o.allow(taking{row: r})
	}
	decimals := 0
	if pays, ok := o.s.Token(r.TakerAsset.Address); ok && r.TakerAsset.Kind == api.ERC20 {
		decimals = pays.Decimals
	}
	pay, err := api.ParseUnits(w.Pay, decimals)
	switch {
	case err != nil:
		o.s.Toast(ui.Bad, "cannot take it: the amount "+err.Error())
		return nil
	case pay.IsZero(), r.PayFor(r.available()).Less(pay):
		o.s.Toast(ui.Bad, "cannot take it: what is paid must be above zero, and not more "+
			"than what is left costs")
		return nil
	}
	return o.allow(taking{row: r, pay: pay})
}
