package backend_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bourse/backend"
	"bourse/backend/server"
)

// The public SDK, unchanged, completes every flow of Delta orders against a served exchange: it
// sells, buys, sets limits and trades in slices by orders that it builds and signs by itself, and
// the chain has what the records tell.
func TestSDKTradesOnDelta(t *testing.T) {
	sequential(t)
	t.Parallel()
	dir := filepath.Join("testdata", "sdk")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "@velora-dex")); err != nil {
		if os.Getenv("BOURSE_GATE") != "" {
			t.Fatal("the public SDK is missing: .ci/run packages installs it")
		}
		t.Skip("the public SDK needs npm install in backend/testdata/sdk")
	}
	node := freeAddress(t)
	b := runBackend(t, backend.Config{LocalRPC: node, Accounts: developmentAccounts(t)})
	srv := httptest.NewServer(server.New(b, server.Options{RateLimit: 100_000}))
	t.Cleanup(srv.Close)
	script := exec.CommandContext(t.Context(), "node", "delta.mjs")
	script.Dir = dir
	script.Env = append(os.Environ(), "API="+srv.URL, "RPC=http://"+node)
	out, err := script.CombinedOutput()
	t.Logf("\n%s", out)
	if err != nil {
		t.Fatal(err)
	}
}
