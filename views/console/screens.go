package console

import (
	"bourse/ui"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/delta"
	"bourse/views/markets"
	"bourse/views/nft"
	"bourse/views/order"
	"bourse/views/orders"
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
	log  *activity.Log
	desk *order.Desk // stands on two screens
}

// screens lists the screens there are, in the order of their digits.
func screens() []screen {
	return []screen{
		{views.Markets, 1, "Markets", "Mkt", func(p parts) ui.Screen { return markets.New(p.Session, p.desk) }},
		{views.Order, 2, "Order", "Order", func(p parts) ui.Screen { return p.desk }},
		{views.Orders, 3, "Orders", "Orders", func(p parts) ui.Screen { return orders.New(p.Session) }},
		{views.Swap, 4, "Swap", "Swap", func(p parts) ui.Screen { return swap.New(p.Session) }},
		{views.Delta, 5, "Delta", "Delta", func(p parts) ui.Screen { return delta.New(p.Session) }},
		{views.NFT, 6, "NFT", "NFT", func(p parts) ui.Screen { return nft.New(p.Session) }},
		{views.Wallet, 7, "Wallet", "Wallet", func(p parts) ui.Screen { return wallet.New(p.Session) }},
		{views.Activity, 8, "Activity", "Log", func(p parts) ui.Screen { return activity.New(p.Session, p.log) }},
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

// opening makes the screens that stand in while the exchange opens.
func opening(env *ui.Env) []ui.Tab {
	var tabs []ui.Tab
	for _, sc := range screens() {
		tabs = append(tabs, sc.tab(&closed{env, sc}))
	}
	return tabs
}

// closed is a screen that has nothing to show yet.
type closed struct {
	env *ui.Env
	screen
}

func (c *closed) ID() ui.ScreenID      { return c.id }
func (c *closed) Init() ui.Cmd         { return nil }
func (c *closed) Update(ui.Msg) ui.Cmd { return nil }
func (c *closed) Actions() []ui.Action { return nil }
func (c *closed) Resize(ui.Box)        {}
func (c *closed) Draw(a ui.Box) string {
	return ui.Pane{Title: c.title, Focused: true}.Draw(c.env.Theme, a, " "+c.env.Mark(ui.Working)+" "+c.env.Theme.Muted.Render("opening the exchange…"))
}
