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
		in := &reads{Reader: strings.NewReader(strings.Repeat(key, 1000))}
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

// TestAMegabyteIsHandedOnInPart: with brackets and without them, of words or of none, a paste comes
// as one, what is behind it as keys, and no more of it than a field could take.
func TestAMegabyteIsHandedOnInPart(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"words":   strings.Repeat("lorem ipsum\rdolor sit ", 1<<16),
		"digits":  strings.Repeat("1234", 1<<18),
		"letters": strings.Repeat("äö€", 1<<17),
	} {
		for _, pasted := range []string{text, pasteBegin + text + pasteEnd} {
			all, keys := handedOn(pasted+"\x1bOP"), ""
			for rest := all; rest != ""; {
				before, after, _ := strings.Cut(rest, pasteBegin)
				_, after, _ = strings.Cut(after, pasteEnd)
				keys, rest = keys+before, after
			}
			if keys != "\x1bOP" || len(all) < 512 || len(all) > 2*mostPasted {
				t.Errorf("%s: %d bytes are handed on, keys %.40q", name, len(all), keys)
			}
		}
	}
}

// TestWhatIsTypedIsNoPaste: a key that is held, and a command that a program types.
func TestWhatIsTypedIsNoPaste(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{strings.Repeat("j", 5000), strings.Repeat("é", 500),
		":send 1 eth " + strings.Repeat("a1", 40) + "\r", "abc\r"} {
		if all := handedOn(typed); all != typed {
			t.Errorf("%.30q is handed on as %.40q", typed, all)
		}
	}
}

// handedOn is what Bubble Tea would read of a terminal's text.
func handedOn(text string) string {
	var out strings.Builder
	in := &reads{Reader: strings.NewReader(text)}
	for b := make([]byte, 256); ; {
		n, err := in.Read(b)
		if out.Write(b[:n]); err != nil {
			return out.String()
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
