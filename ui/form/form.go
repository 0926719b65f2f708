package form

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// Kind is how a field takes input.
type Kind uint8

// Kinds of fields.
const (
	TextField   Kind = iota // every printable key
	NumberField             // what numbers are written with; letters pass to the keys
	ChoiceField             // ← → among Choices
	StaticField             // shown only, never focused
)

// Field is one line of a form. Screens keep pointers to their fields.
type Field struct {
	ID      string
	Label   string
	Kind    Kind
	Input   ui.Input
	Choices []string
	Chosen  int
	Text    string              // what a StaticField shows, and a derived value's note
	Suffix  string              // after the control: unit, "free 9,461.82"
	Beside  func() string       // in its place, as it is when it is drawn: how old something is
	Below   string              // second line, where there is room: names of the presets
	Presets []func() string     // alt+1 … alt+9 put these values in
	Check   func(string) string // what is wrong with a value, "" is nothing
	Width   int                 // of the control; 0 is 22
	Hidden  bool
	Derived bool   // computed from the others; typing into it takes it over
	Gap     bool   // a blank line before it, where there is room
	Problem string // set by Validate, shown in place of Suffix
}

// Value is the field's text or the chosen word.
func (f *Field) Value() string {
	switch f.Kind {
	case ChoiceField:
		if f.Chosen < len(f.Choices) {
			return f.Choices[f.Chosen]
		}
		return ""
	case StaticField:
		return f.Text
	}
	return f.Input.Value()
}

// Choose picks the choice with this word; an unknown word changes nothing.
func (f *Field) Choose(word string) {
	if i := slices.Index(f.Choices, word); i >= 0 {
		f.Chosen = i
	}
}

// Button is a button at the foot of a form. One that is off stays and says
// why.
type Button struct {
	ID    string
	Label string
	Off   string
	Run   func() tea.Cmd
}

// Form is fields, a list of checks and buttons. One field or button has the
// focus. Changed is called after every change by the user.
type Form struct {
	Fields  []*Field
	Buttons []Button
	Checks  []ui.Check
	// Extra are lines between the checks and the buttons of a form in that room, already styled
	Extra   func(area cells.Box) string
	Changed func(*Field) tea.Cmd

	env  *ui.Env
	at   int // focused item: fields first, then buttons
	rows []formRow
}

// formRow says what a drawn row belongs to.
type formRow struct{ item int }

// New lists the fields in the order of ⇥.
func New(env *ui.Env, fields ...*Field) *Form {
	f := &Form{Fields: fields, env: env}
	f.settle(1)
	return f
}

// Field finds a field by id; an unknown id is a mistake in the program.
func (f *Form) Field(id string) *Field {
	for _, x := range f.Fields {
		if x.ID == id {
			return x
		}
	}
	panic("form: the form has no field " + id)
}

// Focused is the focused field, nil while a button has the focus.
func (f *Form) Focused() *Field {
	if f.at < len(f.Fields) {
		return f.Fields[f.at]
	}
	return nil
}

// Focus moves to a field.
func (f *Form) Focus(id string) {
	for i, x := range f.Fields {
		if x.ID == id && f.canFocus(i) {
			f.at = i
		}
	}
}

func (f *Form) canFocus(i int) bool {
	if i >= len(f.Fields) {
		return i < len(f.Fields)+len(f.Buttons)
	}
	return !f.Fields[i].Hidden && f.Fields[i].Kind != StaticField
}

// Step moves the focus by one item, around the ends.
func (f *Form) Step(by int) {
	f.at += by
	f.settle(by)
}

// settle moves on from items that take no focus.
func (f *Form) settle(by int) {
	n := len(f.Fields) + len(f.Buttons)
	for range n + 1 {
		if n == 0 {
			f.at = 0
			return
		}
		f.at = (f.at%n + n) % n
		if f.canFocus(f.at) {
			return
		}
		f.at += by
	}
}

// Validate sets every visible field's Problem and reports whether all is well.
func (f *Form) Validate() bool {
	well := true
	for _, x := range f.Fields {
		x.Problem = ""
		if x.Check != nil && !x.Hidden {
			x.Problem = x.Check(x.Value())
			well = well && x.Problem == ""
		}
	}
	return well
}

// Captures tells whether the focused field wants a key for itself.
func (f *Form) Captures(m tea.KeyMsg) bool {
	x := f.Focused()
	if x == nil || x.Hidden {
		return false
	}
	switch x.Kind {
	case TextField, NumberField:
		return x.Input.Captures(m)
	case ChoiceField:
		k := m.String()
		return k == "left" || k == "right" || k == " " && !x.lists()
	}
	return false
}

// Update takes the keys the form captures, pastes, and that its screen is shown again.
func (f *Form) Update(m tea.Msg) tea.Cmd {
	if _, again := m.(ui.Shown); again {
		f.propose()
	}
	x := f.Focused()
	if x == nil {
		return nil
	}
	k, ok := m.(tea.KeyMsg)
	typed := x.Kind == TextField || x.Kind == NumberField
	switch {
	case !ok || k.Paste && !typed:
	case k.Paste:
		if !x.Input.Key(k) {
			f.env.Toast(ui.Warn, "what was pasted does not fit "+x.Label)
			return nil
		}
		return f.change(x)
	case x.Kind == ChoiceField && f.Captures(k): // any other key would change what is read
		return f.choose(x, k.String())
	case typed && x.Input.Key(k): // a letter too that nobody else has a use for
		return f.change(x)
	}
	return nil
}

// propose makes the first character that is typed replace a number that stands there: who comes
// back to a form begins a number anew, and must not lengthen one from before.
func (f *Form) propose() {
	for _, x := range f.Fields {
		if x.Kind == NumberField && x.Value() != "" {
			x.Input.Fill(x.Value())
		}
	}
}

// lists tells whether a choice shows what is chosen alone and opens a list for others: the key that
// does is an action then, which is told.
func (x *Field) lists() bool { return x.Kind == ChoiceField && len(x.Choices) == 1 }

func (f *Form) choose(x *Field, k string) tea.Cmd {
	n := len(x.Choices)
	if n == 0 {
		return nil
	}
	step := 1
	if k == "left" {
		step = n - 1
	}
	x.Chosen = (x.Chosen + step) % n
	return f.change(x)
}

func (f *Form) change(x *Field) tea.Cmd {
	x.Problem = ""
	if f.Changed == nil {
		return nil
	}
	return f.Changed(x)
}

// Preset puts the focused field's nth preset in, counting from one; a field
// without presets hands on to the first one that has some.
func (f *Form) Preset(n int) tea.Cmd {
	x := f.Focused()
	if x == nil || len(x.Presets) == 0 {
		x = nil
		for _, y := range f.Fields {
			if len(y.Presets) > 0 && !y.Hidden {
				x = y
				break
			}
		}
	}
	if x == nil || n < 1 || n > len(x.Presets) {
		return nil
	}
	value := x.Presets[n-1]()
	if x.Kind == ChoiceField {
		x.Choose(value)
	} else {
		x.Input.Fill(value)
	}
	return f.change(x)
}

// Press presses the focused button, or moves on from a field; from the last
// field ⏎ presses the first button.
func (f *Form) Press() tea.Cmd {
	if i := f.at - len(f.Fields); i >= 0 && i < len(f.Buttons) {
		return f.press(f.Buttons[i])
	}
	if len(f.Buttons) > 0 {
		return f.press(f.Buttons[0])
	}
	f.Step(1)
	return nil
}

func (f *Form) press(b Button) tea.Cmd {
	if b.Off != "" || b.Run == nil {
		f.env.Toast(ui.Warn, b.Label+": "+b.Off)
		return nil
	}
	return b.Run()
}

// Actions are the form's keys in a pane.
func (f *Form) Actions(pane string) []ui.Action {
	act := func(id, label, help, join string, run func() tea.Cmd, keys ...string) ui.Action {
		return ui.Action{Scope: "form", ID: id, Pane: pane, Key: ui.Keys(keys...), Label: label,
			Help: help,
			Join: join, Run: run}
	}
	step := func(by int) func() tea.Cmd { return func() tea.Cmd { f.Step(by); return nil } }
	out := []ui.Action{
		act("next", "next field", "next field", "", step(1), "tab", "down"),
		act("previous", "back", "field before", "", step(-1), "shift+tab", "up"),
		act("press", "review", "do what the chosen button says", "", f.Press, "enter"),
	}
	if len(f.Buttons) > 0 {
		out[2].Label = cells.Truncate(f.Buttons[0].Label, ui.MaxLabel)
	}
	if x := f.Focused(); x != nil && x.lists() {
		out = append(out, act("choose", "choose", "open what the field offers", "",
			func() tea.Cmd { return f.choose(x, " ") }, "space"))
	}
	for n := 1; n <= f.presets(); n++ {
		digit := ui.Count(n)
		a := act("preset"+digit, "preset "+digit, "preset "+digit+" of the field", "presets",
			func() tea.Cmd { return f.Preset(n) }, "alt+"+digit)
		a.Quiet = true
		out = append(out, a)
	}
	return out
}

func (f *Form) presets() int {
	n := 0
	for _, x := range f.Fields {
		if !x.Hidden {
			n = max(n, min(9, len(x.Presets)))
		}
	}
	return n
}
