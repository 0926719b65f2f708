package wallet

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/sign"
)

// The panes.
const (
	paneAccounts   = "accounts"
	paneBalances   = "balances"
	paneAllowances = "allowances"
	paneFills      = "fills"
)

// Screen is the Wallet screen: the accounts, and what the chosen one holds, allows and has traded.
type Screen struct {
	ui.Panes
	s          *views.Session
	funds      *funds
	contacts   *addressBook
	accounts   *accountsPane
	balances   *balancesPane
	allowances *allowancesPane
	fills      *fillsPane
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	w := &Screen{s: s, funds: newFunds(s)}
	w.accounts, w.fills = newAccounts(s), newFills(s)
	w.balances, w.allowances = newBalances(s, w.funds, w.reload), newAllowances(s, w.funds)
	w.contacts = &addressBook{s, w.balances.send}
	w.Panes = ui.NewPanes(s.Env, w.layout, w.accounts, w.balances, w.allowances, w.fills)
	w.forget()
	return w
}

func (w *Screen) layout(area cells.Box) []ui.Placed {
	rows := area.Rows(cells.Percent(41), cells.Percent(33), cells.Fill(1))
	left := cells.Fixed(34)
	if area.Wide() {
		left = cells.Percent(44)
	}
	top := rows[0].Columns(left, cells.Fill(1))
	return []ui.Placed{{Pane: w.accounts, Box: top[0]}, {Pane: w.balances, Box: top[1]},
		{Pane: w.allowances, Box: rows[1]}, {Pane: w.fills, Box: rows[2]}}
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Wallet }

// Init implements ui.Screen.
func (w *Screen) Init() tea.Cmd {
	w.accounts.relist()
	w.accounts.Select(w.s.Account.Address.Hex())
	w.funds.listen()
	return tea.Batch(w.funds.feed.Want(w.s.Env), w.fills.feed.Want(w.s.Env))
}

// forget empties the panes that belong to one account, until its own data comes.
func (w *Screen) forget() {
	w.funds.holdings = holdings{}
	w.balances.forget()
	w.allowances.forget()
	w.fills.forget()
}

// reload asks anew, whatever is under way and however short ago it last did.
func (w *Screen) reload() tea.Cmd {
	w.funds.feed.Drop()
	return tea.Batch(w.funds.feed.Want(w.s.Env), w.fills.reload())
}

// Update implements ui.Screen.
func (w *Screen) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := w.funds.feed.Due(m, w.s.Env); ok {
		return cmd
	}
	var cmd tea.Cmd
	switch m := m.(type) {
	case views.AccountChanged:
		cmd = w.onAccount()
	case changed, sign.Mined, views.Swapped:
		cmd = w.funds.feed.Want(w.s.Env)
	case ui.Refresh:
		cmd = w.reload()
	case loaded:
		cmd = w.onLoaded(m)
	default:
		w.contacts.update(m)
	}
	return tea.Batch(cmd, w.Panes.Update(m))
}

// onAccount starts over if the account is another one.
func (w *Screen) onAccount() tea.Cmd {
	w.accounts.relist()
	if w.funds.known() {
		return nil
	}
	w.forget()
	w.accounts.Select(w.s.Account.Address.Hex())
	return w.reload()
}

func (w *Screen) onLoaded(m loaded) tea.Cmd {
	fresh, again := w.funds.feed.Done(m.epoch, w.s.Env)
	if !fresh {
		return again // of another account
	}
	problem := ""
	if m.err != nil {
		problem = api.AsError(m.err).Details
	}
	for _, s := range []*ui.State{&w.balances.State, &w.allowances.State} {
		s.Loading, s.Err = false, problem
	}
	if m.err == nil {
		for i, t := range m.holdings.tokens {
			m.holdings.tokens[i].Token = w.s.Called(t.Token)
		}
		w.funds.holdings = m.holdings
		if w.funds.known() {
			w.balances.show()
			w.allowances.show()
		}
	}
	if asked := w.balances.asked; asked != nil {
		w.balances.asked = nil
		return tea.Batch(again, w.balances.send(*asked))
	}
	return again
}

// Actions implements ui.Screen.
func (w *Screen) Actions() []ui.Action {
	return slices.Concat(w.PaneActions(), w.Panes.Actions(slices.Concat(w.commonActions(),
		w.accounts.keyActions(), w.contacts.actions())...))
}

func action(id, pane string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
	return ui.Action{Scope: "wallet", ID: id, Pane: pane, Key: ui.Keys(key), Label: label,
		Help: help, Off: off, Run: run}
}

func (w *Screen) commonActions() []ui.Action {
	off := w.s.MaySign()
	send := off
	if off == "" && w.s.Network.Contracts.WrappedNative == (common.Address{}) {
		off = "this network has no wrapped coin"
	}
	return []ui.Action{
		action("wrap", "", "w", "wrap", "turn native coin into its wrapped token", off,
			ui.Asking(func() { w.balances.openWrap(false) })),
		action("unwrap", "", "W", "unwrap", "turn the wrapped token back into native coin", off,
			ui.Asking(func() { w.balances.openWrap(true) })),
		action("send", "", ">", "send…", "send a token, an NFT or coin to somebody", send,
			func() tea.Cmd { return w.balances.send(views.SendAsset{}) }),
		action("contacts", "", "b", "address book", "the addresses that you have labelled", "",
			w.contacts.open),
		action("qr", "", "Q", "QR code", "show the account's address as a code to scan", "",
			w.accounts.showQR),
		action("token", paneBalances, "+", "add token",
			"show a token that nobody lists, by address", "", w.balances.addToken),
		action("copy", "", "y", "copy address", "copy the selected account's address", "",
			func() tea.Cmd {
				a, _ := w.accounts.Selected()
				w.s.Copy("address of "+a.Name, a.Address.Hex())
				return nil
			}),
		action("receive", "", "c", "copy for a payer", "copy what to tell someone who pays you", "",
			w.accounts.receive),
		action("csv", "", "e", "CSV", "write the focused pane to a CSV file", "", w.export),
		w.funds.claimAction(),
	}
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

// Status implements ui.StatusProvider.
func (w *Screen) Status() ui.Note {
	if w.balances.short == "" {
		return ui.Note{}
	}
	return ui.Note{Level: ui.Warn, Text: w.balances.short}
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "allowance", Means: "how much of a token a contract may move for you; orders need " +
			"one, and so does every fill"},
		{Term: "in orders", Means: "what your open orders may still take; it stays in your " +
			"account until they are filled"},
		{Term: "free", Means: "balance less what is in orders; below zero some orders are not " +
			"covered"},
		{Term: "realised", Means: "what sales brought above the average cost of what was bought " +
			"in the same pair"},
	}
}

// Commands implements ui.Commander: the palette finds accounts by name and address.
func (w *Screen) Commands() []ui.Command {
	var out []ui.Command
	for _, a := range w.s.Wallet.List() {
		out = append(out, ui.Command{Title: "Trade as " + a.Name,
			Tag: "@" + a.Name + " " + a.Address.Hex(), Where: "wallet", Run: func() tea.Cmd {
				w.s.Send(views.Wallet, pick{a.Address})
				return nil
			}})
	}
	return out
}
