package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// A turn is what follows from one message: who is told, what they ask of the
// shell meanwhile, and the commands they return, each marked with its owner.

// gather adds a command to those of the message that is being handled.
func (r *Root) gather(cmd tea.Cmd) {
	if cmd != nil {
		r.out = append(r.out, cmd)
	}
}

// run gives control to whose code fn is, then carries out what it has asked of
// the shell and gathers the command it returns.
func (r *Root) run(by owner, fn func() tea.Cmd) {
	e := r.env
	if by.screen != "" {
		by.era = e.era
	}
	was, asked := e.by, e.asked
	e.by, e.asked = by, nil
	cmd := tea.Batch(fn(), r.follow(by.screen))
	e.by = was
	r.carryOut()
	e.asked = asked
	r.gather(owned(by, cmd, e.rescue))
}

// follow lets a screen take in what follows from what it was told or has done.
func (r *Root) follow(id ScreenID) tea.Cmd {
	if t := r.find(id); t >= 0 {
		if f, ok := r.tabs[t].Screen.(Follower); ok {
			return f.Follow()
		}
	}
	return nil
}

// update gives a message to somebody's Update.
func (r *Root) update(to owner, update func(tea.Msg) tea.Cmd, m tea.Msg) {
	r.run(to, func() tea.Cmd { return update(m) })
}

// carryOut does what has been asked of the shell, in order.
func (r *Root) carryOut() {
	asked := r.env.asked
	r.env.asked = nil
	for _, do := range asked {
		do(r)
	}
}

// broadcast tells the host and every screen and dialog, active or not: events
// have no owner.
func (r *Root) broadcast(m tea.Msg) {
	if r.cfg.Host != nil {
		r.update(owner{host: true}, r.cfg.Host.Update, m)
	}
	for _, t := range r.tabs {
		r.update(owner{screen: t.Screen.ID()}, t.Screen.Update, m)
	}
	for _, l := range slices.Clone(r.dialogs) {
		r.update(owner{dialog: l}, l.dialog.Update, m)
	}
}

// answered brings the result of a command to whoever asked. A Note is for the
// message row.
func (r *Root) answered(a answer) {
	switch m := a.msg.(type) {
	case Note:
		r.message.set(m, r.env.Now())
	case Event:
		r.broadcast(m.Msg)
		r.gather(owned(a.to, m.Then, r.env.rescue))
	case spinMsg:
		r.turn()
	case tickMsg: // the time that has passed changes what is shown
		r.run(owner{screen: r.Active()}, r.tick)
	default:
		r.deliver(a.to, m)
	}
}

func (r *Root) deliver(to owner, m tea.Msg) {
	switch {
	case to.dialog != nil:
		if slices.Contains(r.dialogs, to.dialog) {
			r.update(to, to.dialog.dialog.Update, m)
		}
	case to.screen != "":
		if to.era == r.env.era {
			r.tell(to.screen, m)
		}
	case to.host:
		r.update(to, r.cfg.Host.Update, m)
	default:
		r.broadcast(m)
	}
}

func (r *Root) tell(id ScreenID, m tea.Msg) {
	if t := r.find(id); t >= 0 {
		r.update(owner{screen: id}, r.tabs[t].Screen.Update, m)
	}
}
