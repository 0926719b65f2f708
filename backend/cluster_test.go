package backend_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/delta"
	"bourse/backend/server"
	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
)

// sharedExchange is nodes of one exchange, which share an etcd and the local network of the first.
type sharedExchange struct {
	*testing.T
	etcd     *etcdtest.Cluster
	keys     facts.Keys // of the nodes of this process
	contract common.Address
	nodes    []*backend.Backend // of this process
	patience time.Duration      // of clients; 0 is as long as it takes

	mu   sync.Mutex // held while a node comes in, beside clients
	urls []string   // of these nodes, and then of those in other processes
}

func (p *sharedExchange) url(node int) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.urls[node]
}

// newShared runs two nodes.
func newShared(t *testing.T, o etcdtest.Options) *sharedExchange {
	t.Helper()
	p := newHost(t, o, "127.0.0.1:0")
	p.start(p.elsewhere())
	return p
}

// newHost runs the node that has the local network, whose JSON-RPC is reached at an address.
func newHost(t *testing.T, o etcdtest.Options, rpc string) *sharedExchange {
	t.Helper()
	p := &sharedExchange{T: t, etcd: etcdtest.Run(t, o)}
	p.startHost(rpc)
	return p
}

// startHost starts the node that has the local network.
func (p *sharedExchange) startHost(rpc string) {
	p.Helper()
	p.start(backend.Config{Accounts: developmentAccounts(p.T), Manual: true, LocalRPC: rpc})
	p.contract = p.nodes[0].Local().Deployment().Contracts.AugustusRFQ
}

// elsewhere is a node that reaches the local network of the first one.
func (p *sharedExchange) elsewhere() backend.Config {
	return backend.Config{Accounts: developmentAccounts(p.T), NoLocal: true,
		LocalNodes: chain.Nodes{Read: []string{p.nodes[0].LocalRPC()}, Rate: 100_000}}
}

// start adds a node.
func (p *sharedExchange) start(cfg backend.Config) {
	p.Helper()
	p.startAt("", cfg)
}

// startAt adds a node that reaches etcd at an address; none is that of its members.
func (p *sharedExchange) startAt(addr string, cfg backend.Config) {
	p.Helper()
	endpoints := p.etcd.Endpoints()
	if addr != "" {
		endpoints = []string{addr}
	}
	log, err := etcd.Open(p.Context(), etcd.Config{Endpoints: endpoints, Name: "test",
		Node: fmt.Sprint("node", len(p.nodes)), Keys: p.keys, Now: cfg.Now})
	if err != nil {
		p.Fatal(err)
	}
	cfg.Log = log
	b := runBackend(p.T, cfg)
	s := httptest.NewServer(server.New(b, server.Options{Cluster: log, Ready: b.Health}))
	p.Cleanup(s.Close)
	p.nodes, p.urls = append(p.nodes, b), append(p.urls, s.URL)
}

// get asks a node that must have applied a revision.
func (p *sharedExchange) get(node int, path, revision string) (status int, text string,
	h http.Header) {
	p.Helper()
	status, text, h, err := p.tryGet(node, path, revision)
	if err != nil {
		p.Error(err)
	}
	return status, text, h
}

// patient is the time that a request of a client has.
func (p *sharedExchange) patient() (context.Context, context.CancelFunc) {
	if p.patience == 0 {
		return context.WithCancel(p.Context())
	}
	return context.WithTimeout(p.Context(), p.patience)
}

// tryGet is get of a node that may not be there.
func (p *sharedExchange) tryGet(node int, path, revision string) (status int, text string,
	h http.Header, err error) {
	ctx, cancel := p.patient()
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url(node)+path, nil)
	if err != nil {
		return 0, "", nil, err
	}
	if revision != "" {
		r.Header.Set("X-Revision", revision)
	}
	return do(r)
}

func do(r *http.Request) (status int, text string, h http.Header, err error) {
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", nil, err
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	return reply.StatusCode, string(body), reply.Header, err
}

func (p *sharedExchange) post(node int, body string) (status int, text string, h http.Header) {
	p.Helper()
	status, text, h, err := p.tryPost(node, body)
	if err != nil {
		p.Error(err)
	}
	return status, text, h
}

// tryPost posts to a node that may not be there. The same order may be sent as often as one likes.
func (p *sharedExchange) tryPost(node int, body string) (status int, text string, h http.Header,
	err error) {
	ctx, cancel := p.patient()
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost,
		p.url(node)+"/ft/orders/1337", strings.NewReader(body))
	if err != nil {
		return 0, "", nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "the order's own hash")
	return do(r)
}

// TestTwoNodesAreOneExchange posts to both nodes at once, the same orders too: either node reads
// what the other one took, and both give the same answers byte for byte.
func TestTwoNodesAreOneExchange(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1})
	p.shareSecrets()
	const clients, each = 8, 20
	var mu sync.Mutex
	var delays []time.Duration
	made, makers := 0, make([]string, clients)
	var posting sync.WaitGroup
	for n := range clients {
		key, err := crypto.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		makers[n] = api.Lower(crypto.PubkeyToAddress(key.PublicKey))
		random := rand.New(rand.NewPCG(3, uint64(n)))
		posting.Go(func() {
			for i := range each {
				body, node := signedOrder(key, random, p.contract), (n+i)%2
				status, text, h := p.post(node, body)
				var answer struct{ Order struct{ OrderHash string } }
				if err := json.Unmarshal([]byte(text), &answer); status/100 != 2 || err != nil {
					t.Errorf("node %d: %d %s", node, status, text)
					return
				}
				started := time.Now()
				seen, text, _ := p.get(1-node, "/ft/order/"+answer.Order.OrderHash,
					h.Get("X-Revision"))
				took := time.Since(started)
				if seen != http.StatusOK {
					t.Errorf("the other node: %d %s", seen, text)
				}
				if again, text, _ := p.post(1-node, body); again/100 != 2 {
					t.Errorf("again at the other node: %d %s", again, text)
				}
				mu.Lock()
				made++
				delays = append(delays, took)
				mu.Unlock()
			}
		})
	}
	posting.Wait()
	slices.Sort(delays)
	t.Logf("%d orders: read from the other node after p50 %s, p99 %s", made,
		delays[len(delays)/2], delays[len(delays)*99/100])
	p.same(makers)
	p.linearizable()
}

// level waits until every node has applied what any of them has, and returns up to where that is.
func (p *sharedExchange) level() (revision string) {
	p.Helper()
	const any = "/ft/orders/1337/maker/0x0000000000000000000000000000000000000001"
	var newest int64
	for node := range p.urls {
		_, _, h := p.get(node, any, "")
		at, err := strconv.ParseInt(h.Get("X-Revision"), 10, 64)
		if err != nil {
			p.Fatal(err)
		}
		newest = max(newest, at)
	}
	revision = strconv.FormatInt(newest, 10)
	for node := range p.urls {
		eventually(p.T, fmt.Sprint("node ", node, " is level"), func() bool {
			status, _, _ := p.get(node, any, revision)
			return status == http.StatusOK
		})
	}
	return revision
}

// same compares what the nodes answer.
func (p *sharedExchange) same(makers []string) {
	p.Helper()
	revision := p.level()
	for _, maker := range makers {
		path := "/ft/orders/1337/maker/" + maker + "?limit=1000"
		status, first, _ := p.get(0, path, revision)
		for node := 1; node < len(p.urls); node++ {
			_, other, _ := p.get(node, path, revision)
			if status == http.StatusOK && first == other {
				continue
			}
			at := 0
			for at < min(len(first), len(other)) && first[at] == other[at] {
				at++
			}
			at = max(0, at-80)
			p.Errorf("%s differs (%d) at node %d:\n…%.200s\n…%.200s", path, status, node,
				first[at:], other[at:])
		}
	}
}

// TestNodesWithoutEtcd pauses etcd, then fills it: writes are refused within a bound and told when
// to try again, reads go on and say their age, and everything heals by itself.
func TestNodesWithoutEtcd(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1, Quota: 4 << 20})
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(4, 4))
	first := signedOrder(key, random, p.contract)
	if status, text, _ := p.post(0, first); status/100 != 2 {
		t.Fatal(status, text)
	}
	maker := api.Lower(crypto.PubkeyToAddress(key.PublicKey))
	if err := p.etcd.Members[0].Pause(); err != nil {
		t.Fatal(err)
	}
	lost, started := signedOrder(key, random, p.contract), time.Now()
	status, text, h := p.post(1, lost)
	if took := time.Since(started); status != http.StatusServiceUnavailable ||
		h.Get("Retry-After") == "" || took > time.Minute {
		t.Errorf("after %s: %d %s %v", took, status, text, h)
	}
	status, _, h = p.get(0, "/ft/orders/1337/maker/"+maker, "")
	var age float64
	fmt.Sscan(h.Get("X-Age"), &age)
	if status != http.StatusOK || age < 1 {
		t.Errorf("reading: %d, age %q", status, h.Get("X-Age"))
	}
	if err := p.etcd.Members[0].Resume(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a write is taken again", func() bool {
		status, _, _ := p.post(1, lost)
		return status/100 == 2
	})
	eventually(t, "both are level", func() bool {
		return p.nodes[0].Log().Status().Age < time.Second &&
			p.nodes[1].Log().Status().Age < time.Second
	})
	p.full(maker, signedOrder(key, random, p.contract))
	p.same([]string{maker})
}

// full fills etcd, posts an order until it is taken, and makes room meanwhile.
func (p *sharedExchange) full(maker, body string) {
	p.Helper()
	c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
	if err != nil {
		p.Fatal(err)
	}
	defer c.Close()
	etcdtest.Fill(p.T, c)
	status, text, h := p.post(0, body)
	if status != http.StatusServiceUnavailable || h.Get("Retry-After") == "" ||
		!strings.Contains(text, "etcd is full") {
		p.Errorf("a full etcd: %d %s %v", status, text, h)
	}
	if status, text, _ := p.get(1, "/ft/orders/1337/maker/"+maker, ""); status != http.StatusOK {
		p.Errorf("reading beside a full etcd: %d %s", status, text)
	}
	p.followFull()
	etcdtest.Empty(p.T, c)
	eventually(p.T, "an order is taken again", func() bool {
		status, _, _ := p.post(0, body)
		return status/100 == 2
	})
	eventually(p.T, "the auctions go on", p.leads)
}

// followFull makes a block while etcd is full: both nodes take it in and stay ready, and say what
// they cannot do.
func (p *sharedExchange) followFull() {
	p.Helper()
	block, err := p.nodes[0].Local().Mine(p.Context())
	if err != nil {
		p.Fatal(err)
	}
	for node := range p.nodes {
		eventually(p.T, fmt.Sprint("node ", node, " follows beside a full etcd"), func() bool {
			status, text, _ := p.get(node, "/readyz", "")
			s, err := apitest.On(p.nodes[node], api.LocalChainID).Status(p.Context())
			return err == nil && s.Live && s.Head == block && status == http.StatusOK &&
				strings.Contains(text, "etcd is full")
		})
	}
}

// leads tells whether a node leads the Delta auctions.
func (p *sharedExchange) leads() bool {
	return slices.ContainsFunc(p.nodes, func(b *backend.Backend) bool {
		return slices.Contains(b.Log().Status().Leads, delta.Stream(api.LocalChainID))
	})
}

// shareSecrets compares the keys by which the nodes sign price objects.
func (p *sharedExchange) shareSecrets() {
	p.Helper()
	keys := make([]string, len(p.nodes))
	for i := range p.nodes {
		key, err := p.nodes[i].Log().Secret(p.Context(), "hmac", []byte("another one"))
		if err != nil {
			p.Fatal(err)
		}
		keys[i] = string(key)
	}
	if keys[0] != keys[1] || keys[0] == "another one" {
		p.Errorf("%q and %q", keys[0], keys[1])
	}
}
