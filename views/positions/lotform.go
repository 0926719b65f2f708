package positions

import (
	"fmt"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
)

// enter opens the form of a lot.
func (p *lotsPane) enter() tea.Cmd {
	field := func(id, label, hint string, kind form.Kind) *form.Field {
		input := ui.Input{Hint: hint, Limit: 80}
		if kind == form.NumberField {
			input = ui.Number()
		}
		return &form.Field{ID: id, Label: label, Kind: kind, Input: input, Width: 44}
	}
	f := form.New(p.s.Env,
		field(views.LotToken, "Token", "WETH, or an address", form.TextField),
		field(views.LotAmount, "Amount", "", form.NumberField),
		field(views.LotCost, "Cost of all, USD", "", form.NumberField),
		field(views.LotPrice, "or price of one", "", form.NumberField),
		field(views.LotDate, "Date, UTC", "2024-05-31, or with a time: 2024-05-31 14:30",
			form.TextField),
		field(views.LotSource, "Source", "coinbase; it may be empty", form.TextField))
	read := func() (l views.Lot, why string) {
		typed := map[string]string{}
		for _, x := range f.Fields {
			typed[x.ID] = x.Input.Value()
		}
		l, _, why = p.s.ReadLot(typed)
		if why == "" {
			why = p.s.Lots().LotProblem(l)
		}
		return l, why
	}
	enter := func() tea.Cmd {
		l, why := read()
		if why != "" {
			p.s.Toast(ui.Bad, why)
			return nil
		}
		p.s.CloseThen(func() tea.Cmd {
			return p.add([]views.Lot{l}, "lot of "+p.s.LotTitle(l))
		})
		return nil
	}
	f.Buttons = []form.Button{{ID: "enter", Label: "Enter", Run: enter},
		{ID: "cancel", Label: "Cancel", Run: ui.Asking(p.s.Close)}}
	p.s.Open(&views.FormDialog{Env: p.s.Env, Name: "Enter a lot", Form: f, Rows: 3,
		Words: func() ([]string, string) {
			about := []string{"What " + p.s.Account.Name + " got elsewhere, on " +
				p.s.NetworkName(p.s.Network.ChainID) + ". No balance changes by it."}
			if l, why := read(); why == "" {
				return append(about, p.s.LotTitle(l)), ""
			} else if f.Field(views.LotDate).Input.Value() != "" {
				return nil, why
			}
			return about, ""
		}})
	return nil
}

// lotsRead is a file of lots, as read off the loop.
type lotsRead struct {
	path, text string
	err        error
}

// askFile asks for the file.
func (p *lotsPane) askFile() tea.Cmd {
	if p.s.Remote != "" {
		p.s.Toast(ui.Warn, "the files of the host are not yours to read")
		return nil
	}
	p.s.Open(ui.NewPrompt(p.s.Env, ui.PromptSpec{
		Title: "Import lots", Input: ui.Input{Hint: "/path/to/lots.csv"},
		Lines: []string{"Which file? Its first row names the columns: " +
			strings.Join(views.LotColumns, ", ") + "; of cost and price one is enough. With a " +
			"row that can't be taken nothing is imported."},
		Check: func(path string) string {
			if info, err := os.Stat(strings.TrimSpace(path)); err != nil || info.IsDir() {
				return "there is no such file"
			}
			return ""
		},
		Run: func(path string) tea.Cmd { return p.readFile(strings.TrimSpace(path)) },
	}))
	return nil
}

func (p *lotsPane) readFile(path string) tea.Cmd {
	return func() tea.Msg {
		text, err := views.ReadLotsFile(path)
		return lotsRead{path, text, err}
	}
}

// onLotsRead shows what is wrong, or asks about what would be added.
func (p *lotsPane) onLotsRead(m lotsRead) {
	if m.err != nil {
		p.s.Toast(ui.Bad, m.err.Error())
		return
	}
	f := p.s.ReadLots(m.text)
	if len(f.Wrong) > 0 {
		p.s.Open(ui.NewViewer(p.s.Env, "Nothing was imported",
			strings.Join(f.Wrong, "\n")))
		return
	}
	said := f.Said()
	if len(f.New) == 0 {
		p.s.Toast(ui.OK, said)
		return
	}
	lines := []string{said + "."}
	const shown = 8
	for i, l := range f.New {
		if i == shown {
			lines = append(lines, fmt.Sprintf("and %d more", len(f.New)-shown))
			break
		}
		lines = append(lines, p.s.LotTitle(l))
	}
	p.s.Open(ui.NewConfirm(p.s.Env, ui.ConfirmSpec{Title: "Import lots", Lines: lines,
		Yes: "Import", Run: func() tea.Cmd {
			return p.add(f.New, said)
		}}))
}

// onTyped carries out what was typed in the palette.
func (p *lotsPane) onTyped(m views.TypedLot) tea.Cmd {
	switch {
	case m.Enter != nil:
		return p.add([]views.Lot{*m.Enter}, "lot of "+p.s.LotTitle(*m.Enter))
	case m.Import != "":
		if p.s.Remote != "" {
			p.s.Toast(ui.Warn, "the files of the host are not yours to read")
			return nil
		}
		return p.readFile(m.Import)
	}
	p.front()
	return nil
}
