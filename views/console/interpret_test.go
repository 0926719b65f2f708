package console

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
)

// interpreting is a console on a service that answers everything.
func interpreting(t testing.TB) (*uitest.Kit, *Console) {
	t.Helper()
	return lying(t, 1, 0)
}

// Commands with arguments fill a form, in whichever letter case; what they read is what the form
// shows, and nothing is signed by them.
func TestThePaletteFillsForms(t *testing.T) {
	t.Parallel()
	k, _ := interpreting(t)
	for _, c := range []struct {
		typed, line string
		shows       []string
	}{
		{"buy 1 weth @ 3000", "Buy 1 WETH @ 3000 USDC on WETH/USDC…",
			[]string{"( BUY ▲ )", "[ 3000 ", "[ 1 "}},
		{"SELL 0.5 at 3100.5", "Sell 0.5 WETH @ 3100.5 USDC on WETH/USDC…",
			[]string{"( SELL ▼ )", "[ 3100.5 ", "[ 0.5"}},
		{"swap 2 weth to usdc", "Swap 2 WETH for USDC…", []string{"( SELL exact in )", "[ 2"}},
		{"delta 2 weth usdc", "Delta order 2 WETH for USDC…",
			[]string{"Delta order · WETH → USDC"}},
		{"stop 1 weth usdc at 2600 least 2500", "Stop: sell 1 WETH for USDC at 2600",
			[]string{"( 7d )"}},
		{"stop 1 weth usdc at 2600 least 2500 until 1d", "Stop: sell 1 WETH for USDC at 2600",
			[]string{"( 1d )"}},
		{"stop 3000 usdc weth at 3200 most 3300", "Stop: sell 3000 USDC for WETH at 3200 USDC per",
			[]string{"3200 ", "USDC or more", "3300 ", "USDC per WETH"}},
		{"trail 3000 usdc weth by 90 most 3300",
			"Trailing stop by 90 USDC per WETH: sell 3000 USDC",
			[]string{"90 ", "( USDC per WETH )"}},
		{"prices", "▸ Prices…", []string{"▐1 Markets▌"}},
		{"orders", "▸ Orders…", []string{"▐3 Orders▌"}},
		{"fills", "▸ Fills…", []string{"▐3 Orders▌"}},
		{"nfts", "▸ Nfts…", []string{"▐6 NFT▌"}},
		{"balances", "▸ Balances…", []string{"▐7 Wallet▌"}},
		{"pnl", "▸ Pnl…", []string{"▐9 P&L▌"}},
		{"status", "▸ Status…", []string{"Local (1337), block ", "; acting as main 0xf39Fd6e51a"}},
		{"theme LIGHT", "Theme light", []string{"theme light"}},
		{"goto weth/usdc", "Go to market WETH/USDC", []string{"WETH/USDC"}},
		{"goto swap", "Go to Swap", nil},
		{"p2p", "P2P order…", []string{"Taker"}},
		{"account dev1", "Trade as dev1 0x7099…79C8", []string{"trading as dev1"}},
	} {
		k.Press("ctrl+k")
		k.Type(c.typed)
		k.Shows(c.line)
		k.Press("enter")
		k.Shows(c.shows...)
		if d := k.Root.Dialogs(); len(d) != 0 {
			t.Errorf("%q leaves %v open", c.typed, d)
		}
		k.Press("esc")
	}
}

// What is not understood is answered with what would be; no number is repaired.
func TestThePaletteSaysWhatItUnderstands(t *testing.T) {
	t.Parallel()
	k, _ := interpreting(t)
	for typed, says := range map[string]string{
		"buy 1,5 weth @ 3000":         `the amount "1,5"`,
		"buy 1e3":                     `the amount "1e3"`,
		"sell -2 weth":                `the amount "-2"`,
		"sell 1.2.3":                  `the amount "1.2.3"`,
		"buy 1 @ 3000 now":            "after @ comes the price",
		"buy 1 @ 3,000":               `the price "3,000"`,
		"swap 2 weth":                 "say how much of which token for which",
		"swap 2 weth doge":            "there is no token doge",
		"send 5 usdc nobody":          "nobody: ",
		"send 5 usdc no body":         "no body: ",
		"theme pink":                  "theme dark | light",
		"swap 1 weth usdc slipage 1%": "slipage is not understood",
		"cap 1,5":                     `cap: the sum "1,5"`,
		"loss 1,5":                    `loss: the sum "1,5"`,
		"invalidate 7D3E4B":           "Invalidate the nonce of Delta order 7d3e4b…",
		"invalidate 7d3e4":            "7d3e4 is no order",
		"invalidate 0xabcdef":         "Invalidate the nonce of Delta order 0xabcdef…",
		"stop 2990 usdc weth":         "say at which price it is to be sold and the worst that you",
		"stop 1 weth usdc at 2600 least 2500 until 36h": "say until one of them",
		"goto 1": "there is no token 1",
	} {
		k.Press("ctrl+k")
		k.Type(typed)
		if !strings.Contains(k.Frame(), says) {
			t.Errorf("%q:\n%s", typed, k.Frame())
		}
		k.Press("enter")
		if typed == "buy 1,5 weth @ 3000" { // and not the example of the list
			k.Shows(`! buy 1,5 weth @ 3000: the amount "1,5"`)
		}
		k.Press("esc")
	}
}

// Whatever is typed, nothing breaks, and what is understood repeats each number as it was typed.
func FuzzInterpret(f *testing.F) {
	for _, text := range []string{"buy 1 weth @ 3000", "swap 2 weth usdc", "send 5 usdc main",
		"theme light", "goto weth/usdc", "sell 1,5", "buy 0x1@@", "send", "delta 1 usdc → weth"} {
		f.Add(text)
	}
	_, c := interpreting(f)
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := c.host.Interpret(text)
		if !ok || got.Off != "" {
			return
		}
		if got.Run == nil {
			t.Fatalf("%q has nothing to run", text)
		}
		words := strings.Fields(strings.NewReplacer("@", " @ ", "→", " → ").Replace(text))
		if _, err := api.ParseUnits(words[min(1, len(words)-1)], 18); err == nil &&
			!strings.Contains(got.Title, words[1]) {
			t.Fatalf("%q is read as %q", text, got.Title)
		}
	})
}

var _ ui.Interpreter = (*host)(nil)

// A name that was typed in full stands before what only has its letters, also where it cannot be
// done yet: it says why.
func TestThePaletteHasNamesFirst(t *testing.T) {
	t.Parallel()
	k, _ := interpreting(t)
	k.Press("ctrl+k")
	k.Type("revoke")
	for row := range strings.Lines(k.Frame()) {
		if strings.Contains(row, "▸ ") && !strings.Contains(row, "▸ Revoke") {
			t.Errorf("first is %s", strings.TrimSpace(row))
		}
	}
	k.Shows("▸ Revoke")
}

// known is a name service that knows one address.
type known common.Address

func (k known) Address(context.Context, api.Network, string) (common.Address, error) {
	return common.Address(k), nil
}

func (known) Name(context.Context, api.Network, common.Address) (string, error) { return "", nil }

// A name in a sentence is taken up once it was looked up, while the palette stays open and what was
// chosen in it stays chosen.
func TestThePaletteTakesUpNames(t *testing.T) {
	t.Parallel()
	k, c := interpreting(t)
	c.host.s.Names = &views.Names{Service: known{0xb0, 0xb}}
	k.Press("ctrl+k")
	k.Type("send 5 usdc bob.eth")
	k.Shows("looking up bob.eth")
	k.Advance(2 * time.Second)
	k.Hides("looking up bob.eth")
	k.Shows("▸ Send 5 USDC to bob.eth 0xb00b…0000")
	k.Press("enter")
	k.Hides("fuzzy")
	k.Shows("▐7 Wallet▌")
	k.Press("esc", "ctrl+k")
	k.Type("account")
	k.Press("down")
	chosen := regexp.MustCompile("▸ .*").FindString(k.Frame())
	k.Send(views.NamesChanged{})
	k.Shows(chosen)
}
