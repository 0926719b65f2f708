package ui

import (
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
)

// clipboardSequence puts text on the clipboard of the terminal the user sits
// at, also through ssh, tmux and screen. tmux takes it for itself and passes it
// on where its option set-clipboard says so, or passes it through unread where
// allow-passthrough does: it gets it both ways.
func clipboardSequence(text string, getenv func(string) string) string {
	seq := osc52.New(text)
	switch {
	case getenv("TMUX") != "":
		return seq.String() + seq.Tmux().String()
	case strings.HasPrefix(getenv("TERM"), "screen"):
		seq = seq.Screen()
	}
	return seq.String()
}
