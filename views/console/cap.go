package console

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// capAction asks for what an order may pay before a word is wanted.
func (h *host) capAction() ui.Action {
	return ui.Action{Scope: "limits", ID: "cap", Key: ui.Keys(), Label: "cap per order",
		Quiet: true, Help: "choose what one order may pay in USD before a word is wanted",
		Run: func() tea.Cmd {
			input := ui.Input{Limit: 20, Hint: "5000, or off"}
			said := "There is no cap."
			if most, set := h.s.OrderCap(); set {
				said = "The cap is " + format.Worth(most, api.Down) + "."
				input.Fill(most.Units(format.USDDecimals))
			}
			h.s.Open(ui.NewPrompt(h.s.Env, ui.PromptSpec{
				Title: "Cap for each order", Input: input,
				Lines: []string{said, "What pays more in USD wants the word “cap” before it is " +
					"signed: orders, swaps, fills, transfers, and what approvals and permits let " +
					"be moved. NFTs have no price, and do not count."},
				Check: func(text string) string {
					_, why := views.ReadOrderCap(text)
					return why
				},
				Run: h.setCap,
			}))
			return nil
		}}
}

func (h *host) setCap(text string) tea.Cmd {
	most, why := views.ReadOrderCap(text)
	if why != "" {
		h.s.Toast(ui.Bad, why)
		return nil
	}
	said := "there is no cap for an order any more"
	if !most.IsZero() {
		said = "what pays more than " + format.Worth(most, api.Down) + " wants the word cap"
	}
	cmd := h.s.SetOrderCap(most)
	h.s.Toast(ui.OK, said)
	return cmd
}
