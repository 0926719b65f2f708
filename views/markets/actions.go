package markets

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/menu"
	"bourse/views"
)

func act(id, pane string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
	return ui.Action{Scope: "markets", ID: id, Pane: pane, Key: ui.Keys(key), Label: label,
		Help: help, Off: off, Run: run}
}

// Actions implements ui.Screen: panes without room have theirs, too, for the palette.
func (m *Screen) Actions() []ui.Action {
	var out []ui.Action
	if m.formFits() {
		out = m.form.Actions()
	}
	for _, p := range []ui.Pane{m.ladder, m.mine, m.tape, m.pairs, m.chart} {
		out = append(out, p.Actions()...)
	}
	for _, p := range []ui.Mover{m.ladder, m.pairs, m.tape, m.mine} {
		out = append(out, p.Moves()...)
	}
	out = append(out, m.commonActions()...)
	out = append(out, m.PaneActions()...)
	return append(out, m.arrowActions()...)
}

func (m *Screen) commonActions() []ui.Action {
	beside := "all panes are shown"
	if m.alone != "" {
		beside = ""
	}
	return []ui.Action{
		act("beside", "", "esc", "all panes", "back from the screener or the chart alone", beside,
			func() tea.Cmd { m.toggleAlone(m.alone); return nil }),
		act("pairs", "", "p", "pairs", "choose another pair", "", m.popup),
		act("screener", "", "w", "screener", "all pairs with volume, trend, spread and depth, on "+
			"the whole screen", "", m.toggleScreener),
		act("filter", "", "/", "filter pairs", "find a pair by name", "", m.filter),
		act("alert", paneBook, "A", "alert here",
			"ring once the price of the cursor is reached", m.ladder.noPair(), m.alert),
		act("alertchart", paneChart, "A", "alert here",
			"ring once the price of the cursor is reached", m.ladder.noPair(), m.alert),
	}
}

// popup offers the pairs where they have no pane.
func (m *Screen) popup() tea.Cmd {
	if !m.pairsShown() {
		list := menu.New(m.s.Env, m.pairs.title(), m.pairs.pairItems())
		m.s.Open(list.Also("ctrl+f", "favourite", "put the pair at the top, or back",
			m.pairs.pairItems))
		return nil
	}
	m.FocusPane(panePairs)
	return nil
}

// filter begins to filter the list of pairs, or offers it where it has no pane.
func (m *Screen) filter() tea.Cmd {
	if !m.pairsShown() {
		return m.popup()
	}
	m.FocusPane(panePairs)
	for _, a := range m.pairs.Moves() {
		if a.ID == "filter" {
			return a.Run()
		}
	}
	return nil
}

// alert proposes the price of the cursor in use: the chart's or the level's.
func (m *Screen) alert() tea.Cmd {
	price := ""
	if p, ok := m.chart.chosen(); ok && m.HasFocus(paneChart) {
		price = plain(m.ladder.Pair.Price(p))
	} else if l, _, ok := m.ladder.Cursor(); ok {
		price = plain(m.ladder.Pair.TickText(l.Ticks))
	}
	m.s.Broadcast(views.AskAlert{Price: price})
	return nil
}

// arrowActions go from pane to pane where the arrows have no other use.
func (m *Screen) arrowActions() []ui.Action {
	var out []ui.Action
	for _, pane := range []string{panePairs, paneBook, paneTrades, paneMine} {
		left := act("left", pane, "left", "pane to the left", "pane before", "",
			func() tea.Cmd { m.NextPane(-1); return nil })
		right := act("right", pane, "right", "pane to the right", "next pane", "",
			func() tea.Cmd { m.NextPane(1); return nil })
		left.Quiet, right.Quiet = true, true
		out = append(out, left, right)
	}
	return out
}
