package wallet

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
	keys "bourse/wallet"
)

// Actions implements ui.Screen.
func (w *Screen) Actions() []ui.Action {
	var out []ui.Action
	out = append(out, w.PaneActions()...)
	out = append(out, w.accountActions()...)
	out = append(out, w.allowanceActions()...)
	out = append(out, w.commonActions()...)
	out = append(out, w.keyActions()...)
	out = append(out, w.contactActions()...)
	out = append(out, w.accounts.Actions(paneAccounts, w.use)...)
	out = append(out, w.balances.Actions(paneBalances, nil)...)
	out = append(out, w.allowances.Actions(paneAllowances, w.approveExact)...)
	return append(out, w.fills.Actions(paneFills, nil)...)
}

func action(id, pane string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
	return ui.Action{Scope: "wallet", ID: id, Pane: pane, Key: ui.Keys(key), Label: label,
		Help: help, Off: off, Run: run}
}

func (w *Screen) accountActions() []ui.Action {
	a, _ := w.accounts.Selected()
	unlock, lock, derive, rename, fresh := "", "", "", "", ""
	if w.s.Wallet.InMemory() {
		fresh = "this session keeps no keys: make accounts with bourse on your own machine"
	}
	switch {
	case a.Kind == keys.WatchedOnly:
		unlock = "a watch-only account has no key: import it"
	case a.Kind == keys.Development:
		unlock, lock = "development accounts are always open",
			"development accounts are always open"
	case a.Kind == keys.Session:
		unlock, lock = "an account of the session is always open",
			"an account of the session is always open"
	case a.Open:
		unlock = a.Name + " is open"
	default:
		lock = a.Name + " is locked"
	}
	if a.Kind == keys.WatchedOnly {
		lock = unlock
	}
	if !a.Seeded {
		derive = "only accounts from a mnemonic of this wallet have more to derive"
	}
	if a.Kind == keys.Development {
		rename = "development accounts keep their names"
	}
	return []ui.Action{
		action("unlock", "", "u", "unlock", "open the selected account with its password", unlock,
			func() tea.Cmd { return w.openUnlock(a) }),
		action("lock", "", "l", "lock", "wipe the selected account's key from memory", lock,
			func() tea.Cmd { return w.lock(a) }),
		action("new", paneAccounts, "n", "new", "make an account from a new mnemonic", fresh,
			w.openNew),
		action("import", paneAccounts, "i", "import",
			"import a key, mnemonic, keystore file or address", "", w.openImport),
		action("derive", paneAccounts, "d", "derive", "the next account of the same mnemonic",
			derive, func() tea.Cmd { return w.openDerive(a) }),
		action("rename", paneAccounts, "m", "rename", "give the account another name", rename,
			func() tea.Cmd { return w.openRename(a) }),
	}
}

// keyActions are seldom needed: they come after the others.
func (w *Screen) keyActions() []ui.Action {
	a, selected := w.accounts.Selected()
	password, remove := "", ""
	if a.Kind != keys.Keystore {
		password = a.Name + " has no password here"
	}
	if !selected {
		password, remove = "no account is selected", "no account is selected"
	}
	if a.Address == w.s.Account.Address {
		remove = "you trade as " + a.Name + ": choose another account first"
	}
	return []ui.Action{
		action("password", paneAccounts, "p", "change password",
			"protect the key by another password", password,
			func() tea.Cmd { return w.openPassword(a) }),
		action("remove", paneAccounts, "x", "remove",
			"take the account out of the list; its key file is kept aside", remove,
			func() tea.Cmd { return w.openRemove(a) }),
	}
}

func (w *Screen) lock(a keys.Account) tea.Cmd {
	w.s.Wallet.Lock(a.Address)
	w.relist()
	return tea.Batch(w.s.Toast(ui.OK, a.Name+" is locked"), w.sync())
}

func (w *Screen) allowanceActions() []ui.Action {
	row, ok := w.allowances.Selected()
	off, revoke := w.s.MaySign(), w.s.MaySign()
	if !ok {
		off, revoke = "no allowance is selected", "no allowance is selected"
	} else if revoke == "" && row.amount.IsZero() {
		revoke = "there is nothing to revoke"
	}
	if off == "" && row.collection() {
		off = "a collection is approved as a whole: R revokes it"
	}
	return []ui.Action{
		action("exact", paneAllowances, "a", "approve exact",
			"set the allowance to an exact amount", off, w.approveExact),
		action("unlimited", paneAllowances, "A", "set unlimited",
			"allow any amount for ever; asks for a typed word", off, func() tea.Cmd {
				return w.approve(row, api.MaxAmount, "approve unlimited "+views.Symbol(row.token))
			}),
		action("revoke", paneAllowances, "R", "revoke", "set the allowance to zero", revoke,
			func() tea.Cmd {
				return w.approve(row, api.Amount{}, "revoke "+views.Symbol(row.token))
			}),
	}
}

// approveExact asks for the amount, with what open orders need as its first value.
func (w *Screen) approveExact() tea.Cmd {
	row, ok := w.allowances.Selected()
	if why := w.s.MaySign(); !ok || why != "" {
		return w.s.Toast(ui.Warn, "cannot approve: "+why)
	}
	input := ui.Number()
	first := row.needed
	if first.IsZero() {
		first = row.amount.Min(row.held)
	}
	if !first.IsZero() {
		input.Fill(first.Units(row.token.Decimals))
	}
	lines := []string{
		"How much " + views.Symbol(row.token) + " may " + row.spender.Hex() + " (" + w.nameOf(row) +
			") move?",
		"You hold " + row.held.Units(row.token.Decimals) + "; open orders need " +
			row.needed.Units(row.token.Decimals) + ".",
	}
	return w.s.Open(ui.NewPrompt(w.s.Env, ui.PromptSpec{
		Title: "Exact allowance", Lines: lines, Input: input,
		Check: func(text string) string {
			return problem(api.ParseUnits(text, row.token.Decimals))
		},
		Run: func(text string) tea.Cmd {
			amount, err := api.ParseUnits(text, row.token.Decimals)
			if err != nil {
				return w.s.Toast(ui.Bad, err.Error())
			}
			return w.approve(row, amount, "approve "+views.Symbol(row.token))
		},
	}))
}

func (w *Screen) nameOf(a allowance) string {
	if n := w.s.ContractName(a.spender); n != "" {
		return n
	}
	return "not known here"
}

func problem(_ api.Amount, err error) string {
	if err != nil {
		return "the amount " + err.Error()
	}
	return ""
}

func (w *Screen) approve(row allowance, amount api.Amount, what string) tea.Cmd {
	task := sign.Approve(w.s, row.token, row.spender, amount)
	task.What = what
	if amount.Less(row.needed) {
		task.Checks = append(task.Checks,
			ui.Check{Level: ui.Warn, Text: fmt.Sprintf(
				"open orders need %s %s: less leaves them not covered",
				row.needed.Units(row.token.Decimals), views.Symbol(row.token))})
	}
	return sign.Run(w.s, task)
}

func (w *Screen) commonActions() []ui.Action {
	off := w.s.MaySign()
	send := off
	if off == "" && w.s.Network.Contracts.WrappedNative == (common.Address{}) {
		off = "this network has no wrapped coin"
	}
	return []ui.Action{
		action("wrap", "", "w", "wrap", "turn native coin into its wrapped token", off,
			func() tea.Cmd { return w.openWrap(false) }),
		action("unwrap", "", "W", "unwrap", "turn the wrapped token back into native coin", off,
			func() tea.Cmd { return w.openWrap(true) }),
		action("send", "", ">", "send…", "send a token, an NFT or coin to somebody", send,
			func() tea.Cmd { return w.send(views.SendAsset{}) }),
		action("contacts", "", "b", "address book", "the addresses that you have labelled", "",
			w.addressBook),
		action("qr", "", "Q", "QR code", "show the account's address as a code to scan", "",
			w.showQR),
		action("token", paneBalances, "+", "add token",
			"show a token that nobody lists, by address", "", w.addToken),
		action("copy", "", "y", "copy address", "copy the selected account's address", "",
			func() tea.Cmd {
				a, _ := w.accounts.Selected()
				return w.s.Copy("address of "+a.Name, a.Address.Hex())
			}),
		action("receive", "", "c", "copy for a payer", "copy what to tell someone who pays you", "",
			w.receive),
		action("csv", "", "e", "CSV", "write the focused pane to a CSV file", "", w.export),
		w.claimAction(),
	}
}

// addToken shows a token by its address from here on.
func (w *Screen) addToken() tea.Cmd {
	return w.s.AskToken(func(api.Token) tea.Cmd {
		return w.reload()
	})
}

// receive copies what someone who wants to pay needs to know.
func (w *Screen) receive() tea.Cmd {
	a, _ := w.accounts.Selected()
	n := w.s.Network
	return w.s.Copy("what a payer needs",
		fmt.Sprintf("Send on %s (chain id %d) only, to %s", n.Name, n.ChainID, a.Address.Hex()))
}

func (w *Screen) export() tea.Cmd {
	name, text := w.FocusedPane(), ""
	switch name {
	case paneAccounts:
		text = w.accounts.CSV()
	case paneBalances:
		text = w.balances.CSV()
	case paneAllowances:
		text = w.allowances.CSV()
	case paneFills:
		text = w.fills.CSV()
	}
	return w.s.Export(name, "csv", text)
}

// openWrap asks how much.
func (w *Screen) openWrap(unwrap bool) tea.Cmd {
	verb, wrapped := "wrap", w.token(w.s.Network.Contracts.WrappedNative)
	from := api.NativeToken
	if unwrap {
		verb, from = "unwrap", wrapped.Address
	}
	have := api.Amount{}
	for _, b := range w.balances.Rows() {
		if b.token.Address == from {
			have = b.amount
		}
	}
	const decimals = 18 // of every native coin and its wrapped token
	symbol := w.s.Network.Symbol
	if unwrap {
		symbol = wrapped.Symbol
	}
	check := func(text string) string {
		amount, err := api.ParseUnits(text, decimals)
		switch {
		case err != nil:
			return "the amount " + err.Error()
		case amount.IsZero():
			return "the amount must be above zero"
		case have.Less(amount):
			return "you hold " + have.Units(decimals) + " " + symbol + " only"
		}
		return ""
	}
	return w.s.Open(ui.NewPrompt(w.s.Env, ui.PromptSpec{
		Title: verb + " " + symbol, Input: ui.Number(), Check: check,
		Lines: []string{"How much " + symbol + "? You hold " +
			format.Digits(have, decimals, 4, api.Down) +
			".", "One becomes exactly one; only gas is paid."},
		Run: func(text string) tea.Cmd {
			amount, err := api.ParseUnits(text, decimals)
			if err != nil {
				return w.s.Toast(ui.Bad, err.Error())
			}
			return sign.Run(w.s, sign.Wrap(w.s, verb+" "+symbol, amount, unwrap))
		},
	}))
}
