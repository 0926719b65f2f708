package command

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"bourse/backend/api"
	"bourse/backend/tracing"
)

// text is a flag whose value is looked at where it is given: on the command line, in the
// environment or in the file of settings, so that the error names that place.
type text struct {
	into  *string
	check func(string) error // says what it takes
}

func (t text) String() string {
	if t.into == nil {
		return ""
	}
	return *t.into
}

func (t text) Set(s string) error {
	if err := t.check(s); err != nil {
		return err
	}
	*t.into = s
	return nil
}

func (text) Type() string { return "string" }

// textVar defines a flag of a text that must pass a check.
func textVar(f *pflag.FlagSet, into *string, name, value, usage string,
	check func(string) error) {
	*into = value
	f.Var(text{into, check}, name, usage)
}

// address refuses what cannot be listened on. Nothing is an address too: it leaves the door shut.
func address(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if s != "" && err != nil {
		return fmt.Errorf("it takes HOST:PORT, such as %s; not %q", DefaultListen, s)
	}
	return nil
}

// webAddress refuses what no HTTP service can be at. It repeats nothing of the value: it may hold
// a password.
func webAddress(s string) error {
	u, err := url.Parse(s)
	if s != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		return fmt.Errorf("it takes the address of a service, such as http://%s", DefaultListen)
	}
	return nil
}

// oneOf refuses what is none of some words.
func oneOf(words []string) func(string) error {
	return func(s string) error {
		if s == "" || slices.Contains(words, s) {
			return nil
		}
		return fmt.Errorf("%q is none of %s%s", s, strings.Join(words, ", "), Meant(s, words, ""))
	}
}

// purseOf reads what the agents may lose a day, in wei.
func purseOf(s string) (api.Amount, error) {
	day, err := api.ParseUnits(s, 18)
	if err != nil || day.Less(api.NewAmount(10)) {
		return day, fmt.Errorf("it takes a number of coins, not %q", s)
	}
	return day, nil
}

// ratePerSecond reads a limit, 0 for off.
func ratePerSecond(s string) (int, error) {
	if s == "off" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("it takes a number of requests a second, or off; not %q", s)
	}
	return n, nil
}

// collector refuses what no collector of traces can be at.
func collector(s string) error {
	if s == "" {
		return nil
	}
	return tracing.Check(s)
}
