package markets

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/menu"
	"bourse/views"
)

// shownListName is that under which the name of the watchlist is kept that the pane shows.
const shownListName = "watchlist"

// watched is a pair as it stands on a list: the one that is shown or, where all pairs are, that of
// the favourites.
func (m *pairsPane) watched(p api.Pair) views.Watched {
	list := m.shown
	if list == "" {
		list = views.Favourites
	}
	return views.Watched{List: list, ChainID: m.s.Network.ChainID, Pair: p}
}

// readStars takes up what is watched, and which list is shown.
func (m *pairsPane) readStars() {
	m.shown = strings.TrimSpace(m.s.Preferences.Get(shownListName))
	if !slices.Contains(m.s.WatchlistNames(), m.shown) {
		m.shown = ""
	}
	m.places = map[views.Watched]int{}
	for i, w := range m.s.Watchlists() {
		m.places[w] = i + 1
	}
}

// title is the name of the list that is shown.
func (m *pairsPane) title() string {
	if m.shown == "" {
		return "Pairs"
	}
	return "★ " + m.shown
}

// starSelected stars the pair under the cursor.
func (m *pairsPane) starSelected() tea.Cmd {
	p, ok := m.Selected()
	if !ok {
		return nil
	}
	return m.star(p.pair())
}

// star puts a pair on the list that is shown, or takes it off.
func (m *pairsPane) star(p api.Pair) tea.Cmd {
	w := m.watched(p)
	cmd := m.s.Watch(w, !m.s.IsWatched(w))
	return tea.Batch(cmd, m.reread())
}

// reread shows what the lists are by now.
func (m *pairsPane) reread() tea.Cmd {
	m.readStars()
	m.listPairs()
	return nil
}

// move moves the pair under the cursor, or the open one where there is no pane, on its list.
func (m *pairsPane) move(up bool) tea.Cmd {
	w := m.watched(m.pointed().pair())
	if !m.s.IsWatched(w) {
		m.s.Toast(ui.Warn, "it is not on the list "+w.List+": f puts it there")
		return nil
	}
	cmd := m.s.MoveWatched(w, up)
	return tea.Batch(cmd, m.reread())
}

// pointed is the pair under the cursor, or the open one where the list has no pane.
func (m *pairsPane) pointed() pairRow {
	if p, ok := m.Selected(); ok && m.front() {
		return p
	}
	return pairRow{Market: m.s.Market}
}

// lists are the menu of the lists that the pane can show.
func (m *pairsPane) lists() tea.Cmd {
	show := func(name string) func() tea.Cmd {
		return func() tea.Cmd {
			m.shown = name
			cmd := m.s.Preferences.Put(shownListName, name)
			return tea.Batch(cmd, m.reread())
		}
	}
	items := []menu.Item{{Title: "all pairs", Run: show("")}}
	for _, name := range m.s.WatchlistNames() {
		pairs, makers := 0, 0
		for _, w := range m.s.Watchlists() {
			switch {
			case w.List != name:
			case w.ChainID == 0:
				makers++
			case w.ChainID == m.s.Network.ChainID:
				pairs++
			}
		}
		note := ui.Counted(pairs, "pair")
		if makers > 0 {
			note += ", " + ui.Counted(makers, "maker")
		}
		items = append(items, menu.Item{Title: name, Note: note, Run: show(name)})
	}
	p := m.pointed()
	m.s.OpenLists("Watchlists", items, func(list string) tea.Cmd {
		w := views.Watched{List: list, ChainID: m.s.Network.ChainID, Pair: p.pair()}
		cmd := tea.Batch(m.s.Watch(w, true), show(list)())
		m.s.Toast(ui.OK, p.name()+" is on the list "+list)
		return cmd
	})
	return nil
}

// listActions are those of watchlists.
func (m *pairsPane) listActions() []ui.Action {
	quiet := func(a ui.Action) ui.Action { a.Quiet = true; return a }
	up := quiet(act("watchup", "", "alt+up", "up its list", "the pair one up on its watchlist", "",
		func() tea.Cmd { return m.move(true) }))
	down := quiet(act("watchdown", "", "alt+down", "down its list",
		"the pair one down on its watchlist", "", func() tea.Cmd { return m.move(false) }))
	return []ui.Action{
		quiet(act("watchlist", "", "L", "watchlist", "show the pairs of a watchlist, or all", "",
			m.lists)),
		quiet(act("watchon", "", "F", "watchlists of it",
			"put the pair on watchlists by name, or take it off", "", func() tea.Cmd {
				p := m.pointed()
				m.s.WatchlistsOf(p.name(), m.watched(p.pair()), m.reread)
				return nil
			})), up, down}
}
