package markets

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
)

// favourites is the name under which the starred pairs are kept: a line for each, of chain id, base
// and quote.
const favourites = "favourites"

func (m *pairsPane) starLine(p api.Pair) string {
	return fmt.Sprintf("%d %s %s", m.s.Network.ChainID, p.Base.Hex(), p.Quote.Hex())
}

// readStars takes up what earlier sessions starred, on every network.
func (m *pairsPane) readStars() {
	for line := range strings.Lines(m.s.Preferences.Get(favourites)) {
		if line = strings.TrimSpace(line); line != "" {
			m.starred[line] = true
		}
	}
}

// starSelected stars the pair under the cursor.
func (m *pairsPane) starSelected() tea.Cmd {
	p, ok := m.Selected()
	if !ok {
		return nil
	}
	return m.star(p.pair())
}

// star makes a pair a favourite, or one like the others.
func (m *pairsPane) star(p api.Pair) tea.Cmd {
	line := m.starLine(p)
	var lines []string
	if m.starred[line] {
		delete(m.starred, line)
	} else {
		m.starred[line], lines = true, []string{line}
	}
	m.listPairs()
	return m.s.Preferences.ChangeLines(favourites,
		func(l string) bool { return strings.TrimSpace(l) == line }, lines...)
}
