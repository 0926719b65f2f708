package nft

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
)

// taking is an order on its way to be taken.
type taking struct {
	row row
	pay api.Amount // taker units; zero is all of it
}

// allowed tells what the taker holds and has approved of what it pays.
type allowed struct {
	flow    *views.Flow
	taking  taking
	need    api.Amount
	spender common.Address
	holding holding
	claimed api.Amount // by the taker's own open orders
	err     error
}

// taker leads an order to the signature that takes it.
type taker struct {
	s      *views.Session
	market *market
}

// whyNotTake tells why the account cannot take an order, "" when it can.
func (n *taker) whyNotTake(r row, any bool) string {
	switch {
	case !any:
		return "no order is selected"
	case r.mine():
		return "it is your own: x cancels it"
	case r.state(n.s.Env.Now()) == api.Expired:
		return "it has expired"
	case r.State == api.Suspended:
		return "its maker does not hold it, or has not approved it"
	case r.State != api.Pending:
		return "it is not open"
	case r.gives.wrong() != "":
		return r.gives.wrong()
	case r.asks.wrong() != "":
		return r.asks.wrong()
	case r.to != (common.Address{}) && r.to != n.s.Account.Address:
		return "it is for " + n.s.ShortName(r.to) + " only"
	}
	return n.s.MayTrade()
}

// take asks how many to take where parts are possible.
func (n *taker) take(r row) tea.Cmd {
	if why := n.whyNotTake(r, true); why != "" {
		n.s.Toast(ui.Warn, "cannot take it: "+why)
		return nil
	}
	if !r.parts() {
		return n.allow(taking{row: r})
	}
	input := ui.Number()
	ask, most := "How many "+r.gives.name()+" "+r.gives.id()+" to get", r.left()
	if r.counted() == r.asks {
		ask, most = "How many "+r.asks.name()+" "+r.asks.id()+" to give", r.cost()
	}
	input.Fill(most.String())
	n.s.Open(ui.NewPrompt(n.s.Env, ui.PromptSpec{
		Title: "Take order " + format.Hash(r.Hash), Input: input,
		Lines: []string{fmt.Sprintf("%s, at most %s?", ask, most), "All of it: " + r.deal() + "."},
		Check: func(text string) string { _, why := r.portion(text); return why },
		Run: func(text string) tea.Cmd {
			t, why := r.portion(text)
			if why != "" {
				n.s.Toast(ui.Bad, why)
				return nil
			}
			return n.allow(t)
		},
	}))
	return nil
}

// counted is the side whose tokens are counted: what is got, unless that is fungible.
func (r row) counted() side {
	if r.gives.Kind == api.ERC20 {
		return r.asks
	}
	return r.gives
}

// portion reads how many to get or to give, or says what is wrong with it.
func (r row) portion(text string) (taking, string) {
	count, err := api.ParseAmount(text)
	giving := r.counted() == r.asks
	most := r.left()
	if giving {
		most = r.cost()
	}
	switch {
	case err != nil:
		return taking{}, "type a whole number"
	case count.IsZero():
		return taking{}, "at least 1"
	case most.Less(count):
		return taking{}, "at most " + most.String() + " can be had at this moment"
	case count == most && r.left() == r.FillableBalance:
		return taking{row: r}, ""
	case giving:
		return taking{r, count}, ""
	}
	pay := r.TakerAmountFor(count)
	if gets := r.Gets(pay); gets != count {
		return taking{}, fmt.Sprintf("not exactly %s: paying %s gets %s", count,
			r.asks.plain(pay), gets)
	}
	return taking{r, pay}, ""
}

// allow finds out whether what is paid is there and may be moved.
func (n *taker) allow(t taking) tea.Cmd {
	a := allowed{taking: t, need: t.pay, spender: n.s.Network.Contracts.FillSpender(t.row.Taker)}
	if t.pay.IsZero() {
		a.need = t.row.cost()
	}
	exchange, account, asset := n.s.Exchange, n.s.Account.Address,
		t.row.TakerAsset
	rfq := n.s.Network.Contracts.AugustusRFQ
	a.flow = n.s.Flow()
	a.flow.Wait("looking at what you hold and have approved…")
	return ui.Call(n.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		if a.holding, a.err = hold(ctx, exchange, account, asset, a.spender); a.err != nil ||
			asset.Kind != api.ERC20 || a.spender != rfq {
			return a
		}
		a.claimed, a.err = views.Claimed(ctx, exchange, account, asset.Address)
		return a
	})
}

// onAllowed asks for an approval first where one is needed.
func (n *taker) onAllowed(a allowed) {
	if !a.flow.Goes() {
		return
	}
	asks := a.taking.row.asks
	has, approved := a.holding.covers(a.need)
	switch {
	case a.err != nil:
		n.s.Toast(ui.Bad, "cannot take it: "+api.AsError(a.err).Details)
		return
	case !has && asks.Kind == api.ERC721:
		n.s.Toast(ui.Bad, fmt.Sprintf(
			"cannot take it: it asks for %s %s, which you do not own", asks.name(), asks.id()))
		return
	case !has:
		n.s.Toast(ui.Bad, fmt.Sprintf(
			"cannot take it: it costs %s and you hold %s", asks.amount(a.need, api.Up),
			asks.plain(a.holding.balance)))
		return
	case !approved:
		token := asks.token
		token.Kind = asks.Kind
		first := sign.ApproveFirst(n.s, token, a.spender, a.need.Add(a.claimed), a.taking)
		first.Checks = sign.SignedChecks(a.taking.row.OrderRecord)
		sign.Run(n.s, first)
		return
	}
	sign.Run(n.s, n.fill(a.taking))
}

// fill is the task that takes an order, compared with the market.
func (n *taker) fill(t taking) sign.Task {
	task := sign.Fill(n.s, t.row.OrderRecord, t.pay)
	market := views.NFTMarket{Offers: n.market.data.all, Bids: n.market.data.all}
	checks, word, _ := market.CheckTaking(n.s, t.row.OrderRecord)
	task.Checks, task.Word = append(task.Checks, checks...), word
	task.Ended = n.gone(t.row)
	task.Outcome = sign.OfFills(n.s, func(_ []api.Fill, gave, got api.Amount) string {
		return "took " + t.row.gives.amount(got, api.Down) + " for " +
			t.row.asks.amount(gave, api.Up)
	})
	return task
}

// gone tells, while its dialog is read, that an order can't be taken any more; "" while it can.
func (n *taker) gone(r row) func() string {
	return func() string {
		for _, o := range slices.Concat(n.market.data.all, n.market.data.own) {
			if o.Hash == r.Hash && o.State == api.Pending {
				return ""
			}
		}
		return "order " + format.Hash(r.Hash) + " can't be taken any more: it has ended, or its " +
			"maker does not hold what it gives"
	}
}

// onMined goes on with the fill once its approval is there.
func (n *taker) onMined(m sign.Mined) {
	if t, ok := m.For.(taking); ok && m.Receipt.Success {
		sign.Next(n.s, m, n.fill(t))
		return
	}
}
