package views

import (
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// restName is the name under which is kept how many seconds an order rests.
const restName = "undo"

// mostRest is how long an order rests at most: prices move on.
const mostRest = 60

// Rests is how long an order rests before it is signed, while it can be taken back; 0 does not.
func (s *Session) Rests() time.Duration {
	n, err := strconv.Atoi(s.Preferences.Get(restName))
	if err != nil || n < 0 || n > mostRest {
		return s.Resting
	}
	return time.Duration(n) * time.Second
}

// ReadRest reads how long orders rest as it is typed: seconds, or off.
func ReadRest(text string) (d time.Duration, why string) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "off" {
		return 0, ""
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(text, "s")))
	if err != nil || n < 0 || n > mostRest {
		return 0, "seconds from 0 to " + strconv.Itoa(mostRest) + ", or off"
	}
	return time.Duration(n) * time.Second, ""
}

// SetRest keeps how long orders rest for this session and those after it.
func (s *Session) SetRest(d time.Duration) tea.Cmd {
	s.Resting = d
	return s.Preferences.Put(restName, strconv.Itoa(int(d/time.Second)))
}
