package command_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"bourse/backend/command"
	"bourse/store/facts/etcd/etcdtest"
)

// TestClusterOverTLS reaches an etcd that wants to see a certificate, and shows its own.
func TestClusterOverTLS(t *testing.T) {
	t.Parallel()
	good, err := etcdtest.Issue(filepath.Join(t.TempDir(), "good"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := etcdtest.Issue(filepath.Join(t.TempDir(), "other"))
	if err != nil {
		t.Fatal(err)
	}
	c := etcdtest.Run(t, etcdtest.Options{Size: 1, TLS: &good})
	url := "etcd://" + c.Endpoints()[0] + "/main"
	for _, test := range []struct {
		what  string
		flags []string
		works bool
	}{
		{"both", []string{"--cluster-ca", good.CA, "--cluster-cert", good.Cert,
			"--cluster-key", good.Key}, true},
		{"no certificate", []string{"--cluster-ca", good.CA}, false},
		{"another authority", []string{"--cluster-ca", other.CA, "--cluster-cert", good.Cert,
			"--cluster-key", good.Key}, false},
		{"another certificate", []string{"--cluster-ca", good.CA, "--cluster-cert", other.Cert,
			"--cluster-key", other.Key}, false},
		{"no TLS", nil, false},
	} {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			command := command.Cluster()
			command.SetArgs(append([]string{"status", "--cluster", url}, test.flags...))
			command.SetOut(&out)
			command.SilenceErrors, command.SilenceUsage = true, true
			err := command.ExecuteContext(t.Context())
			empty := err != nil && strings.Contains(err.Error(), "no node is alive")
			if works := empty && strings.Contains(out.String(), "etcd: revision"); works !=
				test.works {
				t.Errorf("%v %s", err, &out)
			}
		})
	}
}
