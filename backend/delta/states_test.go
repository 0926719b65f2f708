package delta

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"bourse/backend/api"
)

var update = flag.Bool("update", false, "write the page about the states anew")

// Every state can be reached, an order that is not done can always end, each event has one outcome
// in a state and a meaning, and none is without a state.
func TestTransitions(t *testing.T) {
	t.Parallel()
	type key struct {
		from api.DeltaStatus
		on   event
	}
	seen, used := make(map[key]bool), make(map[event]bool)
	reached := map[api.DeltaStatus]bool{none: true}
	for _, a := range transitions {
		if seen[key{a.from, a.on}] || a.to == none || events[a.on].meaning == "" {
			t.Errorf("%q on %s is listed twice, leads nowhere or has no meaning", a.from, a.on)
		}
		seen[key{a.from, a.on}], used[a.on] = true, true
	}
	for range transitions {
		for _, a := range transitions {
			reached[a.to] = reached[a.to] || reached[a.from]
		}
	}
	for e := range events {
		if !used[e] || e.String() == "" {
			t.Errorf("%s happens in no state", e)
		}
	}
	for _, s := range statuses[1:] {
		if !reached[s] {
			t.Errorf("%s can't be reached", s)
		}
		if to, err := next(s, settledWhole); !s.Final() && (err != nil || to != executed) {
			t.Errorf("%s can't become EXECUTED, though the chain may say so", s)
		}
		for e := range events {
			undone := e == reorged || e == reorgedInFlight || e == reorgedCancelled
			if to, err := next(s, e); s.Final() && err == nil && to != s && !undone {
				t.Errorf("%s is no end: %s leads to %s", s, e, to)
			}
		}
		if to, err := next(s, cancelledByOwner); (s.Final() || s == executing ||
			s == cancelling) != (err != nil) ||
			err == nil && to != cancelled {
			t.Errorf("the owner cancels while %s: %s, %v", s, to, err)
		}
		if to, err := next(s, reorged); s.Final() && (err != nil || to != running) {
			t.Errorf("the end as %s can't be undone: %s, %v", s, to, err)
		}
	}
	if _, err := next(none, covered); err == nil {
		t.Error("an order runs before it was submitted")
	}
}

// What the table does not know is refused and changes nothing.
func TestEventsThatAreNotExpected(t *testing.T) {
	t.Parallel()
	r := &row{}
	r.ID, r.Status = "x", executed
	c := &change{s: &Service{}, rows: make(map[string]*row)}
	err := c.move(r, move{on: awarded, reason: "round 7"})
	if err == nil || !strings.Contains(err.Error(), "awarded") ||
		!strings.Contains(err.Error(), "round 7") || r.Status != executed || r.Seq != 0 ||
		len(c.news) != 0 {
		t.Errorf("%v; the order is %s", err, r.Status)
	}
}

// The page about the states says what the table says: `go generate ./backend/delta` writes it.
func TestStatesPage(t *testing.T) {
	t.Parallel()
	page := statesPage()
	if *update {
		if err := os.WriteFile("STATES.md", page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("STATES.md"); err != nil || !bytes.Equal(got, page) {
		t.Errorf("STATES.md is not what the table says (%v): go generate ./backend/delta", err)
	}
}

// statesPage is the table of states and events as people read it.
func statesPage() []byte {
	var b bytes.Buffer
	name := func(s api.DeltaStatus) string {
		if s == none {
			return "(new)"
		}
		return string(s)
	}
	fmt.Fprint(&b, `# The life of a Delta order

Made from the table in states.go by "go generate ./backend/delta". Every change of an order's state
goes through that table and is stored as an event with its reason; an event that a state does not
expect is refused.

`+"```mermaid\nstateDiagram-v2\n")
	type arrow struct{ from, to api.DeltaStatus }
	var arrows []arrow
	labels := make(map[arrow][]string)
	for _, t := range transitions {
		a := arrow{t.from, t.to}
		if !slices.Contains(arrows, a) {
			arrows = append(arrows, a)
		}
		labels[a] = append(labels[a], t.on.String())
	}
	node := func(s api.DeltaStatus) string {
		if s == none {
			return "[*]"
		}
		return string(s)
	}
	for _, a := range arrows {
		fmt.Fprintf(&b, "    %s --> %s: %s\n", node(a.from), node(a.to),
			strings.Join(labels[a], ", "))
	}
	for _, s := range statuses[1:] {
		if s.Final() {
			fmt.Fprintf(&b, "    %s --> [*]\n", s)
		}
	}
	fmt.Fprint(&b, "```\n\n## Events\n\n| event | means |\n|---|---|\n")
	for e := submitted; events[e].name != ""; e++ {
		fmt.Fprintf(&b, "| %s | %s |\n", e, events[e].meaning)
	}
	fmt.Fprint(&b, "\n## Transitions\n\n| state | event | next |\n|---|---|---|\n")
	for _, t := range transitions {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name(t.from), t.on, name(t.to))
	}
	return b.Bytes()
}
