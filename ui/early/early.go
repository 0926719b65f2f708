// Package early settles the terminal's background colour before Bubble Tea is
// initialised. Bubble Tea v1 asks the terminal in a package init and waits
// five seconds for one that never answers. Packages initialise in import-path
// order once their dependencies are ready, and this path sorts before
// github.com/charmbracelet/bubbletea, so main imports it for its effect alone.
package early

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
