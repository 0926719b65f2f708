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
func TestSDKTradesOnDelta(t *testing.T) { sdkTrades(t, "delta.mjs") }

// So does its version 10, which signs what the service builds. npm lacks it: BOURSE_SDK10 names a
// bundle of its source.
func TestSDK10TradesOnDelta(t *testing.T) {
	if os.Getenv("BOURSE_SDK10") == "" {
		t.Skip("BOURSE_SDK10 names no bundle of version 10 of the public SDK")
	}
	sdkTrades(t, "delta10.mjs")
}

func sdkTrades(t *testing.T, script string) {
	t.Helper()
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
	run := exec.CommandContext(t.Context(), "node", script)
	run.Dir = dir
	run.Env = append(os.Environ(), "API="+srv.URL, "RPC=http://"+node,
		"SDK="+os.Getenv("BOURSE_SDK10"))
	out, err := run.CombinedOutput()
	t.Logf("\n%s", out)
	if err != nil {
		t.Fatal(err)
	}
}
