package history

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/sign"
)

// Actions are what can be done with the list and the selected order.
func (w *List) Actions() []ui.Action {
	r, ok := w.Table.Selected()
	none, noTx := "", ""
	if !ok {
		none = "no order is selected"
	}
	if len(r.Transactions) == 0 {
		noTx = "it has no transaction"
	}
	table := w.Table.Actions(Pane, w.openSelected)
	for i, a := range table {
		if a.ID == "filter" || a.ID == "sort" {
			table[i].Quiet = false
		}
	}
	return append(table,
		record.Act("back", "", "h", "back", "leave the history", "",
			w.hooks.Back),
		record.Act("next", "", "n", "next page", "older orders", w.noNext(),
			func() tea.Cmd { return w.turn(1) }),
		record.Act("previous", "", "p", "previous page", "newer orders", w.noPrevious(),
			func() tea.Cmd { return w.turn(-1) }),
		w.s.NetworksAction(string(views.Delta)),
		record.Act("raw", "", "o", "raw record", "show the record as the service sent it", none,
			ui.Asking(func() { record.Raw(w.s, r.ID, r.DeltaRecord) })),
		record.Act("copy", "", "y", "copy tx", "copy the hash of the last settlement", noTx,
			func() tea.Cmd {
				w.s.Copy("transaction hash",
					r.Transactions[len(r.Transactions)-1].Hash.Hex())
				return nil
			}),
		record.Act("cancel", "", "x", "cancel", "sign a cancellation of the order",
			w.hooks.WhyNotCancel(r.DeltaRecord),
			func() tea.Cmd { return w.hooks.Cancel(r.DeltaRecord) }),
		record.Act("read", "", "u", "read it", "sign, to read orders that are held back",
			w.whyNotRead(r.DeltaRecord), func() tea.Cmd {
				sign.Reading(w.s, 0, 0, func() tea.Cmd { return w.feed.Want(w.s.Env) })
				return nil
			}),
		record.Act("csv", "", "e", "CSV", "write the list to a CSV file", "",
			func() tea.Cmd { return w.s.Export("delta", "csv", w.Table.CSV()) }),
		record.Act("invalidate", "", "i", "invalidate",
			"use up its nonce on chain, for gas: nobody can settle it then, whoever has its "+
				"signature", w.hooks.WhyNotInvalidate(r.DeltaRecord),
			func() tea.Cmd { return w.hooks.Invalidate(r.DeltaRecord) }))
}

// Moves are among the actions, first of all.
func (*List) Moves() []ui.Action { return nil }

// whyNotRead tells why an order is not to be unlocked by signing, "" when it is.
func (w *List) whyNotRead(r api.DeltaRecord) string {
	switch {
	case r.ID == "":
		return "no order is selected"
	case !r.Hidden:
		return "it is no secret"
	case r.User != w.s.Account.Address:
		return "the chosen account did not sign it"
	case r.ChainID != w.s.Network.ChainID:
		return "it is on another network"
	}
	return w.s.MaySign()
}
