package activity

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// listPane lists what happened, newest first, as far as network, level and component let it
// through.
type listPane struct {
	table.Pane[Entry]
	s         *views.Session
	log       *Log
	all       []Entry // as far as they are remembered, newest first
	last      uint64  // the newest that was taken over
	level     Level   // shown up to this one
	component string  // the only one shown; "" shows all
	follow    bool    // the newest entry is selected when it comes
}

// nothingYet stands in an empty log.
const nothingYet = "Nothing has happened yet. What you ask for, sign and get filled shows here."

func newList(s *views.Session, log *Log) *listPane {
	t := table.New(func(e Entry) string { return fmt.Sprint(e.ID) }, columns(s, log)...)
	t.State = ui.State{What: "activity", Empty: nothingYet}
	p := &listPane{Pane: table.NewPane(s.Env, paneList, t), s: s, log: log, level: Debug,
		follow: true}
	p.Open = p.open
	return p
}

// Title tells what is shown, and how much of it.
func (p *listPane) Title() (title, right string) {
	what, follow := "all", "on"
	if p.level < Debug {
		what = "up to " + p.level.String()
	}
	if p.component != "" {
		what += " · " + p.component
	}
	if p.s.AllNetworks {
		what += " · all networks"
	}
	if !p.follow {
		follow = "paused"
	}
	return "Activity", fmt.Sprintf("%s · follow %s · %s of %s", what, follow,
		ui.Count(len(p.Rows())), ui.Count(len(p.all)))
}

// Update takes over what is new in the log: the header comes at least once a second.
func (p *listPane) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		return p.Pane.Update(m)
	case tea.MouseMsg:
		cmd := p.Pane.Update(m)
		p.pause()
		return cmd
	case reveal:
		p.onReveal(m)
	case views.NetworksShown:
		p.Columns = columns(p.s, p.log)
		p.show()
	default:
		p.take()
	}
	return nil
}

// take takes new entries over from the log.
func (p *listPane) take() {
	fresh, last := p.log.Since(p.last)
	if last == p.last {
		return
	}
	p.last = last
	slices.Reverse(fresh)
	p.all = append(fresh, p.all...)
	p.all = p.all[:min(len(p.all), kept)]
	p.show()
}

// show lists what network, level and component let through. What is of no network, or of one that
// the service has no more, is shown on all.
func (p *listPane) show() {
	here := func(e Entry) bool {
		return p.s.AllNetworks || e.ChainID == p.s.Network.ChainID ||
			!slices.ContainsFunc(p.s.Networks, func(n api.Network) bool {
				return n.ChainID == e.ChainID
			})
	}
	rows := make([]Entry, 0, len(p.all))
	for _, e := range p.all {
		if e.Level <= p.level && (p.component == "" || e.Component == p.component) && here(e) {
			rows = append(rows, e)
		}
	}
	p.State.Empty = nothingYet
	if len(p.all) > 0 {
		p.State.Empty = "Nothing of this kind. l shows the next levels, c the next " +
			"component, esc goes back."
		if len(p.s.Networks) > 1 && !p.s.AllNetworks {
			p.State.Empty += " N shows all networks."
		}
	}
	p.SetRows(rows)
	if p.follow {
		p.newest()
	}
}

// newest selects the newest entry shown.
func (p *listPane) newest() {
	if rows := p.Rows(); len(rows) > 0 {
		p.Select(fmt.Sprint(rows[0].ID))
	}
}

// pause stops following once the cursor is on an older entry, so that what is read stays.
func (p *listPane) pause() {
	if e, ok := p.Selected(); ok && e.ID != p.Rows()[0].ID {
		p.follow = false
	}
}

func (p *listPane) Actions() []ui.Action {
	var out []ui.Action
	for _, t := range p.Table.Actions(paneList, p.open) {
		if t.ID == "mark" || t.ID == "sort" || t.ID == "reverse" {
			continue // a log is in the order of time
		}
		if t.ID == "filter" {
			t.Label, t.Quiet = "search", false
		}
		run := t.Run
		t.Run = func() tea.Cmd { cmd := run(); p.pause(); return cmd }
		out = append(out, t)
	}
	return append(out, p.ownActions()...)
}

// Moves are among the actions, first of all.
func (*listPane) Moves() []ui.Action { return nil }

func action(id string, key string, label, help string, run func() tea.Cmd) ui.Action {
	return ui.Action{Scope: "activity", ID: id, Key: ui.Keys(key), Label: label, Help: help,
		Run: run}
}

// nextLevel shows less and less grave entries, and after all of them the gravest alone.
func (p *listPane) nextLevel() tea.Cmd {
	p.level = (p.level + 1) % (Debug + 1)
	p.show()
	return nil
}

func (p *listPane) ownActions() []ui.Action {
	copied := action("copy", "y", "copy request", "copy the request, without secrets",
		p.copyRequest)
	if e, ok := p.Selected(); !ok || e.Request == "" {
		copied.Off = "this entry has no request"
	}
	speedUp := action("speed", "u", "speed up", "sign the transaction again for higher fees",
		ui.Asking(func() { p.replace(false) }))
	cancel := action("cancel", "x", "cancel", "sign a transaction that does nothing in place of "+
		"the one that waits", ui.Asking(func() { p.replace(true) }))
	speedUp.Off = p.mayReplace()
	cancel.Off = speedUp.Off
	follow := action("follow", "space", "follow",
		"go on with the newest entry, or stay where you are", p.toggle)
	follow.Pane = paneList
	return []ui.Action{
		action("level", "l", "level", "show errors only, then up to warnings, signatures, fills, "+
			"notes and all", p.nextLevel),
		action("component", "c", "component", "show one part of the program only, then the next",
			p.nextComponent), follow, copied, speedUp, cancel,
		p.explorerAction(), p.s.NetworksAction("activity"),
		action("csv", "e", "export", "write what the list shows to a CSV file",
			func() tea.Cmd { return p.s.Export("activity", "csv", p.CSV()) }),
		action("file", "w", "to file", "write every entry with its details to a file", p.write),
	}
}

// explorerAction copies the address of the selected transaction's page at its network's explorer.
func (p *listPane) explorerAction() ui.Action {
	page, about, off := "", "", "this entry is no transaction"
	if e, ok := p.Selected(); ok && e.Signer != nil && e.Signer.Nonce != nil {
		about, off = e.Signer.Hash.Hex(), ""
		page = views.TransactionPage(p.s.NetworkOf(e.Signer.ChainID), e.Signer.Hash)
		if page == "" {
			off = views.NoExplorer
		}
	}
	explore := action("explorer", "ctrl+o", "explorer",
		"copy the address of the transaction's page at the explorer",
		ui.Asking(func() { p.s.CopyPage(about, page) }))
	explore.Off, explore.Quiet = off, true
	return explore
}

// mayReplace tells why the selected entry can't be sped up or cancelled, "" where it can. That of
// another network asks to go there.
func (p *listPane) mayReplace() string {
	e, ok := p.Selected()
	switch {
	case !ok || !p.log.onItsWay(&e):
		return "this entry is no transaction that waits to be mined"
	case e.Signer.Account != p.s.Account.Address:
		return "it is of another account: choose that one first"
	case e.Signer.ChainID != p.s.Network.ChainID:
		return ""
	}
	return p.s.MaySign()
}

// replace speeds up or cancels the transaction of the selected entry.
func (p *listPane) replace(cancel bool) {
	e, _ := p.Selected()
	p.follow = false // what is prepared has an entry of its own
	if e.Signer.ChainID != p.s.Network.ChainID {
		p.s.AskToGo("Transaction "+format.Hash(e.Signer.Hash), views.GoToNetwork{
			ChainID: e.Signer.ChainID, Screen: views.Activity, Then: reveal{e.ID}})
		return
	}
	sign.Replace(p.s, e.Signer.Hash, *e.Signer.Nonce, cancel)
}

// reveal selects an entry, as soon as it is listed.
type reveal struct{ id uint64 }

func (p *listPane) onReveal(m reveal) {
	p.take()
	p.follow = false
	p.Select(fmt.Sprint(m.id))
}

func (p *listPane) toggle() tea.Cmd {
	if p.follow = !p.follow; p.follow {
		p.newest()
	}
	return nil
}

func (p *listPane) copyRequest() tea.Cmd {
	e, _ := p.Selected()
	p.s.Copy("request", e.Request)
	return nil
}

// nextComponent goes through the components there are, and back to all of them.
func (p *listPane) nextComponent() tea.Cmd {
	names := []string{""}
	for _, e := range p.all {
		if !slices.Contains(names, e.Component) {
			names = append(names, e.Component)
		}
	}
	slices.Sort(names)
	p.component = names[(slices.Index(names, p.component)+1)%len(names)]
	p.show()
	return nil
}

// write exports one JSON object a line, oldest first.
func (p *listPane) write() tea.Cmd {
	var b strings.Builder
	for _, e := range slices.Backward(p.all) {
		line, err := json.Marshal(map[string]any{
			"time": ui.Local(e.Time).Format(time.RFC3339Nano), "level": e.Level.String(),
			"component": e.Component, "text": e.Text, "chainId": e.ChainID,
			"took": e.Took.String(), "what": e.What, "do": e.Do, "errorType": e.ErrorType,
			"request": e.Request, "response": e.Response,
		})
		if err != nil {
			p.s.Toast(ui.Bad, err.Error())
			return nil
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return p.s.Export("activity", "jsonl", b.String())
}

// open shows all of the selected entry.
func (p *listPane) open() tea.Cmd {
	e, ok := p.Selected()
	if !ok {
		return nil
	}
	p.s.Open(ui.NewViewer(p.s.Env, e.Level.String()+" · "+e.Component, e.whole()))
	return nil
}

// columns are those of the list; the network has one where all are shown.
func columns(s *views.Session, log *Log) []table.Column[Entry] {
	env := s.Env
	at := func(e Entry) string {
		at, now := ui.Local(e.Time), ui.Local(env.Now())
		if at.YearDay() != now.YearDay() || at.Year() != now.Year() {
			return at.Format("01-02 15:04")
		}
		return clock(e.Time)
	}
	network := func(e Entry) string {
		if e.ChainID == 0 {
			return ""
		}
		return s.NetworkName(e.ChainID)
	}
	title := env.WithZone("time")
	out := []table.Column[Entry]{
		{Title: title, Export: "time", Width: max(12, cells.Width(title)), Cell: at,
			CSV:   func(e Entry) string { return ui.Local(e.Time).Format(time.RFC3339Nano) },
			Style: func(t *ui.Theme, _ Entry) ui.Style { return t.Muted }},
		{Title: "level", Width: 5, Cell: func(e Entry) string { return e.Level.String() },
			Style: func(t *ui.Theme, e Entry) ui.Style { return e.style(t) }},
		{Title: "part", Width: 8, Cell: func(e Entry) string { return e.Component }},
		{Title: "what", Width: 20, Flex: 1, Cell: func(e Entry) string {
			if log.onItsWay(&e) {
				return "waits for its block: " + e.Text
			}
			return e.Text
		}},
		{Title: "took", Width: 7, Right: true, Drop: 1,
			Cell: func(e Entry) string { return took(e.Took) }},
	}
	if s.AllNetworks {
		out = append(out, table.Column[Entry]{Title: "network", Width: 12, Cell: network})
	}
	return out
}
