package viewtest

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/wallet"
)

// WETH returns wrapped ether.
func WETH() api.Token {
	return token("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "WETH", "Wrapped Ether", 18)
}

// USDC returns a token with six decimals.
func USDC() api.Token {
	return token("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USDC", "USD Coin", 6)
}

func token(address, symbol, name string, decimals int) api.Token {
	return api.Token{ChainID: 1337, Address: common.HexToAddress(address), Symbol: symbol,
		Name: name, Decimals: decimals}
}

// Units reads an amount of a token as people write it; a mistake in a test panics.
func Units(s string, t api.Token) api.Amount {
	a, err := api.ParseUnits(s, t.Decimals)
	if err != nil {
		panic(err)
	}
	return a
}

// Session makes a session of the account main. Keys made in it cost next to nothing to open.
func Session(t testing.TB, service api.Service, network api.Network,
	tokens ...api.Token) *views.Session {
	t.Helper()
	env, clock := uitest.NewEnv()
	env.ExportDir = t.TempDir()
	w, err := wallet.Open(wallet.Options{
		Folder: t.TempDir(), Scrypt: wallet.Scrypt{N: 2, P: 1}, Now: clock.Now, Random: rand.Reader,
		Development: true})
	if err != nil {
		t.Fatal(err)
	}
	account, err := w.Find("main")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	s := &views.Session{Context: ctx, Env: env, Service: service, Wallet: w, Network: network,
		Account: account}
	if service != nil { // a test of what asks nothing has none
		if s.Exchange, err = service.Exchange(network.ChainID); err != nil {
			t.Fatal(err)
		}
	}
	s.SetTokens(tokens)
	return s
}

// Fresh tells a console that a block has just come.
func Fresh(k *uitest.Kit, s *views.Session, block uint64) {
	k.Send(ui.Header{Mode: "LOCAL", Chain: "local", ChainShort: "loc", ChainID: 1337,
		Account: s.Account.Name,
		Address: s.Account.Address.Hex(), Block: block, BlockAt: k.Clock.Now(),
		BlockTime: time.Second, Conn: ui.Live})
}

// Settle lets typing pause, answers come and the grace period of a dialog pass.
func Settle(k *uitest.Kit, s *views.Session, block uint64) {
	k.Advance(2 * time.Second)
	Fresh(k, s, block)
}

// Beside is a screen that remembers what others hand it, apart from what every screen is told.
type Beside struct {
	Name ui.ScreenID
	Got  []tea.Msg
}

// ID implements ui.Screen.
func (b *Beside) ID() ui.ScreenID { return b.Name }

// Init implements ui.Screen.
func (*Beside) Init() tea.Cmd { return nil }

// Update implements ui.Screen.
func (b *Beside) Update(m tea.Msg) tea.Cmd {
	switch m.(type) {
	case ui.Header, ui.Shown, views.MarketChanged, views.AccountChanged, views.PricesChanged:
	default:
		b.Got = append(b.Got, m)
	}
	return nil
}

// Draw implements ui.Screen.
func (*Beside) Draw(area cells.Box) string { return cells.Fit("", area.W, area.H) }

// Actions implements ui.Screen.
func (*Beside) Actions() []ui.Action { return nil }

// Resize implements ui.Screen.
func (*Beside) Resize(cells.Box) {}

// Job presses the keys of a trader's job one by one, lets what each starts come to rest, and fails
// where they are more than the job may take.
func Job(k *uitest.Kit, s *views.Session, what string, most int, keys ...string) {
	k.T.Helper()
	if len(keys) > most {
		k.T.Errorf("%s takes %d keys, at most %d", what, len(keys), most)
	}
	for _, key := range keys {
		k.Press(key)
		Settle(k, s, s.Env.Header.Block)
	}
}
