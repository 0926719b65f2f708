package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// networked is a service of the given networks, whose nodes answer or do not.
type networked struct {
	fake
	networks []api.Network
	live     bool
}

func (n *networked) Networks(context.Context) ([]api.Network, error) { return n.networks, nil }

func (n *networked) Status(_ context.Context, id uint64) (api.NetworkStatus, error) {
	return api.NetworkStatus{ChainID: id, Live: n.live, Head: api.BlockRef{Number: 42}}, nil
}

func TestProbes(t *testing.T) {
	t.Parallel()
	svc := &networked{networks: []api.Network{{ChainID: 1337}}, live: true}
	var store error
	s := New(svc, Options{Version: "v9", Ready: func(context.Context) error { return store }})
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	if a := ask(t, srv, "GET", "/healthz", ""); a.status != 200 || string(a.body) != `{"status":"ok"}` {
		t.Errorf("/healthz answers %d %s", a.status, a.body)
	}
	if a := ask(t, srv, "GET", "/version", ""); !strings.Contains(string(a.body), `"version":"v9"`) {
		t.Errorf("/version answers %s", a.body)
	}
	if a := ask(t, srv, "GET", "/readyz", ""); a.status != 200 || !strings.Contains(string(a.body), `"number":42`) {
		t.Errorf("/readyz answers %d %s", a.status, a.body)
	}
	store = errors.New("read-only: disk of /secret full")
	a := ask(t, srv, "GET", "/readyz", "")
	if a.want(t, 503, api.StoreUnavailable); strings.Contains(string(a.body), "secret") {
		t.Errorf("/readyz shows internals: %s", a.body)
	}
	store, svc.live = nil, false
	ask(t, srv, "GET", "/readyz", "").want(t, 503, api.ChainUnavailable)
}

// sample is a line of the text format of Prometheus.
var sample = regexp.MustCompile(`^[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? [0-9.e+-]+$`)

func TestMetrics(t *testing.T) {
	t.Parallel()
	svc := &networked{networks: []api.Network{{ChainID: 1337}, {ChainID: 1}}, live: true}
	srv := httptest.NewServer(New(svc, Options{}))
	t.Cleanup(srv.Close)
	ask(t, srv, "POST", orderPath, orderJSONText(nil))
	ask(t, srv, "POST", orderPath, "{}")
	ask(t, srv, "INVENTED", "/nowhere", "")
	a := ask(t, srv, "GET", "/metrics", "")
	seen := make(map[string]bool)
	types := make(map[string]bool)
	for lines := bufio.NewScanner(strings.NewReader(string(a.body))); lines.Scan(); {
		line := lines.Text()
		if name, ok := strings.CutPrefix(line, "# TYPE "); ok {
			if types[name] {
				t.Errorf("%q is declared twice", name)
			}
			types[name] = true
			continue
		}
		if !sample.MatchString(line) {
			t.Errorf("%q is no sample", line)
		}
		seen[line] = true
	}
	for _, want := range []string{
		`bourse_http_requests_total{route="/ft/orders/:chainId",method="POST",status="200"} 1`,
		`bourse_http_requests_total{route="/ft/orders/:chainId",method="POST",status="400"} 1`,
		`bourse_http_requests_total{route="none",method="other",status="404"} 1`,
		`bourse_http_request_seconds_count{route="/ft/orders/:chainId"} 2`,
		`bourse_http_request_seconds_bucket{route="/ft/orders/:chainId",le="+Inf"} 2`,
		`bourse_network_head_block{network="1337"} 42`, `bourse_network_live{network="1"} 1`, `bourse_http_event_streams 0`,
	} {
		if !seen[want] {
			t.Errorf("/metrics lacks %s", want)
		}
	}
}

func TestAdapterContracts(t *testing.T) {
	t.Parallel()
	network := func(id uint64) api.Network {
		n := api.Network{ChainID: id}
		n.Contracts.AugustusSwapper, n.Contracts.TokenTransferProxy = addr(1), addr(2)
		n.Contracts.AugustusV6, n.Contracts.AugustusRFQ, n.Contracts.Delta = addr(3), addr(byte(id)), addr(5)
		n.Contracts.Executors = map[string]common.Address{"Executor1": addr(6)}
		return n
	}
	svc := &networked{networks: []api.Network{network(77), network(1)}}
	srv := httptest.NewServer(New(svc, Options{}))
	t.Cleanup(srv.Close)
	get := func(query string) (c adapterContracts) {
		a := ask(t, srv, "GET", "/adapters/contracts"+query, "")
		if err := json.Unmarshal(a.body, &c); err != nil || a.status != 200 {
			t.Fatalf("%s answers %d %s", query, a.status, a.body)
		}
		return c
	}
	if c := get("?network=77"); c.AugustusSwapper != addr(1) || c.TokenTransferProxy != addr(2) || c.AugustusRFQ != addr(77) ||
		*c.ParaswapDelta != addr(5) || c.Executors["Executor1"] != addr(6) {
		t.Errorf("got %+v", c)
	}
	if c := get("/?network=77&version=6.2"); c.AugustusSwapper != addr(3) || c.TokenTransferProxy != addr(3) {
		t.Errorf("version 6.2 gives %+v", c)
	}
	if c := get(""); c.AugustusRFQ != addr(1) {
		t.Errorf("without a network %s is given, want that of network 1", c.AugustusRFQ)
	}
	svc.networks = svc.networks[:1]
	if c := get(""); c.AugustusRFQ != addr(77) {
		t.Errorf("without a network %s is given, want that of the first one", c.AugustusRFQ)
	}
	a := ask(t, srv, "GET", "/adapters/contracts?network=5", "")
	if a.want(t, 400, api.UnsupportedChain); !strings.Contains(a.err.Details, "77") {
		t.Errorf("the configured networks are not listed: %s", a.err.Details)
	}
}
