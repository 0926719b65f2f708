package views

import (
	"encoding/json"

	"bourse/ui"
)

// ShowJSON shows what the service told, as it comes, in a dialog that copies it.
func (s *Session) ShowJSON(title string, v any) {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		s.Toast(ui.Bad, err.Error())
		return
	}
	s.Open(ui.NewViewer(s.Env, title, string(text)))
}
