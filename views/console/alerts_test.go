package console

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/ui/style"
	"bourse/ui/uitest"
)

// trading is an exchange with a last price.
type trading struct {
	exchange
	last api.Price
}

func (x *trading) Markets(context.Context, uint64) ([]api.Market, error) {
	return []api.Market{{ChainID: 1337, Base: weth, Quote: usdc, Last: x.last}}, nil
}

func dollars(t *testing.T, s string) api.Price {
	t.Helper()
	p, err := api.ParsePrice(s, 18, 6)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// again opens a console on what an earlier session kept in a folder.
func again(t *testing.T, x api.Service, folder string, change func(*Config)) *uitest.Kit {
	t.Helper()
	cfg := config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return x, nil })
	cfg.State = folder
	if change != nil {
		change(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return uitest.NewRoot(t, c.env, c.root)
}

func TestAlertRingsOnEveryScreen(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")}
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	k.Press("3", "A")
	k.Shows("Alert · WETH/USDC", "The last price is 3,000.00.")
	k.Type("3000")
	k.Press("enter")
	k.Shows("that is the last price already")
	for range 4 {
		k.Press("backspace")
	}
	k.Type("3010.5")
	k.Press("enter")
	k.Shows("rings once WETH/USDC reaches 3010.5")
	x.last = dollars(t, "3010")
	k.Advance(5 * time.Second)
	if k.Bells != 0 {
		t.Fatal("it rings below the price")
	}
	// The next session still waits for it.
	k = again(t, x, folder, nil)
	k.Press("7")
	x.last = dollars(t, "3011")
	k.Advance(5 * time.Second)
	k.Shows("WETH/USDC has reached 3010.5: the last price is 3,011.00")
	if k.Advance(20 * time.Second); k.Bells != 1 {
		t.Fatalf("it rang %d times", k.Bells)
	}
	k.Press("8")
	k.Shows("WETH/USDC has reached 3010.5")
	k = again(t, x, folder, nil)
	if k.Advance(20 * time.Second); k.Bells != 0 {
		t.Fatal("it rings again")
	}
}

func TestAlertIsForgotten(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}, last: dollars(t, "3000")}
	k := again(t, x, filepath.Join(t.TempDir(), "console"), nil)
	k.Press("3", "A")
	k.Type("2990")
	k.Press("enter", "A")
	k.Shows("Price alerts", "New alert on WETH/USDC…")
	k.ClickOn("Forget: WETH/USDC falls to 2990")
	k.Press("enter")
	x.last = dollars(t, "2900")
	if k.Advance(20 * time.Second); k.Bells != 0 {
		t.Fatal("it rings all the same")
	}
}

func TestAlertsReadTheirOwnLinesOnly(t *testing.T) {
	t.Parallel()
	a := alert{1337, api.Pair{Base: weth.Address, Quote: usdc.Address}, true, "3,010.5"}
	a.price = "3010.5"
	if b, ok := readAlert(a.line()); !ok || a != b {
		t.Fatalf("%q is read as %+v", a.line(), b)
	}
	for _, line := range []string{
		"", "x", "1337 0x1 0x2 above 1", "x " + a.line()[5:], a.line() + " more"} {
		if _, ok := readAlert(line); ok {
			t.Errorf("%q is read", line)
		}
	}
	if (alert{price: "junk"}).reached(api.Market{}) {
		t.Error("junk is reached")
	}
}

func TestColoursAreKept(t *testing.T) {
	t.Parallel()
	x := &trading{exchange: exchange{status: at(1)}}
	folder := filepath.Join(t.TempDir(), "console")
	k := again(t, x, folder, nil)
	first := k.Env.Theme.Name
	k.Press("t")
	chosen := k.Env.Theme.Name
	if chosen == first {
		t.Fatal("t changes nothing")
	}
	if k = again(t, x, folder, nil); k.Env.Theme.Name != chosen {
		t.Errorf("the next session has the theme %s, not %s", k.Env.Theme.Name, chosen)
	}
	if k = again(t, x, folder, func(
		c *Config) {
		c.Theme = "contrast"
	}); k.Env.Theme.Name != "contrast" {
		t.Errorf("--theme contrast gives %s", k.Env.Theme.Name)
	}
	if k = again(t, x, folder, func(
		c *Config) {
		c.Profile = style.NoColor
	}); k.Env.Theme.Name != "mono" {
		t.Errorf("without colours the theme is %s", k.Env.Theme.Name)
	}
}
