package cells

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"bourse/ui/clean"
)

// Width is the number of cells s takes on the screen.
func Width(s string) int {
	w, _ := measure(s)
	return w
}

// Clean makes text from outside one harmless line, as package clean says.
func Clean(s string) string { return clean.Text(s) }

// CleanLines is Clean for text of several lines.
func CleanLines(s string) string { return clean.Lines(s) }

// Truncate cuts s to at most w cells, the last one … when something is lost.
func Truncate(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if Width(s) <= w {
		return s
	}
	return strings.Replace(ansi.Truncate(s, w, "…"), "……", "…", 1) // cut behind a shortened hash
}

// Left is s in exactly w cells, at the left.
func Left(s string, w int) string {
	s = Truncate(s, w)
	return s + Blank(w-Width(s))
}

// Right is s in exactly w cells, at the right.
func Right(s string, w int) string {
	s = Truncate(s, w)
	return Blank(w-Width(s)) + s
}

// Middle is s in exactly w cells, in the middle.
func Middle(s string, w int) string {
	s = Truncate(s, w)
	left := max(0, w-Width(s)) / 2
	return Left(Blank(left)+s, w)
}

// Spread puts left and right at the two ends of w cells; the right one gives
// way first when there is too little room.
func Spread(left, right string, w int) string {
	lw, rw := Width(left), Width(right)
	if lw+1+rw > w {
		if lw+1 >= w {
			return Left(left, w)
		}
		return left + " " + Left(right, w-lw-1)
	}
	return left + Blank(w-lw-rw) + right
}

// Wrap breaks plain text into lines of at most w cells.
func Wrap(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	return strings.Split(ansi.Wrap(s, w, " "), "\n")
}

// WrapTo is Wrap into at most most lines, the last one cut as Truncate cuts when something is lost.
func WrapTo(s string, w, most int) []string {
	lines := Wrap(s, w)
	if len(lines) > most && most > 0 {
		last := strings.Join(lines[most-1:], " ")
		lines = append(lines[:most-1:most-1], Truncate(last, w))
	}
	return lines
}

const spaces = "                                                                                 " +
	"                                               "

// Blank is n spaces.
func Blank(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(spaces) {
		return spaces[:n]
	}
	return strings.Repeat(" ", n)
}
