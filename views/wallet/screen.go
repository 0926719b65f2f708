package wallet

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/sign"
	keys "bourse/wallet"
)

// The panes.
const (
	paneAccounts   = "accounts"
	paneBalances   = "balances"
	paneAllowances = "allowances"
	paneFills      = "fills"
)

// Screen is the Wallet screen.
type Screen struct {
	ui.Ring
	s *views.Session

	accounts   *table.Table[keys.Account]
	balances   *table.Table[balance]
	allowances *table.Table[allowance]
	fills      *table.Table[fill]
	columns    *columns
	area       cells.Box

	holdings holdings // as last loaded
	earned   string   // today, for the title of the fills
	short    string   // which orders are not covered
	total    string   // of the balances, in USD

	sending *views.SendAsset // asked for before it was known what is held
	sender  *sender          // the dialog that was opened last

	feed  views.Poller
	gains views.Poller
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	w := &Screen{Ring: ui.NewRing(paneAccounts, paneBalances, paneAllowances, paneFills), s: s,
		columns: newColumns()}
	w.accounts = table.New(func(a keys.Account) string { return a.Address.Hex() },
		accountColumns()...)
	w.accounts.Flag = func(a keys.Account) string {
		if a.Address == s.Account.Address {
			return "●"
		}
		return ""
	}
	w.balances = table.New(balance.id, balanceColumns(w.columns)...)
	w.balances.Flag = func(b balance) string { return flag(b.short()) }
	w.allowances = table.New(allowance.id, allowanceColumns(w.columns, s)...)
	w.fills = table.New(fill.id,
		fillColumns(w.columns, func() time.Time { return s.Env.Now() })...)
	w.feed = views.Poller{Pause: loadPause, Ask: w.ask}
	w.gains = views.Poller{Pause: gainPause, Ask: w.askGains}
	w.accounts.State.Empty = "No accounts. n makes one, i imports one."
	w.forget()
	return w
}

func flag(on bool) string {
	if on {
		return "!"
	}
	return ""
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Wallet }

// Init implements ui.Screen.
func (w *Screen) Init() tea.Cmd {
	w.relist()
	w.accounts.Select(w.s.Account.Address.Hex())
	return tea.Batch(w.listen(), w.want())
}

// forget empties the panes that belong to one account, until its own data comes.
func (w *Screen) forget() {
	w.holdings, w.earned, w.short, w.total, w.sending = holdings{}, "", "", "", nil
	w.balances.State = ui.State{What: "balances", Loading: true,
		Empty: "No tokens listed on this network."}
	w.allowances.State = ui.State{
		What: "allowances", Loading: true,
		Empty: "Nobody may move your tokens. An order asks for what it needs."}
	w.fills.State = ui.State{What: "fills", Loading: true,
		Empty: "No fills yet. They come once an order of yours is taken, or you take one."}
	w.balances.SetRows(nil)
	w.allowances.SetRows(nil)
	w.fills.SetRows(nil)
}

// relist reads the accounts, which also locks those that have been idle.
func (w *Screen) relist() {
	w.accounts.SetRows(w.s.Wallet.List())
}

// reload asks anew, whatever is under way and however short ago it last did.
func (w *Screen) reload() tea.Cmd {
	w.feed.Drop()
	w.gains.Drop()
	return w.want()
}

// want asks for everything that is shown.
func (w *Screen) want() tea.Cmd {
	return tea.Batch(w.feed.Want(w.s.Env), w.gains.Want(w.s.Env))
}

// Update implements ui.Screen.
func (w *Screen) Update(m tea.Msg) tea.Cmd {
	for _, f := range []*views.Poller{&w.feed, &w.gains} {
		if cmd, ok := f.Due(m, w.s.Env); ok {
			return cmd
		}
	}
	switch m := m.(type) {
	case tea.KeyMsg:
		w.typing().Update(m)
	case tea.MouseMsg:
		return ui.MousePanes(m, &w.Ring, w.panes())
	case ui.Header:
		return w.relock()
	case views.AccountChanged:
		return w.onAccount()
	case views.PricesChanged:
		w.show()
		return w.gains.Want(w.s.Env)
	case changed, sign.Mined, views.Swapped:
		return w.want()
	case sign.Sent:
		if m.For == any(w.sender) {
			w.sender = nil
		}
	case ui.Refresh:
		return w.reload()
	case gained:
		return w.onGained(m)
	case loaded:
		return w.onLoaded(m)
	case chosen:
		return w.onChosen(m)
	case contactsRead:
		return w.onContactsRead(m)
	case contactsAdded:
		return w.onContactsAdded(m)
	case views.SendAsset:
		return w.send(m)
	case pick:
		w.accounts.Select(m.address.Hex())
		return w.use()
	}
	return nil
}

// typing is the focused table, whose filter takes what is typed.
func (w *Screen) typing() table.Typed {
	switch w.FocusedPane() {
	case paneAccounts:
		return w.accounts
	case paneBalances:
		return w.balances
	case paneAllowances:
		return w.allowances
	}
	return w.fills
}

// Captures implements ui.Capturer.
func (w *Screen) Captures(k tea.KeyMsg) bool { return w.typing().Captures(k) }

// relock tells the wallet when the user was last there, and notices that the idle time has locked
// the chosen account.
func (w *Screen) relock() tea.Cmd {
	w.s.Wallet.Touch(w.s.Env.Now().Add(-w.s.Env.Idle()))
	w.relist()
	return w.sync()
}

// sync takes over a change of the chosen account's lock or name and tells every screen.
func (w *Screen) sync() tea.Cmd {
	now, err := w.s.Wallet.Account(w.s.Account.Address)
	if err != nil || now == w.s.Account {
		return nil
	}
	w.s.Account = now
	return w.s.Broadcast(views.AccountChanged{})
}

// onAccount starts over if the account is another one.
func (w *Screen) onAccount() tea.Cmd {
	w.relist()
	if w.holdings.account == w.s.Account.Address {
		return nil
	}
	w.forget()
	w.accounts.Select(w.s.Account.Address.Hex())
	return w.reload()
}

// chosen is an account to go on with: just made, imported or unlocked.
type chosen struct {
	account keys.Account
	said    string
}

func (w *Screen) onChosen(m chosen) tea.Cmd {
	w.relist()
	w.accounts.Select(m.account.Address.Hex())
	return tea.Batch(w.s.Toast(ui.OK, m.said), w.sync())
}

// use makes an account the session's.
func (w *Screen) use() tea.Cmd {
	a, ok := w.accounts.Selected()
	if !ok {
		return nil
	}
	return w.s.TradeAs(a)
}

// Status implements ui.StatusProvider.
func (w *Screen) Status() ui.Note {
	if w.short == "" {
		return ui.Note{}
	}
	return ui.Note{Level: ui.Warn, Text: w.short}
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
				return w.s.Send(views.Wallet, pick{a.Address})
			}})
	}
	return out
}

// pick chooses an account by address.
type pick struct{ address common.Address }

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
