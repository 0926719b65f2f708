package swap

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const readTime = 5 * time.Second

// gotNames is what the exchanges are called.
type gotNames struct {
	names []string
	err   error
	pick  func([]string, error) tea.Cmd
}
