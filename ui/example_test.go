package ui_test

import (
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/headless"
	"bourse/ui/style"
)

// counter is a screen: it counts its key and asks for the sum off the loop.
type counter struct {
	env  *ui.Env
	n    int
	text string
}

// summed is the answer to the command that sum returns.
type summed struct{ text string }

func (c *counter) ID() ui.ScreenID  { return "counter" }
func (c *counter) Init() tea.Cmd    { return nil }
func (c *counter) Resize(cells.Box) {}

func (c *counter) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(summed); ok {
		c.text = m.text
		c.env.Toast(ui.OK, "counted")
		return nil
	}
	return nil
}

func (c *counter) Draw(area cells.Box) string { return cells.Fit(c.text, area.W, area.H) }

func (c *counter) Actions() []ui.Action {
	return []ui.Action{{Scope: "counter", ID: "count", Key: ui.Keys("+", "enter"),
		Label: "count", Help: "one more", Run: c.count}}
}

func (c *counter) count() tea.Cmd {
	c.n++
	n := c.n // a command sees only values
	return func() tea.Msg { return summed{fmt.Sprintf("%d so far", n)} }
}

// A screen takes tea.Msg and returns tea.Cmd, and asks the shell by method
// calls on the session's Env. Here package headless stands in for the terminal.
func Example() {
	theme, err := style.NewTheme("", style.NewRenderer(style.NoColor))
	if err != nil {
		panic(err)
	}
	clock := headless.NewClock(time.Unix(0, 0))
	env := ui.NewEnv(clock, theme)
	root := ui.NewRoot(ui.Config{Env: env, Brand: "EXAMPLE",
		Tabs: []ui.Tab{{Screen: &counter{env: env}, Title: "Counter"}}})
	d := headless.New(root, clock)
	d.Start(80, 24)
	d.Press("+", "enter")
	lines := strings.Split(d.Frame(), "\n")
	for _, line := range []int{2, 22, 23} {
		fmt.Println(strings.TrimSpace(lines[line]))
	}
	// Output:
	// 2 so far
	// ✓ counted
	// + count
}
