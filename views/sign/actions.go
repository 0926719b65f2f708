package sign

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
)

// Actions implements ui.Dialog.
func (d *Dialog) Actions() []ui.Action {
	act := func(id, label, help string, run func() tea.Cmd, keys ...string) ui.Action {
		return ui.Action{Scope: "sign", ID: id, Key: ui.Keys(keys...), Label: label, Help: help,
			Run: run}
	}
	leave := act("cancel", "cancel", "sign nothing", d.escape, "esc")
	if d.cancels() {
		leave.Label = "keep it"
	}
	switch d.stage {
	case unlocking:
		return []ui.Action{
			act("unlock", "unlock and sign", "unlock the account and sign", d.enter, "enter"),
			leave,
		}
	case resting:
		return []ui.Action{
			act("undo", "take it back", "take the order back before it is signed",
				d.takeBack, "u"),
		}
	case working:
		return []ui.Action{act("cancel", "wait", "it is being signed",
			func() tea.Cmd { return nil }, "esc")}
	case handing:
		if d.slow {
			return []ui.Action{act("cancel", "leave it", "it goes on, and Activity tells of it",
				d.leaveHanding, "esc")}
		}
		return []ui.Action{act("cancel", "wait", "it is being handed on",
			func() tea.Cmd { return nil }, "esc")}
	case failed:
		return d.afterFailure(act)
	}
	arm := act("arm", "move to Sign", "move to the Sign button; ⏎ then signs", d.aim, "S")
	arm.Off = d.off()
	if len(d.never()) > 0 {
		out := []ui.Action{
			act("confirm", "close", "close the dialog", ui.Asking(d.s.Close), "enter"),
			act("cancel", "close", "close the dialog", ui.Asking(d.s.Close), "esc"), arm}
		if d.spec.Edit != nil {
			out = append(out, act("edit", "edit", "go back and change it", d.edit, "e"))
		}
		return append(out, d.reading(act)...)
	}
	return append([]ui.Action{
		act("choose", "choose", "the other button", d.turn, "tab", "shift+tab", "left", "right"),
		act("confirm", "confirm", "press the chosen button", d.enter, "enter"),
		leave,
		arm,
	}, d.reading(act)...)
}

// afterFailure are the ways on: nothing is lost.
func (d *Dialog) afterFailure(
	act func(id, label, help string, run func() tea.Cmd, keys ...string) ui.Action) []ui.Action {
	retry := act("retry", "retry", "try once more", d.again, "r")
	if !d.made.made() {
		retry.Off = d.off()
	}
	out := []ui.Action{
		act("confirm", "close", "close the dialog", d.enter, "enter"),
		act("cancel", "close", "close the dialog", ui.Asking(d.s.Close), "esc"),
		retry,
	}
	if d.spec.Edit != nil {
		out = append(out, act("edit", "edit", "go back and change it", d.edit, "e"))
	}
	return append(out, d.reading(act)...)
}

// reading are the keys to look closer.
func (d *Dialog) reading(act func(
	id, label, help string, run func() tea.Cmd, keys ...string) ui.Action) []ui.Action {
	down := act("down", "more", "scroll down",
		func() tea.Cmd { d.scroll.Scroll(1); return nil }, "down")
	up := act("up", "scroll up", "scroll up",
		func() tea.Cmd { d.scroll.Scroll(-1); return nil }, "up")
	pageDown := act("pagedown", "page down", "a page down",
		func() tea.Cmd { d.scroll.Page(1); return nil }, "pgdown", "space")
	pageUp := act("pageup", "page up", "a page up",
		func() tea.Cmd { d.scroll.Page(-1); return nil }, "pgup")
	up.Quiet, pageDown.Quiet, pageUp.Quiet = true, true, true
	full := act("full", "full screen", "use the whole window",
		func() tea.Cmd { d.full = !d.full; return nil }, "f")
	if d.filled && !d.full {
		full.Off = "it has the whole window already"
	}
	return []ui.Action{down, up, pageDown, pageUp, full,
		act("raw", "raw JSON", "show exactly what is signed", d.showRaw, "J"),
		act("copy", "copy digest", "copy the digest that is signed",
			ui.Asking(func() { d.s.Copy("digest", d.description.Hash.Hex()) }), "y"),
	}
}

func (d *Dialog) showRaw() tea.Cmd {
	d.s.Open(ui.NewViewer(d.s.Env, "Raw · "+d.description.Title, d.spec.raw()))
	return nil
}
