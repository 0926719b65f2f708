package views

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/views/format"
)

// orderCapName is the name under which the cap of an order is kept, in USD.
const orderCapName = "order-cap"

// OrderCap is what a signature may pay in USD, with format.USDDecimals, before a word is wanted; ok
// is false where there is no such cap.
func (s *Session) OrderCap() (most api.Amount, ok bool) {
	most, err := api.ParseUnits(s.Preferences.Get(orderCapName), format.USDDecimals)
	return most, err == nil && !most.IsZero()
}

// ReadOrderCap reads a cap as it is typed: a sum in USD, or off.
func ReadOrderCap(text string) (most api.Amount, why string) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "off" {
		return api.Amount{}, ""
	}
	digits := strings.TrimPrefix(text, "$")
	cents, odd := api.ParseUnits(digits, 2)
	most, large := api.ParseUnits(digits, format.USDDecimals)
	if odd != nil && strings.Contains(digits, ",") {
		return api.Amount{}, "the sum " + odd.Error()
	}
	if odd != nil || large != nil || cents.IsZero() {
		return api.Amount{}, "a sum in USD such as 5000, or off"
	}
	return most, ""
}

// SetOrderCap keeps a cap for this session and those after it; zero is none.
func (s *Session) SetOrderCap(most api.Amount) tea.Cmd {
	text := ""
	if !most.IsZero() {
		text = most.Units(format.USDDecimals)
	}
	return s.Preferences.Put(orderCapName, text)
}
