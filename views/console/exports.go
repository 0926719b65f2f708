package console

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// exportName is the name under which the folder of exports that was last chosen is kept.
const exportName = "exports"

// exportFolder lets the folder be chosen that files are exported to.
func (h *host) exportFolder() ui.Action {
	return ui.Action{Scope: "exports", ID: "folder", Key: ui.Keys(), Label: "folder of exports",
		Off: h.s.Env.Remote, Quiet: true, Help: "choose where exported files are written",
		Run: func() tea.Cmd {
			dir := h.s.Env.ExportDir
			if err := os.MkdirAll(dir, 0o700); err != nil {
				h.s.Toast(ui.Bad, "the folder cannot be made: "+err.Error())
				return nil
			}
			h.s.Open(ui.NewFolderPicker(h.s.Env, "Export to", dir, h.exportTo))
			return nil
		}}
}

func (h *host) exportTo(folder string) tea.Cmd {
	h.s.Env.ExportDir = folder
	cmd := h.s.Preferences.Put(exportName, folder)
	h.s.Toast(ui.OK, "files are exported to "+cells.Clean(folder))
	return cmd
}
