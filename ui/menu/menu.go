// Package menu is a dialog to pick one of a list: typing filters it, a second
// key may do something else with what is under the cursor. It is ours because
// bubbles' list pages, titles and filters in a way that leaves no room for
// rows that say why they cannot be chosen, and the shell's dialogs guard
// against keys that were typed ahead.
package menu

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
)

// Item is one choice of a menu.
type Item struct {
	Title  string
	Note   string // at the right
	Search string // found by what is typed, and not shown
	Off    string // why it cannot be chosen
	Run    func() tea.Cmd
	Also   func() tea.Cmd // what the menu's second key does with it; nil does nothing
}

// Menu is a dialog to pick one of a list; typing filters it.
type Menu struct {
	env   *ui.Env
	title string
	table *table.Table[Item]
	input ui.Input
	also  ui.Action // on the selected item; the zero Action is none
	load  tea.Cmd   // returns the Items once they are known whole; nil asks for nothing
	items []Item    // without what is made of the text that is typed
	typed func(text string) (item Item, ok bool)
}

// Items makes those that take the place of a menu's items; the menu calls it in Update.
type Items func() []Item

// Load lets the menu ask for its Items when it opens; those that it was made with stand until then.
func (m *Menu) Load(cmd tea.Cmd) *Menu {
	m.load = cmd
	return m
}

// Init implements ui.Starter.
func (m *Menu) Init() tea.Cmd { return m.load }

// Typed offers, below the items, one that is made of the text that is typed; hint says so while
// there is none.
func (m *Menu) Typed(hint string, item func(text string) (item Item, ok bool)) *Menu {
	m.input.Hint, m.typed = hint, item
	return m
}

// Also gives the menu a second key, for the items that have a use for it. The menu stays open, with
// the items that there are then.
func (m *Menu) Also(key string, label, help string, items func() []Item) *Menu {
	m.also = ui.Action{Scope: "menu", ID: "also", Key: ui.Keys(key), Label: label, Help: help,
		Run: func() tea.Cmd {
			item, ok := m.table.Selected()
			if !ok || item.Also == nil {
				return nil
			}
			cmd := item.Also()
			m.items = items()
			m.filter()
			return cmd
		}}
	return m
}

// New offers items.
func New(env *ui.Env, title string, items []Item) *Menu {
	m := &Menu{env: env, title: title, items: items}
	m.table = table.New(func(m Item) string { return m.Title + " " + m.Search },
		table.Column[Item]{Flex: 1, Width: 12, Cell: func(m Item) string {
			if m.Off != "" {
				return m.Title + " (" + m.Off + ")"
			}
			return m.Title
		}, Style: func(t *ui.Theme, m Item) ui.Style {
			if m.Off != "" {
				return t.Muted
			}
			return t.Text
		}},
		table.Column[Item]{Width: noteWidth(items), Right: true, Drop: 1,
			Cell:  func(m Item) string { return m.Note },
			Style: func(t *ui.Theme, _ Item) ui.Style { return t.Muted }})
	m.table.Bare = true
	m.table.State.Empty = "nothing to choose"
	m.table.SetRows(items)
	return m
}

func noteWidth(items []Item) int {
	w := 1
	for _, m := range items {
		w = max(w, cells.Width(cells.Clean(m.Note)))
	}
	return min(w, 40)
}

// Title implements Dialog.
func (m *Menu) Title() string { return m.title }

// Size implements Dialog.
func (m *Menu) Size(area cells.Box) (w, h int) {
	w = max(36, cells.Width(m.title)+8)
	for _, item := range m.table.All() {
		w = max(w, cells.Width(cells.Clean(item.Title))+cells.Width(cells.Clean(item.Note))+5)
	}
	return min(w, area.W-6), min(m.table.Len()+2, area.H-4)
}

// Captures implements Capturer.
func (m *Menu) Captures(k tea.KeyMsg) bool { return m.input.Captures(k) }

// Update implements Dialog.
func (m *Menu) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		m.input.Key(msg)
	case Items:
		m.items = msg()
		m.table.Columns[1].Width = noteWidth(m.items)
	case tea.MouseMsg:
		msg.Y -= 2
		if (msg.Y >= 0 || msg.Button != tea.MouseButtonLeft) && m.table.Mouse(msg) {
			return m.pick()
		}
		return nil
	}
	m.filter()
	return nil
}

// filter shows the items that match what is typed.
func (m *Menu) filter() {
	items, text := m.items, m.input.Value()
	if name := strings.TrimSpace(text); m.typed != nil && name != "" {
		if item, ok := m.typed(name); ok {
			item.Search = text
			items = append(slices.Clip(items), item)
		}
	}
	m.table.SetRows(items)
	m.table.SetFilter(text)
}

func (m *Menu) pick() tea.Cmd {
	item, ok := m.table.Selected()
	switch {
	case !ok:
		return nil
	case item.Off != "" || item.Run == nil:
		m.env.Toast(ui.Warn, item.Title+": "+item.Off)
		return nil
	}
	m.env.CloseThen(item.Run)
	return nil
}

// Draw implements Dialog.
func (m *Menu) Draw(area cells.Box) string {
	head := m.env.Theme.Accent.Render("> ") + m.input.Text(m.env.Theme, max(1, area.W-2), true)
	body := m.table.Draw(m.env, cells.Box{W: area.W, H: max(0, area.H-2)}, true)
	return cells.Fit(strings.Join([]string{head, "", body}, "\n"), area.W, area.H)
}

// Actions implements Dialog.
func (m *Menu) Actions() []ui.Action {
	act := func(id, label, join string, run func() tea.Cmd, keys ...string) ui.Action {
		return ui.Action{Scope: "menu", ID: id, Key: ui.Keys(keys...), Label: label, Help: label,
			Join: join,
			Run:  run}
	}
	out := []ui.Action{
		act("up", "up", "choose", func() tea.Cmd { m.table.Step(-1); return nil },
			"up"),
		act("down", "down", "choose", func() tea.Cmd { m.table.Step(1); return nil },
			"down"),
		act("pick", "pick", "", m.pick, "enter"),
		act("close", "close", "", ui.Asking(m.env.Close), "esc"),
	}
	if m.also.Run != nil {
		out = append(out, m.also)
	}
	return out
}
