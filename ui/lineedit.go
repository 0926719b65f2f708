package ui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
	"bourse/ui/clean"
)

// Input is a field of one line: the text input of Bubbles behind a filter of what the field takes,
// or, Masked, an editor whose memory can be wiped. The zero Input is an empty text field that
// swallows every printable key.
type Input struct {
	Masked  bool   // for secrets: show • only
	Limit   int    // most characters; 0 is 512
	Hint    string // shown while empty
	numeric bool
	open    textinput.Model
	ready   bool // whether open has been made
	filled  bool // the text was put in, not typed: the first character typed replaces it
	secret  secretText
	version int
}

// Number makes an input for a number. It takes whatever people write numbers with and drops none of
// it, so that what cannot be read is seen and refused instead of becoming another number; letters
// pass to the keys.
func Number() Input { return Input{Limit: 100, numeric: true} }

// numberRune tells whether a character that follows text may be meant as part of a number: a letter
// is, where a number in another notation would have it.
func numberRune(text string, r rune) bool {
	switch {
	case r >= '0' && r <= '9' || strings.ContainsRune(".,'_-+%$ ", r):
		return true
	case unicode.IsNumber(r) || strings.ContainsRune("٫٬−", r):
		return true // of another script: it is refused where it is read, and not dropped
	case r == 'e' || r == 'E':
		return text != ""
	case r == 'x' || r == 'X':
		return text == "0"
	}
	return false
}

// editor is the text input, made when it is first needed.
func (f *Input) editor() *textinput.Model {
	if !f.ready {
		f.open, f.ready = textinput.New(), true
		f.open.Cursor.SetMode(cursor.CursorStatic)
		f.open.Focus()
	}
	return &f.open
}

// Value is the text. A secret has none: it is read by Bytes.
func (f *Input) Value() string {
	if f.Masked || !f.ready {
		return ""
	}
	return f.open.Value()
}

// Len is the number of characters.
func (f *Input) Len() int {
	if f.Masked {
		return len(f.secret.value)
	}
	return utf8.RuneCountInString(f.Value())
}

// Version changes with every change of the text.
func (f *Input) Version() int { return f.version }

// Set replaces the text and puts the cursor at its end.
func (f *Input) Set(s string) {
	f.Wipe()
	f.insert(s)
}

// Fill puts a text in that was not typed: the first character that is typed replaces it, and any
// other editing keeps it.
func (f *Input) Fill(s string) {
	f.Set(s)
	f.filled = true
}

// Wipe empties the field; a secret is overwritten with zeros.
func (f *Input) Wipe() {
	f.version++
	f.filled = false
	if f.secret.wipe(); f.ready {
		f.open.Reset()
	}
}

// Bytes is the text as UTF-8 the caller owns and wipes: for secrets.
func (f *Input) Bytes() []byte {
	if f.Masked {
		return f.secret.bytes()
	}
	return []byte(f.Value())
}

// Captures tells whether the field wants a key: what it can take as text, and
// editing keys. esc, ⇥, ⏎, ↑, ↓, ⌃ and alt keys pass, but ⌃u and ⌃w are its own.
func (f *Input) Captures(m tea.KeyMsg) bool {
	switch m.String() {
	case "backspace", "delete", "left", "right", "home", "end", "ctrl+u", "ctrl+w":
		return true
	}
	text := keyText(m)
	return text != "" && f.takes([]rune(text)[0]) &&
		(!f.numeric || numberRune(f.Value(), []rune(text)[0]))
}

// takes tells whether a character can be put in. A number that was begun takes all: what does not
// belong to it is refused where it is read, and never left out.
func (f *Input) takes(r rune) bool {
	if f.numeric && (f.filled || f.Value() == "") {
		return numberRune("", r)
	}
	return unicode.IsPrint(r) && !clean.IsUnsafe(r)
}

// Key edits, or pastes; it tells whether the text changed. A number also takes a letter that it
// does not capture, once it is begun.
func (f *Input) Key(m tea.KeyMsg) bool {
	if m.Paste {
		return f.paste(string(m.Runes))
	}
	was := f.version
	text, filled := keyText(m), f.filled
	if text == "" && !f.Captures(m) || text != "" && !f.takes([]rune(text)[0]) {
		return false
	}
	f.filled = false
	switch {
	case text != "":
		if filled {
			f.Wipe()
		}
		f.insert(text)
	case f.Masked:
		if n := len(f.secret.value); f.secret.key(m) && len(f.secret.value) != n {
			f.version++
		}
	case f.Captures(m):
		f.edit(m)
	}
	return f.version != was
}

// edit gives the text input a message.
func (f *Input) edit(m tea.Msg) {
	e := f.editor()
	before := e.Value()
	if *e, _ = e.Update(m); e.Value() != before {
		f.version++
	}
}

// paste inserts what the field can take of a pasted text: its first line,
// cleaned. A number replaces the text and loses its thousands separators; what
// is not certainly one number changes nothing.
func (f *Input) paste(s string) bool {
	was := f.version
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	line = strings.TrimSpace(cells.Clean(line))
	if !f.numeric {
		f.insert(line)
	} else if digits, ok := pastedNumber(line); ok {
		f.Set(digits)
	}
	return f.version != was
}

// pastedNumber reads 12345.6, 12,345.6, 1,234,567 and .5; a comma that could be a decimal point is
// refused, as the one of 12,345 is.
func pastedNumber(s string) (string, bool) {
	whole, frac, point := strings.Cut(s, ".")
	groups := strings.Split(whole, ",")
	if len(groups) == 2 && !point {
		return "", false
	}
	for i, g := range groups {
		if len(groups) > 1 && (i == 0 && (len(g) == 0 || len(g) > 3) || i > 0 && len(g) != 3) {
			return "", false
		}
	}
	digits := strings.Join(groups, "")
	if digits+frac == "" || strings.Trim(digits+frac, "0123456789") != "" {
		return "", false
	}
	if frac != "" {
		return digits + "." + frac, true
	}
	return digits, true
}

// insert puts in what the field takes of a text, as if it were typed.
func (f *Input) insert(s string) {
	limit := f.Limit
	if limit == 0 {
		limit = clean.Most
	}
	for _, r := range s {
		switch {
		case !f.takes(r) || f.Len() >= limit:
		case f.Masked:
			f.secret.insert(r)
			f.version++
		default:
			f.edit(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
}

// Draw shows the field in exactly w cells: [ text ], with a cursor when it has
// the focus. A text that is too long shows the part around the cursor.
func (f *Input) Draw(t *Theme, w int, focused bool) string {
	frame := t.Field
	if focused {
		frame = t.FieldFocus
	}
	room := w - 4
	if room < 1 {
		return cells.FitLine(frame.Render("[]"), w)
	}
	return frame.Render("[ ") + f.Text(t, room, focused) + frame.Render(" ]")
}

// Text shows the field in exactly room cells without the brackets of Draw, for a line of its own.
func (f *Input) Text(t *Theme, room int, focused bool) string {
	text, at := f.secret.value, f.secret.at
	if !f.Masked {
		text, at = []rune(f.Value()), f.open.Position()
	}
	if len(text) == 0 {
		hint := t.Muted.Render(cells.Left(cells.Clean(f.Hint), room))
		if focused {
			return t.Accent.Render("▁") + t.Muted.Render(cells.Left(cells.Clean(f.Hint), room-1))
		}
		return hint
	}
	if f.Masked {
		text = []rune(strings.Repeat("•", len(text)))
	}
	if !focused {
		return t.FieldText.Render(cells.Left(string(text), room))
	}
	if f.filled && !f.Masked && cells.Width(string(text))+1 > room {
		// a number that was not typed is read from its first digit on; typing replaces it
		return t.FieldText.Render(cells.Left(string(text), room-1)) + t.Accent.Render("▁")
	}
	from, head := 0, "" // keep the cursor, one cell, in sight, and mark what is cut before it
	for from < at && cells.Width(head+string(text[from:at]))+1 > room {
		from, head = from+1, "…"
	}
	before := cells.Truncate(head+string(text[from:at]), room-1)
	after := cells.Left(string(text[at:]), room-cells.Width(before)-1)
	return t.FieldText.Render(before) + t.Accent.Render("▁") + t.FieldText.Render(after)
}
