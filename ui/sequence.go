package ui

import tea "github.com/charmbracelet/bubbletea"

// sequence is commands of which each begins once the answer of the one before has been taken.
type sequence []tea.Cmd

// step is the answer of the first command of a sequence, with what follows it.
type step struct {
	msg  tea.Msg
	rest sequence
}

// Sequence carries out commands one after another. A batch among them is begun, not waited for.
// Unlike Bubble Tea's own it is a message that the shell can look into: answers find their askers.
func Sequence(cmds ...tea.Cmd) tea.Cmd {
	return func() tea.Msg { return sequence(cmds) }
}

func (s sequence) next() tea.Cmd {
	if len(s) == 0 {
		return nil
	}
	return func() tea.Msg {
		if s[0] == nil {
			return step{nil, s[1:]}
		}
		return step{s[0](), s[1:]}
	}
}
