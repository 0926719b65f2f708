package delta

import (
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/wallet"
)

// left is how long an order has still got.
func (w *Screen) left(r api.DeltaRecord) string {
	switch d := deadlineOf(r).Sub(w.s.Env.Now()); {
	case w.over(r):
		return "ended"
	case d <= 0:
		return "passed"
	case d < time.Hour:
		return ui.Timer(d) + " left"
	default:
		return ui.Until(w.s.Env.Now(), deadlineOf(r))
	}
}

func (w *Screen) drawOrder(area ui.Box, _ bool) string {
	t, th := w.shown(), w.s.Env.Theme
	if t == nil {
		return " " + th.Muted.Render("no order is shown: n begins one, h lists them")
	}
	const least = 8
	if area.H < least {
		return w.drawBrief(area, t)
	}
	pairs := w.orderPairs(t)
	return pad(ui.Pairs(th, area.W-2, pairs[:min(len(pairs), area.H)]...))
}

// orderPairs are all there is to say of an order, the least important last.
func (w *Screen) orderPairs(t *tracked) []ui.Pair {
	th, r, o := w.s.Env.Theme, t.record, t.record.Order
	src, dest := w.tokensOf(r)
	line := func(key, value string) ui.Pair { return ui.Pair{Key: key, Value: value, Style: th.Text} }
	status := line("status", statusText(r.Status)+"  (the server's word)")
	status.Style = levelOf(r.Status).Style(th)
	to := line("beneficiary", w.receiverOf(r))
	if to.Value != self {
		to.Level = ui.Warn
	}
	out := []ui.Pair{
		line("sell", amountText(o.SrcAmount, src, api.Up)+" "+views.Symbol(src)+" → "+views.Symbol(dest)),
		status,
		line("reason", orNone(views.Brief(r.Reason))),
		line("expected", amountText(quotedOf(o), dest, api.Down)+" "+views.Symbol(dest)+"  "+w.rate(o.SrcAmount, quotedOf(o), src, dest, true)),
		line("floor", amountText(o.DestAmount, dest, api.Down)+" "+views.Symbol(dest)+"  "+versus(o.DestAmount, quotedOf(o))),
		line("received", w.receivedText(r)),
		line("deadline", deadlineOf(r).Format("2006-01-02 15:04:05")+"  "+w.left(r)),
		line("partial fill", map[bool]string{true: "yes, " + fillPercent(r) + " filled", false: "no"}[r.PartiallyFillable]),
		to,
		line("partner", w.partnerOf(r)),
		line("permit", permitText(len(o.Permit))),
	}
	if q := t.draft.quote; q.price != nil {
		out = append(out, line("before fee", amountText(q.price.DestAmountBeforeFee, dest, api.Down)+"  gas share "+usd(q.price.GasCostUSD)+"  hmac ✓"))
		if q.market != nil {
			out = append(out, line("market was", amountText(q.market.DestAmount, dest, api.Down)+"  Delta "+versus(quotedOf(o), q.market.DestAmount)))
		}
	}
	return append(out, line("order hash", r.OrderHash.Hex()), line("id", r.ID))
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// permitText says what kind of permit an order carries, by its length.
func permitText(n int) string {
	kinds := map[int]string{0: "none (allowance used)", 1: "the allowance at Permit2", 96: "Permit2, this order only", 192: "Permit2, an allowance",
		224: "the token's own (ERC-2612)", 256: "the token's own (DAI style)"}
	if kind, ok := kinds[n]; ok {
		return kind
	}
	return ui.Count(n) + " bytes"
}

const self = "self"

func (w *Screen) receiverOf(r api.DeltaRecord) string {
	b := r.Order.Beneficiary
	if b == r.Order.Owner || b == (common.Address{}) {
		return self
	}
	if name := w.s.PartyName(b); name != "" {
		return name + "  " + b.Hex()
	}
	return b.Hex()
}

// partnerOf is the partner of an order with the fee that was signed.
func (w *Screen) partnerOf(r api.DeltaRecord) string {
	partner, bps, surplus := wallet.SplitPartnerAndFee(r.Order.PartnerAndFee)
	if partner == (common.Address{}) {
		return orNone(r.Partner)
	}
	fee := views.Hundredths(int64(bps))
	if surplus {
		fee = "half the surplus"
	}
	return fmt.Sprintf("%s %s  %s", r.Partner, fee, partner.Hex())
}

func (w *Screen) receivedText(r api.DeltaRecord) string {
	_, dest := w.tokensOf(r)
	spent, received := sums(r)
	if spent.IsZero() {
		return ui.Unknown
	}
	return amountText(received, dest, api.Down) + " floor " + versus(received, share(r.Order.DestAmount, spent, r.Order)) + " quote " +
		versus(received, share(quotedOf(r.Order), spent, r.Order))
}

// drawBrief is the order in five lines.
func (w *Screen) drawBrief(area ui.Box, t *tracked) string {
	th, r, o := w.s.Env.Theme, t.record, t.record.Order
	src, dest := w.tokensOf(r)
	lines := []string{
		"Sell " + amountText(o.SrcAmount, src, api.Up) + " " + views.Symbol(src) + " → " + views.Symbol(dest) + "   expected " + amountText(quotedOf(o), dest, api.Down),
		"floor " + amountText(o.DestAmount, dest, api.Down) + "   deadline " + w.left(r) + "   " + fillPercent(r) + " filled",
		"received " + w.receivedText(r),
		"reason " + orNone(views.Brief(r.Reason)),
	}
	if to := w.receiverOf(r); to != self {
		lines[2] += "   to " + to
	}
	for i := range lines {
		lines[i] = " " + th.Text.Render(ui.Truncate(ui.Clean(lines[i]), area.W-2))
	}
	status := " " + th.Muted.Render("status ") + levelOf(r.Status).Style(th).Render(ui.Truncate(statusText(r.Status), area.W-20)) + th.Muted.Render("  (server)")
	return strings.Join(append(lines, status), "\n")
}
