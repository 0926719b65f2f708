package views

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/store/file"
	"bourse/ui"
)

// Preferences are small texts that screens keep from one session to the next, each in a file of its
// own. A nil Preferences keeps nothing.
type Preferences struct {
	folder string

	mu     sync.Mutex // the loop changes texts, commands write them
	texts  map[string]string
	unkept map[string]int // changes by name that are not on disk yet, or could not be written
}

// maxKept bounds the bytes of a text: a file that is longer is none of a screen's.
const maxKept = 1 << 20

// lockName is that of the file by which programs with one folder take turns.
const lockName = ".lock"

// OpenPreferences reads what earlier sessions kept in a folder; one that is not there yet is empty.
func OpenPreferences(folder string) (*Preferences, error) {
	k := &Preferences{folder: folder, texts: map[string]string{},
		unkept: map[string]int{}}
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("what earlier sessions kept cannot be read: %w", err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || !info.Mode().IsRegular() || info.Size() > maxKept {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return nil, fmt.Errorf("what earlier sessions kept cannot be read: %w", err)
		}
		k.texts[f.Name()] = string(text)
	}
	return k, nil
}

// Get returns the text of a name, "" for none.
func (k *Preferences) Get(name string) string {
	if k == nil {
		return ""
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.texts[name]
}

// reread is the text of a name as it is on disk, which another program may have changed.
func (k *Preferences) reread(name string) string {
	if k == nil {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(k.folder, name))
	if err != nil {
		return ""
	}
	return string(text)
}

// Reread takes up what another program has written under a name, unless this one has yet to write.
// It waits for the disk: call it off the loop.
func (k *Preferences) Reread(name string) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.unkept[name] == 0 {
		k.texts[name] = k.reread(name)
	}
}

// set changes a text, which is then to be written.
func (k *Preferences) set(name string, change func(string) string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.texts[name] = change(k.texts[name])
	k.unkept[name]++
}

// Put keeps a text under a name that is fit for a file. It is written off the loop; whichever of
// two writes comes last writes the newest.
func (k *Preferences) Put(name, text string) tea.Cmd {
	if k == nil {
		return nil
	}
	k.set(name, func(string) string { return text })
	return func() tea.Msg {
		if err := k.write(name); err != nil {
			return ui.Note{Level: ui.Warn,
				Text: "this is forgotten at the end of the session: " + err.Error()}
		}
		return nil
	}
}

// Keep keeps a text under a name and returns once it is on disk. It waits for the disk: call it off
// the loop.
func (k *Preferences) Keep(name, text string) error {
	if k == nil {
		return nil
	}
	k.set(name, func(string) string { return text })
	if err := k.write(name); err != nil {
		return fmt.Errorf("what must outlive this session cannot be kept: %w", err)
	}
	return nil
}

// Change changes what is kept under a name at once, and on disk off the loop: there it changes what
// stands there by then, so that two programs with one folder lose nothing to each other. It may be
// called twice for one change, and has to leave what it did before.
func (k *Preferences) Change(name string, change func(string) string) tea.Cmd {
	if k == nil {
		return nil
	}
	k.set(name, change)
	return func() tea.Msg {
		if err := k.merge(name, change); err != nil {
			return ui.Note{Level: ui.Warn,
				Text: "this is forgotten at the end of the session: " + err.Error()}
		}
		return nil
	}
}

// KeepChange is Change that returns once it is on disk. Call it off the loop.
func (k *Preferences) KeepChange(name string, change func(string) string) error {
	if k == nil {
		return nil
	}
	k.set(name, change)
	if err := k.merge(name, change); err != nil {
		return fmt.Errorf("what must outlive this session cannot be kept: %w", err)
	}
	return nil
}

// ChangeLines takes lines out of a text, and puts others at its end where it has them not.
func (k *Preferences) ChangeLines(name string, drop func(line string) bool,
	add ...string) tea.Cmd {
	return k.Change(name, func(text string) string {
		lines := slices.DeleteFunc(strings.Split(strings.TrimSuffix(text, "\n"), "\n"),
			func(line string) bool { return line == "" || drop(line) })
		for _, line := range add {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 {
			return ""
		}
		return strings.Join(lines, "\n") + "\n"
	})
}

// merge carries out a change on disk.
func (k *Preferences) merge(name string, change func(string) string) error {
	err := k.alone(func() error {
		text := change(k.reread(name))
		return file.Replace(filepath.Join(k.folder, name), []byte(text))
	})
	if err == nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.unkept[name]--
	}
	return err
}

// alone does something while no other program with the folder, that does so too, changes it.
func (k *Preferences) alone(do func() error) error {
	if k == nil {
		return do()
	}
	if err := os.MkdirAll(k.folder, 0o700); err != nil {
		return err
	}
	unlock, err := file.Lock(filepath.Join(k.folder, lockName))
	if err != nil {
		return err
	}
	defer unlock()
	return do()
}

// write replaces the file as a whole, so that a crash leaves the old text or the new one.
func (k *Preferences) write(name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := os.MkdirAll(k.folder, 0o700); err != nil {
		return err
	}
	err := file.Replace(filepath.Join(k.folder, name), []byte(k.texts[name]))
	if err == nil {
		k.unkept[name]--
	}
	return err
}
