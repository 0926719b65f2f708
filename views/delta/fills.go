package delta

import (
	"fmt"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// surplus is what came beyond the quote.
func (w *Screen) surplus(r api.DeltaRecord) string {
	_, dest := w.tokensOf(r)
	spent, received := sums(r)
	if spent.IsZero() {
		if r.Status.Final() {
			return ui.Unknown + " (nothing was filled)"
		}
		return ui.Unknown + " (none until a fill)"
	}
	expected, sign := share(quotedOf(r.Order), spent, r.Order), "+"
	over := received.Sub(expected)
	if received.Less(expected) {
		over, sign = expected.Sub(received), ui.Minus
	}
	return sign + amountText(over, dest, api.Down) + " " + views.Symbol(dest) + " (" + versus(received, expected) + ")"
}

// drawFills lists the settlements, those that went through and those that did not.
func (w *Screen) drawFills(area ui.Box, _ bool) string {
	t, th := w.shown(), w.s.Env.Theme
	switch {
	case t == nil:
		return ""
	case len(t.record.Transactions) == 0:
		return w.say(area, th.Muted, "none yet: a fill shows its hash, agent, gas, fees and surplus")
	}
	return strings.Join(w.fillLines(t.record, area.W, 3), "\n")
}

// fillLines describe each settlement in as many lines as it may have at most, from one to three.
func (w *Screen) fillLines(r api.DeltaRecord, width, most int) []string {
	var lines []string
	for _, tx := range r.Transactions {
		style := w.s.Env.Theme.Text
		if tx.Status != 1 {
			style = w.s.Env.Theme.Danger
		}
		for _, text := range w.fillTexts(r, tx, width, most) {
			lines = append(lines, " "+style.Render(ui.Truncate(text, width-2)))
		}
	}
	return lines
}

func (w *Screen) fillTexts(r api.DeltaRecord, tx api.DeltaTransaction, width, most int) []string {
	src, dest := w.tokensOf(r)
	head := "✓ "
	if tx.Status != 1 {
		head = "✗ reverted "
	}
	head += ui.ShortHash(tx.Hash.Hex())
	if tx.Status != 1 {
		return []string{head + "  " + views.Brief(tx.Agent) + fmt.Sprintf("  block %s  gas %s", ui.Count(tx.BlockNumber), ui.Count(tx.GasUsed))}
	}
	filled := fmt.Sprintf("%d.%02d%%", tx.FilledPercent/100, tx.FilledPercent%100)
	agent := views.Brief(tx.Agent)
	moved := fmt.Sprintf("spent %s %s  received %s %s", amountText(tx.Spent, src, api.Up), views.Symbol(src), amountText(tx.Received, dest, api.Down), views.Symbol(dest))
	block := fmt.Sprintf("block %s idx %d", ui.Count(tx.BlockNumber), tx.Index)
	gas := fmt.Sprintf("agent %s  gas %s @ %s gwei", agent, ui.Count(tx.GasUsed), api.NewAmount(tx.GasPrice).Format(9, 2, api.Up))
	switch {
	case most == 1:
		return []string{head + "  " + block + "  filled " + filled + "  " + agent}
	case width < roomy:
		return []string{head + "  " + filled, fmt.Sprintf("  %s → %s", amountText(tx.Spent, src, api.Up), amountText(tx.Received, dest, api.Down)), "  " + agent + "  " + block}
	case most == 2:
		return []string{head + "  " + block + "  filled " + filled + fmt.Sprintf(" (%d)  ", tx.FilledPercent) + moved, "  " + gas + "  " + w.feeText(tx, dest)}
	}
	return []string{head + "  " + block + "  filled " + filled, "  " + moved, "  " + gas + "  " + w.feeText(tx, dest)}
}

// feeText is what the protocol and the partner kept of a settlement.
func (w *Screen) feeText(tx api.DeltaTransaction, dest api.Token) string {
	if tx.ProtocolFee.IsZero() && tx.PartnerFee.IsZero() {
		return "no fees"
	}
	text := "protocol fee " + amountText(tx.ProtocolFee, dest, api.Up)
	if !tx.PartnerFee.IsZero() {
		text += ", partner's " + amountText(tx.PartnerFee, dest, api.Up)
	}
	return text
}
