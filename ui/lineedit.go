package ui

import (
	"strings"
	"unicode"
)

// Input is a one-line editor. The zero Input is an empty text field that
// swallows every printable key.
type Input struct {
	Allow   func(r rune) bool // which characters it takes; nil: all printable ones
	Masked  bool              // show • only
	Limit   int               // most characters; 0 is 512
	Hint    string            // shown while empty
	numeric bool
	value   []rune
	at      int // cursor
	version int
}

// Number makes an input that takes digits and one decimal point.
func Number() Input {
	return Input{Allow: func(r rune) bool { return r >= '0' && r <= '9' || r == '.' }, Limit: 100, numeric: true}
}

// Value is the text.
func (f *Input) Value() string { return string(f.value) }

// Version changes with every change of the text.
func (f *Input) Version() int { return f.version }

// Set replaces the text and puts the cursor at its end.
func (f *Input) Set(s string) {
	f.Wipe()
	f.insert(s)
}

// Wipe overwrites the text with zeros and empties the field.
func (f *Input) Wipe() {
	clear(f.value[:cap(f.value)])
	f.value, f.at = f.value[:0], 0
	f.version++
}

// Bytes is the text as UTF-8 the caller owns and wipes: for secrets.
func (f *Input) Bytes() []byte {
	out := make([]byte, 0, len(f.value)*4)
	for _, r := range f.value {
		out = append(out, string(r)...)
	}
	return out
}

// Captures tells whether the field wants a key: what it can take as text, and
// editing keys. esc, ⇥, ⏎, ↑, ↓, ⌃ and alt keys pass, but ⌃u and ⌃w are its own.
func (f *Input) Captures(k Key) bool {
	switch k {
	case "backspace", "delete", "left", "right", "home", "end", "ctrl+u", "ctrl+w":
		return true
	}
	text := k.Text()
	return text != "" && f.takes([]rune(text)[0])
}

func (f *Input) takes(r rune) bool {
	if f.Allow == nil {
		return unicode.IsPrint(r) && !unsafeRune(r)
	}
	if r == '.' && strings.ContainsRune(string(f.value), '.') {
		return f.Allow('0') && f.Allow('.') // swallowed, not inserted
	}
	return f.Allow(r)
}

// Key edits; it tells whether the text changed.
func (f *Input) Key(k Key) bool {
	was := f.version
	switch k {
	case "left":
		f.at = max(0, f.at-1)
	case "right":
		f.at = min(len(f.value), f.at+1)
	case "home":
		f.at = 0
	case "end":
		f.at = len(f.value)
	case "backspace":
		f.remove(f.at-1, f.at)
	case "delete":
		f.remove(f.at, f.at+1)
	case "ctrl+u":
		f.remove(0, f.at)
	case "ctrl+w":
		f.remove(f.wordStart(), f.at)
	default:
		f.insert(k.Text())
	}
	return f.version != was
}

// Paste inserts what the field can take of a pasted text: its first line,
// cleaned. A number replaces the text and loses its thousands separators; what
// is not certainly one number changes nothing.
func (f *Input) Paste(s string) bool {
	was := f.version
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	line = strings.TrimSpace(Clean(line))
	if !f.numeric {
		f.insert(line)
	} else if digits, ok := pastedNumber(line); ok {
		f.Set(digits)
	}
	return f.version != was
}

// pastedNumber reads 12345.6, 12,345.6 and .5; a comma anywhere but between
// thousands could be a decimal point, so such text is refused.
func pastedNumber(s string) (string, bool) {
	whole, frac, _ := strings.Cut(s, ".")
	groups := strings.Split(whole, ",")
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

func (f *Input) insert(s string) {
	limit := f.Limit
	if limit == 0 {
		limit = maxClean
	}
	for _, r := range s {
		if !f.takes(r) || len(f.value) >= limit {
			continue
		}
		if r == '.' && f.Allow != nil && strings.ContainsRune(string(f.value), '.') {
			continue
		}
		f.grow()
		f.value = append(f.value, 0)
		copy(f.value[f.at+1:], f.value[f.at:])
		f.value[f.at] = r
		f.at++
		f.version++
	}
}

// grow makes room without leaving a copy of a secret behind.
func (f *Input) grow() {
	if len(f.value) < cap(f.value) {
		return
	}
	bigger := make([]rune, len(f.value), 2*len(f.value)+32)
	copy(bigger, f.value)
	clear(f.value)
	f.value = bigger
}

func (f *Input) remove(from, to int) {
	from, to = max(0, from), min(len(f.value), to)
	if from >= to {
		return
	}
	n := copy(f.value[from:], f.value[to:])
	clear(f.value[from+n:])
	f.value = f.value[:from+n]
	f.at = from
	f.version++
}

func (f *Input) wordStart() int {
	i := f.at
	for i > 0 && f.value[i-1] == ' ' {
		i--
	}
	for i > 0 && f.value[i-1] != ' ' {
		i--
	}
	return i
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
		return FitLine(frame.Render("[]"), w)
	}
	return frame.Render("[ ") + f.text(t, room, focused) + frame.Render(" ]")
}

func (f *Input) text(t *Theme, room int, focused bool) string {
	if len(f.value) == 0 {
		hint := t.Muted.Render(Left(Clean(f.Hint), room))
		if focused {
			return t.Accent.Render("▁") + t.Muted.Render(Left(Clean(f.Hint), room-1))
		}
		return hint
	}
	text := f.value
	if f.Masked {
		text = []rune(strings.Repeat("•", len(f.value)))
	}
	if !focused {
		return t.FieldText.Render(Left(string(text), room))
	}
	from := 0 // keep the cursor, one cell, in sight
	for Width(string(text[from:f.at]))+1 > room {
		from++
	}
	before := string(text[from:f.at])
	after := Left(string(text[f.at:]), room-Width(before)-1)
	return t.FieldText.Render(before) + t.Accent.Render("▁") + t.FieldText.Render(after)
}
