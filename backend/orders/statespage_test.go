package orders

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write STATES.md anew")

// eventWords is what each event means, for the page.
var eventWords = [eventCount][2]string{
	accepted: {"accepted", "the signature, shape and chain state of a posted order were checked, " +
		"and it is on disk"},
	uncovered: {"uncovered", "nothing of it can be filled now: its maker's balance or allowance, " +
		"or the contract, does not let it"},
	covered:     {"covered", "something of it can be filled now"},
	filledWhole: {"filledWhole", "the contract says that nothing is left, and a fill was seen"},
	cancelledByMaker: {"cancelledByMaker", "the contract's event of a cancellation by the maker, " +
		"or nothing left without a fill"},
	timePassed: {"timePassed", "a block's time is later than the expiry"},
	neglected: {"neglected", "nothing of it could be filled for long, or nobody filled it where " +
		"the network does not list what it sells, so that it is kept no more"},
	reopened: {"reopened", "the block that ended it left the chain, the contract denies the end, " +
		"or an order that was neglected is posted again"},
}

// TestStatesPage holds STATES.md to the table of transitions.
func TestStatesPage(t *testing.T) {
	t.Parallel()
	page := statesPage()
	if *update {
		if err := os.WriteFile("STATES.md", []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile("STATES.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != page {
		t.Fatal("STATES.md differs from the table of transitions: run go generate ./backend/orders")
	}
}

func statesPage() string {
	var b strings.Builder
	b.WriteString(`# The states of a limit order

Generated from the table of transitions in status.go by ` + "`go generate ./backend/orders`" + `.
Each change of a state goes through that table; a rollback puts back the statuses that the undone
blocks had changed.

`)
	name := func(s state) string {
		if s == absent {
			return "(none)"
		}
		return string(stateNames[s])
	}
	b.WriteString("| event | means |")
	for s := absent; s < stateCount; s++ {
		fmt.Fprintf(&b, " from %s |", name(s))
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", int(stateCount)) + "\n")
	for e := event(0); e < eventCount; e++ {
		fmt.Fprintf(&b, "| %s | %s |", eventWords[e][0], eventWords[e][1])
		for s := absent; s < stateCount; s++ {
			if next := s.next(e); next != s {
				fmt.Fprintf(&b, " %s |", name(next))
			} else {
				b.WriteString(" |")
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("\n```mermaid\nstateDiagram-v2\n")
	for s := absent; s < stateCount; s++ {
		for e := event(0); e < eventCount; e++ {
			if next := s.next(e); next != s {
				from := name(s)
				if s == absent {
					from = "[*]"
				}
				fmt.Fprintf(&b, "    %s --> %s: %s\n", from, name(next), eventWords[e][0])
			}
		}
	}
	b.WriteString("```\n")
	return b.String()
}
