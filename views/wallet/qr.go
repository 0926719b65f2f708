package wallet

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"rsc.io/qr"

	"bourse/ui"
	"bourse/ui/cells"
	keys "bourse/wallet"
)

// receiver shows an account's address in full, and as a code that a phone reads.
type receiver struct {
	s       *ui.Env
	account keys.Account
	lines   []string // of the code
	note    string   // on which network it may be paid
}

// quiet is how many light modules a code has around it: fewer than the standard's four, which
// every reader that was tried takes.
const quiet = 2

// QRLines draws a text as a code of half blocks, two modules a cell, dark on light.
func QRLines(text string) ([]string, error) {
	code, err := qr.Encode(text, qr.L) // screens do not get dirty
	if err != nil {
		return nil, err
	}
	dark := func(x, y int) bool {
		return x >= 0 && y >= 0 && x < code.Size && y < code.Size && code.Black(x, y)
	}
	var lines []string
	for y := -quiet; y < code.Size+quiet; y += 2 {
		var line strings.Builder
		for x := -quiet; x < code.Size+quiet; x++ {
			// what is not drawn is dark: the cell's own colour is light
			switch above, below := dark(x, y), dark(x, y+1); {
			case above && below:
				line.WriteRune(' ')
			case above:
				line.WriteRune('▄')
			case below:
				line.WriteRune('▀')
			default:
				line.WriteRune('█')
			}
		}
		lines = append(lines, line.String())
	}
	return lines, nil
}

// showQR opens the code of the selected account's address.
func (p *accountsPane) showQR() tea.Cmd {
	a, ok := p.Selected()
	if !ok {
		return nil
	}
	lines, err := QRLines("ethereum:" + a.Address.Hex())
	if err != nil {
		p.s.Toast(ui.Bad, err.Error())
		return nil
	}
	p.s.Open(&receiver{s: p.s.Env, account: a, lines: lines,
		note: "On " + cells.Clean(p.s.Network.Name) + " only"})
	return nil
}

// Title implements ui.Dialog.
func (r *receiver) Title() string { return "Receive · " + r.account.Name }

// Size implements ui.Dialog.
func (r *receiver) Size(cells.Box) (w, h int) {
	return max(len(r.account.Address.Hex()), cells.Width(r.lines[0])), len(r.lines) + 2
}

// Update implements ui.Dialog.
func (r *receiver) Update(tea.Msg) tea.Cmd { return nil }

// Draw implements ui.Dialog. The code is white on black whatever the theme: readers want it so.
func (r *receiver) Draw(area cells.Box) string {
	t := r.s.Theme
	var lines []string
	if len(r.lines)+1 <= area.H {
		for _, l := range r.lines {
			pad := strings.Repeat(" ", max(0, (area.W-cells.Width(l))/2))
			lines = append(lines, pad+t.Code.Render(l))
		}
	} else {
		lines = append(lines, t.Muted.Render("no room for the code: make the window higher"))
	}
	lines = append(lines, t.Text.Render(r.account.Address.Hex()), t.Muted.Render(r.note))
	return cells.Fit(strings.Join(lines, "\n"), area.W, area.H)
}

// Actions implements ui.Dialog.
func (r *receiver) Actions() []ui.Action {
	return []ui.Action{
		{Scope: "receive", ID: "copy", Key: ui.Keys("y"), Label: "copy address",
			Help: "copy the address", Run: func() tea.Cmd {
				r.s.Copy("address of "+r.account.Name, r.account.Address.Hex())
				return nil
			}},
		{Scope: "receive", ID: "close", Key: ui.Keys("esc", "enter"), Label: "close",
			Help: "close the dialog", Run: ui.Asking(r.s.Close)},
	}
}
