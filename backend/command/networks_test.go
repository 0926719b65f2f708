package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Flags about nodes say which networks are served; what cannot be is refused without repeating an
// address, which may hold a key.
func TestNodeFlags(t *testing.T) {
	t.Parallel()
	o, err := Parse([]string{"--rpc", "1=https://a/secret,wss://b", "--rpc", "1=http://c",
		"--rpc", "10=http://d", "--rpc-send", "1=https://e", "--rpc-rate", "10=2.5",
		"--confirmations", "1=2", "--no-local"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := o.nodes.remotes(t.TempDir())
	if err != nil || len(list) != 2 || list[0].Description.ID != 1 ||
		strings.Join(list[0].Nodes.Read, " ") != "https://a/secret wss://b http://c" ||
		list[0].Nodes.Send != "https://e" || list[0].Confirmations != 2 ||
		list[1].Description.ID != 10 || list[1].Nodes.Rate != 2.5 || o.Mode() != "LIVE" {
		t.Errorf("%+v, %v", list, err)
	}
	for _, args := range [][]string{
		{"--rpc", "https://a/secret"}, {"--rpc", "one=https://a/secret"}, {"--rpc", "1="},
		{"--rpc", "0=https://a/secret"}, {"--rpc-rate", "1=fast", "--rpc", "1=https://secret"},
		{"--rpc-rate", "1=3"}, {"--rpc-send", "1=https://secret"}, {"--confirmations", "1=2"},
		{"--rpc", "1=https://secret", "--confirmations", "1=-2"}, {"--no-local"},
		{"--rpc", "1337=https://secret"}, {"--no-local", "--rpc", "1=https://secret", "--demo"},
		{"--backend", "http://x", "--rpc", "1=https://secret", "--no-local"},
	} {
		if _, err := Parse(args); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// A network that is not known is named with the file that would describe it; a wrong file by its
// line.
func TestUnknownNetwork(t *testing.T) {
	t.Parallel()
	o, err := Parse([]string{"--rpc", "5=https://secret"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := o.nodes.remotes(dir); err == nil ||
		!strings.Contains(err.Error(), filepath.Join(dir, "networks", "5.toml")) ||
		strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
	file := filepath.Join(dir, "networks", "5.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("id = 5\nnonsense = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := o.nodes.remotes(dir); err == nil || !strings.Contains(err.Error(), "5.toml:2:") {
		t.Errorf("%v", err)
	}
}

// Who leaves the console is told what becomes of open orders.
func TestLeaving(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]Options{
		"go on without this console": {Backend: "http://127.0.0.1:8080"},
		"nothing is kept":            {Demo: true},
		"until it is started again":  {Demo: true, Data: "/kept"},
	} {
		if got := o.Leaving(); !strings.Contains(got, want) {
			t.Errorf("%+v: %q", o, got)
		}
	}
}
