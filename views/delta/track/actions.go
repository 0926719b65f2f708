package track

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
	"bourse/views/sign"
)

// Actions are what can be done with the order that is shown.
func (w *Tracker) Actions() []ui.Action {
	var r api.DeltaRecord
	if t := w.shown(); t != nil {
		r = t.record
	}
	polling := "pause polling"
	if w.paused {
		polling = "poll again"
	}
	return []ui.Action{
		record.Act("new", "", "n", "new quote", "begin another order", "",
			w.hooks.Compose),
		record.Act("history", "", "h", "history", "list the account's Delta orders", "",
			w.hooks.History),
		record.Act("copy", "", "y", "copy id", "copy the order's id", w.WhyNone(),
			ui.Asking(func() { w.s.Copy("order id", r.ID) })),
		record.Act("raw", "", "o", "raw record",
			"show the record, every round and every event as the service sent them", w.WhyNone(),
			ui.Asking(func() { w.rawOrder() })),
		record.Act("pause", "", "p", polling, "ask by time or only at events", "", w.togglePolling),
		record.Act("cancel", "", "x", "cancel", "sign a cancellation of the order",
			w.WhyNotCancel(r),
			func() tea.Cmd { return w.Cancel(r) }),
		record.Act("cover", "", "a", "approve exact",
			"allow exactly what the open orders need of the token", w.whyNotCover(r),
			ui.Asking(func() { w.cover(r) })),
		record.Act("invalidate", "", "i", "invalidate",
			"use up its nonce on chain, for gas: nobody can settle it then, whoever has its "+
				"signature", w.WhyNotInvalidate(r),
			func() tea.Cmd { return w.Invalidate(r) }),
	}
}

// WhyNone tells why no order is shown, "" when one is.
func (w *Tracker) WhyNone() string {
	if w.shown() == nil {
		return "no order is followed: h lists them"
	}
	return ""
}

// rawOrder shows all that the service told of the order that is shown.
func (w *Tracker) rawOrder() {
	t := w.shown()
	record.Raw(w.s, t.record.ID, struct {
		Record  api.DeltaRecord  `json:"record"`
		Auction api.DeltaAuction `json:"auction"`
	}{t.record, t.auction})
}

// cover approves what the account's open orders need of the token that the shown one sells.
func (w *Tracker) cover(r api.DeltaRecord) {
	src, _ := record.Tokens(w.s, r)
	spender := w.spenderOf(r.Order)
	sign.Run(w.s, sign.Approve(w.s, src, spender, w.Claimed(src.Address, spender)))
}

func (w *Tracker) whyNotCover(r api.DeltaRecord) string {
	if r.ID != "" && r.Status != api.DeltaSuspended {
		return "it is not suspended"
	}
	return w.WhyNotCancel(r) // the same account has to sign
}

// Cancel signs a cancellation of the order that is shown: a question first, then the dialog with
// the words.
func (w *Tracker) Cancel(r api.DeltaRecord) tea.Cmd {
	w.askCancel(r)
	return nil
}

// Unheld tells of an order that the service does not hold back as it was asked to, and asks whether
// to cancel it.
func (w *Tracker) Unheld(r api.DeltaRecord, why string) {
	text := "Delta order " + format.ID(r.ID) + ": " + why
	w.s.Toast(ui.Bad, text+": cancel it, or i ends it on chain")
	w.s.Broadcast(views.Told{Component: "delta", Level: ui.Bad, Text: text})
	w.askCancel(r, "You asked for another order: "+why+".")
}

func (w *Tracker) askCancel(r api.DeltaRecord, lines ...string) {
	lines = append(lines, "No transaction is needed: the service ends the auction.",
		"A settlement that is on its way may still land.")
	if twin := views.GoingTwin(r, w.known()); twin != "" {
		lines = append(lines, "It goes on: the "+twin+".")
	}
	w.s.Open(ui.NewConfirm(w.s.Env, ui.ConfirmSpec{
		Title: "Cancel Delta order", Ask: "Cancel " + record.Pair(w.s, r) + " " +
			format.ID(r.ID) + "?",
		Yes: "Sign the cancellation", Level: ui.Warn,
		Lines: lines,
		Ended: func() string { return w.nothingToCancel(r.ID) },
		Run:   ui.Asking(func() { w.signCancel(r) }),
	}))
}

func (w *Tracker) signCancel(r api.DeltaRecord) {
	data := eip712.CancellationsTypedData(r.ChainID, w.s.Network.Contracts.Delta, []string{r.ID})
	exchange := w.s.Exchange
	sign.Open(w.s, sign.Spec{
		Data: &data, Checks: sign.Ends(w.s, r),
		Ended: func() string { return w.nothingToCancel(r.ID) },
		Submit: func(ctx context.Context, signed sign.Signed) (any, error) {
			return nil, exchange.CancelDelta(ctx, []string{r.ID}, signed.Signature.Compact())
		},
		Done: func(sign.Signed) tea.Cmd {
			w.cancelled[r.ID] = w.s.Env.Now()
			w.s.Toast(ui.OK, "the cancellation is accepted: by "+
				"the service's word; i makes it certain on chain, for gas")
			return tea.Batch(w.feed.Want(w.s.Env), w.hooks.Changed())
		},
	})
}

// Invalidate opens the signature of the transaction that uses up an order's nonce.
func (w *Tracker) Invalidate(r api.DeltaRecord) tea.Cmd {
	sign.Run(w.s, sign.Invalidate(w.s, r, w.known()))
	return nil
}

// WhyNotInvalidate tells why there is no use in using up an order's nonce, "" where there is.
func (w *Tracker) WhyNotInvalidate(r api.DeltaRecord) string {
	return w.s.WhyNotInvalidate(r, w.s.Env.Now())
}

// nothingToCancel tells that an order has ended meanwhile, "" while it goes on.
func (w *Tracker) nothingToCancel(id string) string {
	if t := w.orders[id]; t != nil && record.Over(t.record, w.s.Env.Now()) {
		return "nothing to cancel: the order has ended meanwhile: " + string(t.record.Status)
	}
	return ""
}

// WhyNotCancel tells why an order cannot be cancelled, "" when it can.
func (w *Tracker) WhyNotCancel(r api.DeltaRecord) string {
	switch {
	case r.ID == "":
		return "no order is shown"
	case record.Over(r, w.s.Env.Now()) || r.Status.Final():
		return "it has ended"
	case r.User != w.s.Account.Address:
		return "the chosen account did not sign it"
	case r.ChainID != w.s.Network.ChainID:
		return "it is on another network"
	}
	return w.s.MaySign()
}
