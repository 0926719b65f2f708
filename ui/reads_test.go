package ui

import (
	"io"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
	"bourse/ui/style"
)

// TestReadsEndWhereKeysDo: no key and no character is cut in two, and a read is full only where it
// would be.
func TestReadsEndWhereKeysDo(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"x", "é", "€", "𝄞", "\x1b[A", "\x1bOP", "\x1b[15;2~", "\x1ba",
		"\x1b[<35;110;36M", "\x1b[M !!"} {
		in := reads{strings.NewReader(strings.Repeat(key, 1000))}
		for b := make([]byte, 256); ; {
			n, err := in.Read(b)
			if err == io.EOF {
				break
			}
			if n == len(b) || strings.Repeat(key, n/len(key)) != string(b[:n]) {
				t.Fatalf("%q is cut in a read of %d: %q", key, n, b[:n])
			}
		}
	}
}

// TestAMegabyteWithoutBlanksIsReadOnce: what a terminal sends is handed on by the read, never what
// was read before once more.
func TestAMegabyteWithoutBlanksIsReadOnce(t *testing.T) {
	t.Parallel()
	s, p := start(t, t.Context(), none)
	p.Send("", tea.WindowSizeMsg{Width: 80, Height: 24})
	s.until("the first frame", s.shows("ready to go wrong"))
	if _, err := io.WriteString(s.keys, strings.Repeat("ab12", 1<<18)); err != nil {
		t.Fatal(err)
	}
	longest := 0
	s.view.mu.Lock()
	for _, m := range s.view.got {
		if k, ok := m.(tea.KeyMsg); ok {
			longest = max(longest, len(k.Runes))
		}
	}
	s.view.mu.Unlock()
	if longest == 0 || longest > 256 {
		t.Errorf("the screen was told %d characters at once", longest)
	}
	if err := s.keys.Close(); err != nil {
		t.Fatal(err)
	}
	p.quit()
	if err := s.end(); err != nil {
		t.Error(err)
	}
}

// still is a clock that stands.
type still struct{ WallClock }

func (still) Now() time.Time { return time.Unix(1_700_000_000, 0) }

// TestAPasteOfWordsIsDrawnAtThePaceOfData: each word and each blank between is a key of its own to
// the terminal library.
func TestAPasteOfWordsIsDrawnAtThePaceOfData(t *testing.T) {
	t.Parallel()
	theme, err := style.NewTheme("", style.NewRenderer(style.NoColor))
	if err != nil {
		t.Fatal(err)
	}
	screen := &counted{stubborn: stubborn{env: NewEnv(still{}, theme)}}
	p := NewProgram(t.Context(), NewRoot(Config{Env: screen.env,
		Tabs: []Tab{{Screen: screen, Title: "Counted"}}, Brand: "BOURSE"}),
		ProgramOptions{In: strings.NewReader(""), Out: io.Discard, Getenv: none,
			Redraw: func() time.Duration { return time.Hour }})
	send := func(m tea.Msg) { model{p}.Update(m); _ = model{p}.View() }
	send(tea.WindowSizeMsg{Width: 80, Height: 24})
	send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("something")})
	for range 10_000 {
		send(tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}})
		send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("else")})
		send(tea.KeyMsg{Type: tea.KeyEnter})
	}
	if screen.draws == 0 || screen.draws > 2 {
		t.Errorf("it was drawn %d times", screen.draws)
	}
	if told := len(screen.got); told > mostPasted {
		t.Errorf("the screen was told %d times", told)
	}
}

// counted counts its frames.
type counted struct {
	stubborn
	draws int
}

func (c *counted) Draw(a cells.Box) string { c.draws++; return c.stubborn.Draw(a) }
