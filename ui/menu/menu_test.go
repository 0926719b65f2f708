package menu_test

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/menu"
	"bourse/ui/uitest"
)

// opened is a kit with a menu open over an empty screen.
func opened(t *testing.T, make func(*ui.Env) ui.Dialog) *uitest.Kit {
	k := uitest.Empty(t)
	k.Env.Open(make(k.Env))
	k.Do(nil)
	k.Advance(2 * time.Second)
	return k
}

func TestMenu(t *testing.T) {
	picked := ""
	pick := func(s string) func() tea.Cmd { return func() tea.Cmd { picked = s; return nil } }
	k := opened(t, func(env *ui.Env) ui.Dialog {
		return menu.New(env, "Pairs",
			[]menu.Item{{Title: "ETH/USDC", Note: "3,020.50", Run: pick("eth")},
				{Title: "WBTC/USDC", Run: pick("btc")}, {Title: "UNI/USDC", Off: "not listed"}})
	})
	k.EveryFrame()
	k.Type("wbt")
	k.Hides("ETH/USDC")
	k.Press("enter")
	if picked != "btc" {
		t.Errorf("picked %q", picked)
	}
	k = opened(t, func(env *ui.Env) ui.Dialog {
		return menu.New(env, "Pairs",
			[]menu.Item{{Title: "ETH/USDC", Run: pick("eth")},
				{Title: "UNI/USDC", Off: "not listed"}})
	})
	k.Press("down", "enter")
	k.Shows("! UNI/USDC: not listed")
	k.ClickOn("ETH/USDC")
	k.ClickOn("ETH/USDC")
	if picked != "eth" {
		t.Errorf("picked %q", picked)
	}
}

func TestKeysOfTheMenu(t *testing.T) {
	env, _ := uitest.NewEnv()
	for _, err := range ui.CheckActions(menu.New(env, "", nil).Actions()) {
		t.Error(err)
	}
}
