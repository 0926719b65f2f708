package console

import (
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/delta"
	"bourse/views/markets"
	"bourse/views/nft"
	"bourse/views/order"
	"bourse/views/orders"
	"bourse/views/positions"
	"bourse/views/swap"
	"bourse/views/wallet"
)

// screen is one line of the table of screens.
type screen struct {
	id           ui.ScreenID
	number       int
	title, short string
	build        func(parts) ui.Screen
}

// parts are what screens are made of.
type parts struct {
	*views.Session
	log    *activity.Log
	orders *order.Screen // stands on two screens
}

// screens lists the screens there are, in the order of their digits.
func screens() []screen {
	return []screen{
		{views.Markets, 1, "Markets", "Mkt",
			func(p parts) ui.Screen { return markets.New(p.Session, p.orders.Column()) }},
		{views.Order, 2, "Order", "Order", func(p parts) ui.Screen { return p.orders }},
		{views.Orders, 3, "Orders", "Orders",
			func(p parts) ui.Screen { return orders.New(p.Session) }},
		{views.Swap, 4, "Swap", "Swap", func(p parts) ui.Screen { return swap.New(p.Session) }},
		{views.Delta, 5, "Delta", "Delta", func(p parts) ui.Screen { return delta.New(p.Session) }},
		{views.NFT, 6, "NFT", "NFT", func(p parts) ui.Screen { return nft.New(p.Session) }},
		{views.Wallet, 7, "Wallet", "Wallet",
			func(p parts) ui.Screen { return wallet.New(p.Session) }},
		{views.Activity, 8, "Activity", "Log",
			func(p parts) ui.Screen { return activity.New(p.Session, p.log) }},
		{views.Positions, 9, "P&L", "P&L",
			func(p parts) ui.Screen { return positions.New(p.Session) }},
	}
}

func (s screen) tab(show ui.Screen) ui.Tab {
	return ui.Tab{Screen: show, Title: s.title, Short: s.short, Number: s.number}
}

// build makes the screens of a session.
func build(s *views.Session, l *activity.Log) []ui.Tab {
	p := parts{s, l, order.New(s)}
	var tabs []ui.Tab
	for _, sc := range screens() {
		tabs = append(tabs, sc.tab(sc.build(p)))
	}
	return tabs
}

// opening makes the screens that stand in while the exchange opens, or while a server elsewhere,
// whose host is at, is waited for.
func opening(env *ui.Env, p *api.Progress, at string) []ui.Tab {
	var tabs []ui.Tab
	for _, sc := range screens() {
		tabs = append(tabs, sc.tab(&loadingScreen{env, p, at, env.Now(), sc}))
	}
	return tabs
}

// loadingScreen is a screen that has nothing to show yet.
type loadingScreen struct {
	env      *ui.Env
	progress *api.Progress // of opening
	at       string        // which server is waited for, "" for none
	since    time.Time
	screen
}

// slowly is after how long it is said what to do about a server that does not answer.
const slowly = 5 * time.Second

// what says what is waited for.
func (c *loadingScreen) what() string {
	waited := c.env.Now().Sub(c.since)
	switch at := cells.Clean(c.at); {
	case at == "":
		return "opening the exchange…"
	case waited < slowly:
		return "waiting for " + at + "…"
	default:
		return "waiting for " + at + " for " + ui.Age(waited) + ": q leaves, and --backend " +
			"names another server, or none for an exchange of your own"
	}
}

func (c *loadingScreen) ID() ui.ScreenID        { return c.id }
func (c *loadingScreen) Init() tea.Cmd          { return nil }
func (c *loadingScreen) Update(tea.Msg) tea.Cmd { return nil }
func (c *loadingScreen) Actions() []ui.Action   { return nil }
func (c *loadingScreen) Resize(cells.Box)       {}
func (c *loadingScreen) Draw(a cells.Box) string {
	t, p := c.env.Theme, *c.progress
	body := ""
	for i, line := range cells.Wrap(c.what(), max(1, a.W-5)) {
		mark := " "
		if i == 0 {
			mark = c.env.Mark(ui.Working)
		}
		body += " " + mark + " " + t.Muted.Render(line) + "\n"
	}
	body = strings.TrimSuffix(body, "\n")
	if p.Total > 0 {
		body += fmt.Sprintf("\n\n   %s\n   %s",
			t.Muted.Render(progressText(p)),
			c.env.Progress(p.Done, p.Total, a.W-8))
	}
	return ui.Frame{Title: c.title, Focused: true}.Draw(t, a, body)
}
