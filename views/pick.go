package views

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/menu"
	"bourse/views/format"
)

const readTokenTime = 10 * time.Second

// PickToken lets somebody choose a coin: a listed one or one that was added, by symbol, name or
// address, or any by its address. What the account holds of the listed ones is told once it is
// read.
func PickToken(s *Session, title string, run func(api.Token) tea.Cmd) {
	m := menu.New(s.Env, title, tokenItems(s, nil, run))
	exchange, account := s.Exchange, s.Account.Address
	m.Load(ui.Call(s.Context, readTokenTime, func(ctx context.Context) tea.Msg {
		tokens, err := exchange.UserTokens(ctx, account)
		if err != nil {
			return nil // the menu serves without what is held
		}
		held := map[common.Address]string{}
		for _, t := range tokens {
			if !t.Balance.IsZero() {
				held[t.Address] = format.Amount(t.Balance, t.Token, api.Down)
			}
		}
		return menu.Items(func() []menu.Item { return tokenItems(s, held, run) })
	}))
	s.Open(m)
}

// tokenItems are the coins to choose from, with what is held of them.
func tokenItems(s *Session, held map[common.Address]string,
	run func(api.Token) tea.Cmd) []menu.Item {
	const width = 14 // of what is held, so that nothing moves when it comes
	var items []menu.Item
	add := func(t api.Token, name, note string) {
		items = append(items, menu.Item{Title: t.Symbol + "  " + name,
			Note:   cells.Right(held[t.Address], width) + "  " + s.ShortAddress(t.Address) + note,
			Search: t.Address.Hex(), Run: func() tea.Cmd { return run(t) }})
	}
	for _, t := range s.Tokens() {
		switch {
		case t.Kind != api.ERC20:
		case s.TakenFor(t) != "":
			add(t, "looks like "+s.TakenFor(t)+", told by "+t.ToldBy, "")
		case t.ToldBy != "":
			add(t, "told by "+t.ToldBy+"  "+t.Name, "")
		default:
			add(t, t.Name, "")
		}
	}
	for _, t := range s.AddedTokens() {
		add(t, "added by you", "")
	}
	return append(items, menu.Item{Title: "another token, by its address…",
		Run: func() tea.Cmd {
			s.AskToken(run)
			return nil
		}})
}
