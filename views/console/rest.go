package console

import (
	"fmt"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/views"
)

// StandardRest is how long an order that a person agrees to can be taken back, unless that was set.
const StandardRest = 3 * time.Second

// restAction asks for how long an order rests before it is signed.
func (h *host) restAction() ui.Action {
	return ui.Action{Scope: "limits", ID: "undo", Key: ui.Keys(), Label: "undo of orders",
		Quiet: true, Help: "choose for how long a confirmed order can be taken back",
		Run: func() tea.Cmd {
			input := ui.Input{Limit: 6, Hint: "3, or off"}
			input.Fill(strconv.Itoa(int(h.s.Rests() / time.Second)))
			h.s.Open(ui.NewPrompt(h.s.Env, ui.PromptSpec{
				Title: "Undo of orders", Input: input,
				Lines: []string{"An order that you confirm rests for so many seconds before it " +
					"is signed and posted; u takes it back. 0 or off signs at once. " +
					"Transactions do not rest."},
				Check: func(text string) string {
					_, why := views.ReadRest(text)
					return why
				},
				Run: h.setRest,
			}))
			return nil
		}}
}

func (h *host) setRest(text string) tea.Cmd {
	d, why := views.ReadRest(text)
	if why != "" {
		h.s.Toast(ui.Bad, why)
		return nil
	}
	said := "orders are signed and posted at once"
	if d > 0 {
		said = fmt.Sprintf("an order rests for %d s before it is signed", int(d/time.Second))
	}
	cmd := h.s.SetRest(d)
	h.s.Toast(ui.OK, said)
	return cmd
}
