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

// The panes.
const (
	paneList   = "activity"
	paneDetail = "detail"
)

// Screen is the Activity screen.
type Screen struct {
	ui.Ring
	s         *views.Session
	log       *Log
	table     *table.Table[Entry]
	detail    ui.Scroller
	area      cells.Box
	all       []Entry // as far as they are remembered, newest first
	last      uint64  // the newest that was taken over
	level     Level   // shown up to this one
	component string  // the only one shown; "" shows all
	follow    bool    // the newest entry is selected when it comes
	drawn     drawn   // what the detail pane holds
}

type drawn struct {
	id    uint64
	width int
	theme string
}

// New makes the screen of a session on a log.
func New(s *views.Session, log *Log) *Screen {
	a := &Screen{Ring: ui.NewRing(paneList, paneDetail), s: s, log: log, level: Debug, follow: true}
	a.table = table.New(func(e Entry) string { return fmt.Sprint(e.ID) }, columns(s)...)
	a.table.State = ui.State{What: "activity", Empty: nothingYet}
	return a
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Activity }

// Init implements ui.Screen.
func (a *Screen) Init() tea.Cmd { a.take(); return nil }

// Update implements ui.Screen. The header comes at least once a second, and with it what is new in
// the log.
func (a *Screen) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		a.table.Update(m)
	case tea.MouseMsg:
		cmd := ui.MousePanes(m, &a.Ring, a.panes(a.area))
		a.pause()
		return cmd
	case reveal:
		return a.onReveal(m)
	case views.NetworksShown:
		a.table.Columns = columns(a.s)
		a.show()
	default:
		a.take()
	}
	return nil
}

// take takes new entries over from the log.
func (a *Screen) take() {
	fresh, last := a.log.Since(a.last)
	if last == a.last {
		return
	}
	a.last = last
	slices.Reverse(fresh)
	a.all = append(fresh, a.all...)
	a.all = a.all[:min(len(a.all), kept)]
	a.show()
}

// nothingYet stands in an empty log.
const nothingYet = "Nothing has happened yet. What you ask for, sign and get filled shows here."

// show lists what network, level and component let through. What is of no network, or of one that
// the service has no more, is shown on all.
func (a *Screen) show() {
	here := func(e Entry) bool {
		return a.s.AllNetworks || e.ChainID == a.s.Network.ChainID ||
			!slices.ContainsFunc(a.s.Networks, func(n api.Network) bool {
				return n.ChainID == e.ChainID
			})
	}
	rows := make([]Entry, 0, len(a.all))
	for _, e := range a.all {
		if e.Level <= a.level && (a.component == "" || e.Component == a.component) && here(e) {
			rows = append(rows, e)
		}
	}
	a.table.State.Empty = nothingYet
	if len(a.all) > 0 {
		a.table.State.Empty = "Nothing of this kind. l shows the next levels, c the next " +
			"component, esc goes back."
		if len(a.s.Networks) > 1 && !a.s.AllNetworks {
			a.table.State.Empty += " N shows all networks."
		}
	}
	a.table.SetRows(rows)
	if a.follow {
		a.newest()
	}
}

// newest selects the newest entry shown.
func (a *Screen) newest() {
	if rows := a.table.Rows(); len(rows) > 0 {
		a.table.Select(fmt.Sprint(rows[0].ID))
	}
}

// pause stops following once the cursor is on an older entry, so that what is read stays.
func (a *Screen) pause() {
	if e, ok := a.table.Selected(); ok && e.ID != a.table.Rows()[0].ID {
		a.follow = false
	}
}

// Captures implements ui.Capturer.
func (a *Screen) Captures(k tea.KeyMsg) bool { return a.table.Captures(k) }

// Status implements ui.StatusProvider.
func (a *Screen) Status() ui.Note {
	if a.follow {
		return ui.Note{Text: "follow is on: new lines come at the top; moving down pauses it."}
	}
	return ui.Note{Level: ui.Warn, Text: "follow is paused; ␣ goes on with the newest."}
}

// Actions implements ui.Screen.
func (a *Screen) Actions() []ui.Action {
	var out []ui.Action
	for _, t := range a.table.Actions(paneList, a.open) {
		if t.ID == "mark" || t.ID == "sort" || t.ID == "reverse" {
			continue // a log is in the order of time
		}
		if t.ID == "filter" {
			t.Label, t.Quiet = "search", false
		}
		run := t.Run
		t.Run = func() tea.Cmd { cmd := run(); a.pause(); return cmd }
		out = append(out, t)
	}
	out = append(out, a.ownActions()...)
	out = append(out, a.detail.Actions("detail", paneDetail)...)
	return append(out, a.PaneActions()...)
}

func action(id string, key string, label, help string, run func() tea.Cmd) ui.Action {
	return ui.Action{Scope: "activity", ID: id, Key: ui.Keys(key), Label: label, Help: help,
		Run: run}
}

// nextLevel shows less and less grave entries, and after all of them the gravest alone.
func (a *Screen) nextLevel() tea.Cmd {
	a.level = (a.level + 1) % (Debug + 1)
	a.show()
	return nil
}

func (a *Screen) ownActions() []ui.Action {
	copied := action("copy", "y", "copy request", "copy the request, without secrets",
		a.copyRequest)
	if e, ok := a.table.Selected(); !ok || e.Request == "" {
		copied.Off = "this entry has no request"
	}
	speedUp := action("speed", "u", "speed up", "sign the transaction again for higher fees",
		func() tea.Cmd { return a.replace(false) })
	cancel := action("cancel", "x", "cancel", "sign a transaction that does nothing in place of "+
		"the one that waits", func() tea.Cmd { return a.replace(true) })
	speedUp.Off = a.mayReplace()
	cancel.Off = speedUp.Off
	follow := action("follow", "space", "follow",
		"go on with the newest entry, or stay where you are", a.toggle)
	follow.Pane = paneList
	return []ui.Action{
		action("level", "l", "level", "show errors only, then up to warnings, signatures, fills, "+
			"notes and all", a.nextLevel),
		action("component", "c", "component", "show one part of the program only, then the next",
			a.nextComponent), follow, copied, speedUp, cancel,
		a.explorerAction(), a.s.NetworksAction("activity"),
		action("csv", "e", "export", "write what the list shows to a CSV file",
			func() tea.Cmd { return a.s.Export("activity", "csv", a.table.CSV()) }),
		action("file", "w", "to file", "write every entry with its details to a file", a.write),
	}
}

// explorerAction copies the address of the selected transaction's page at its network's explorer.
func (a *Screen) explorerAction() ui.Action {
	page, about, off := "", "", "this entry is no transaction"
	if e, ok := a.table.Selected(); ok && e.Signer != nil && e.Signer.Nonce != nil {
		about, off = e.Signer.Hash.Hex(), ""
		page = views.TransactionPage(a.s.NetworkOf(e.Signer.ChainID), e.Signer.Hash)
		if page == "" {
			off = views.NoExplorer
		}
	}
	explore := action("explorer", "ctrl+o", "explorer",
		"copy the address of the transaction's page at the explorer",
		func() tea.Cmd { return a.s.CopyPage(about, page) })
	explore.Off, explore.Quiet = off, true
	return explore
}

// mayReplace tells why the selected entry can't be sped up or cancelled, "" where it can. That of
// another network asks to go there.
func (a *Screen) mayReplace() string {
	e, ok := a.table.Selected()
	switch {
	case !ok || !a.log.onItsWay(&e):
		return "this entry is no transaction that waits to be mined"
	case e.Signer.Account != a.s.Account.Address:
		return "it is of another account: choose that one first"
	case e.Signer.ChainID != a.s.Network.ChainID:
		return ""
	}
	return a.s.MaySign()
}

// replace speeds up or cancels the transaction of the selected entry.
func (a *Screen) replace(cancel bool) tea.Cmd {
	e, _ := a.table.Selected()
	if e.Signer.ChainID != a.s.Network.ChainID {
		return a.s.AskToGo("Transaction "+format.Hash(e.Signer.Hash), views.GoToNetwork{
			ChainID: e.Signer.ChainID, Screen: views.Activity, Then: reveal{e.ID}})
	}
	return sign.Replace(a.s, e.Signer.Hash, *e.Signer.Nonce, cancel)
}

// reveal selects an entry, as soon as it is listed.
type reveal struct{ id uint64 }

func (a *Screen) onReveal(m reveal) tea.Cmd {
	a.take()
	a.follow = false
	a.table.Select(fmt.Sprint(m.id))
	return nil
}

func (a *Screen) toggle() tea.Cmd {
	if a.follow = !a.follow; a.follow {
		a.newest()
	}
	return nil
}

func (a *Screen) copyRequest() tea.Cmd {
	e, _ := a.table.Selected()
	return a.s.Copy("request", e.Request)
}

// nextComponent goes through the components there are, and back to all of them.
func (a *Screen) nextComponent() tea.Cmd {
	names := []string{""}
	for _, e := range a.all {
		if !slices.Contains(names, e.Component) {
			names = append(names, e.Component)
		}
	}
	slices.Sort(names)
	a.component = names[(slices.Index(names, a.component)+1)%len(names)]
	a.show()
	return nil
}

// write exports one JSON object a line, oldest first.
func (a *Screen) write() tea.Cmd {
	var b strings.Builder
	for _, e := range slices.Backward(a.all) {
		line, err := json.Marshal(map[string]any{
			"time": ui.Local(e.Time).Format(time.RFC3339Nano), "level": e.Level.String(),
			"component": e.Component, "text": e.Text, "chainId": e.ChainID,
			"took": e.Took.String(), "what": e.What, "do": e.Do, "errorType": e.ErrorType,
			"request": e.Request, "response": e.Response,
		})
		if err != nil {
			return a.s.Toast(ui.Bad, err.Error())
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return a.s.Export("activity", "jsonl", b.String())
}

// open shows all of the selected entry.
func (a *Screen) open() tea.Cmd {
	e, ok := a.table.Selected()
	if !ok {
		return nil
	}
	return a.s.Open(ui.NewViewer(a.s.Env, e.Level.String()+" · "+e.Component, e.whole()))
}
