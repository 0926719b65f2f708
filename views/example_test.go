package views_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/headless"
	"bourse/ui/style"
	"bourse/views"
)

// lastPrice is a screen that shows the last price of the chosen pair and reads
// it again with every block.
type lastPrice struct {
	s    *views.Session
	read func(context.Context) (api.Price, error) // of the service
	poll views.Poller
	text string
}

// priceRead is the answer to the screen's question.
type priceRead struct {
	epoch uint64
	price api.Price
	err   error
}

func newLastPrice(s *views.Session, read func(context.Context) (api.Price, error)) *lastPrice {
	l := &lastPrice{s: s, read: read}
	l.poll = views.Poller{Pause: time.Second, Ask: func(epoch uint64) tea.Cmd {
		return ui.Call(s.Context, 5*time.Second, func(ctx context.Context) tea.Msg {
			price, err := read(ctx)
			return priceRead{epoch, price, err}
		})
	}}
	return l
}

func (*lastPrice) ID() ui.ScreenID           { return "price" }
func (l *lastPrice) Init() tea.Cmd           { return l.poll.Want(l.s.Env) }
func (*lastPrice) Resize(cells.Box)          {}
func (*lastPrice) Actions() []ui.Action      { return nil }
func (l *lastPrice) Draw(a cells.Box) string { return cells.Fit(l.text, a.W, a.H) }
func (l *lastPrice) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := l.poll.Due(m, l.s.Env); ok {
		return cmd
	}
	switch m := m.(type) {
	case views.BlockSeen:
		return l.poll.Want(l.s.Env)
	case priceRead:
		fresh, again := l.poll.Done(m.epoch, l.s.Env)
		if fresh && m.err == nil {
			l.text = views.PairName(l.s.Market) + " " + l.s.PairFormat(l.s.Market).Price(m.price)
		}
		return again
	}
	return nil
}

// A screen stands on the session: it asks the service off the loop, paced by a
// Poller, and shows numbers as every other screen does.
func Example() {
	theme, err := style.NewTheme("", style.NewRenderer(style.NoColor))
	if err != nil {
		panic(err)
	}
	clock := headless.NewClock(time.Unix(0, 0))
	env := ui.NewEnv(clock, theme)
	price := api.Price{Base: api.NewAmount(1e18), Quote: api.NewAmount(3_020_500_000)}
	s := &views.Session{Context: context.Background(), Env: env, Market: api.Market{
		Base: api.Token{Symbol: "WETH", Decimals: 18}, Last: price,
		Quote: api.Token{Symbol: "USDC", Decimals: 6}}}
	screen := newLastPrice(s, func(context.Context) (api.Price, error) { return price, nil })
	d := headless.New(ui.NewRoot(ui.Config{Env: env, Brand: "EXAMPLE",
		Tabs: []ui.Tab{{Screen: screen, Title: "Price"}}}), clock)
	d.Start(80, 24)
	shown := func() string { return strings.TrimSpace(strings.Split(d.Frame(), "\n")[2]) }
	fmt.Println(shown())
	price.Quote = api.NewAmount(3_021_000_000)
	d.Send(views.BlockSeen{Block: 2})
	fmt.Println(shown()) // the pause is not over
	d.Advance(time.Second)
	fmt.Println(shown())
	// Output:
	// WETH/USDC 3,020.50
	// WETH/USDC 3,020.50
	// WETH/USDC 3,021.00
}
