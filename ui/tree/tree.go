// Package tree shows nodes with what hangs below them: branches, a cursor that
// follows a node's id, keys and mouse. It is ours because no library for the
// terminal has one: Lip Gloss draws trees, but without selection, scrolling or
// cells at the right end of a line.
package tree

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// Node is one line of a tree with what hangs below it.
type Node struct {
	ID    string // for the selection; "" cannot be chosen
	Text  string // left
	Right string // right end of the line
	Style func(*ui.Theme) ui.Style
	Kids  []Node
}

// Tree shows nodes with ├ └ │ branches and a cursor on those with an ID.
type Tree struct {
	Roots    []Node
	Foot     *Node  // the last line, which stays where there is too little room; nil has none
	Below    []Node // under the foot, as many lines as there is room for; none can be chosen
	selected string
	top      int
	lines    []treeLine
}

type treeLine struct {
	branch string
	node   *Node
}

// Set replaces the nodes; the selection stays if its ID is still there.
func (t *Tree) Set(roots []Node) {
	t.Roots = roots
	t.lines = walk(t.lines[:0], roots)
}

// walk appends the lines of nodes.
func walk(lines []treeLine, roots []Node) []treeLine {
	for i := range roots {
		lines = walkKids(append(lines, treeLine{"", &roots[i]}), roots[i].Kids, "")
	}
	return lines
}

func walkKids(lines []treeLine, kids []Node, indent string) []treeLine {
	for i := range kids {
		branch, below := "├─ ", "│  "
		if i == len(kids)-1 {
			branch, below = "└─ ", "   "
		}
		lines = walkKids(append(lines, treeLine{indent + branch, &kids[i]}), kids[i].Kids,
			indent+below)
	}
	return lines
}

// Selected is the ID under the cursor, "" if there is none.
func (t *Tree) Selected() string {
	if t.find() < 0 {
		return ""
	}
	return t.selected
}

func (t *Tree) find() int {
	for i, l := range t.lines {
		if l.node.ID != "" && l.node.ID == t.selected {
			return i
		}
	}
	return -1
}

// Move moves the cursor to the next node with an ID in the direction of step.
func (t *Tree) Move(step int) {
	i := t.find()
	if i < 0 && step < 0 {
		i = len(t.lines)
	}
	for i += step; i >= 0 && i < len(t.lines); i += step {
		if id := t.lines[i].node.ID; id != "" {
			t.selected = id
			return
		}
	}
}

// Mouse selects the clicked node; a click on the selected one opens it (true).
func (t *Tree) Mouse(m tea.MouseMsg) (open bool) {
	switch i := m.Y + t.top; {
	case m.Button == tea.MouseButtonWheelUp:
		t.Move(-1)
	case m.Button == tea.MouseButtonWheelDown:
		t.Move(1)
	case i < 0 || i >= len(t.lines) || t.lines[i].node.ID == "":
	case t.lines[i].node.ID == t.selected:
		return true
	default:
		t.selected = t.lines[i].node.ID
	}
	return false
}

// Actions are the tree's keys in a pane; open is what ⏎ does.
func (t *Tree) Actions(pane string, open func() tea.Cmd) []ui.Action {
	act := func(id, label string, run func() tea.Cmd, keys ...string) ui.Action {
		return ui.Action{Scope: "tree", ID: id, Pane: pane, Key: ui.Keys(keys...), Label: label,
			Help: label,
			Run:  run}
	}
	up := act("up", "branch above", func() tea.Cmd { t.Move(-1); return nil }, "up", "k")
	down := act("down", "branch below", func() tea.Cmd { t.Move(1); return nil }, "down", "j")
	up.Join, down.Join = "select", "select"
	out := []ui.Action{up, down}
	if open != nil {
		out = append(out, act("open", "open", open, "enter"))
	}
	return out
}

// Draw shows the tree in exactly area.W × area.H cells.
func (t *Tree) Draw(th *ui.Theme, area cells.Box, focused bool) string {
	room := max(0, area.H)
	if t.Foot != nil {
		room = max(0, room-1)
	}
	if at := t.find(); at >= 0 {
		t.top = max(min(t.top, at), at-room+1)
	}
	t.top = max(0, min(t.top, len(t.lines)-room))
	below := min(len(t.lines), t.top+room)
	var out []string
	for _, l := range t.lines[t.top:below] {
		out = append(out, t.line(th, l, area.W, focused))
	}
	if t.Foot != nil {
		foot := *t.Foot
		if more := len(t.lines) - below; more > 0 {
			foot.Right = fmt.Sprintf("▾ %d more", more)
		}
		out = append(out, t.line(th, treeLine{"", &foot}, area.W, focused))
	}
	for _, l := range walk(nil, t.Below) {
		if len(out) < area.H {
			out = append(out, t.line(th, l, area.W, focused))
		}
	}
	return cells.Fit(strings.Join(out, "\n"), area.W, area.H)
}

func (t *Tree) line(th *ui.Theme, l treeLine, w int, focused bool) string {
	n, style := l.node, th.Text
	if n.Style != nil {
		style = n.Style(th)
	}
	mark := " "
	if n.ID != "" && n.ID == t.selected {
		mark = th.Muted.Render("▸")
		if focused {
			mark = th.Accent.Render("▸")
		}
	}
	text, right := cells.Clean(n.Text), cells.Clean(n.Right)
	room := w - 1 - cells.Width(l.branch)
	if right != "" && cells.Width(right)+2 < room {
		text = cells.Left(text, room-cells.Width(right)-1) + " " + right
	} else {
		text = cells.Truncate(text, room)
	}
	line := mark + th.Muted.Render(l.branch) + style.Render(text)
	if n.ID != "" && n.ID == t.selected && focused {
		return th.Selected.Over(line)
	}
	return line
}
