package record

import (
	"fmt"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

// Surplus is what came beyond the quote.
func Surplus(s *views.Session, r api.DeltaRecord) string {
	_, dest := Tokens(s, r)
	spent, received := Sums(r)
	if spent.IsZero() {
		if r.Status.Final() {
			return ui.Unknown + " (nothing was filled)"
		}
		return ui.Unknown + " (none until a fill)"
	}
	if r.Order.Buy {
		return saved(s, r)
	}
	if r.Order.Form.Sliced() {
		return beyond(received, Share(eip712.DeltaFloor(r.Order), spent, r.Order), dest) +
			" above the least"
	}
	if Quoted(r.Order).IsZero() {
		return ui.Unknown + " (no quote, it waited for its price)"
	}
	return beyond(received, Share(Quoted(r.Order), spent, r.Order), dest)
}

// beyond is how much more came than an amount.
func beyond(received, than api.Amount, dest api.Token) string {
	over, sign := received.Sub(than), "+"
	if received.Less(than) {
		over, sign = than.Sub(received), ui.Minus
	}
	return sign + format.Fine(over, dest, api.Down) + " " + views.Symbol(dest) + " (" +
		Versus(received, than) + ")"
}

// Fills describe each settlement in as many lines as it may have at most, from one to three.
func Fills(s *views.Session, r api.DeltaRecord, width, most int) []string {
	var lines []string
	for _, tx := range r.Transactions {
		style := s.Env.Theme.Text
		if tx.Status != 1 {
			style = s.Env.Theme.Danger
		}
		for _, text := range fillTexts(s, r, tx, width, most) {
			lines = append(lines, " "+style.Render(cells.Truncate(text, width-2)))
		}
	}
	return lines
}

func fillTexts(s *views.Session, r api.DeltaRecord, tx api.DeltaTransaction, width,
	most int) []string {
	src, dest := Tokens(s, r)
	head := "✓ "
	if tx.Status != 1 {
		head = "✗ reverted "
	}
	head += format.Hash(tx.Hash)
	if tx.Status != 1 {
		return []string{head + "  " + format.Brief(tx.Agent) +
			fmt.Sprintf("  block %s  gas %s", ui.Count(tx.BlockNumber), ui.Count(tx.GasUsed))}
	}
	filled := fmt.Sprintf("%d.%02d%%", tx.FilledPercent/100, tx.FilledPercent%100)
	agent := format.Brief(tx.Agent)
	both := fmt.Sprintf("spent %s %s  received %s %s", moved(tx.Spent, src, api.Up),
		views.Symbol(src), moved(tx.Received, dest, api.Down), views.Symbol(dest))
	block := fmt.Sprintf("block %s idx %d", ui.Count(tx.BlockNumber), tx.Index)
	gas := fmt.Sprintf("gas %s @ %s gwei", ui.Count(tx.GasUsed),
		api.NewAmount(tx.GasPrice).Format(9, 2, api.Up))
	if agent != "" { // a plain server names none
		gas = "agent " + agent + "  " + gas
	}
	fees := feeText(tx, Measure(s, r))
	if r.Order.Buy && !tx.ProtocolFee.Add(tx.PartnerFee).IsZero() {
		fees += " " + views.Symbol(src)
	}
	switch {
	case most == 1:
		return []string{head + "  " + block + "  filled " + filled + "  " + agent}
	case width < Roomy:
		return []string{head + "  " + filled,
			fmt.Sprintf("  %s → %s", moved(tx.Spent, src, api.Up),
				moved(tx.Received, dest, api.Down)), "  " + agent + "  " + block}
	case most == 2:
		return []string{head + "  " + block + "  filled " + filled +
			fmt.Sprintf(" (%d)  ", tx.FilledPercent) + both,
			"  " + gas + "  " + fees}
	}
	return []string{head + "  " + block + "  filled " + filled, "  " + both,
		"  " + gas + "  " + fees}
}

// moved writes what a settlement moved: to six places where the usual ones would round it, so that
// it can be compared with the chain.
func moved(a api.Amount, t api.Token, round api.Round) string {
	const places = 6
	text := format.Fine(a, t, round)
	if format.Fine(a, t, api.Up) == format.Fine(a, t, api.Down) {
		return text
	}
	return format.Digits(a, t.Decimals, min(t.Decimals, places), round)
}

// feeText is what the protocol and the partner kept of a settlement.
func feeText(tx api.DeltaTransaction, of api.Token) string {
	if tx.ProtocolFee.IsZero() && tx.PartnerFee.IsZero() {
		return "no fees"
	}
	text := "protocol fee " + format.Fine(tx.ProtocolFee, of, api.Up)
	if !tx.PartnerFee.IsZero() {
		text += ", partner's " + format.Fine(tx.PartnerFee, of, api.Up)
	}
	return text
}
