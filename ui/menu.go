package ui

import "strings"

// MenuItem is one choice of a menu.
type MenuItem struct {
	Title string
	Note  string // at the right
	Off   string // why it can not be chosen
	Run   func() Cmd
	Also  func() Cmd // what the menu's second key does with it; nil does nothing
}

// Menu is a dialog to pick one of a list; typing filters it.
type Menu struct {
	env   *Env
	title string
	table *Table[MenuItem]
	input Input
	also  Action // on the selected item; the zero Action is none
}

// Also gives the menu a second key, for the items that have a use for it. The menu stays open, with the items that there are then.
func (m *Menu) Also(key Key, label, help string, items func() []MenuItem) *Menu {
	m.also = Action{Scope: "menu", ID: "also", Keys: []Key{key}, Label: label, Help: help, Run: func() Cmd {
		item, ok := m.table.Selected()
		if !ok || item.Also == nil {
			return nil
		}
		cmd := item.Also()
		m.table.SetRows(items())
		return cmd
	}}
	return m
}

// NewMenu offers items.
func NewMenu(env *Env, title string, items []MenuItem) *Menu {
	t := NewTable(func(m MenuItem) string { return m.Title },
		Column[MenuItem]{Flex: 1, Width: 12, Cell: func(m MenuItem) string {
			if m.Off != "" {
				return m.Title + " (" + m.Off + ")"
			}
			return m.Title
		}, Style: func(t *Theme, m MenuItem) Style {
			if m.Off != "" {
				return t.Muted
			}
			return t.Text
		}},
		Column[MenuItem]{Width: noteWidth(items), Right: true, Drop: 1, Cell: func(m MenuItem) string { return m.Note },
			Style: func(t *Theme, _ MenuItem) Style { return t.Muted }})
	t.bare = true
	t.State.Empty = "nothing to choose"
	t.SetRows(items)
	return &Menu{env: env, title: title, table: t}
}

func noteWidth(items []MenuItem) int {
	w := 1
	for _, m := range items {
		w = max(w, Width(Clean(m.Note)))
	}
	return min(w, 40)
}

// Title implements Dialog.
func (m *Menu) Title() string { return m.title }

// Size implements Dialog.
func (m *Menu) Size(area Box) (w, h int) {
	w = max(36, Width(m.title)+8)
	for _, item := range m.table.rows {
		w = max(w, Width(Clean(item.Title))+Width(Clean(item.Note))+5)
	}
	return min(w, area.W-6), min(len(m.table.rows)+2, area.H-4)
}

// Captures implements Capturer.
func (m *Menu) Captures(k Key) bool { return m.input.Captures(k) }

// Update implements Dialog.
func (m *Menu) Update(msg Msg) Cmd {
	switch msg := msg.(type) {
	case KeyMsg:
		m.input.Key(msg.Key)
	case PasteMsg:
		m.input.Paste(string(msg))
	case MouseMsg:
		msg.Y -= 2
		if (msg.Y >= 0 || msg.Kind != Click) && m.table.Mouse(msg) {
			return m.pick()
		}
		return nil
	}
	m.table.SetFilter(m.input.Value())
	return nil
}

func (m *Menu) pick() Cmd {
	item, ok := m.table.Selected()
	switch {
	case !ok:
		return nil
	case item.Off != "" || item.Run == nil:
		return Toast(Warn, item.Title+": "+item.Off)
	}
	return CloseThen(item.Run)
}

// Draw implements Dialog.
func (m *Menu) Draw(area Box) string {
	head := m.env.Theme.Accent.Render("> ") + m.input.text(m.env.Theme, max(1, area.W-2), true)
	body := m.table.Draw(m.env, Box{W: area.W, H: max(0, area.H-2)}, true)
	return Fit(strings.Join([]string{head, "", body}, "\n"), area.W, area.H)
}

// Actions implements Dialog.
func (m *Menu) Actions() []Action {
	act := func(id, label, join string, run func() Cmd, keys ...Key) Action {
		return Action{Scope: "menu", ID: id, Keys: keys, Label: label, Help: label, Join: join, Run: run}
	}
	out := []Action{
		act("up", "up", "choose", func() Cmd { m.table.move(m.table.at - 1); return nil }, "up"),
		act("down", "down", "choose", func() Cmd { m.table.move(m.table.at + 1); return nil }, "down"),
		act("pick", "pick", "", m.pick, "enter"),
		act("close", "close", "", Close, "esc"),
	}
	if m.also.Run != nil {
		out = append(out, m.also)
	}
	return out
}
