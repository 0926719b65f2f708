package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/backend/command"
	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
)

// clusterDoes runs `bourse cluster …` with a key file of some lines; none is no file.
func clusterDoes(t *testing.T, url, what string, lines ...string) (out string, err error) {
	t.Helper()
	args := []string{what, "--cluster", url}
	if len(lines) > 0 {
		file := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--cluster-secret", file)
	}
	var text bytes.Buffer
	command := command.Cluster()
	command.SetArgs(args)
	command.SetOut(&text)
	command.SilenceErrors, command.SilenceUsage = true, true
	err = command.ExecuteContext(t.Context())
	return text.String(), err
}

// TestClusterKeyIsGivenAndChanged has an operator do what the page says of the key, and make the
// mistakes that can be made: each is told in words that name it.
func TestClusterKeyIsGivenAndChanged(t *testing.T) {
	t.Parallel()
	endpoints := etcdtest.Run(t, etcdtest.Options{Size: 1}).Endpoints()
	url := "etcd://" + endpoints[0] + "/main"
	old, fresh := strings.Repeat("0a", 32), strings.Repeat("0b", 32)
	fails := func(why, what string, lines ...string) {
		t.Helper()
		if _, err := clusterDoes(t, url, what, lines...); err == nil ||
			!strings.Contains(err.Error(), why) {
			t.Errorf("%s with %d keys: %v, which does not say %q", what, len(lines), err, why)
		}
	}
	fails("no exchange of this name", "sign", old)
	founds(t, endpoints)
	says := func(want string) {
		t.Helper()
		out, _ := clusterDoes(t, url, "status")
		if !strings.Contains(out, want) {
			t.Errorf("status says %s, not %q", out, want)
		}
	}
	says("facts are not signed: whoever can write to etcd can post facts in the nodes' name")
	fails("start this node with their key (--cluster-secret)", "sign")
	fails("does not hold 64 hex digits a line", "sign", old, "0a")
	for _, lines := range [][]string{{old}, {fresh, old}} {
		if out, err := clusterDoes(t, url, "sign", lines...); err != nil ||
			!strings.Contains(out, "From now on nodes sign") {
			t.Errorf("%s %v", out, err)
		}
		if out, err := clusterDoes(t, url, "sign", lines...); err != nil ||
			!strings.Contains(out, "Nothing to do") {
			t.Errorf("again: %s %v", out, err)
		}
		says("facts are signed by the key ")
	}
	fails("by another key than this node's (--cluster-secret): this node has [", "sign", old)
}

// founds has a node without a key begin the exchange.
func founds(t *testing.T, endpoints []string) {
	t.Helper()
	log, err := etcd.Open(t.Context(), etcd.Config{Endpoints: endpoints, Name: "main", Node: "a"})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if err := log.Seed(t.Context(), nil, func(func(f facts.Fact) error) error { return nil },
		func(facts.Position) error { return nil }); err != nil {
		t.Fatal(err)
	}
}
