package server

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// The ten risks of the OWASP API list, each with what stands against it here. Beside these tests:
// hidden faults (8) are TestPanicsAndForeignErrorsAreHidden, the inventory (9) is TestAPIPage, and
// what nodes answer (10) is tested where nodes are read.

// 1 and 2: there is no user to be. Nothing is told to one client that is not told to all, and no
// credential changes an answer.
func TestCredentialsChangeNothing(t *testing.T) {
	t.Parallel()
	_, srv := newServer(t, Options{})
	for _, path := range []string{
		listPath, "/ft/p2p/1337/taker/" + maker, "/nft/orders/1/orderbook", "/x/networks"} {
		plain := ask(t, srv, "GET", path, "")
		for _, header := range []string{"Authorization", "Cookie", "X-API-KEY", "X-Forwarded-For"} {
			if a := ask(t, srv, "GET", path, "", header, "Basic Zm9vOmJhcg=="); a.status != 200 ||
				string(a.body) != string(plain.body) {
				t.Errorf("%s with %s answers %d %s, without it %s", path, header, a.status, a.body,
					plain.body)
			}
		}
		if cookies := plain.header["Set-Cookie"]; cookies != nil {
			t.Errorf("%s sets %v", path, cookies)
		}
	}
}

// 3: a client sets what it signed and nothing else.
func TestClientsSetOnlyTheirFields(t *testing.T) {
	t.Parallel()
	f, srv := newServer(t, Options{})
	ask(t, srv, "POST", orderPath, orderJSONText(nil))
	plain := f.Question()
	ask(t, srv, "POST", orderPath, orderJSONText(map[string]string{
		"state": `"FULFILLED"`, "createdAt": "1", "updatedAt": "1", "fillableBalance": `"1"`,
		"swappableBalance": `"9"`, "makerBalance": `"9"`,
		"orderHash": `"0x` + strings.Repeat("ab", 32) + `"`, "transactionHash": `"0x"`,
		"type": `"P2P"`, "chainId": "5", "takerFromMeta": `"` + maker + `"`,
	}))
	if got := f.Question(); !reflect.DeepEqual(got, plain) {
		t.Errorf("with more fields the service is asked %+v, without %+v", got, plain)
	}
}

// 4 to 7: what one request can cost is bounded, operation only reads, prices and what looks through
// all orders of a user are under the stricter limit, and no request names an address that the
// server would fetch.
func TestTheTableOfRoutesIsSafe(t *testing.T) {
	t.Parallel()
	costly := []string{"/prices", "/swap", "/quote", "/delta/prices", "/v2/quote",
		"/v2/delta/prices", "/v2/delta/orders"}
	for _, r := range routes() {
		name := r.method + " " + r.path
		if r.group == operations && r.method != http.MethodGet {
			t.Errorf("%s changes something on the listener of clients", name)
		}
		if want := slices.Contains(costly, r.path) && r.path+r.method != "/v2/delta/ordersPOST" ||
			strings.Contains(r.path, "/delta/orders/fillablebalance/") ||
			strings.Contains(r.path, "/prepare/"); r.costly != want {
			t.Errorf("%s is under the stricter limit: %v, want %v", name, r.costly, want)
		}
		for _, p := range r.params {
			if slices.Contains([]string{"limit", "offset", "page", "depth"}, p.name) &&
				(p.max == 0 || p.max > 1<<31 || p.name == "limit" && p.max != api.MaxPage) {
				t.Errorf("%s takes any %s", name, p.name)
			}
			for _, part := range []string{"url", "uri", "host", "endpoint", "callback"} {
				if strings.Contains(strings.ToLower(p.name), part) {
					t.Errorf("%s takes %s", name, p.name)
				}
			}
		}
	}
}

// 8: answers tell nothing of the machine and are not taken for pages.
func TestHeadersTellNothing(t *testing.T) {
	t.Parallel()
	_, srv := newServer(t, Options{})
	for _, path := range []string{listPath, "/nowhere", "/metrics", "/readyz", "/version"} {
		a := ask(t, srv, "GET", path, "")
		if a.header.Get("X-Content-Type-Options") != "nosniff" || a.header.Get("Server") != "" ||
			a.header.Get("X-Powered-By") != "" {
			t.Errorf("%s has the headers %v", path, a.header)
		}
		if strings.Contains(string(a.body), "goroutine ") ||
			strings.Contains(string(a.body), ".go:") {
			t.Errorf("%s shows a stack: %s", path, a.body)
		}
	}
}

// Every path works with and without its trailing slash, and HEAD where GET does.
func TestEveryPathBothWays(t *testing.T) {
	t.Parallel()
	s := New(apitest.NewEcho(), Options{})
	for _, r := range routes() {
		path := r.path
		for _, p := range r.params {
			if p.in == inPath {
				path = strings.Replace(path, ":"+p.name, "1", 1)
			}
		}
		methods := []string{r.method}
		if r.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		for _, method := range methods {
			for _, target := range []string{path, path + "/"} {
				n, _ := s.root.match(target)
				if n == nil || n.route(method) == nil || n.route(method).path != r.path {
					t.Errorf("%s %s does not lead to %s", method, target, r.path)
				}
				w := httptest.NewRecorder()
				if s.ServeHTTP(w, httptest.NewRequest(
					http.MethodOptions, target, nil)); w.Code != 204 ||
					!strings.Contains(w.Header().Get("Allow"), method) {
					t.Errorf("OPTIONS %s answers %d, allows %s", target, w.Code,
						w.Header().Get("Allow"))
				}
			}
		}
	}
}

// A client that asks for much and reads nothing is cut off, and its memory is free again.
func TestSlowReadersAreCutOff(t *testing.T) {
	t.Parallel()
	// an answer with more than buffers between two processes hold
	addr, s, _ := startServer(t, wordy(32<<20),
		func(s *Server) { s.times.write = 300 * time.Millisecond })
	dial(t, addr, "GET /tokens/1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
	waitFor(t, "the end of the answer", func() bool {
		page, err := s.metrics.page()
		return err == nil && bytes.Contains(page, []byte("bourse_http_requests_total{"))
	})
	waitFor(t, "the release of what it held",
		func() bool { return s.conns.Untaken() == 0 && s.conns.Open() == 0 })
}
