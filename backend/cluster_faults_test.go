package backend_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store/facts/etcd/etcdtest"
)

// faults is how often TestAcknowledgedOrdersSurviveEtcd harms a member of etcd.
var faults = flag.Int("faults", 2, "members of etcd that are killed or paused")

// acknowledged is what the nodes said they took.
type acknowledged struct {
	mu     sync.Mutex
	orders []string // hashes
	makers []string
}

// clients posts new orders to both nodes in turn until stop is closed; what is refused is sent
// again to the other one, as a client would.
func (p *pairOfNodes) clients(n int, all *acknowledged, stop <-chan struct{}) (wait func()) {
	p.Helper()
	var posting sync.WaitGroup
	for i := range n {
		key, err := crypto.GenerateKey()
		if err != nil {
			p.Fatal(err)
		}
		all.makers = append(all.makers, api.Lower(crypto.PubkeyToAddress(key.PublicKey)))
		random := rand.New(rand.NewPCG(5, uint64(i)))
		posting.Go(func() {
			for node := i; ; {
				body := signedOrder(key, random, p.contract)
				for {
					select {
					case <-stop:
						return
					default:
					}
					node++
					status, text, _ := p.post(node%2, body)
					var answer struct {
						Order struct{ OrderHash string }
						Type  api.ErrorType `json:"errorType"`
					}
					if err := json.Unmarshal([]byte(text), &answer); err != nil {
						p.Errorf("%d %s", status, text)
						return
					}
					if status/100 == 2 {
						all.mu.Lock()
						all.orders = append(all.orders, answer.Order.OrderHash)
						all.mu.Unlock()
						break
					}
					if answer.Type == api.TooManyOrders {
						return
					}
					if status != http.StatusServiceUnavailable {
						p.Errorf("%d %s", status, text)
						return
					}
				}
			}
		})
	}
	return posting.Wait
}

// TestAcknowledgedOrdersSurviveEtcd posts to both nodes while members of etcd are killed and
// paused: whatever was acknowledged both nodes have, once, and a node that starts from nothing
// gives the same answers.
func TestAcknowledgedOrdersSurviveEtcd(t *testing.T) {
	sequential(t)
	p := newPairOfNodes(t, etcdtest.Options{Size: 3})
	var all acknowledged
	stop := make(chan struct{})
	wait := p.clients(8, &all, stop)
	random := rand.New(rand.NewPCG(6, 6))
	var longest atomic.Int64
	for n := range *faults {
		m := p.etcd.Members[random.IntN(len(p.etcd.Members))]
		started := time.Now()
		if n%2 == 0 {
			m.Kill()
			if err := m.Restart(); err != nil {
				t.Fatal(err)
			}
		} else {
			if err := m.Pause(); err != nil {
				t.Fatal(err)
			}
			all.more(t, 20)
			if err := m.Resume(); err != nil {
				t.Fatal(err)
			}
		}
		all.more(t, 100)
		longest.Store(max(longest.Load(), int64(time.Since(started))))
	}
	close(stop)
	wait()
	t.Logf("%d orders acknowledged, %d faults, at most %s until 100 more were taken",
		len(all.orders), *faults, time.Duration(longest.Load()))
	p.fresh()
	p.haveAll(&all)
	p.same(all.makers)
}

// more waits until as many more orders were acknowledged.
func (a *acknowledged) more(t *testing.T, n int) {
	t.Helper()
	count := func() int {
		a.mu.Lock()
		defer a.mu.Unlock()
		return len(a.orders)
	}
	before := count()
	eventually(t, fmt.Sprint(n, " more orders"), func() bool { return count() >= before+n })
}

// fresh puts a node that starts from nothing in the place of the second one.
func (p *pairOfNodes) fresh() {
	p.Helper()
	want := p.nodes[0].Log().Revision()
	p.start(1, backend.Config{Accounts: developmentAccounts(p.T), NoLocal: true,
		LocalNodes: chain.Nodes{Read: []string{p.nodes[0].LocalRPC()}, Rate: 100_000}})
	if err := p.nodes[1].Log().Wait(p.Context(), want); err != nil {
		p.Fatal(err)
	}
}

// haveAll looks for every order that was acknowledged, at both nodes, once.
func (p *pairOfNodes) haveAll(all *acknowledged) {
	p.Helper()
	wanted := make(map[string]bool, len(all.orders))
	for _, hash := range all.orders {
		if wanted[hash] {
			p.Errorf("%s was acknowledged twice", hash)
		}
		wanted[hash] = true
	}
	for node := range p.nodes {
		have := make(map[string]int)
		for _, maker := range all.makers {
			status, text, _ := p.get(node,
				"/ft/orders/1337/maker/"+maker+"?limit=1000", "")
			var page struct{ Orders []struct{ OrderHash string } }
			if err := json.Unmarshal([]byte(text), &page); status != http.StatusOK || err != nil {
				p.Fatalf("%d %v", status, err)
			}
			for _, o := range page.Orders {
				have[o.OrderHash]++
			}
		}
		for hash := range wanted {
			if have[hash] != 1 {
				p.Errorf("node %d has %s %d times", node, hash, have[hash])
			}
		}
	}
}
