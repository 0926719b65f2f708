package console

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/menu"
	"bourse/views"
)

// networkName is the name under which the network in front is kept.
const networkName = "network"

// entered is what every screen needs to know of a network, and what is shown there then.
type entered struct {
	views.Learned
	then views.GoToNetwork
	err  error
}

// networkStates are how the networks do, in their order.
type networkStates []string

// enter builds the screens of a network.
func (h *host) enter(e entered) tea.Cmd {
	h.s.Enter(e.Learned)
	h.quote = h.s.Market.Quote
	h.tellAlerts()
	tabs := build(h.s, h.log)
	keys, err := h.c.settings.Bind(
		ui.NewRoot(ui.Config{Env: h.c.env, Tabs: tabs, Host: h,
			Dialogs: dialogs(h.c.env)}).AllActions())
	if err != nil {
		h.fail(err)
		return nil
	}
	h.header(nil)
	h.s.Replace(ui.Screens{Tabs: tabs, Keymap: keys})
	return nil
}

// onEntered goes to another network once it is known, and stays where it cannot be.
func (h *host) onEntered(e entered) tea.Cmd {
	if e.err != nil {
		h.s.Toast(ui.Bad, cells.Clean(e.Network.Name+": "+api.AsError(e.err).Details))
		return nil
	}
	for _, p := range []*views.Poller{&h.head, &h.prices, &h.alerts.feed, &h.alerts.gains} {
		p.Drop()
	}
	out := h.enter(e)
	if e.then.Screen != "" {
		h.s.Goto(e.then.Screen, e.then.Then)
	}
	if h.warn(); e.Network.ToldBy == "" {
		h.s.Toast(ui.OK, "on "+cells.Clean(e.Network.Name))
	}
	id := strconv.FormatUint(e.Network.ChainID, 10)
	return tea.Batch(out, h.s.Preferences.Put(networkName, id), h.head.Want(h.s.Env),
		h.prices.Want(h.s.Env))
}

// NetworkMenu implements ui.HeaderMenus: the key that changes the network.
func (h *host) NetworkMenu() ui.Action {
	off := ""
	if len(h.s.Networks) < 2 {
		off = "there is no other network: name one with --rpc ID=URL"
	}
	return ui.Action{Scope: "network", ID: "choose", Key: ui.Keys("ctrl+n"), Label: "network",
		Off: off, Quiet: true, Help: "go to another network; all screens follow",
		Run: h.askNetworks}
}

// AccountMenu implements ui.HeaderMenus: another account of the wallet to trade as.
func (h *host) AccountMenu() ui.Action {
	off := ""
	if len(h.s.Wallet.List()) < 2 {
		off = "there is no other account: the Wallet makes and imports them"
	}
	return ui.Action{Scope: "account", ID: "choose", Key: ui.Keys(), Label: "account", Off: off,
		Quiet: true, Help: "trade as another account; all screens follow",
		Run: ui.Asking(func() { offerAccounts(h.s) })}
}

// offerAccounts lists the accounts of the wallet.
func offerAccounts(s *views.Session) {
	var items []menu.Item
	for _, a := range s.Wallet.List() {
		item := menu.Item{Title: cells.Clean(a.Name), Note: ui.ShortAddress(a.Address.Hex()),
			Search: a.Address.Hex(), Run: ui.Asking(func() { s.TradeAs(a) })}
		if a.Address == s.Account.Address {
			item.Note = "in use, " + item.Note
		}
		items = append(items, item)
	}
	s.Open(menu.New(s.Env, "Accounts", items))
}

// explorerAction is the key for the account's page at the network's explorer.
func explorerAction(s *views.Session) ui.Action {
	account := s.Account.Address
	page, off := views.AddressPage(s.Network, account), ""
	if page == "" {
		off = views.NoExplorer
	}
	return ui.Action{Scope: "network", ID: "explorer", Key: ui.Keys("ctrl+o"), Label: "explorer",
		Off: off, Quiet: true, Help: "copy the address of the account's page at the explorer",
		Run: ui.Asking(func() { s.CopyPage(account.Hex(), page) })}
}

// Page implements ui.Pages: addresses are looked up on the network in front, the transactions that
// were signed here on their own. A link hides where it leads: where nothing vouches for the
// explorer there is none.
func (h *host) Page(text string) string {
	trusted := func(n api.Network) bool { return n.ToldBy == "" }
	if hash, chain, ok := h.log.Transaction(text); ok {
		if n := h.s.NetworkOf(chain); trusted(n) {
			return views.TransactionPage(n, hash)
		}
		return ""
	}
	if !common.IsHexAddress(text) || !trusted(h.s.Network) {
		return ""
	}
	return views.AddressPage(h.s.Network, common.HexToAddress(text))
}

// askNetworks asks how the networks do, to offer them.
func (h *host) askNetworks() tea.Cmd {
	service, list := h.s.Service, h.s.Networks
	return ui.Call(h.ctx, readTime, func(ctx context.Context) tea.Msg {
		states := make(networkStates, len(list))
		var all sync.WaitGroup
		for i, n := range list {
			all.Go(func() { states[i] = stateText(statusOf(ctx, service, n)) })
		}
		all.Wait()
		return states
	})
}

func statusOf(ctx context.Context, s api.Service, n api.Network) (api.NetworkStatus, error) {
	exchange, err := s.Exchange(n.ChainID)
	if err != nil {
		return api.NetworkStatus{}, err
	}
	return exchange.Status(ctx)
}

// stateText is how a network does, in a few words.
func stateText(s api.NetworkStatus, err error) string {
	switch {
	case err != nil:
		return "not known"
	case !s.Live && len(s.Work) > 0:
		return "catches up"
	case !s.Live:
		return "no node answers"
	}
	return "block " + ui.Count(s.Head.Number)
}

// offerNetworks lists the networks with how they do.
func (h *host) offerNetworks(states networkStates) {
	items := make([]menu.Item, len(states))
	for i, n := range h.s.Networks[:len(states)] {
		items[i] = menu.Item{Title: fmt.Sprintf("%s (%d)", cells.Clean(n.Name), n.ChainID),
			Note: states[i], Run: func() tea.Cmd {
				return h.goTo(views.GoToNetwork{ChainID: n.ChainID})
			}}
		if n.ToldBy != "" {
			items[i].Note = "told by " + cells.Clean(n.ToldBy) + ", " + states[i]
		}
		if n.ChainID == h.s.Network.ChainID {
			items[i].Note = "in front, " + items[i].Note
			items[i].Run = func() tea.Cmd { return nil }
		}
	}
	h.s.Open(menu.New(h.c.env, "Networks", items))
}

// goTo goes to another network, whose screens are others: what those here hold is named first.
func (h *host) goTo(to views.GoToNetwork) tea.Cmd {
	lost := h.c.root.Unsaved()
	if len(lost) == 0 {
		return h.leaveFor(to)
	}
	h.s.Open(ui.NewConfirm(h.c.env, ui.ConfirmSpec{
		Title: "Go to " + cells.Clean(h.s.NetworkName(to.ChainID)) + "?",
		Lines: append(lost, "", "What the forms hold does not come along: it is gone then."),
		Yes:   "Go", No: "Stay", Run: func() tea.Cmd { return h.leaveFor(to) }}))
	return nil
}

// leaveFor reads a network, and goes there once it is read.
func (h *host) leaveFor(to views.GoToNetwork) tea.Cmd {
	service, n := h.s.Service, h.s.NetworkOf(to.ChainID)
	h.s.Toast(ui.Working, "going to "+cells.Clean(n.Name))
	return ui.Call(h.ctx, readTime, func(ctx context.Context) tea.Msg {
		l, err := views.Learn(ctx, service, n)
		return entered{l, to, err}
	})
}

// readNetwork reads a network's name, the beginning of it, or its id.
func readNetwork(h *host, w []string) (string, func() tea.Cmd, string) {
	if len(w) == 0 {
		return "", nil, "name a network"
	}
	n, err := views.Named(h.s.Networks, strings.Join(w, " "))
	if err != nil {
		return "", nil, err.Error()
	}
	return fmt.Sprintf("Go to %s (%d)", cells.Clean(n.Name), n.ChainID), func() tea.Cmd {
		return h.goTo(views.GoToNetwork{ChainID: n.ChainID})
	}, ""
}
