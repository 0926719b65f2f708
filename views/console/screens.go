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
	build        func(*views.Session, *activity.Log) ui.Screen
}

// screens lists the screens there are, in the order of their digits.
func screens() []screen {
	plain := func(build func(*views.Session) ui.Screen) func(*views.Session, *activity.Log) ui.Screen {
		return func(s *views.Session, _ *activity.Log) ui.Screen { return build(s) }
	}
	return []screen{
		{views.Markets, 1, "Markets", "Mkt", plain(func(s *views.Session) ui.Screen { return markets.New(s) })},
		{views.Order, 2, "Order", "Order", plain(func(s *views.Session) ui.Screen { return order.New(s) })},
		{views.Orders, 3, "Orders", "Orders", plain(func(s *views.Session) ui.Screen { return orders.New(s) })},
		{views.Swap, 4, "Swap", "Swap", plain(func(s *views.Session) ui.Screen { return swap.New(s) })},
		{views.Delta, 5, "Delta", "Delta", plain(func(s *views.Session) ui.Screen { return delta.New(s) })},
		{views.NFT, 6, "NFT", "NFT", plain(func(s *views.Session) ui.Screen { return nft.New(s) })},
		{views.Wallet, 7, "Wallet", "Wallet", plain(func(s *views.Session) ui.Screen { return wallet.New(s) })},
		{views.Activity, 8, "Activity", "Log", func(s *views.Session, l *activity.Log) ui.Screen { return activity.New(s, l) }},
	}
}

func (s screen) tab(show ui.Screen) ui.Tab {
	return ui.Tab{Screen: show, Title: s.title, Short: s.short, Number: s.number}
}

// build makes the screens of a session.
func build(s *views.Session, l *activity.Log) []ui.Tab {
	var tabs []ui.Tab
	for _, sc := range screens() {
		tabs = append(tabs, sc.tab(sc.build(s, l)))
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
