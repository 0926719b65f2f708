package server

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
	"bourse/backend/api/apitest"
)

// networked is a service of the given networks, whose nodes answer or do not.
type networked struct {
	*apitest.Echo
	networks []api.Network
	live     bool
}

func newNetworked(live bool, networks ...api.Network) *networked {
	n := &networked{apitest.NewEcho(), networks, live}
	n.OnNetworks = func(context.Context) ([]api.Network, error) { return n.networks, nil }
	n.OnStatus = func(_ context.Context, id uint64) (api.NetworkStatus, error) {
		return api.NetworkStatus{ChainID: id, Live: n.live, Head: api.BlockRef{Number: 42},
			Quarantined: 3}, nil
	}
	return n
}

func TestProbes(t *testing.T) {
	t.Parallel()
	svc := newNetworked(true, api.Network{ChainID: 1337})
	var store error
	s := New(svc, Options{Version: "v9", Ready: func(context.Context) error { return store }})
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	if a := ask(t, srv, "GET", "/healthz", ""); a.status != 200 ||
		string(a.body) != `{"status":"ok"}` {
		t.Errorf("/healthz answers %d %s", a.status, a.body)
	}
	if a := ask(t, srv, "GET", "/version", ""); !strings.Contains(
		string(a.body), `"version":"v9"`) {
		t.Errorf("/version answers %s", a.body)
	}
	if a := ask(t, srv, "GET", "/readyz", ""); a.status != 200 ||
		!strings.Contains(string(a.body), `"number":42`) {
		t.Errorf("/readyz answers %d %s", a.status, a.body)
	}
	store = errors.New("read-only: disk of /secret full")
	a := ask(t, srv, "GET", "/readyz", "")
	if a.want(t, 503, api.StoreUnavailable); strings.Contains(string(a.body), "secret") {
		t.Errorf("/readyz shows internals: %s", a.body)
	}
	store, svc.live = nil, false
	a = ask(t, srv, "GET", "/readyz", "")
	if a.want(t, 503, api.ChainUnavailable); !strings.Contains(string(a.body), `"chainId":1337`) {
		t.Errorf("/readyz does not tell how the networks stand: %s", a.body)
	}
}

// One network that fails does not make the others unready, and each is told of.
func TestReadyWithOneOfTwo(t *testing.T) {
	t.Parallel()
	svc := newNetworked(true, api.Network{ChainID: 1337}, api.Network{ChainID: 1})
	status := svc.OnStatus
	svc.OnStatus = func(ctx context.Context, id uint64) (api.NetworkStatus, error) {
		if id == 1 {
			return api.NetworkStatus{}, api.Errorf(api.ChainUnavailable, "the node is away")
		}
		return status(ctx, id)
	}
	srv := httptest.NewServer(New(svc, Options{}))
	t.Cleanup(srv.Close)
	a := ask(t, srv, "GET", "/readyz", "")
	if a.status != 200 || !strings.Contains(string(a.body), "the node is away") ||
		!strings.Contains(string(a.body), `"number":42`) {
		t.Errorf("/readyz answers %d %s", a.status, a.body)
	}
}

// sample is a line of the text format of Prometheus.
var sample = regexp.MustCompile(
	`^[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? ([0-9.e+-]+|\+Inf)$`)

func TestMetrics(t *testing.T) {
	t.Parallel()
	svc := newNetworked(true, api.Network{ChainID: 1337}, api.Network{ChainID: 1})
	held := []api.Held{{What: "a cache", ChainID: 1337, Bytes: 5, Most: 10}}
	reverts := []api.Reverts{{ChainID: 1337, Count: 3, Cost: api.NewAmount(2e15),
		Left: api.NewAmount(25e16)}}
	srv := httptest.NewServer(New(svc, Options{Held: func() []api.Held { return held },
		Reverts: func() []api.Reverts { return reverts }, Disk: func() api.Disk {
			return api.Disk{Bytes: map[string]int64{"store": 4096},
				Refused: map[string]uint64{"no space left on device": 2}}
		}}))
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
		if strings.HasPrefix(line, "# HELP ") {
			continue
		}
		if !sample.MatchString(line) {
			t.Errorf("%q is no sample", line)
		}
		seen[line] = true
	}
	for _, want := range []string{
		`bourse_http_requests_total{method="POST",route="/ft/orders/:chainId",status="200"} 1`,
		`bourse_http_requests_total{method="POST",route="/ft/orders/:chainId",status="400"} 1`,
		`bourse_http_requests_total{method="other",route="none",status="404"} 1`,
		`bourse_http_request_seconds_count{route="/ft/orders/:chainId"} 2`,
		`bourse_http_request_seconds_bucket{route="/ft/orders/:chainId",le="+Inf"} 2`,
		`bourse_network_head_block{network="1337"} 42`, `bourse_network_live{network="1"} 1`,
		`bourse_http_event_streams 0`, `bourse_network_quarantined{network="1337"} 3`,
		`bourse_held_bytes{network="1337",what="a cache"} 5`,
		`bourse_delta_reverts_total{network="1337"} 3`,
		`bourse_delta_reverts_coins_total{network="1337"} 0.002`,
		`bourse_delta_purse_coins{network="1337"} 0.25`,
		`bourse_held_most_bytes{network="1337",what="a cache"} 10`,
		`bourse_disk_bytes{what="store"} 4096`,
		`bourse_store_refused_total{cause="no space left on device"} 2`,
	} {
		if !seen[want] {
			t.Errorf("/metrics lacks %s", want)
		}
	}
	for _, want := range []string{
		"bourse_http_connections gauge", "bourse_http_pending_bytes gauge", "go_goroutines gauge",
		"go_memstats_heap_alloc_bytes gauge", "process_cpu_seconds_total counter",
		"process_resident_memory_bytes gauge", "process_open_fds gauge",
	} {
		if !types[want] {
			t.Errorf("/metrics lacks %s", want)
		}
	}
}

// What the service does wrong while metrics are gathered is an error of that request, not the end
// of the process.
func TestMetricsOfAServiceThatPanics(t *testing.T) {
	t.Parallel()
	e, srv := newServer(t, Options{})
	e.Panics = true
	ask(t, srv, "GET", "/metrics", "").want(t, 500, api.InternalError)
	e.Panics = false
	if a := ask(t, srv, "GET", "/metrics", ""); a.status != 200 {
		t.Errorf("after that /metrics answers %d %s", a.status, a.body)
	}
}

func TestAdapterContracts(t *testing.T) {
	t.Parallel()
	network := func(id uint64) api.Network {
		n := api.Network{ChainID: id}
		n.Contracts.AugustusSwapper, n.Contracts.TokenTransferProxy = apitest.Address(1),
			apitest.Address(2)
		n.Contracts.AugustusV6, n.Contracts.AugustusRFQ, n.Contracts.Delta = apitest.Address(3),
			apitest.Address(byte(id)), apitest.Address(5)
		n.Contracts.Executors = map[string]common.Address{"Executor1": apitest.Address(6)}
		return n
	}
	svc := newNetworked(false, network(77), network(1))
	srv := httptest.NewServer(New(svc, Options{}))
	t.Cleanup(srv.Close)
	get := func(query string) (c adapterContracts) {
		a := ask(t, srv, "GET", "/adapters/contracts"+query, "")
		if err := json.Unmarshal(a.body, &c); err != nil || a.status != 200 {
			t.Fatalf("%s answers %d %s", query, a.status, a.body)
		}
		return c
	}
	if c := get("?network=77"); c.AugustusSwapper != apitest.Address(1) ||
		c.TokenTransferProxy != apitest.Address(2) ||
		c.AugustusRFQ != apitest.Address(77) ||
		*c.ParaswapDelta != apitest.Address(5) || c.Executors["Executor1"] != apitest.Address(6) {
		t.Errorf("got %+v", c)
	}
	if c := get("/?network=77&version=6.2"); c.AugustusSwapper != apitest.Address(3) ||
		c.TokenTransferProxy != apitest.Address(3) {
		t.Errorf("version 6.2 gives %+v", c)
	}
	for _, query := range []string{"?chainId=77", "/?network=1&chainId=77"} {
		if c := get(query); c.AugustusRFQ != apitest.Address(77) {
			t.Errorf("%s gives %s, want that of network 77", query, c.AugustusRFQ)
		}
	}
	if c := get(""); c.AugustusRFQ != apitest.Address(1) {
		t.Errorf("without a network %s is given, want that of network 1", c.AugustusRFQ)
	}
	svc.networks = svc.networks[:1]
	if a := ask(t, srv, "GET", "/adapters/contracts", ""); a.status != 400 ||
		!strings.Contains(string(a.body), `"UnsupportedChain"`) ||
		!strings.Contains(string(a.body), "77") {
		t.Errorf("without a network, where 1 is not configured: %d %s", a.status, a.body)
	}
	a := ask(t, srv, "GET", "/adapters/contracts?network=5", "")
	if a.want(t, 400, api.UnsupportedChain); !strings.Contains(a.err.Details, "77") {
		t.Errorf("the configured networks are not listed: %s", a.err.Details)
	}
}
