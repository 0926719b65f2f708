package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/filepicker"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"bourse/ui/cells"
)

// fileRows are the files shown at most.
const fileRows = 18

// FilePicker is a dialog to choose a file or a folder: the file picker of Bubbles. In a remote
// session it says why there are none to choose from.
type FilePicker struct {
	env    *Env
	title  string
	picker filepicker.Model
	choose func(path string) tea.Cmd
}

// NewFilePicker starts in a folder; choose belongs to whoever opens the dialog.
func NewFilePicker(env *Env, title, folder string, choose func(path string) tea.Cmd) *FilePicker {
	t, p := env.Theme, filepicker.New()
	p.CurrentDirectory, p.AutoHeight, p.ShowPermissions, p.ShowHidden = folder, false, false, true
	p.Cursor = "▸"
	p.SetHeight(fileRows)
	p.Styles = filepicker.Styles{Cursor: t.Accent.Lip(), Selected: t.Bold.Lip(),
		Directory: t.Key.Lip(), Symlink: t.Key.Lip(), File: t.Text.Lip(),
		FileSize:       t.Muted.Lip().Width(8).Align(lipgloss.Right),
		EmptyDirectory: t.Muted.Lip().SetString("no files here")}
	return &FilePicker{env: env, title: title, picker: p, choose: choose}
}

// NewFolderPicker starts in a folder to choose it, or another one.
func NewFolderPicker(env *Env, title, folder string, choose func(path string) tea.Cmd) *FilePicker {
	f := NewFilePicker(env, title, folder, choose)
	f.picker.DirAllowed, f.picker.FileAllowed = true, false
	f.picker.Styles.DisabledFile = env.Theme.Muted.Lip()
	f.picker.Styles.EmptyDirectory = env.Theme.Muted.Lip().SetString("nothing here")
	return f
}

// Title implements Dialog.
func (f *FilePicker) Title() string { return f.title }

// Init implements Starter: it reads the folder.
func (f *FilePicker) Init() tea.Cmd {
	if f.env.Remote != "" {
		return nil
	}
	return f.picker.Init()
}

// Size implements Dialog.
func (f *FilePicker) Size(area cells.Box) (w, h int) {
	return min(72, area.W-4), min(fileRows+2, area.H-4)
}

// Update implements Dialog.
func (f *FilePicker) Update(m tea.Msg) tea.Cmd {
	if f.env.Remote != "" {
		return nil
	}
	var cmd tea.Cmd
	f.picker, cmd = f.picker.Update(m)
	if chosen, path := f.picker.DidSelectFile(m); chosen {
		f.env.CloseThen(func() tea.Cmd { return f.choose(path) })
		return nil
	}
	return cmd
}

// Draw implements Dialog. Names of files come from outside: Fit leaves out what could harm.
func (f *FilePicker) Draw(area cells.Box) string {
	if f.env.Remote != "" {
		return cells.Fit(strings.Join(cells.Wrap(f.env.Remote, area.W), "\n"), area.W, area.H)
	}
	const head = 2
	f.picker.SetHeight(max(1, area.H-head))
	where := f.env.Theme.Muted.Render(
		cells.Truncate(cells.Clean(f.picker.CurrentDirectory), area.W))
	return cells.Fit(where+"\n\n"+f.picker.View(), area.W, area.H)
}

// Actions implements Dialog.
func (f *FilePicker) Actions() []Action {
	act := func(id, label, help, join string, keys ...string) Action {
		return Action{Scope: "files", ID: id, Key: Keys(keys...), Label: label, Help: help,
			Join: join, Run: func() tea.Cmd { return f.Update(Press(keys[0])) }}
	}
	closing := Action{Scope: "files", ID: "close", Key: Keys("esc"), Label: "close",
		Help: "choose none", Run: Asking(f.env.Close)}
	if f.env.Remote != "" {
		return []Action{closing}
	}
	list := []Action{
		act("up", "up", "file above", "choose", "up", "k"),
		act("down", "down", "file below", "choose", "down", "j"),
		act("pageup", "page up", "page up", "page", "pgup"),
		act("pagedown", "page down", "page down", "page", "pgdown"),
		act("back", "folder above", "the folder that this one is in", "", "left", "backspace"),
	}
	if !f.picker.DirAllowed {
		open := act("open", "open", "take the file, or look into the folder", "", "enter", "right")
		return append(list, open, closing)
	}
	return append(list,
		act("take", "take", "take the folder under the cursor", "", "enter"),
		Action{Scope: "files", ID: "here", Key: Keys("."), Label: "take this one",
			Help: "take the folder that is shown", Run: f.takeShown},
		act("look", "look into", "look into the folder", "", "right"), closing)
}

func (f *FilePicker) takeShown() tea.Cmd {
	f.env.CloseThen(func() tea.Cmd { return f.choose(f.picker.CurrentDirectory) })
	return nil
}
