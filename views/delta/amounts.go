package delta

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/wallet"
)

// amountText writes an amount to be read, with digits by the token alone so that the figures of an order line up. What would read as zero is
// written out.
func amountText(a api.Amount, t api.Token, r api.Round) string {
	const few, many = 2, 6
	places := views.AmountPlaces(t)
	if places > few {
		places = min(t.Decimals, many)
	}
	text := a.Format(t.Decimals, places, r)
	if !a.IsZero() && strings.Trim(text, "0.,") == "" {
		return a.Units(t.Decimals)
	}
	return text
}

// percent writes hundredths of a percent with a sign.
func percent(hundredths int64) string { return ui.SignedPercent(float64(hundredths)/100, 2) }

// versus is how far an amount is from another as a label.
func versus(a, from api.Amount) string {
	n, ok := views.AmountOffBy(a, from)
	if !ok || a.IsZero() {
		return ui.Unknown
	}
	return percent(n)
}

// settled are the settlements that went through.
func settled(r api.DeltaRecord) []api.DeltaTransaction {
	var out []api.DeltaTransaction
	for _, tx := range r.Transactions {
		if tx.Status == 1 {
			out = append(out, tx)
		}
	}
	return out
}

// sums are what the settlements took and brought.
func sums(r api.DeltaRecord) (spent, received api.Amount) {
	for _, tx := range settled(r) {
		spent, received = spent.Add(tx.Spent), received.Add(tx.Received)
	}
	return spent, received
}

// share is the part of an amount that belongs to what was spent of an order, rounded up as the contract does.
func share(a, spent api.Amount, o api.DeltaOrder) api.Amount {
	if o.SrcAmount.IsZero() {
		return api.Amount{}
	}
	return a.MulDivUp(spent, o.SrcAmount)
}

// quotedOf is what an order was to bring its owner: what it expects, less the partner's flat fee, which the contract takes of that.
func quotedOf(o api.DeltaOrder) api.Amount {
	partner, bps, takesSurplus := wallet.SplitPartnerAndFee(o.PartnerAndFee)
	if partner == (common.Address{}) || takesSurplus {
		return o.ExpectedDestAmount
	}
	return o.ExpectedDestAmount.Sub(o.ExpectedDestAmount.MulDiv(api.NewAmount(min(uint64(bps), maxPartnerBps)), api.NewAmount(bpsWhole)))
}

// maxPartnerBps is what the contract charges at most.
const maxPartnerBps = 200

// fillPercent is how much of an order is filled; 100% only when all is.
func fillPercent(r api.DeltaRecord) string {
	if r.Order.SrcAmount.IsZero() {
		return ui.Unknown
	}
	n, _ := r.FilledAmount.MulDiv(api.NewAmount(bpsWhole), r.Order.SrcAmount).Uint64()
	return fmt.Sprintf("%d.%02d%%", n/100, n%100)
}

// tokensOf are what an order sells and buys.
func (w *Screen) tokensOf(r api.DeltaRecord) (src, dest api.Token) {
	src, _ = w.s.Token(r.Order.SrcToken)
	dest, _ = w.s.Token(r.Order.DestToken)
	return src, dest
}

// pairOf is what an order sells and buys in words.
func (w *Screen) pairOf(r api.DeltaRecord) string {
	src, dest := w.tokensOf(r)
	return views.Symbol(src) + "→" + views.Symbol(dest)
}

// shortID is an id as it is shown.
func shortID(id string) string {
	const ends = 4
	r := []rune(ui.Clean(id))
	if len(r) <= 2*ends+1 {
		return string(r)
	}
	return string(r[:ends]) + "…" + string(r[len(r)-ends:])
}

// overMarket is how much better the quote is than a swap, in hundredths of a percent.
func (w *Screen) overMarket() (hundredths int64, ok bool) {
	if !w.fits() || w.quote.market == nil {
		return 0, false
	}
	return views.AmountOffBy(w.quote.price.DestAmount, w.quote.market.DestAmount)
}

// usd writes a decimal text of USD with two digits.
func usd(text string) string {
	const places = 18
	a, err := api.ParseUnits(text, places)
	if err != nil {
		return ui.Unknown
	}
	return "$" + a.Format(places, 2, api.Down)
}
