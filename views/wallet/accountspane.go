package wallet

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	keys "bourse/wallet"
)

// accountsPane lists the accounts, and whether their keys are locked.
type accountsPane struct {
	table.Pane[keys.Account]
	s *views.Session
}

func newAccounts(s *views.Session) *accountsPane {
	t := table.New(func(a keys.Account) string { return a.Address.Hex() }, accountColumns()...)
	t.Flag = func(a keys.Account) string {
		if a.Address == s.Account.Address {
			return "●"
		}
		return ""
	}
	t.State.Empty = "No accounts. n makes one, i imports one."
	p := &accountsPane{table.NewPane(s.Env, paneAccounts, t), s}
	p.Open = p.use
	return p
}

func (p *accountsPane) Title() (title, right string) { return "Accounts", p.Sorted() }

func (p *accountsPane) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case ui.Header:
		p.relock()
		return nil
	case chosen:
		p.onChosen(m)
		return nil
	case pick:
		p.Select(m.address.Hex())
		return p.use()
	}
	return p.Pane.Update(m)
}

// Draw shows the list and, below it, the selected account in full.
func (p *accountsPane) Draw(in cells.Box, focused bool) string {
	t := p.s.Env.Theme
	a, ok := p.Selected()
	var foot []string
	if ok {
		foot = []string{" " + t.Text.Render(cells.Truncate(a.Address.Hex(), in.W-2)),
			" " + t.Muted.Render(cells.Truncate(origin(a), in.W-2))}
	}
	room := in.H - len(foot)
	if room < 4 || in.W < 44 {
		foot, room = nil, in.H
	}
	list := p.Pane.Draw(cells.Box{W: in.W, H: room}, focused)
	return strings.Join(append([]string{list}, foot...), "\n")
}

// chosen is an account to go on with: just made, imported or unlocked.
type chosen struct {
	account keys.Account
	said    string
}

func (p *accountsPane) Actions() []ui.Action {
	a, _ := p.Selected()
	unlock, lock, derive, rename, fresh := "", "", "", "", ""
	if p.s.Wallet.InMemory() {
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
			ui.Asking(func() { p.openUnlock(a) })),
		action("lock", "", "l", "lock", "wipe the selected account's key from memory", lock,
			ui.Asking(func() { p.lock(a) })),
		action("new", paneAccounts, "n", "new", "make an account from a new mnemonic", fresh,
			p.openNew),
		action("import", paneAccounts, "i", "import",
			"import a key, mnemonic, keystore file or address", "", p.openImport),
		action("derive", paneAccounts, "d", "derive", "the next account of the same mnemonic",
			derive, ui.Asking(func() { p.openDerive(a) })),
		action("rename", paneAccounts, "m", "rename", "give the account another name", rename,
			ui.Asking(func() { p.openRename(a) })),
	}
}

// keyActions are seldom needed: they come after the others.
func (p *accountsPane) keyActions() []ui.Action {
	a, selected := p.Selected()
	password, remove := "", ""
	if a.Kind != keys.Keystore {
		password = a.Name + " has no password here"
	}
	if !selected {
		password, remove = "no account is selected", "no account is selected"
	}
	if a.Address == p.s.Account.Address {
		remove = "you trade as " + a.Name + ": choose another account first"
	}
	return []ui.Action{
		action("password", paneAccounts, "p", "change password",
			"protect the key by another password", password,
			ui.Asking(func() { p.openPassword(a) })),
		action("remove", paneAccounts, "x", "remove",
			"take the account out of the list; its key file is kept aside", remove,
			ui.Asking(func() { p.openRemove(a) })),
	}
}

func (p *accountsPane) lock(a keys.Account) {
	p.s.Wallet.Lock(a.Address)
	p.relist()
	p.s.Toast(ui.OK, a.Name+" is locked")
	p.sync()
}

// receive copies what someone who wants to pay needs to know.
func (p *accountsPane) receive() tea.Cmd {
	a, _ := p.Selected()
	n := p.s.Network
	p.s.Copy("what a payer needs",
		fmt.Sprintf("Send on %s (chain id %d) only, to %s", n.Name, n.ChainID, a.Address.Hex()))
	return nil
}

// relist reads the accounts, which also locks those that have been idle.
func (p *accountsPane) relist() {
	p.SetRows(p.s.Wallet.List())
}

// relock tells the wallet when the user was last there, and notices that the idle time has locked
// the chosen account.
func (p *accountsPane) relock() {
	p.s.Wallet.Touch(p.s.Env.Now().Add(-p.s.Env.Idle()))
	p.relist()
	p.sync()
}

// sync takes over a change of the chosen account's lock or name and tells every screen.
func (p *accountsPane) sync() {
	now, err := p.s.Wallet.Account(p.s.Account.Address)
	if err != nil || now == p.s.Account {
		return
	}
	p.s.Account = now
	p.s.Broadcast(views.AccountChanged{})
}

func (p *accountsPane) onChosen(m chosen) {
	p.relist()
	p.Select(m.account.Address.Hex())
	p.s.Toast(ui.OK, m.said)
	p.sync()
}

// use makes an account the session's.
func (p *accountsPane) use() tea.Cmd {
	a, ok := p.Selected()
	if !ok {
		return nil
	}
	p.s.TradeAs(a)
	return nil
}

// pick chooses an account by address.
type pick struct{ address common.Address }

func accountColumns() []table.Column[keys.Account] {
	return []table.Column[keys.Account]{
		{Title: "name", Width: 7, Flex: 1, Cell: func(a keys.Account) string { return a.Name },
			Less: func(a, b keys.Account) int { return strings.Compare(a.Name, b.Name) }},
		{Title: "address", Width: 11, Cell: func(a keys.Account) string {
			return format.Address(a.Address)
		},
			CSV: func(a keys.Account) string { return a.Address.Hex() }},
		{Title: "state", Width: 10, Cell: describe,
			Style: func(t *ui.Theme, a keys.Account) ui.Style {
				if a.Open {
					return t.OK
				}
				return t.Muted
			}},
	}
}

func describe(a keys.Account) string {
	switch {
	case a.Kind == keys.WatchedOnly:
		return "watch only"
	case a.Kind == keys.Development:
		return "open (dev)"
	case a.Kind == keys.Session:
		return "open (session)"
	case a.Kind == keys.External:
		return "signer"
	case a.Kind == keys.Hardware:
		return "ledger"
	case a.Open:
		return "open"
	}
	return "locked"
}

// origin says where an account's key is from.
func origin(a keys.Account) string {
	switch {
	case a.Kind == keys.Development:
		return "development: everyone has its key; local only"
	case a.Kind == keys.Session:
		return "this session alone has its key; local only"
	case a.Kind == keys.External:
		return "a signer elsewhere has its key, and approves"
	case a.Kind == keys.Hardware:
		return "a Ledger has its key, and you approve there"
	case a.Public:
		return "imported: everyone has its key; local only"
	case a.Kind == keys.WatchedOnly:
		return "no key: it looks, and never signs"
	case a.Seeded:
		return fmt.Sprintf("mnemonic, %s%d; its key stays here", keys.DerivationPath, a.Index)
	}
	return "imported; its key stays on this machine"
}
