package route

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

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

// Reviewer leads a quote to its signature, and tells what came of it.
type Reviewer struct {
	s       *views.Session
	pair    *pairform.Pair
	form    Form
	quotes  *Quoter
	checker *Checker

	Ended      string   // how the last swap ended
	EndedLevel ui.Level // and how that is meant

	// Sent is the wish, by its key, that was signed last without an answer
	Sent views.Handed

	flow      *views.Flow
	reviewing bool // the quote for the review is under way
	approved  bool // the review follows an approval, with which it was decided on
	decision  decision
}

// movedNote is from which difference on, in hundredths of a percent, the review says that the quote
// has moved.
const movedNote = 10

// reviewed is a fresh quote for the review, with what the parties have before it.
type reviewed struct {
	quote  Quote
	shown  Offer // what stood on the screen
	before balances
	funds  api.UserToken // of the token that is sold
	err    error
}

// balances are what the account has of the token it sells, and the receiver of the one bought.
type balances struct{ src, dest api.Amount }

// trade is a swap that was signed, to be compared with what comes of it.
type trade struct {
	key       string // of the question
	offer     Offer
	account   common.Address
	receiver  common.Address
	src, dest api.Token
	before    balances
	kept      bool // none of what is better than promised is the user's
}

// Go leads to the signature, over a permit, or else an approval, where the allowance does not cover
// what the swap may take.
func (w *Reviewer) Go() tea.Cmd {
	allowance := w.checker.Allowance()
	switch {
	case w.NoGo() != "" || allowance.Level != ui.Bad:
		return w.Review()
	case w.checker.NoPermit() == "":
		return w.Permit()
	}
	return w.Approve()
}

// NoGo tells why Go cannot, "" when it can.
func (w *Reviewer) NoGo() string { return w.checker.offBut(w.checker.Allowance()) }

// goesOn is an approval after which the swap of a wish is reviewed.
type goesOn struct{ key string }

// Review asks once more and shows what has moved since.
func (w *Reviewer) Review() tea.Cmd {
	if why := w.checker.Off(); why != "" {
		w.s.Toast(ui.Warn, "cannot review it: "+why)
		return nil
	}
	w.approved = false
	return w.askAgain()
}

// askAgain reads the newest quote and the newest funds.
func (w *Reviewer) askAgain() tea.Cmd {
	if w.reviewing {
		return nil
	}
	w.reviewing = true
	w.quotes.Newest.Call = Call{} // what is signed is simulated anew, with what is allowed by now
	before := w.quotes.Offer()
	exchange := w.s.Exchange
	b := trade{account: w.s.Account.Address, receiver: w.form.Wish().receiver(), src: w.pair.Src,
		dest: w.pair.Dest}
	w.flow = w.s.Flow()
	w.flow.Wait("asking for the newest quote…")
	return w.quotes.price(true, func(ctx context.Context, q Quote, err error) tea.Msg {
		r := reviewed{quote: q, shown: before, err: err}
		if err == nil {
			r.funds, r.before, r.err = readBalances(ctx, exchange, b)
		}
		return r
	})
}

// readBalances runs off the loop.
func readBalances(ctx context.Context, exchange api.Exchange, b trade) (src api.UserToken,
	have balances, err error) {
	if src, err = exchange.UserToken(ctx, b.account, b.src.Address); err != nil {
		return src, have, err
	}
	dest, err := exchange.UserToken(ctx, b.receiver, b.dest.Address)
	return src, balances{src.Balance, dest.Balance}, err
}

// onReviewed goes on to the signature, over a dialog where the quote has moved or loses much.
func (w *Reviewer) onReviewed(m reviewed) tea.Cmd {
	w.reviewing = false
	if !w.flow.Goes() || m.quote.Key != w.form.Wish().Key() {
		return nil
	}
	more := w.quotes.take(m.quote, m.err)
	if m.err != nil {
		w.s.Toast(ui.Bad, w.quotes.explain(m.err).String())
		return more
	}
	w.pair.Funds.Held = m.funds
	if why := w.checker.Off(); why != "" {
		w.s.Toast(ui.Warn, "cannot review it: "+why)
		return more
	}
	b := trade{key: w.form.Wish().Key(), offer: w.quotes.Offer(), account: w.s.Account.Address,
		receiver: w.form.Wish().receiver(), src: w.pair.Src, dest: w.pair.Dest, before: m.before}
	q := w.quotes.Newest
	lines, word := w.doubts(m.shown, b.offer)
	if len(lines) == 0 {
		w.sign(q, b)
		return more
	}
	w.s.Open(ui.NewConfirm(w.s.Env, ui.ConfirmSpec{
		Title: "Swap " + w.title(b), Ask: "Go on all the same?", Lines: lines, Level: ui.Bad,
		Yes: "Go on to sign", No: "Leave it", Word: word,
		Run: ui.Asking(func() { w.sign(q, b) }),
	}))
	return more
}

// title is a trade in a few words.
func (w *Reviewer) title(b trade) string {
	if b.offer.Route.Side == api.Buy {
		return fmt.Sprintf("%s for %s %s", b.src.Symbol,
			format.Scaled(b.offer.Out(), b.dest, api.Down), b.dest.Symbol)
	}
	return fmt.Sprintf("%s %s for %s", format.Scaled(b.offer.In(), b.src, api.Up), b.src.Symbol,
		b.dest.Symbol)
}

// doubts are why a swap is asked about a second time, and the word to be typed then.
func (w *Reviewer) doubts(shown, fresh Offer) (lines []string, word string) {
	token, was, is := w.pair.Dest, shown.Out(), fresh.Out()
	if fresh.Route.Side == api.Buy {
		token, was, is = w.pair.Src, shown.In(), fresh.In()
	}
	if n, _ := format.AmountOffBy(is, was); max(n, -n) >= movedNote {
		lines = append(lines, fmt.Sprintf(
			"The quote has moved: it was %s %s and is %s (%s).",
			format.Scaled(was, token, api.Down),
			token.Symbol,
			format.Scaled(is, token, api.Down), format.Bps(n)))
	}
	more, word := Doubts(w.s, fresh, w.pair.Src, w.pair.Dest, views.ImpactStop)
	return append(lines, more...), word
}

// Doubts are what speaks against a swap, in sentences, and the word that is typed then: also where
// it is worse than the user's own node makes it by at least most, in hundredths of a percent.
func Doubts(s *views.Session, o Offer, src, dest api.Token, most int64) (lines []string,
	word string) {
	lines, word = valueDoubts(o, src, dest)
	if c, asked, _ := s.AgainstOwn(views.RouteTold(&o.Route, src, dest),
		most); c.Level == ui.Warn {
		lines, word = append(lines, "It may be a bad price: "+c.Text+"."), cmp.Or(asked, word)
	}
	return lines, word
}

// valueDoubts are those by what is given and got, as the service values it.
func valueDoubts(o Offer, src, dest api.Token) (lines []string, word string) {
	lines, word = slippageDoubts(o, src, dest)
	n, known := Impact(o.Route)
	if known && word == "" && n <= views.WordOff {
		lines, word = togetherDoubts(lines, n, int64(o.Slippage))
	}
	if !known || n < views.ImpactWarn {
		return lines, word
	}
	lines = append(lines, fmt.Sprintf(
		"The price impact is %s: what you give is worth %s, what you get %s.", api.Percent(n),
		format.USD(*o.Route.SrcUSD, api.Up), format.USD(*o.Route.DestUSD, api.Down)))
	if _, asked := views.AgainstMarket(n, views.ImpactWord); asked != "" {
		word = asked
	}
	return lines, word
}

// togetherDoubts asks for the word where impact and slippage together come to as much as asks for
// one.
func togetherDoubts(lines []string, impact, slippage int64) (more []string, word string) {
	impact = max(0, impact)
	worst := impact + slippage - impact*slippage/api.BPS
	_, word = views.AgainstMarket(worst, views.SlippageWord)
	if word == "" {
		return lines, ""
	}
	return append(lines, fmt.Sprintf("A price impact of %s and a slippage of %s together accept "+
		"%s less than what you give is worth.", api.Percent(impact), api.Percent(slippage),
		api.Percent(worst))), word
}

// slippageDoubts say what a large slippage may cost: nothing but it stands between the quote and
// what others leave of it.
func slippageDoubts(o Offer, src, dest api.Token) (lines []string, word string) {
	level, word := views.AgainstMarket(int64(o.Slippage), views.SlippageWord)
	if level != ui.Warn {
		return nil, ""
	}
	worst := fmt.Sprintf("as little as %s %s", format.Scaled(o.Least(), dest, api.Down),
		views.Symbol(dest))
	if o.Route.Side == api.Buy {
		worst = fmt.Sprintf("paying as much as %s %s", format.Scaled(o.Most(), src, api.Up),
			views.Symbol(src))
	}
	return []string{fmt.Sprintf("A slippage of %s accepts %s.", api.Percent(int64(o.Slippage)),
		worst)}, word
}

// sign prepares the transaction of a quote and goes for the signature.
func (w *Reviewer) sign(q Quote, b trade) {
	request := w.quotes.build(q)
	w.decision = decision{request: request, at: w.s.Env.Now()}
	step, steps := 0, 0
	if len(request.Terms.Permit) > 0 || w.approved {
		step, steps = 2, 2
	}
	task := sign.Swap(w.s, "swap "+w.title(b), request, Wants(w.s.Network.Contracts,
		w.pair.Src.Address, w.pair.Dest.Address, w.form.Wish().receiver(), b.offer, request))
	task.Step, task.Steps = step, steps
	// Moved minds the quote
	task.Checks = slices.DeleteFunc(w.checker.All(),
		func(c ui.Check) bool { return c == w.checker.quoteCheck() })
	allIn := sign.AllIn(w.s, w.pair.Src, b.offer.Most())
	task.Review = func(tx api.Transaction) []ui.Check {
		return slices.Concat(w.worstChecks(tx), []ui.Check{{Text: "over " + venues(q.Route)}},
			allIn(tx))
	}
	task.Moved = func() string { return w.moved(q, b.offer) }
	terms := request.Terms
	b.kept = terms.PartnerAddress != (common.Address{}) && terms.PartnerFeeBps == 0 &&
		terms.TakeSurplus && !terms.SurplusToUser
	task.Edit, task.For = w.form.Edit, b
	task.Unsure = func(hash common.Hash) { w.Sent.Unsure(q.Key, hash) }
	sign.Run(w.s, task)
}

// venues are those of a route, each once, in its order.
func venues(r api.PriceRoute) string {
	var names []string
	for _, part := range r.BestRoute {
		for _, hop := range part.Swaps {
			for _, leg := range hop.Exchanges {
				name := cells.Clean(leg.Exchange)
				if leg.Exchange == api.LimitOrders {
					name = "limit orders"
				}
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return strings.Join(names, ", ")
}

// moved tells why what is about to be signed would revert: it does so on the newest block, or the
// newest quote is worse than it would accept.
func (w *Reviewer) moved(q Quote, signed Offer) string {
	w.decision.at = w.s.Env.Now()
	w.quotes.Look()
	if w.decision.failure != "" {
		return w.decision.failure
	}
	if !w.quotes.Fits() || w.quotes.Newest.Key != q.Key {
		return ""
	}
	if now := w.quotes.Offer(); now.Out().Less(signed.Least()) || signed.Most().Less(now.In()) {
		return "the rate has moved further than your slippage"
	}
	return ""
}

// needs is the allowance to ask for: exactly what a sale takes, and what a purchase takes at most.
// Where that has no bound it moves with every block, so that it needs a little more.
func (w *Reviewer) needs() api.Amount {
	pays, _ := w.quotes.Pays()
	wish := w.form.Wish()
	const headroom = 200 // basis points
	switch {
	case wish.selling():
		return pays
	case !wish.Most.IsZero():
		return wish.Most
	}
	return pays.Add(bps(pays, headroom, api.Up))
}

// Approve lets the route's spender move what the swap may take. Where nothing else is in its way,
// the review follows once that is mined.
func (w *Reviewer) Approve() tea.Cmd {
	spender := w.quotes.spender(w.quotes.Newest.Route)
	if w.NoGo() != "" {
		task := sign.Approve(w.s, w.pair.Src, spender, w.needs())
		task.Holds = true
		sign.Run(w.s, task)
		return nil
	}
	sign.Run(w.s, sign.ApproveFirst(w.s, w.pair.Src, spender, w.needs(),
		goesOn{w.form.Wish().Key()}))
	return nil
}

// onSent empties the form: what is typed would swap as much once more, or for another receiver.
func (w *Reviewer) onSent(m sign.Sent) tea.Cmd {
	if _, ok := m.For.(trade); !ok {
		return nil
	}
	w.quotes.permit = signedPermit{}
	w.quotes.Clear()
	return w.form.Sent()
}
