package backend_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bourse/backend"
	"bourse/store/facts/etcd/etcdtest"
)

// TestSDKAtTwoNodes runs the public SDK's order and Delta flows by turns against two nodes.
func TestSDKAtTwoNodes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("testdata", "sdk")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "@velora-dex")); err != nil {
		t.Skip("the public SDK needs npm install in backend/testdata/sdk")
	}
	p := &sharedExchange{T: t, etcd: etcdtest.Run(t, etcdtest.Options{Size: 1})}
	p.start(backend.Config{Accounts: developmentAccounts(t), LocalRPC: "127.0.0.1:0"})
	p.start(p.elsewhere())
	script := exec.CommandContext(t.Context(), "node", "flows.mjs")
	script.Dir = dir
	script.Env = append(os.Environ(), "NODES="+strings.Join(p.urls, ","),
		"RPC="+p.nodes[0].LocalRPC())
	out, err := script.CombinedOutput()
	t.Logf("\n%s", out)
	if err != nil {
		t.Fatal(err)
	}
}
