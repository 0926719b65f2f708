package desk_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"bourse/views/desk"
	"bourse/views/sign"
)

// A word is the same in capitals or not, whoever gives it.
func TestWordsInCapitalsOrNot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed, wanted string
		agrees        bool
	}{{"unlock", "UNLOCK", true}, {"CAP", "cap", true}, {"cup", "cap", false}, {"", "cap", false}} {
		limits := desk.Limits{Tell: func(string) {}, Words: []string{c.typed}}
		err := limits.Agree(t.Context(), nil, c.wanted)
		if (err == nil) != c.agrees || err != nil && !errors.Is(err, desk.ErrDeclined) {
			t.Errorf("--word %q for %q: %v", c.typed, c.wanted, err)
		}
	}
}

// What was typed or pasted before a question is no answer to it: it is asked again.
func TestWhatWasTypedBeforeAgreesToNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		after  []time.Duration // when the answers come
		typed  []string
		agrees bool
		told   string
	}{
		"in time": {[]time.Duration{time.Second}, []string{"yes"}, true, ""},
		"pasted":  {[]time.Duration{0}, []string{"yes"}, false, "“yes” was typed before"},
		"pasted, then": {[]time.Duration{0, 0, time.Second}, []string{"yes", "yes", "yes"}, true,
			"“yes”"},
		"pasted, no":     {[]time.Duration{0, time.Second}, []string{"yes", "no"}, false, "“yes”"},
		"no, but pasted": {[]time.Duration{0, time.Second}, []string{"no", "yes"}, true, "“no”"},
	} {
		now, asked, told := time.Unix(1e9, 0), 0, ""
		person := desk.Person{
			Tell: func(line string) { told += line },
			Ask: func(context.Context, string) (string, error) {
				if asked == len(c.typed) {
					return "", io.EOF
				}
				now = now.Add(c.after[asked])
				asked++
				return c.typed[asked-1], nil
			},
			Now: func() time.Time { return now },
		}
		err := person.Decide(t.Context(), sign.Question{})
		if (err == nil) != c.agrees || err != nil && !errors.Is(err, desk.ErrDeclined) ||
			asked != len(c.typed) || !strings.Contains(told, c.told) {
			t.Errorf("%s: %v after %d answers; %s", name, err, asked, told)
		}
	}
}
