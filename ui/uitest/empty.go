package uitest

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// Empty starts a shell with a screen that shows nothing, to open things over.
func Empty(t testing.TB) *Kit {
	env, _ := NewEnv()
	return NewScreen(t, env, empty{})
}

type empty struct{}

func (empty) ID() ui.ScreenID        { return "empty" }
func (empty) Init() tea.Cmd          { return nil }
func (empty) Resize(cells.Box)       {}
func (empty) Update(tea.Msg) tea.Cmd { return nil }
func (empty) Draw(area cells.Box) string {
	return cells.Fit("", area.W, area.H)
}
func (empty) Actions() []ui.Action { return nil }
