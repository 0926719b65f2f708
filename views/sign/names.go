package sign

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/views"
)

// names are those by which a person has typed addresses that are in what is signed. A name is never
// believed alone: the address stands beside it, it is looked up again while the dialog is open, and
// what has moved is not signed.
type names map[string]common.Address

func namesIn(s *views.Session, spec Spec) names {
	found, text := names{}, strings.ToLower(spec.raw())
	for name, a := range s.TypedNames() {
		if strings.Contains(text, strings.ToLower(a.Hex()[2:])) {
			found[name] = a
		}
	}
	return found
}

func (n names) checks() (list []ui.Check) {
	for _, name := range slices.Sorted(maps.Keys(n)) {
		list = append(list, ui.Check{Level: ui.Warn,
			Text: name + " is " + n[name].Hex() + ": compare every digit"})
	}
	return list
}

// lookUp asks once more whom they stand for, where no console does beside it.
func (n names) lookUp(ctx context.Context, s *views.Session) {
	for name := range n {
		s.Names.Answer(ctx, views.Question{On: s.Network, Of: name}, s.Now())
	}
}

// moved tells why a name no longer stands for the address that is signed.
func (n names) moved(s *views.Session) string {
	for _, name := range slices.Sorted(maps.Keys(n)) {
		if why, _ := s.NameMoved(name, n[name]); why != "" {
			return why
		}
	}
	return ""
}

// unread says that a name was not looked up again yet since the dialog has opened.
func (n names) unread(s *views.Session, opened time.Time) string {
	for _, name := range slices.Sorted(maps.Keys(n)) {
		if _, at := s.NameMoved(name, n[name]); at.Before(opened) {
			return "looking up " + name + " again"
		}
	}
	return ""
}
