package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// Action is one thing the user can do, declared once: its key, the footer
// hint, its line in the help and its command in the palette are made from it.
type Action struct {
	Scope string      // who declares it: "markets", "table", "global"; also the heading in the help
	ID    string      // unique in the scope; settings name it as scope.id
	Pane  string      // live only while this pane has the focus; "" is the whole screen
	Key   key.Binding // default keys; the first one is shown in hints
	Label string      // at most 24 cells: hint, palette
	Help  string      // one clause for the help overlay and the palette
	Off   string      // why it cannot run at present; "" when it can
	// neighbours in one scope with the same Join make one hint and help line: "↑↓ level"
	Join  string
	Quiet bool // not among the hints
	Run   func() tea.Cmd
}

// Name is the action's name in settings.
func (a Action) Name() string { return a.Scope + "." + a.ID }

// Command is one line of the palette.
type Command struct {
	Title string // what it does, with its object: "Cancel order a1f3…"
	// "@USDC 0xA0b8…", "#a1f3…" or "/orders" for the prefix searches; "" for plain commands
	Tag   string
	Where string // short word at the right: the screen
	Key   string // shown at the right, if any
	Off   string // why it cannot run at present
	Run   func() tea.Cmd
	Last  bool // it stands only where nothing else is called so

	typed string // of a sentence: how it stands in the palette, where Title may be an example
}

// MaxLabel is how many cells the label of an action may take.
const MaxLabel = 24

// CheckActions reports every mistake in a table of actions: two live on one
// key in the same scope and pane, a missing or long label, a missing help
// text, a bad key name, a name declared twice.
func CheckActions(actions []Action) []error {
	var errs []error
	bad := func(a Action, format string, args ...any) {
		errs = append(errs, fmt.Errorf("action %s: %s", a.Name(), fmt.Sprintf(format, args...)))
	}
	type place struct {
		scope, pane string
		key         string
	}
	keys, names := map[place]string{}, map[[2]string]bool{}
	for _, a := range actions {
		switch {
		case a.Scope == "" || a.ID == "" || strings.ContainsAny(a.Name(), " =#"):
			bad(a, "scope and id must be single words")
		case a.Label == "":
			bad(a, "label is missing")
		case ansi.StringWidth(a.Label) > MaxLabel:
			bad(a, "label %q is over %d cells", a.Label, MaxLabel)
		case a.Help == "":
			bad(a, "help is missing")
		case a.Run == nil && a.Off == "":
			bad(a, "nothing to run and no reason given")
		}
		if id := [2]string{a.Name(), a.Pane}; names[id] {
			bad(a, "declared twice")
		} else {
			names[id] = true
		}
		for _, k := range a.Key.Keys() {
			if !validKey(k) {
				bad(a, "no key is called %q", k)
			}
			p := place{a.Scope, a.Pane, k}
			if other, taken := keys[p]; taken && other != a.Name() {
				bad(a, "key %q is taken by %s", k, other)
			}
			keys[p] = a.Name()
		}
	}
	return errs
}

// live keeps the actions that the focused pane allows.
func live(actions []Action, pane string) []Action {
	out := make([]Action, 0, len(actions))
	for _, a := range actions {
		if a.Pane == "" || a.Pane == pane {
			out = append(out, a)
		}
	}
	return out
}

// find is the first action on key k: actions come innermost first. An action
// that is off still answers, with its reason, unless a later one can run.
func find(actions []Action, k string) (Action, bool) {
	var off Action
	var found bool
	for _, a := range actions {
		if !slices.Contains(a.Key.Keys(), k) {
			continue
		}
		if a.Off == "" && a.Run != nil {
			return a, true
		}
		if !found {
			off, found = a, true
		}
	}
	return off, found
}

// hint is one item of the footer and what a click on it does.
type hint struct {
	keys, label string
	action      Action
}

// hints turns actions into footer items, in their order.
func hints(actions []Action) []hint {
	var out []hint
	joined := map[string]int{}
	for _, a := range actions {
		if a.Quiet || len(a.Key.Keys()) == 0 || a.Off != "" {
			continue
		}
		if a.Join != "" {
			if i, ok := joined[a.Scope+a.Join]; ok {
				out[i].keys += joinGap(a.Key.Keys()[0]) + a.Key.Help().Key
				continue
			}
			joined[a.Scope+a.Join] = len(out)
		}
		label := a.Label
		if a.Join != "" {
			label = a.Join
		}
		out = append(out, hint{a.Key.Help().Key, label, a})
	}
	return out
}

// joinGap separates joined keys that would be hard to tell apart; digits are the ends of a run.
func joinGap(k string) string {
	text := printable(k)
	if text >= "0" && text <= "9" {
		return "-"
	}
	if text != "" || ansi.StringWidth(KeyName(k)) > 1 {
		return " "
	}
	return ""
}

// apply gives actions the user's keys.
func (m Keymap) apply(actions []Action) []Action {
	if len(m) == 0 {
		return actions
	}
	for i, a := range actions {
		// An action without a key here is meant to have none.
		if key, ok := m[a.Name()]; ok && len(a.Key.Keys()) > 0 {
			actions[i].Key = key
		}
	}
	return actions
}

// reachable are actions with the keys that reach them: a focused field takes
// some for itself, inner actions take others.
func reachable(actions []Action, field Capturer) []Action {
	taken := make(map[string]bool, 2*len(actions))
	out := make([]Action, 0, len(actions))
	lost := func(k string) bool { return taken[k] || field != nil && field.Captures(Press(k)) }
	for _, a := range actions {
		keys := a.Key.Keys()
		if slices.ContainsFunc(keys, lost) {
			keys = slices.DeleteFunc(slices.Clone(keys), lost)
			a.Key = Keys(keys...)
		}
		if len(keys) == 0 {
			continue
		}
		out = append(out, a)
		for _, k := range keys {
			taken[k] = taken[k] || a.Off == ""
		}
	}
	return out
}
