package commands

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"bourse/backend/command"
	"bourse/ui/style"
	"bourse/wallet"
)

// TestWhomAConsoleBeginsAs: development accounts sign on the local network alone.
func TestWhomAConsoleBeginsAs(t *testing.T) {
	t.Parallel()
	w, err := wallet.Open(wallet.Options{Folder: t.TempDir(), Scrypt: wallet.Scrypt{N: 2, P: 1},
		Now: time.Now, Random: rand.Reader, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	begin := func(args ...string) string {
		t.Helper()
		var o command.Options
		flags := pflag.NewFlagSet("bourse", pflag.ContinueOnError)
		o.Define(flags, style.ThemeNames())
		if err := flags.Parse(args); err != nil {
			t.Fatal(err)
		}
		return begins(o, w)
	}
	elsewhere := []string{"--no-local", "--rpc", "10=http://127.0.0.1:1"}
	if got := begin(elsewhere...); got != "" {
		t.Errorf("with development accounts alone it begins as %s", got)
	}
	own, err := w.ImportKey("own", wallet.NewSecret([]byte(strings.Repeat("01", 32))),
		wallet.NewSecret([]byte("a long password")))
	if err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		own.Address.Hex(): elsewhere,
		"":                {"--rpc", "10=http://127.0.0.1:1"},
		"dev1":            append([]string{"--account", "dev1"}, elsewhere...),
	} {
		if got := begin(args...); got != want {
			t.Errorf("%v begins as %q, not %q", args, got, want)
		}
	}
	if got := begin("--no-local", "--rpc", "1337=http://127.0.0.1:1"); got != "" {
		t.Errorf("on the local network of another process it begins as %s", got)
	}
}
