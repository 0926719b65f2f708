package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
)

// toil is a screen that works from a key until its command answers.
type toil struct {
	env     *ui.Env
	working bool
}

func (s *toil) ID() ui.ScreenID  { return "toil" }
func (s *toil) Init() tea.Cmd    { return nil }
func (s *toil) Resize(cells.Box) {}

func (s *toil) Draw(area cells.Box) string {
	if s.working {
		return cells.Fit(s.env.Mark(ui.Working)+" deriving the key", area.W, area.H)
	}
	return cells.Fit("done", area.W, area.H)
}

func (s *toil) Actions() []ui.Action {
	return []ui.Action{{Scope: "toil", ID: "work", Key: ui.Keys("w"), Label: "work", Help: "work",
		Run: func() tea.Cmd {
			s.working = true
			return s.env.After(time.Second, "derived")
		}}}
}

func (s *toil) Update(m tea.Msg) tea.Cmd {
	if m == "derived" {
		s.working = false
	}
	return nil
}

// TestSpinnerTurns watches the spinner while something works off the loop: it shows a new picture
// eight times a second.
func TestSpinnerTurns(t *testing.T) {
	t.Parallel()
	env, _ := uitest.NewEnv()
	k := uitest.NewScreen(t, env, &toil{env: env})
	glyph := func() string { return strings.TrimSpace(strings.SplitN(k.Frame(), "\n", 4)[2])[:3] }
	k.Press("w")
	var seen []string
	for range 7 {
		seen = append(seen, glyph())
		k.Advance(time.Second / 8)
	}
	if got := strings.Join(seen, ""); got != "◐◓◑◒◐◓◑" {
		t.Errorf("it turns %s", got)
	}
	k.Advance(time.Second)
	k.Shows("done")
	k.Advance(time.Minute)
	env.Motion = false
	k.Press("w")
	before := glyph()
	k.Advance(time.Second / 2)
	if k.Shows("deriving the key"); glyph() != before {
		t.Error("without motion it stands still")
	}
}
