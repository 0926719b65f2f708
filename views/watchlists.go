package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/menu"
)

const (
	// watchName is that under which what is watched is kept, in the order of a person's hand: a
	// line for each, of chain id, base and quote or of the word maker and an address, and then of
	// the list's name, unless that is Favourites.
	watchName = "favourites"
	// Favourites is the list that everybody has.
	Favourites = "favourites"

	makerWord = "maker"
)

// Watched is a pair on a network, or a maker, on a watchlist.
type Watched struct {
	List    string
	ChainID uint64 // zero of a maker
	Pair    api.Pair
	Maker   common.Address
}

func (w Watched) line() string {
	text := makerWord + " " + w.Maker.Hex()
	if w.ChainID != 0 {
		text = fmt.Sprintf("%d %s %s", w.ChainID, w.Pair.Base.Hex(), w.Pair.Quote.Hex())
	}
	if w.List != Favourites {
		text += " " + w.List
	}
	return text
}

// readWatched reads a line; ok is false of one that is none.
func readWatched(line string) (w Watched, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 || !common.IsHexAddress(words[1]) {
		return w, false
	}
	rest := words[2:]
	if words[0] == makerWord {
		w.Maker = common.HexToAddress(words[1])
	} else {
		id, err := strconv.ParseUint(words[0], 10, 64)
		if err != nil || id == 0 || len(rest) == 0 || !common.IsHexAddress(rest[0]) {
			return w, false
		}
		w.ChainID = id
		w.Pair = api.Pair{Base: common.HexToAddress(words[1]), Quote: common.HexToAddress(rest[0])}
		rest = rest[1:]
	}
	if w.List = Favourites; len(rest) == 1 {
		w.List = rest[0]
	}
	return w, len(rest) <= 1
}

// Watchlists is all that is watched, in the order of its lists.
func (s *Session) Watchlists() (list []Watched) {
	for line := range strings.Lines(s.Preferences.Get(watchName)) {
		if w, ok := readWatched(line); ok {
			list = append(list, w)
		}
	}
	return list
}

// WatchlistNames are the names of the lists, Favourites first, then as they were begun.
func (s *Session) WatchlistNames() []string {
	names := []string{Favourites}
	for _, w := range s.Watchlists() {
		if !slices.Contains(names, w.List) {
			names = append(names, w.List)
		}
	}
	return names
}

// IsWatched tells whether something is on its list.
func (s *Session) IsWatched(w Watched) bool { return slices.Contains(s.Watchlists(), w) }

// WatchedMakers are those on any list.
func (s *Session) WatchedMakers() (makers []common.Address) {
	for _, w := range s.Watchlists() {
		if w.ChainID == 0 && !slices.Contains(makers, w.Maker) {
			makers = append(makers, w.Maker)
		}
	}
	return makers
}

// Watch puts something at the end of its list, or takes it out.
func (s *Session) Watch(w Watched, on bool) tea.Cmd {
	var lines []string
	if on {
		lines = []string{w.line()}
	}
	return s.Preferences.ChangeLines(watchName, func(line string) bool {
		old, ok := readWatched(line)
		return !on && ok && old == w
	}, lines...)
}

// Unwatch takes a maker out of all lists.
func (s *Session) Unwatch(maker common.Address) tea.Cmd {
	return s.Preferences.ChangeLines(watchName, func(line string) bool {
		old, ok := readWatched(line)
		return ok && old.ChainID == 0 && old.Maker == maker
	})
}

// MoveWatched moves something up its list, or down, past the next of its kind and network.
func (s *Session) MoveWatched(w Watched, up bool) tea.Cmd {
	if list := s.Watchlists(); swapWatched(list, w, up) {
		var text strings.Builder
		for _, w := range list {
			fmt.Fprintln(&text, w.line())
		}
		before := s.Preferences.Get(watchName)
		return s.Preferences.Change(watchName, func(now string) string {
			if now == text.String() || now != before { // another console has changed it meanwhile
				return now
			}
			return text.String()
		})
	}
	return nil
}

// swapWatched exchanges something with its neighbour; ok is false at the end of the list.
func swapWatched(list []Watched, w Watched, up bool) (ok bool) {
	at := slices.Index(list, w)
	step := 1
	if up {
		step = -1
	}
	for i := at + step; at >= 0 && i >= 0 && i < len(list); i += step {
		if list[i].List == w.List && list[i].ChainID == w.ChainID {
			list[at], list[i] = list[i], list[at]
			return true
		}
	}
	return false
}

// WatchlistProblem says why a list cannot be called so, "" where it can.
func WatchlistProblem(name string) string {
	return wordProblem(name, "a name")
}

// WatchlistsOf is the menu that puts something on lists or takes it off; changed is told after.
func (s *Session) WatchlistsOf(what string, w Watched, changed func() tea.Cmd) {
	put := func(list string, on bool) tea.Cmd {
		w.List = list
		said := what + " is on the list " + list
		if !on {
			said = what + " is off the list " + list
		}
		cmd := s.Watch(w, on)
		cmd = tea.Batch(cmd, changed())
		s.Toast(ui.OK, said)
		return cmd
	}
	var items []menu.Item
	for _, name := range s.WatchlistNames() {
		w.List = name
		on, note := s.IsWatched(w), ""
		if on {
			note = "★"
		}
		items = append(items, menu.Item{Title: name, Note: note,
			Run: func() tea.Cmd { return put(name, !on) }})
	}
	s.OpenLists("Watchlists of "+what, items, func(list string) tea.Cmd {
		return put(list, true)
	})
}

// OpenLists opens a menu of watchlists that begins another one by the name that is typed.
func (s *Session) OpenLists(title string, items []menu.Item,
	begin func(list string) tea.Cmd) {
	typed := func(name string) (item menu.Item, ok bool) {
		return menu.Item{Title: "make list " + name, Off: WatchlistProblem(name),
			Run: func() tea.Cmd { return begin(name) }}, !slices.Contains(s.WatchlistNames(), name)
	}
	s.Open(menu.New(s.Env, title, items).Typed("a new name makes a list", typed))
}
