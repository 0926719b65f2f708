package positions

import (
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// daysPane lists what the days have realised, the newest first.
type daysPane struct {
	table.Pane[*ledger.Day]
	s    *views.Session
	read *result
}

func newDays(s *views.Session, read *result) *daysPane {
	t := table.New(func(d *ledger.Day) string { return fmt.Sprint(d.Start) }, dayColumns()...)
	return &daysPane{table.NewPane(s.Env, paneDays, t), s, read}
}

// forget empties the list until what it shows has been read.
func (p *daysPane) forget() {
	p.State = ui.State{What: "days", Loading: true, Empty: "No trades yet."}
	p.SetRows(nil)
}

func (p *daysPane) show() {
	days := slices.Clone(p.read.days)
	slices.Reverse(days)
	p.SetRows(days)
}

func (*daysPane) Title() (title, right string) { return "By day (UTC)", "" }

func (p *daysPane) Actions() []ui.Action {
	return []ui.Action{act("exportdays", paneDays, "e", "CSV", "write the days to a CSV file",
		p.read.unread(), func() tea.Cmd { return p.s.Export("days", "csv", p.CSV()) })}
}

func dayColumns() []table.Column[*ledger.Day] {
	date := func(d *ledger.Day) string {
		return time.Unix(int64(d.Start), 0).UTC().Format("2006-01-02")
	}
	return []table.Column[*ledger.Day]{
		{Title: "day", Width: 10, Cell: date},
		{Title: "realised $", Width: 11, Flex: 1, Right: true,
			Cell: func(d *ledger.Day) string { return format.Gain(d.Realised) },
			CSV:  func(d *ledger.Day) string { return format.Exact(d.Realised) },
			Style: func(t *ui.Theme, d *ledger.Day) ui.Style {
				return gain(t, d.Realised)
			}},
		{Title: "gas $", Width: 7, Right: true,
			Cell: func(d *ledger.Day) string { return format.Rat(d.Gas, 2, true) },
			CSV:  func(d *ledger.Day) string { return format.Exact(d.Gas) }},
	}
}
