package route

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/sign"
)

// permitTime is how long a permit that is signed for a swap is good for.
const permitTime = 20 * time.Minute

// signedPermit is the right to take what a swap sells, of the account that signed it.
type signedPermit struct {
	account, token, spender common.Address
	amount                  api.Amount
	until                   time.Time
	encoded                 []byte
}

// permitFor is the signed permit that a route's transaction carries, nil where there is none for it
// or none is needed: a permit sets the allowance anew.
func (w *Quoter) permitFor(r api.PriceRoute) []byte {
	p, most := w.permit, w.form.Wish().offerOf(r).Most()
	switch {
	case p.account != w.s.Account.Address || p.token != r.SrcToken ||
		p.spender != w.spender(r) || p.amount.Less(most) ||
		!w.s.Env.Now().Before(p.until):
		return nil
	case w.pair.Funds.Known && !w.pair.Funds.Held.Allowances[p.spender].Less(most):
		return nil
	}
	return p.encoded
}

// NoApproval tells why nothing is to be approved, "" where something is.
func (w *Checker) NoApproval() string {
	pays, known := w.quotes.Pays()
	switch {
	case w.pair.Src.Address == api.NativeToken:
		return "the native coin needs no approval"
	case !known || !w.quotes.Fits():
		return "there is no quote yet"
	case !w.pair.Funds.Known:
		return "your allowance is being read"
	case !w.allowed().Less(pays):
		return "the allowance covers it"
	}
	return w.s.MaySign()
}

// NoPermit tells why the allowance cannot be signed into the swap, "" when it can.
func (w *Checker) NoPermit() string {
	if why := w.NoApproval(); why != "" {
		return why
	}
	return sign.NoPermit(w.pair.Src, w.pair.Funds.Held.Permits)
}

// Permit has the token's own permit signed, which the swap carries in place of an approval, and
// goes on to the review.
func (w *Reviewer) Permit() tea.Cmd {
	if why := w.checker.offBut(w.checker.Allowance()); why != "" {
		w.s.Toast(ui.Warn, "cannot sign it: "+why)
		return nil
	}
	now := w.s.Env.Now()
	if b := w.s.Env.Header.BlockAt; b.After(now) {
		now = b
	}
	p := signedPermit{account: w.s.Account.Address, token: w.pair.Src.Address,
		spender: w.quotes.spender(w.quotes.Newest.Route), amount: w.needs(),
		until: now.Add(permitTime)}
	if w.pair.Src.Permit == "DAI" {
		p.amount = api.MaxAmount
	}
	sign.RunPermit(w.s, sign.Permit{
		Token: w.pair.Src, Spender: p.spender, Amount: p.amount, Until: uint64(p.until.Unix()),
		Checks: []ui.Check{w.checker.Balance(),
			{Level: ui.OK, Text: "it goes into the swap that is signed next"}},
		Done: func(encoded []byte) tea.Cmd {
			p.encoded = encoded
			w.quotes.permit = p
			return w.Review()
		},
		Edit: w.form.Edit,
	})
	return nil
}
