package command_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/backend/command"
)

// Partners are added, listed and removed, and what cannot be is refused and leaves the file as it
// is.
func TestPartners(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(args ...string) (string, error) {
		var out strings.Builder
		c := command.Partners()
		c.SetArgs(append([]string{"--data", dir}, args...))
		c.SetOut(&out)
		c.SilenceErrors, c.SilenceUsage = true, true
		err := c.Execute()
		return out.String(), err
	}
	has := func(says string, args ...string) {
		t.Helper()
		if out, err := run(args...); err != nil || !strings.Contains(out, says) {
			t.Errorf("%v: %q, %v, not %q", args, out, err, says)
		}
	}
	const account = "0xe92b586627ccA7a83dC919cc7127196d70f55a06"
	has("no partner has a fee")
	has("acme\t"+account+"\t0.25 %", "add", "acme", account, "25")
	has("half of what comes in", "add", "other.io", account, "surplus")
	has("acme\t"+account+"\t0.3 %\nother.io\t", "add", "acme", account, "30")
	path := filepath.Join(dir, "partners.toml")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for says, args := range map[string][]string{
		"1 to 200 basis points":  {"add", "acme", account, "201"},
		"or surplus: not \"0\"":  {"add", "acme", account, "0"},
		"1 to 64 letters":        {"add", "a b", account, "25"},
		"the address of partner": {"add", "acme", account[:40], "25"},
		"the zero address":       {"add", "acme", "0x" + strings.Repeat("0", 40), "25"},
		"no partner \"nobody\"":  {"remove", "nobody"},
		"partners add NAME":      {"change", "acme"},
	} {
		var wrong command.UsageError
		if _, err := run(args...); !errors.As(err, &wrong) || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, not %q", args, err, says)
		}
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("after refusals the file is %q, %v, and was %q", after, err, before)
	}
	has("other.io", "remove", "acme")
	if out, err := run("list"); err != nil || strings.Contains(out, "acme") {
		t.Errorf("after it was removed: %q, %v", out, err)
	}
}
