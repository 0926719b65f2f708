package swap

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
	"bourse/views/sign"
)

// reviewer leads a quote to its signature, and tells what came of it.
type reviewer struct {
	s       *views.Session
	pair    *pairform.Pair
	in      *inputs
	quotes  *quoter
	checker *checker
	edit    func() tea.Cmd // leads back to the amount
	change  func() tea.Cmd // the form is another one

	reviewing bool // the quote for the review is under way
	decision  decision
	ended     string // how the last swap ended
}

func (w *reviewer) service() service { return w.s.Service }

// movedNote is from which difference on, in hundredths of a percent, the review says that the quote
// has moved.
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

// trade is a swap that was signed, to be compared with what comes of it.
type trade struct {
	key       string // of the question
	offer     offer
	account   common.Address
	receiver  common.Address
	src, dest api.Token
	before    balances
}

// arrived is what the chain did.
type arrived struct {
	trade   trade
	receipt api.Receipt
	after   balances
	err     error
}

// review asks once more and shows what has moved since.
func (w *reviewer) review() tea.Cmd {
	if why := w.checker.off(); why != "" {
		return w.s.Toast(ui.Warn, "can not review it: "+why)
	}
	if w.reviewing {
		return nil
	}
	w.reviewing = true
	before := w.quotes.offer()
	service, chain := w.service(), w.s.Network.ChainID
	b := trade{account: w.s.Account.Address, receiver: w.in.beneficiary(), src: w.pair.Src,
		dest: w.pair.Dest}
	return tea.Batch(w.s.Toast(ui.Working, "asking for the newest quote…"),
		w.quotes.price(true, func(ctx context.Context, q quote, err error) tea.Msg {
			r := reviewed{quote: q, shown: before, err: err}
			if err == nil {
				r.before, r.err = readBalances(ctx, service, chain, b)
			}
			return r
		}))
}

// readBalances runs off the loop.
func readBalances(ctx context.Context, s service, chain uint64, b trade) (balances, error) {
	src, err := s.UserToken(ctx, chain, b.account, b.src.Address)
	if err != nil {
		return balances{}, err
	}
	dest, err := s.UserToken(ctx, chain, b.receiver, b.dest.Address)
	return balances{src.Balance, dest.Balance}, err
}

// onReviewed goes on to the signature, over a dialog where the quote has moved or loses much.
func (w *reviewer) onReviewed(m reviewed) tea.Cmd {
	w.reviewing = false
	w.s.Toast(ui.Plain, "")
	if m.quote.key != w.in.key() {
		return nil
	}
	more := w.quotes.take(m.quote, m.err)
	if m.err != nil {
		return tea.Batch(more, w.s.Toast(ui.Bad, w.quotes.explain(m.err).String()))
	}
	if why := w.checker.off(); why != "" {
		return tea.Batch(more, w.s.Toast(ui.Warn, "can not review it: "+why))
	}
	b := trade{key: w.in.key(), offer: w.quotes.offer(), account: w.s.Account.Address,
		receiver: w.in.beneficiary(), src: w.pair.Src, dest: w.pair.Dest, before: m.before}
	q := w.quotes.newest
	lines, word := w.doubts(m.shown, b.offer)
	if len(lines) == 0 {
		return tea.Batch(more, w.sign(q, b))
	}
	return tea.Batch(more, w.s.Open(ui.NewConfirm(w.s.Env, ui.ConfirmSpec{
		Title: "Swap " + w.title(b), Ask: "Go on all the same?", Lines: lines, Level: ui.Bad,
		Yes: "Go on to sign", No: "Leave it", Word: word,
		Run: func() tea.Cmd { return w.sign(q, b) },
	})))
}

// title is a trade in a few words.
func (w *reviewer) title(b trade) string {
	if b.offer.route.Side == api.Buy {
		return fmt.Sprintf("%s for %s %s", b.src.Symbol,
			format.Scaled(b.offer.out(), b.dest, api.Down), b.dest.Symbol)
	}
	return fmt.Sprintf("%s %s for %s", format.Scaled(b.offer.in(), b.src, api.Up), b.src.Symbol,
		b.dest.Symbol)
}

// doubts are why a swap is asked about a second time, and the word to be typed then.
func (w *reviewer) doubts(shown, fresh offer) (lines []string, word string) {
	token, was, is := w.pair.Dest, shown.out(), fresh.out()
	if fresh.route.Side == api.Buy {
		token, was, is = w.pair.Src, shown.in(), fresh.in()
	}
	if n, _ := format.AmountOffBy(is, was); max(n, -n) >= movedNote {
		lines = append(lines, fmt.Sprintf(
			"The quote has moved: it was %s %s and is %s (%s).",
			format.Scaled(was, token, api.Down),
			token.Symbol,
			format.Scaled(is, token, api.Down), format.Bps(n)))
	}
	lines, word = w.slippageDoubts(fresh, lines)
	n, known := impact(fresh.route)
	if !known || n < views.ImpactWarn {
		return lines, word
	}
	lines = append(lines, fmt.Sprintf(
		"The price impact is %s: what you give is worth %s, what you get %s.", api.Percent(n),
		format.USD(*fresh.route.SrcUSD, api.Up), format.USD(*fresh.route.DestUSD, api.Down)))
	if n >= views.ImpactStop {
		word = views.ImpactWord
	}
	return lines, word
}

// slippageDoubts adds what a large slippage may cost: nothing but it stands between the quote and
// what others leave of it.
func (w *reviewer) slippageDoubts(fresh offer, lines []string) (more []string, word string) {
	level, word := views.AgainstMarket(int64(fresh.slippage), views.SlippageWord)
	if level != ui.Warn {
		return lines, ""
	}
	worst := fmt.Sprintf("as little as %s %s", format.Scaled(fresh.least(), w.pair.Dest, api.Down),
		w.pair.Dest.Symbol)
	if fresh.route.Side == api.Buy {
		worst = fmt.Sprintf("paying as much as %s %s", format.Scaled(fresh.most(), w.pair.Src,
			api.Up), w.pair.Src.Symbol)
	}
	return append(lines, fmt.Sprintf("A slippage of %s accepts %s.",
		api.Percent(int64(fresh.slippage)), worst)), word
}

// sign prepares the transaction of a quote and goes for the signature.
func (w *reviewer) sign(q quote, b trade) tea.Cmd {
	service, request := w.service(), w.quotes.build(q)
	w.decision = decision{request: request, at: w.s.Env.Now()}
	step, steps := 0, 0
	if len(request.Terms.Permit) > 0 {
		step, steps = 2, 2
	}
	return sign.Run(w.s, sign.Task{
		Step: step, Steps: steps, Armed: steps > 0,
		What: "swap " + w.title(b),
		Prepare: func(ctx context.Context) (api.Transaction, error) {
			return service.PrepareSwap(views.UserInitiated(ctx), request)
		},
		// Moved minds the quote
		Checks: slices.DeleteFunc(w.checker.checks(),
			func(c ui.Check) bool { return c == w.checker.quoteCheck() }),
		Moved: func() string { return w.moved(q, b.offer) },
		Edit:  w.edit,
		For:   b,
	})
}

// moved tells why what is about to be signed would revert: it does so on the newest block, or the
// newest quote is worse than it would accept.
func (w *reviewer) moved(q quote, signed offer) string {
	w.decision.at = w.s.Env.Now()
	if w.decision.failure != "" {
		return w.decision.failure
	}
	if !w.quotes.fits() || w.quotes.newest.key != q.key {
		return ""
	}
	if now := w.quotes.offer(); now.out().Less(signed.least()) || signed.most().Less(now.in()) {
		return "the rate has moved further than your slippage"
	}
	return ""
}

// needs is the allowance to ask for: exactly what a sale takes. What a purchase takes moves with
// every block, so that it needs a little more.
func (w *reviewer) needs() api.Amount {
	pays, _ := w.quotes.pays()
	const headroom = 200 // basis points
	if w.in.selling() {
		return pays
	}
	return pays.Add(bps(pays, headroom, api.Up))
}

// approve lets the route's spender move what the swap may take.
func (w *reviewer) approve() tea.Cmd {
	return sign.Run(w.s, sign.Approve(
		w.s, w.pair.Src, w.quotes.newest.route.TokenTransferProxy, w.needs()))
}

// onSent empties the form: what is typed would swap as much once more, or for another receiver.
func (w *reviewer) onSent(m sign.Sent) tea.Cmd {
	if _, ok := m.For.(trade); !ok {
		return nil
	}
	w.in.reset()
	w.quotes.permit = signedPermit{}
	w.quotes.clear()
	exact, _ := w.in.exact()
	w.in.form.Focus(exact.ID)
	return w.change()
}

// onMined reads what the swap has brought.
func (w *reviewer) onMined(m sign.Mined) tea.Cmd {
	again := tea.Batch(w.pair.Want(), w.quotes.refresh())
	b, ok := m.For.(trade)
	switch {
	case !ok:
		return again
	case !m.Receipt.Success:
		return tea.Batch(again, w.s.Toast(ui.Bad, reverted(m.Receipt)))
	}
	service, chain := w.service(), w.s.Network.ChainID
	return tea.Batch(again, ui.Call(w.s.Context, arriveTime, func(ctx context.Context) tea.Msg {
		after, err := readBalances(ctx, service, chain, b)
		return arrived{b, m.Receipt, after, err}
	}))
}

// reverted says what it means that a swap failed on the chain.
func reverted(r api.Receipt) string {
	text := fmt.Sprintf("the swap reverted in block %s, only its gas is spent",
		ui.Count(r.Block.Number))
	if r.Reason != "" {
		return text + ": " + cells.Clean(r.Reason)
	}
	return text + ": the rate moved or an order was taken; swap again for a new route"
}

func (w *reviewer) onArrived(m arrived) tea.Cmd {
	if m.err != nil {
		return w.s.Toast(ui.Warn,
			"swapped, but the balance after it could not be read: "+api.AsError(m.err).Details)
	}
	w.ended = m.sentence()
	return tea.Batch(w.s.Toast(ui.OK, w.ended), w.s.Broadcast(m.swapped(w.s.Network.ChainID)))
}

// swapped is what the balances say.
func (m arrived) swapped(chainID uint64) views.Swapped {
	spent, got := m.moved()
	b := m.trade
	return views.Swapped{Account: b.account, ChainID: chainID, Hash: m.receipt.Hash,
		Block: *m.receipt.Block, Src: b.src.Address, Dest: b.dest.Address, Spent: spent, Got: got,
		Away: b.receiver != b.account}
}

// moved are the amounts that were spent and got. Gas paid in the same coin is left out.
func (m arrived) moved() (spent, got api.Amount) {
	b := m.trade
	gas := api.NewAmount(m.receipt.GasUsed).MulDiv(m.receipt.GasPrice, api.NewAmount(1))
	spent, after := b.before.src.Sub(m.after.src), m.after.dest
	if b.src.Address == api.NativeToken {
		spent = spent.Sub(gas)
	}
	if b.dest.Address == api.NativeToken && b.receiver == b.account {
		after = after.Add(gas)
	}
	return spent, after.Sub(b.before.dest)
}

// sentence compares what the balances say with what was promised.
func (m arrived) sentence() string {
	b := m.trade
	spent, got := m.moved()
	what, token, is, promised := "received", b.dest, got, b.offer.out()
	if b.offer.route.Side == api.Buy {
		what, token, is, promised = "received "+format.Scaled(
			got, b.dest, api.Down)+" "+b.dest.Symbol+" and paid", b.src, spent, b.offer.in()
	}
	text := fmt.Sprintf("%s %s %s against %s promised", what, format.Scaled(is, token, api.Down),
		token.Symbol, format.Scaled(promised, token, api.Down))
	switch n, _ := format.AmountOffBy(is, promised); {
	case is == promised:
		text += ", exactly"
	case n != 0:
		text += " (" + format.Bps(n) + ")"
	case is.Less(promised):
		text += ", " + rawUnits(promised.Sub(is)) + " less"
	default:
		text += ", " + rawUnits(is.Sub(promised)) + " more"
	}
	if b.receiver != b.account {
		text = format.Address(b.receiver) + " " + text
	}
	return text
}

func rawUnits(a api.Amount) string {
	if a == api.NewAmount(1) {
		return "1 raw unit"
	}
	return a.String() + " raw units"
}
