package desk

import (
	"errors"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
)

// Settings are what bounds and delays what is signed here.
type Settings struct {
	CapUSD string `json:"capUsd,omitempty"` // "" where there is none
	Undo   int    `json:"undoSeconds"`
}

// set changes a setting, where the sentence says to what, and tells it.
func (d *Desk) set(x grammar.Set) (Result, error) {
	var keep tea.Cmd
	switch {
	case x.To == "":
	case x.What == grammar.Cap:
		most, why := views.ReadOrderCap(x.To)
		if why != "" {
			return Result{}, &Misread{Why: why}
		}
		keep = d.s.SetOrderCap(most)
	default:
		long, why := views.ReadRest(x.To)
		if why != "" {
			return Result{}, &Misread{Why: why}
		}
		keep = d.s.SetRest(long)
	}
	if keep != nil {
		if note, failed := keep().(ui.Note); failed {
			return Result{}, errors.New(note.Text)
		}
	}
	now := Settings{Undo: int(d.s.Rests() / time.Second)}
	line := fmt.Sprintf("an order that is agreed to can be taken back for %d s", now.Undo)
	if now.Undo == 0 {
		line = "an order is signed as soon as it is agreed to"
	}
	most, capped := d.s.OrderCap()
	if capped {
		now.CapUSD = most.Units(format.USDDecimals)
	}
	if x.What == grammar.Cap {
		line = "there is no cap for an order"
		if capped {
			line = "what pays more than " + format.Worth(most, api.Down) + " wants the word cap"
		}
	}
	lines := []string{line}
	if x.To != "" {
		lines = append(lines, "a console that is open keeps to its own until it is opened anew")
	}
	return Result{lines, now}, nil
}
