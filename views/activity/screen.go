package activity

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
)

// The panes.
const (
	paneList   = "activity"
	paneDetail = "detail"
)

// Screen is the Activity screen: the list, and all of the selected entry.
type Screen struct {
	ui.Panes
	list   *listPane
	detail *detailPane
}

// New makes the screen of a session on a log.
func New(s *views.Session, log *Log) *Screen {
	a := &Screen{list: newList(s, log)}
	a.detail = &detailPane{s: s, list: a.list}
	a.Panes = ui.NewPanes(s.Env, a.layout, a.list, a.detail)
	return a
}

func (a *Screen) layout(area cells.Box) []ui.Placed {
	foot := cells.Fixed(6)
	if area.Tall() {
		foot = cells.Fixed(12)
	}
	rows := area.Rows(cells.Fill(1), foot)
	return []ui.Placed{{Pane: a.list, Box: rows[0]}, {Pane: a.detail, Box: rows[1]}}
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Activity }

// Init implements ui.Screen.
func (a *Screen) Init() tea.Cmd { a.list.take(); return nil }

// Actions implements ui.Screen.
func (a *Screen) Actions() []ui.Action { return append(a.Panes.Actions(), a.PaneActions()...) }

// Status implements ui.StatusProvider.
func (a *Screen) Status() ui.Note {
	if a.list.follow {
		return ui.Note{Text: "follow is on: new lines come at the top; moving down pauses it."}
	}
	return ui.Note{Level: ui.Warn, Text: "follow is paused; ␣ goes on with the newest."}
}
