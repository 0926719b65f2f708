package ui

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"bourse/ui/cells"
)

// State is why a pane shows less than fresh, complete data. The zero State is
// all well.
type State struct {
	What    string // plural noun: "orders"
	Loading bool   // the first answer has not come
	Err     string // why the last question failed, as a sentence
	Retry   time.Duration
	Empty   string // one sentence and one key, shown when there is nothing
	Hidden  int    // rows that could not be decoded
}

// Lines is what a pane with that many rows says about itself: at most h lines
// of w cells with a blank before them, none when all is well.
func (s State) Lines(e *Env, rows, w, h int) []string {
	t := e.Theme
	line := func(mark, text string) []string {
		return []string{" " + mark + t.Muted.Render(cells.Truncate(text, w-1-cells.Width(mark)))}
	}
	switch {
	case s.Err != "":
		return s.failure(t, w, h)
	case rows == 0 && s.Loading:
		return line(e.Mark(Working), " loading "+s.What+"…")
	case s.Hidden > 0:
		return line(t.Warn.Render("!"),
			fmt.Sprintf(" %d %s hidden: unreadable · o show", s.Hidden, s.What))
	case rows == 0 && s.Empty != "":
		block := t.Muted.Lip().Padding(0, 1).Width(max(3, w)).Render(cells.Clean(s.Empty))
		if lines := strings.Split(block, "\n"); len(lines) <= h {
			return lines
		}
		return line("", s.Empty)
	}
	return nil
}

// failure says what could not be read, why, and what to do, as fully as the
// room allows. The key that helps is always there.
func (s State) failure(t *Theme, w, h int) []string {
	short := "could not read " + s.What
	again, soon := "r try again", "r try again"
	if s.Retry > 0 {
		soon += " (" + Age(s.Retry) + ")"
	}
	room := max(1, w-3) // a blank, the mark and a blank
	for _, words := range [][2]string{
		{short + ": " + cells.Clean(s.Err), soon}, {short + ": " + cells.Clean(s.Err), again},
		{short, soon},
		{short, again}, {"not read", again}} {
		lines := cells.Wrap(words[0], room)
		key := t.Muted.Render(words[1])
		if last := lines[len(lines)-1]; cells.Width(last)+2+cells.Width(key) <= room {
			lines[len(lines)-1] = last + "  " + key
		} else {
			lines = append(lines, key)
		}
		if len(lines) > h && words[0] != "not read" {
			continue
		}
		text := lipgloss.JoinVertical(lipgloss.Left, lines[:min(len(lines), max(1, h))]...)
		mark := t.Renderer().NewStyle().Padding(0, 1).Render(t.Danger.Render("✗"))
		return strings.Split(lipgloss.JoinHorizontal(lipgloss.Top, mark, text), "\n")
	}
	return nil
}

// Draw is one line of w cells, for a place among other text.
func (s State) Draw(e *Env, w int) string {
	lines := s.Lines(e, 0, w+1, 1)
	if len(lines) == 0 {
		return ""
	}
	return strings.TrimPrefix(lines[0], " ")
}

// Old says how old data is once it is past its budget, for a pane's title: "12s old".
func (e *Env) Old(at time.Time, budget time.Duration) string {
	if age := e.Now().Sub(at); !at.IsZero() && age > budget {
		return Age(age) + " old"
	}
	return ""
}

// File is a text that is exported under a name.
type File struct {
	Name, Ext, Text string
	Lacks           string // what is not in it that belongs there, in words; "" where all is
}

// Export writes text to a new file name-TIME.ext in the session's export
// folder and says where. A remote session shows the text instead, to be copied.
func (e *Env) Export(name, ext, text string) tea.Cmd {
	return e.ExportFiles(File{Name: name, Ext: ext, Text: text})
}

// ExportFiles is Export of files that belong together, which one note names.
func (e *Env) ExportFiles(files ...File) tea.Cmd {
	names := make([]string, len(files))
	for i, f := range files {
		name := f.Name + "-" + Local(e.Now()).Format("20060102-150405") + "." + f.Ext
		if e.Remote != "" {
			e.Open(NewViewer(e, name, f.Text))
			if f.Lacks != "" {
				e.Toast(Warn, name+": "+f.Lacks)
			}
		}
		names[i] = strings.Map(fileRune, name)
	}
	if e.Remote != "" {
		return nil
	}
	folder := cmp.Or(e.ExportDir, ".")
	return func() tea.Msg {
		err := os.MkdirAll(folder, 0o700)
		for i, f := range files {
			if err == nil {
				err = os.WriteFile(filepath.Join(folder, names[i]), []byte(f.Text), 0o600)
			}
		}
		switch {
		case err != nil:
			return Note{Level: Bad, Text: "could not write the file: " + err.Error()}
		case files[0].Lacks != "":
			return Note{Level: Warn, Text: files[0].Lacks + ": written to " +
				filepath.Join(folder, names[0])}
		case len(names) > 1: // the names first, of which a line may have no room for more
			return Note{Level: OK, Text: strings.Join(names, " and ") + " written to " + folder}
		}
		return Note{Level: OK, Text: "written to " + filepath.Join(folder, names[0])}
	}
}

func fileRune(r rune) rune {
	if r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' &&
		r <= 'Z' {
		return r
	}
	return '_'
}
