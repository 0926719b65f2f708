package command_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// onSocket asks a socket of a data folder.
func onSocket(t *testing.T, path, method, url, body string) (int, string) {
	t.Helper()
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		}}}
	req, err := http.NewRequest(method, "http://localhost"+url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	reply, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

// TestLogsForPrograms raises the level of the log of a service that runs, by the socket that its
// owner alone can open, and finds a request in it by the id that its client was given.
func TestLogsForPrograms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	logs := filepath.Join(dir, "log")
	s := serveProgram(t, "--data", dir, "--log", logs, "--log-format", "json",
		"--log-level", "warn")
	socket := filepath.Join(dir, "debug.sock")
	if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the socket: %v, %v", info, err)
	}
	for _, c := range []struct {
		method, url, body string
		status            int
		says              string
	}{
		{"GET", "/debug/log", "", 200, "warn"},
		{"PUT", "/debug/log", "loud", 400, `debug, info, warn or error, not "loud"`},
		{"PUT", "/debug/log", "debug\n", 200, "debug"},
		{"GET", "/debug/pprof/goroutine?debug=1", "", 200, "goroutine profile: total"},
		{"GET", "/debug/pprof/profile?seconds=1", "", 200, "\x1f\x8b"}, // gzip
	} {
		status, text := onSocket(t, socket, c.method, c.url, c.body)
		if status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s %s: %d %.200q", c.method, c.url, status, text)
		}
	}
	public, err := http.Get(s.url + "/debug/pprof/goroutine?debug=1")
	if err != nil {
		t.Fatal(err)
	}
	public.Body.Close()
	if public.StatusCode != http.StatusNotFound {
		t.Errorf("a stranger's look into the process: %d", public.StatusCode)
	}

	reply, err := http.Get(s.url + "/ft/orders/1337/orderbook/?makerAsset=0x1")
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	found := requestInLog(t, logs, reply.Header.Get("X-Request-Id"))
	if found["chain"] != 1337.0 || found["status"] != 400.0 || found["level"] != "DEBUG" {
		t.Errorf("the log tells of the request %v", found)
	}
}

// requestInLog reads a log, every line of which is a JSON object, for a request.
func requestInLog(t *testing.T, path, id string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var found map[string]any
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var line map[string]any
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		if id != "" && line["request"] == id {
			found = line
		}
	}
	if found == nil {
		t.Fatalf("nothing of the request %q in %s", id, text)
	}
	return found
}
