package ui

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"bourse/ui/cells"
	"bourse/ui/style"
)

// Settings are what the user's settings file says. Lines are "name = value";
// # starts a comment line. Names:
//
//	theme = classic            one of ThemeNames
//	mouse = on|off
//	motion = on|off            flashes and the turning spinner
//	utc = on|off               times in UTC, not in the zone of this machine
//	key markets.buy = B, f2    the keys of an action, instead of its own
type Settings struct {
	File   string
	Theme  string
	Mouse  bool
	Motion bool
	UTC    bool
	Keys   []Binding
}

// Binding is one "key" line.
type Binding struct {
	Action string
	Keys   key.Binding
	Line   int
}

// Keymap holds the user's keys by action name.
type Keymap map[string]key.Binding

// SettingsError is what is wrong with settings, for whoever wrote them.
type SettingsError struct{ error }

// wrong makes one error of mistakes, nil of none.
func wrong(mistakes []error) error {
	if len(mistakes) == 0 {
		return nil
	}
	return &SettingsError{errors.Join(mistakes...)}
}

// LoadSettings reads a settings file; a file that is not there is all defaults.
func LoadSettings(path string) (Settings, error) {
	info, err := os.Stat(path) // first: a pipe or a device may have no end, or never begin
	if err == nil && !info.IsDir() && (!info.Mode().IsRegular() || info.Size() > 1<<20) {
		return Settings{}, fmt.Errorf("%s cannot be read: settings are a file of at most 1 MiB",
			path)
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		data, err = nil, nil
	}
	if err != nil {
		return Settings{}, fmt.Errorf("settings cannot be read: %w", err)
	}
	return ParseSettings(path, data)
}

// ParseSettings reads settings; name is the file's name for error messages.
// All mistakes are reported in a SettingsError, each with its line number.
func ParseSettings(name string, data []byte) (Settings, error) {
	s := Settings{File: name, Mouse: true, Motion: true}
	var errs []error
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := s.set(line, i+1); err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", name, i+1, err))
		}
	}
	return s, wrong(errs)
}

func (s *Settings) set(line string, n int) error {
	name, value, ok := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" || value == "" {
		return fmt.Errorf("%q is not of the form name = value", cells.Clean(line))
	}
	if action, ok := strings.CutPrefix(name, "key "); ok {
		keys, err := parseKeys(value)
		s.Keys = append(s.Keys, Binding{strings.TrimSpace(action), keys, n})
		return err
	}
	switch name {
	case "theme":
		s.Theme = value
		_, err := style.NewTheme(value, style.NewRenderer(style.TrueColor))
		return err
	case "mouse":
		return onOff(value, &s.Mouse)
	case "motion":
		return onOff(value, &s.Motion)
	case "utc":
		return onOff(value, &s.UTC)
	}
	return fmt.Errorf("there is no setting %q: theme, mouse, motion, utc and key are known",
		cells.Clean(name))
}

func onOff(value string, to *bool) error {
	if value != "on" && value != "off" {
		return fmt.Errorf("%q must be on or off", cells.Clean(value))
	}
	*to = value == "on"
	return nil
}

func parseKeys(value string) (key.Binding, error) {
	var keys []string
	for _, k := range strings.Split(value, ",") {
		k = strings.TrimSpace(k)
		if !validKey(k) && k != "space" {
			return key.Binding{}, fmt.Errorf("no key is called %q", cells.Clean(k))
		}
		keys = append(keys, k)
	}
	return Keys(keys...), nil
}

// Bind turns the key lines into a keymap for the actions there are. An unknown
// name and two actions on one key in the same place are a SettingsError with the lines.
func (s Settings) Bind(actions []Action) (Keymap, error) {
	names := map[string]bool{}
	for _, a := range actions {
		names[a.Name()] = true
	}
	km, lines := Keymap{}, map[string]int{}
	var errs []error
	for _, b := range s.Keys {
		if !names[b.Action] {
			errs = append(errs, fmt.Errorf(
				"%s:%d: there is no action %q", s.File, b.Line, cells.Clean(b.Action)))
			continue
		}
		if at, twice := lines[b.Action]; twice {
			errs = append(errs, fmt.Errorf(
				"%s:%d: %s has its keys on line %d", s.File, b.Line, b.Action, at))
			continue
		}
		km[b.Action], lines[b.Action] = b.Keys, b.Line
	}
	return km, wrong(append(errs, s.clashes(actions, km, lines)...))
}

// clashes finds overridden keys that another action in the same scope and pane
// has too.
func (s Settings) clashes(actions []Action, km Keymap, lines map[string]int) []error {
	type place struct {
		scope, pane string
		key         string
	}
	taken := map[place]string{}
	var errs []error
	for _, a := range actions {
		bound := a.Key
		if over, ok := km[a.Name()]; ok {
			bound = over
		}
		for _, k := range bound.Keys() {
			p := place{a.Scope, a.Pane, k}
			other, ok := taken[p]
			taken[p] = a.Name()
			line := max(lines[a.Name()], lines[other])
			if !ok || other == a.Name() || line == 0 {
				continue
			}
			err := fmt.Errorf("%s:%d: key %q is used by both %s and %s", s.File, line, k, other,
				a.Name())
			if !slices.ContainsFunc(errs, // actions that stand in several panes
				func(e error) bool { return e.Error() == err.Error() }) {
				errs = append(errs, err)
			}
		}
	}
	return errs
}
