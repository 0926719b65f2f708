package ui_test

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// lines is a drawing as plain lines without trailing blanks.
func lines(drawn string) []string {
	out := strings.Split(ansi.Strip(drawn), "\n")
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ")
	}
	return out
}
