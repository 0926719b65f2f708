package ui

import (
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
)

// clipboardSequence puts text on the clipboard of the terminal the user sits
// at, also through ssh, tmux and screen.
func clipboardSequence(text string, getenv func(string) string) string {
	seq := osc52.New(text)
	switch {
	case getenv("TMUX") != "":
		seq = seq.Tmux()
	case strings.HasPrefix(getenv("TERM"), "screen"):
		seq = seq.Screen()
	}
	return seq.String()
}
