package route

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// arriveTime is how long reading the balances after a swap may take.
const arriveTime = 10 * time.Second

// arrived is what the chain did.
type arrived struct {
	trade   trade
	receipt api.Receipt
	brought Brought
	err     error
}

// onMined reads what the swap has brought.
func (w *Reviewer) onMined(m sign.Mined) tea.Cmd {
	again := tea.Batch(w.pair.Want(), w.quotes.Refresh())
	b, ok := m.For.(trade)
	if approved, is := m.For.(goesOn); is && m.Receipt.Success &&
		approved.key == w.form.Wish().Key() {
		// its dialog would catch keys that are meant for something else
		if !m.Flow.Goes() || w.s.Env.Hidden() {
			w.s.Toast(ui.OK, "approved; go back to review it")
			return again
		}
		w.approved = true
		return tea.Batch(again, w.askAgain())
	}
	switch {
	case !ok:
		return again
	case !m.Receipt.Success:
		w.s.Toast(ui.Bad, reverted(m.Receipt))
		return again
	}
	exchange := w.s.Exchange
	return tea.Batch(again, ui.Call(w.s.Context, arriveTime, func(ctx context.Context) tea.Msg {
		came := arrived{trade: b, receipt: m.Receipt}
		var told bool
		came.brought, told = Moved(ctx, exchange, m.Receipt.Hash, b.account, b.receiver,
			b.src.Address, b.dest.Address)
		if !told { // then the balances say it, with whatever else came meanwhile
			_, after, err := readBalances(ctx, exchange, b)
			came.brought, came.err = b.between(after, m.Receipt), err
		}
		return came
	}))
}

// reverted says what it means that a swap failed on the chain.
func reverted(r api.Receipt) string {
	text := fmt.Sprintf("the swap reverted in block %s%s, only its gas is spent",
		ui.Count(r.Block.Number), cells.Clean(r.ByWord()))
	if r.Reason != "" {
		return text + ": " + cells.Clean(r.Reason)
	}
	return text + ": the rate moved or an order was taken; swap again for a new route"
}

func (w *Reviewer) onArrived(m arrived) {
	if m.err != nil {
		w.s.Toast(ui.Warn,
			"swapped, but the balance after it could not be read: "+api.AsError(m.err).Details)
		return
	}
	o := m.trade.offer
	believed, ok := o.Believed(m.brought)
	w.Ended, w.EndedLevel = m.sentence(), ui.OK
	switch {
	case !ok:
		w.Ended, w.EndedLevel = "not believed: "+w.Ended, ui.Bad
	case believed.ToldBy != "", believed.Got.Less(o.Out()), o.In().Less(believed.Spent):
		w.EndedLevel = ui.Plain // worse than promised has no tick, nor has the word of one alone
	}
	swapped := m.swapped(w.s.Network.ChainID, believed)
	swapped.Refused = !ok
	w.s.Toast(w.EndedLevel, w.Ended)
	w.s.Broadcast(swapped)
}

// swapped is what is kept of it.
func (m arrived) swapped(chainID uint64, of Brought) views.Swapped {
	b := m.trade
	return views.Swapped{Account: b.account, ChainID: chainID, Hash: m.receipt.Hash,
		Block: *m.receipt.Block, Src: b.src.Address, Dest: b.dest.Address, Spent: of.Spent,
		Got: of.Got, Away: b.receiver != b.account, ToldBy: of.ToldBy}
}

// between are the differences of the balances before and after. Gas paid in the same coin is left
// out.
func (b trade) between(have balances, r api.Receipt) Brought {
	gas := api.NewAmount(r.GasUsed).MulDiv(r.GasPrice, api.NewAmount(1))
	spent, after := b.before.src.Sub(have.src), have.dest
	if b.src.Address == api.NativeToken {
		spent = spent.Sub(gas)
	}
	if b.dest.Address == api.NativeToken && b.receiver == b.account {
		after = after.Add(gas)
	}
	return Brought{Spent: spent, Got: after.Sub(b.before.dest), ToldBy: r.ToldBy}
}

// sentence compares what was moved with what was promised. What differs by less than is shown is
// told in raw units.
func (m arrived) sentence() string {
	b := m.trade
	spent, got := m.brought.Spent, m.brought.Got
	what, token, is, promised := "received", b.dest, got, b.offer.Out()
	if b.offer.Route.Side == api.Buy {
		what, token, is, promised = "received "+format.Scaled(
			got, b.dest, api.Down)+" "+b.dest.Symbol+" and paid", b.src, spent, b.offer.In()
	}
	shown, wanted := format.Scaled(is, token, api.Down), format.Scaled(promised, token, api.Down)
	text := fmt.Sprintf("%s %s %s against %s promised", what, shown, token.Symbol, wanted)
	switch n, _ := format.AmountOffBy(is, promised); {
	case is == promised:
		text += ", exactly"
	case n != 0 && shown != wanted:
		text += " (" + format.Bps(n) + ")"
	case is.Less(promised):
		text += ", " + rawUnits(promised.Sub(is)) + " less"
	default:
		text += ", " + rawUnits(is.Sub(promised)) + " more"
	}
	if b.kept {
		text += "; of a better price half is the partner's, half the protocol's, none yours"
	}
	if b.receiver != b.account {
		text = format.Address(b.receiver) + " " + text
	}
	return text + cells.Clean(api.ByWord(m.brought.ToldBy))
}

func rawUnits(a api.Amount) string {
	if a == api.NewAmount(1) {
		return "1 raw unit"
	}
	return a.String() + " raw units"
}
