package route

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/pairform"
	"bourse/views/sign"
)

// Wish is what a form wants swapped, and on which terms.
type Wish struct {
	Request  api.PriceRequest
	Terms    api.SwapTerms
	Complete bool // it can be priced
	// Most is what a purchase spends at most, whatever is quoted; zero is what is quoted with the
	// slippage.
	Most api.Amount
}

// Key tells wishes of different prices apart; it is "" where there is none to be asked.
func (w Wish) Key() string {
	if !w.Complete {
		return ""
	}
	r := w.Request
	r.SrcDecimals, r.DestDecimals = nil, nil
	return fmt.Sprint(r)
}

// selling tells whether the amount that is sold is the exact one.
func (w Wish) selling() bool { return w.Request.Side != api.Buy }

// receiver is who gets what is bought.
func (w Wish) receiver() common.Address {
	if w.Terms.Receiver != (common.Address{}) {
		return w.Terms.Receiver
	}
	return w.Terms.User
}

// Form is whose wish a trade carries out. Its functions run in Update.
type Form struct {
	Wish    func() Wish
	Seen    func() bool         // somebody looks at it, so that its quote is kept fresh
	Missing func() string       // what keeps it from being reviewed, "" where nothing does
	Changed func()              // the newest quote is another one, or more is known of it
	Quoted  func(Quote) tea.Cmd // asks for more about a new quote; nil asks for nothing
	Edit    func() tea.Cmd      // leads back to what is typed
	Sent    func() tea.Cmd      // the wish is on its way to the chain: it has to be emptied
}

// Trade is the best route for what a form wants, on its way from the quote to what has arrived. Its
// tokens are those of the pair.
type Trade struct {
	Quotes   *Quoter
	Checks   *Checker
	Reviewer *Reviewer

	pair *pairform.Pair
}

// New makes the trade of a form.
func New(s *views.Session, pair *pairform.Pair, form Form) *Trade {
	t := &Trade{pair: pair}
	t.Quotes = &Quoter{s: s, pair: pair, form: form}
	t.Checks = &Checker{s: s, pair: pair, form: form, quotes: t.Quotes}
	t.Reviewer = &Reviewer{s: s, pair: pair, form: form, quotes: t.Quotes, checker: t.Checks}
	return t
}

// Update takes what was asked for; ok is false for what is not the trade's alone.
func (t *Trade) Update(m tea.Msg) (cmd tea.Cmd, ok bool) {
	if t.Quotes.pause.Due(m) {
		return t.Quotes.ask(), true
	}
	switch m := m.(type) {
	case gotQuote:
		return t.Quotes.onQuote(m), true
	case simulated:
		t.Quotes.onSimulated(m)
	case reviewed:
		return t.Reviewer.onReviewed(m), true
	case rechecked:
		t.Reviewer.onRechecked(m)
	case arrived:
		t.Reviewer.onArrived(m)
		return nil, true
	case sign.Sent:
		return t.Reviewer.onSent(m), false
	case sign.Mined:
		return t.Reviewer.onMined(m), false
	case views.BlockSeen:
		return tea.Batch(t.Quotes.onBlock(), t.Reviewer.recheck()), false
	default:
		return nil, false
	}
	return nil, true
}
