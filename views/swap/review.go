package swap

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
)

// movedNote is from which difference on, in hundredths of a percent, the review says that the quote has moved.
const movedNote = 10

// arriveTime is how long reading the balances after a swap may take.
const arriveTime = 10 * time.Second

// reviewed is a fresh quote for the review, with what the parties have before it.
type reviewed struct {
	quote  quote
	shown  offer // what stood on the screen
	before balances
	err    error
}

// balances are what the account has of the token it sells, and the receiver of the one bought.
type balances struct{ src, dest api.Amount }

// bargain is a swap that was signed, to be compared with what comes of it.
type bargain struct {
	key       string // of the question
	offer     offer
	account   common.Address
	receiver  common.Address
	src, dest api.Token
	before    balances
}

// arrived is what the chain did.
type arrived struct {
	bargain bargain
	receipt api.Receipt
	after   balances
	err     error
}

// review asks once more and shows what has moved since.
func (w *Screen) review() ui.Cmd {
	w.derive()
	if why := w.off(); why != "" {
		return ui.Toast(ui.Warn, "can not review it: "+why)
	}
	if w.reviewing {
		return nil
	}
	w.reviewing = true
	before := w.offer()
	service, chain := w.service(), w.s.Network.ChainID
	b := bargain{account: w.s.Account.Address, receiver: w.beneficiary(), src: w.src, dest: w.dest}
	return ui.Batch(ui.Toast(ui.Working, "asking for the newest quote…"), w.price(true, func(ctx context.Context, q quote, err error) ui.Msg {
		r := reviewed{quote: q, shown: before, err: err}
		if err == nil {
			r.before, r.err = readBalances(ctx, service, chain, b)
		}
		return r
	}))
}

// beneficiary is who receives what is bought.
func (w *Screen) beneficiary() common.Address {
	if to, why := w.s.Party(w.receiver.Value()); why == "" && to != (common.Address{}) {
		return to
	}
	return w.s.Account.Address
}

// readBalances runs off the loop.
func readBalances(ctx context.Context, s service, chain uint64, b bargain) (balances, error) {
	src, err := s.UserToken(ctx, chain, b.account, b.src.Address)
	if err != nil {
		return balances{}, err
	}
	dest, err := s.UserToken(ctx, chain, b.receiver, b.dest.Address)
	return balances{src.Balance, dest.Balance}, err
}

// onReviewed goes on to the signature, over a dialog where the quote has moved or loses much.
func (w *Screen) onReviewed(m reviewed) ui.Cmd {
	w.reviewing = false
	quiet := ui.Toast(ui.Plain, "")
	if m.quote.key != w.key() {
		return quiet
	}
	more := w.take(m.quote, m.err)
	if m.err != nil {
		return ui.Batch(more, ui.Toast(ui.Bad, w.explain(m.err).String()))
	}
	if why := w.off(); why != "" {
		return ui.Batch(more, ui.Toast(ui.Warn, "can not review it: "+why))
	}
	b := bargain{key: w.key(), offer: w.offer(), account: w.s.Account.Address, receiver: w.beneficiary(), src: w.src, dest: w.dest, before: m.before}
	q := w.quote
	lines, word := w.doubts(m.shown, b.offer)
	if len(lines) == 0 {
		return ui.Batch(quiet, more, w.sign(q, b))
	}
	return ui.Batch(quiet, more, ui.Open(ui.NewConfirm(w.s.Env, ui.ConfirmSpec{
		Title: "Swap " + w.title(b), Ask: "Go on all the same?", Lines: lines, Level: ui.Bad, Yes: "Go on to sign", No: "Leave it", Word: word,
		Run: func() ui.Cmd { return w.sign(q, b) },
	})))
}

// title is a bargain in a few words.
func (w *Screen) title(b bargain) string {
	if b.offer.route.Side == api.Buy {
		return fmt.Sprintf("%s for %s %s", b.src.Symbol, shownAmount(b.offer.out(), b.dest, api.Down), b.dest.Symbol)
	}
	return fmt.Sprintf("%s %s for %s", shownAmount(b.offer.in(), b.src, api.Up), b.src.Symbol, b.dest.Symbol)
}

// doubts are why a swap is asked about a second time, and the word to be typed then.
func (w *Screen) doubts(shown, fresh offer) (lines []string, word string) {
	token, was, is := w.dest, shown.out(), fresh.out()
	if fresh.route.Side == api.Buy {
		token, was, is = w.src, shown.in(), fresh.in()
	}
	if n, _ := views.AmountOffBy(is, was); max(n, -n) >= movedNote {
		lines = append(lines, fmt.Sprintf("The quote has moved: it was %s %s and is %s (%s).", shownAmount(was, token, api.Down), token.Symbol,
			shownAmount(is, token, api.Down), ui.SignedPercent(float64(n)/100, 2)))
	}
	n, known := impact(fresh.route)
	if !known || n < views.ImpactWarn {
		return lines, ""
	}
	lines = append(lines, fmt.Sprintf("The price impact is %s: what you give is worth %s, what you get %s.", views.Hundredths(n),
		usd(*fresh.route.SrcUSD), usd(*fresh.route.DestUSD)))
	if n >= views.ImpactStop {
		word = views.ImpactWord
	}
	return lines, word
}

// sign prepares the transaction of a quote and goes for the signature.
func (w *Screen) sign(q quote, b bargain) ui.Cmd {
	service, request := w.service(), w.build(q)
	w.decision = decision{request: request, at: w.s.Env.Now()}
	return sign.Run(w.s, sign.Task{
		What: "swap " + w.title(b),
		Prepare: func(ctx context.Context) (api.Transaction, error) {
			return service.PrepareSwap(views.Meant(ctx), request)
		},
		Checks: slices.DeleteFunc(w.checks(), func(c ui.Check) bool { return c == w.quoteCheck() }), // Moved minds the quote
		Moved:  func() string { return w.moved(q, b.offer) },
		Edit:   func() ui.Cmd { w.FocusPane(paneForm); w.form.Focus("sell"); return nil },
		For:    b,
	})
}

// moved tells why what is about to be signed would revert: it does so on the newest block, or the newest quote is worse than it would accept.
func (w *Screen) moved(q quote, signed offer) string {
	w.decision.at = w.s.Env.Now()
	if w.decision.failure != "" {
		return w.decision.failure
	}
	if !w.fits() || w.quote.key != q.key {
		return ""
	}
	if now := w.offer(); now.out().Less(signed.least()) || signed.most().Less(now.in()) {
		return "the rate has moved further than your slippage"
	}
	return ""
}

// needs is the allowance to ask for: exactly what a sale takes. What a purchase takes moves with every block, so that it needs a little more.
func (w *Screen) needs() api.Amount {
	pays, _ := w.pays()
	const headroom = 200 // basis points
	if w.selling() {
		return pays
	}
	return pays.Add(bps(pays, headroom, api.Up))
}

// approve lets the route's spender move what the swap may take.
func (w *Screen) approve() ui.Cmd {
	return sign.Run(w.s, sign.Approve(w.s, w.src, w.quote.route.TokenTransferProxy, w.needs()))
}

// onMined reads what the swap has brought.
func (w *Screen) onMined(m sign.Mined) ui.Cmd {
	again := ui.Batch(w.wantFunds(), w.refresh())
	b, ok := m.For.(bargain)
	switch {
	case !ok:
		return again
	case !m.Receipt.Success:
		return ui.Batch(again, ui.Toast(ui.Bad, reverted(m.Receipt)))
	}
	service, chain := w.service(), w.s.Network.ChainID
	return ui.Batch(again, ui.Call(w.s.Context, arriveTime, func(ctx context.Context) ui.Msg {
		after, err := readBalances(ctx, service, chain, b)
		return arrived{b, m.Receipt, after, err}
	}))
}

// reverted says what it means that a swap failed on the chain.
func reverted(r api.Receipt) string {
	text := fmt.Sprintf("the swap reverted in block %s, only its gas is spent", ui.Count(r.Block.Number))
	if r.Reason != "" {
		return text + ": " + ui.Clean(r.Reason)
	}
	return text + ": the rate moved or an order was taken; review it again"
}

func (w *Screen) onArrived(m arrived) ui.Cmd {
	if m.err != nil {
		return ui.Toast(ui.Warn, "swapped, but the balance after it could not be read: "+api.AsError(m.err).Details)
	}
	var next ui.Cmd
	if w.key() == m.bargain.key { // done: what is typed would swap as much once more
		w.sell.Input.Set("")
		w.buy.Input.Set("")
		w.clearQuote()
		exact, _ := w.exact()
		w.form.Focus(exact.ID)
		next = w.change()
	}
	w.ended = m.sentence()
	return ui.Batch(next, ui.Toast(ui.OK, w.ended))
}

// sentence compares what the balances say with what was promised. Gas paid in the same coin is left out.
func (m arrived) sentence() string {
	b := m.bargain
	gas := api.NewAmount(m.receipt.GasUsed).MulDiv(m.receipt.GasPrice, api.NewAmount(1))
	spent, after := b.before.src.Sub(m.after.src), m.after.dest
	if b.src.Address == api.NativeToken {
		spent = spent.Sub(gas)
	}
	if b.dest.Address == api.NativeToken && b.receiver == b.account {
		after = after.Add(gas)
	}
	got := after.Sub(b.before.dest)
	what, token, is, promised := "received", b.dest, got, b.offer.out()
	if b.offer.route.Side == api.Buy {
		what, token, is, promised = "received "+shownAmount(got, b.dest, api.Down)+" "+b.dest.Symbol+" and paid", b.src, spent, b.offer.in()
	}
	text := fmt.Sprintf("%s %s %s against %s promised", what, shownAmount(is, token, api.Down), token.Symbol, shownAmount(promised, token, api.Down))
	switch n, _ := views.AmountOffBy(is, promised); {
	case is == promised:
		text += ", to the last unit"
	case n != 0:
		text += " (" + ui.SignedPercent(float64(n)/100, 2) + ")"
	case is.Less(promised):
		text += ", " + rawUnits(promised.Sub(is)) + " less"
	default:
		text += ", " + rawUnits(is.Sub(promised)) + " more"
	}
	if b.receiver != b.account {
		text = ui.ShortAddress(b.receiver.Hex()) + " " + text
	}
	return text
}

func rawUnits(a api.Amount) string {
	if a == api.NewAmount(1) {
		return "1 raw unit"
	}
	return a.String() + " raw units"
}
