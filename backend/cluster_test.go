package backend_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/server"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
)

// pairOfNodes is two nodes of one exchange, which share an etcd and the local network of the first.
type pairOfNodes struct {
	*testing.T
	etcd     *etcdtest.Cluster
	contract common.Address
	urls     [2]string
	nodes    [2]*backend.Backend
}

func newPairOfNodes(t *testing.T, o etcdtest.Options) *pairOfNodes {
	t.Helper()
	p := &pairOfNodes{T: t, etcd: etcdtest.Run(t, o)}
	cfg := backend.Config{Accounts: developmentAccounts(t), Manual: true, LocalRPC: "127.0.0.1:0"}
	p.start(0, cfg)
	p.start(1, backend.Config{Accounts: cfg.Accounts, NoLocal: true,
		LocalNodes: chain.Nodes{Read: []string{p.nodes[0].LocalRPC()}, Rate: 100_000}})
	p.contract = p.nodes[0].Local().Deployment().Contracts.AugustusRFQ
	return p
}

func (p *pairOfNodes) start(i int, cfg backend.Config) {
	p.Helper()
	log, err := etcd.Open(p.Context(), etcd.Config{Endpoints: p.etcd.Endpoints(), Name: "test",
		Node: fmt.Sprint("node", i)})
	if err != nil {
		p.Fatal(err)
	}
	cfg.Log = log
	p.nodes[i] = runBackend(p.T, cfg)
	s := httptest.NewServer(server.New(p.nodes[i], server.Options{Cluster: log,
		Ready: p.nodes[i].Health}))
	p.Cleanup(s.Close)
	p.urls[i] = s.URL
}

// get asks a node that must have applied a revision.
func (p *pairOfNodes) get(node int, path, revision string) (status int, text string,
	h http.Header) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), http.MethodGet, p.urls[node]+path, nil)
	if err != nil {
		p.Fatal(err)
	}
	if revision != "" {
		r.Header.Set("X-Revision", revision)
	}
	return p.do(r)
}

func (p *pairOfNodes) do(r *http.Request) (int, string, http.Header) {
	p.Helper()
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		p.Fatal(err)
	}
	return reply.StatusCode, string(text), reply.Header
}

func (p *pairOfNodes) post(node int, body string) (status int, text string, h http.Header) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), http.MethodPost,
		p.urls[node]+"/ft/orders/1337", strings.NewReader(body))
	if err != nil {
		p.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return p.do(r)
}

// TestTwoNodesAreOneExchange posts to both nodes at once, the same orders too: either node reads
// what the other one took, and both give the same answers byte for byte.
func TestTwoNodesAreOneExchange(t *testing.T) {
	t.Parallel()
	p := newPairOfNodes(t, etcdtest.Options{Size: 1})
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
}

// same compares what the nodes answer.
func (p *pairOfNodes) same(makers []string) {
	p.Helper()
	revision := fmt.Sprint(max(p.nodes[0].Log().Revision(), p.nodes[1].Log().Revision()))
	for _, maker := range makers {
		path := "/ft/orders/1337/maker/" + maker + "?limit=1000"
		status, first, _ := p.get(0, path, revision)
		_, second, _ := p.get(1, path, revision)
		if status != http.StatusOK || first != second {
			at := 0
			for at < min(len(first), len(second)) && first[at] == second[at] {
				at++
			}
			at = max(0, at-80)
			p.Errorf("%s differs (%d):\n…%.200s\n…%.200s", path, status, first[at:], second[at:])
		}
	}
}

// TestNodesWithoutEtcd pauses etcd, then fills it: writes are refused within a bound and told when
// to try again, reads go on and say their age, and everything heals by itself.
func TestNodesWithoutEtcd(t *testing.T) {
	t.Parallel()
	p := newPairOfNodes(t, etcdtest.Options{Size: 1, Quota: 4 << 20})
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
		h.Get("Retry-After") == "" || took > 10*time.Second {
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
func (p *pairOfNodes) full(maker, body string) {
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
	etcdtest.Empty(p.T, c)
	eventually(p.T, "an order is taken again", func() bool {
		status, _, _ := p.post(0, body)
		return status/100 == 2
	})
}

// shareSecrets compares the keys by which the nodes sign price objects.
func (p *pairOfNodes) shareSecrets() {
	p.Helper()
	var keys [2]string
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
