package ui

import (
	"strings"

	"bourse/ui/cells"
)

// notifyCells is as much of a text as a notification has room for.
const notifyCells = 200

// notifySequence has the terminal show a notification: by OSC 777 where it is known to want that,
// else by OSC 9; through tmux where that lets it pass. The text may come from outside: nothing of
// it reaches the terminal that could end the sequence or be read as its arguments.
func notifySequence(text string, getenv func(string) string) string {
	text = cells.Truncate(cells.Clean(text), notifyCells)
	term := getenv("TERM")
	seq := "\x1b]9;bourse: " + text + "\a"
	if strings.HasPrefix(term, "rxvt") || strings.HasPrefix(term, "foot") {
		seq = "\x1b]777;notify;bourse;" + strings.ReplaceAll(text, ";", ",") + "\a"
	}
	if getenv("TMUX") != "" {
		return "\x1bPtmux;" + strings.ReplaceAll(seq, "\x1b", "\x1b\x1b") + "\x1b\\"
	}
	return seq
}
