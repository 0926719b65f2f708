package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
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

// line is what the pane says about itself, in at most w cells; "" is nothing.
func (s State) line(e *Env, rows, w int) string {
	t := e.Theme
	switch {
	case s.Err != "":
		text := fmt.Sprintf("could not read %s: %s", s.What, Clean(s.Err))
		again := "  r try again"
		if s.Retry > 0 {
			again += " (" + Age(s.Retry) + ")"
		}
		return t.Danger.Render("✗") + " " + Truncate(text, max(8, w-2-Width(again))) + t.Muted.Render(again)
	case rows == 0 && s.Loading:
		return e.Mark(Working) + t.Muted.Render(Truncate(" loading "+s.What+"…", w-1))
	case s.Hidden > 0:
		return t.Warn.Render("!") + t.Muted.Render(Truncate(fmt.Sprintf(" %d %s hidden: unreadable · o show", s.Hidden, s.What), w-1))
	case rows == 0:
		return t.Muted.Render(Truncate(s.Empty, w))
	}
	return ""
}

// Draw is the line on its own, for panes without a table.
func (s State) Draw(e *Env, w int) string { return s.line(e, 0, w) }

// Old says how old data is once it is past its budget, for a pane's title: "12s old".
func (e *Env) Old(at time.Time, budget time.Duration) string {
	if age := e.Now().Sub(at); !at.IsZero() && age > budget {
		return Age(age) + " old"
	}
	return ""
}

// exported is a file that was written, or why it was not.
func exported(path string, err error) Cmd {
	if err != nil {
		return Toast(Bad, "could not write the file: "+err.Error())
	}
	return Toast(OK, "written to "+path)
}

// Export writes text to a new file name-TIME.ext in the session's export
// folder and says where.
func Export(e *Env, name, ext, text string) Cmd {
	file := name + "-" + e.Now().UTC().Format("20060102-150405") + "." + ext
	path := filepath.Join(e.ExportDir, strings.Map(fileRune, file))
	return Do(func() Msg {
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		return exported(path, err)
	})
}

func fileRune(r rune) rune {
	if r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return r
	}
	return '_'
}
