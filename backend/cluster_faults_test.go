package backend_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/store/facts/etcd/etcdtest"
)

// faults is how often TestAcknowledgedOrdersSurviveEtcd harms a member of etcd.
var faults = flag.Int("faults", 2, "members of etcd that are killed or paused")

// perMaker is how many orders of one maker clients post: a node lists no more on a page.
const perMaker = 500

// acknowledged is what the nodes said they took.
type acknowledged struct {
	mu     sync.Mutex
	orders []string // hashes
	makers []string
	broken []error // requests that no answer came to
	last   string  // refusal
}

func (a *acknowledged) add(hash string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.orders = append(a.orders, hash)
}

func (a *acknowledged) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.orders)
}

func (a *acknowledged) lost(err error) {
	if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ECONNRESET) {
		return // nothing was sent, or what was sent had not been read when the socket closed
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.broken = append(a.broken, err)
}

// failures are those that came after so many.
func (a *acknowledged) failures(known int) []error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.broken[known:])
}

// clients posts new orders to nodes in turn until stop is closed; what is refused for a while, or
// gets no answer, is sent again to the next one, as a client would.
func (p *sharedExchange) clients(n int, all *acknowledged, stop <-chan struct{},
	nodes ...int) (wait func()) {
	p.Helper()
	var posting sync.WaitGroup
	for i := range n {
		random := rand.New(rand.NewPCG(5, uint64(i)))
		posting.Go(func() {
			at := i
			for {
				key, err := crypto.GenerateKey()
				if err != nil {
					p.Error(err)
					return
				}
				all.mu.Lock()
				all.makers = append(all.makers, api.Lower(crypto.PubkeyToAddress(key.PublicKey)))
				all.mu.Unlock()
				for range perMaker {
					body := signedOrder(key, random, p.contract)
					if !p.untilTaken(body, all, stop, nodes, &at) {
						return
					}
				}
			}
		})
	}
	return posting.Wait
}

// untilTaken posts an order until it is acknowledged; false if it will not be.
func (p *sharedExchange) untilTaken(body string, all *acknowledged, stop <-chan struct{},
	nodes []int, at *int) bool {
	for {
		select {
		case <-stop:
			return false
		default:
		}
		*at++
		status, text, _, err := p.tryPost(nodes[*at%len(nodes)], body)
		if err != nil {
			all.lost(err)
			<-time.After(5 * time.Millisecond)
			continue
		}
		var answer struct{ Order struct{ OrderHash string } }
		if err := json.Unmarshal([]byte(text), &answer); err != nil ||
			status/100 != 2 && status != http.StatusServiceUnavailable {
			p.Errorf("%d %s", status, text)
			return false
		}
		if status/100 == 2 {
			all.add(answer.Order.OrderHash)
			return true
		}
		all.mu.Lock()
		all.last = fmt.Sprint("node ", nodes[*at%len(nodes)], ": ", text)
		all.mu.Unlock()
	}
}

// TestAcknowledgedOrdersSurviveEtcd posts to both nodes while members of etcd are killed and
// paused: whatever was acknowledged both nodes have, once, and a node that starts from nothing
// gives the same answers.
func TestAcknowledgedOrdersSurviveEtcd(t *testing.T) {
	sequential(t)
	p := newShared(t, etcdtest.Options{Size: 3})
	var all acknowledged
	stop := make(chan struct{})
	wait := p.clients(8, &all, stop, 0, 1)
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
		t.Logf("fault %d of %s: %s", n, m.Name, time.Since(started))
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
	defer func() {
		if t.Failed() {
			t.Logf("of %d orders %d came; the last refusal: %s", n, count()-before, a.last)
		}
	}()
	eventually(t, fmt.Sprint(n, " more orders"), func() bool { return count() >= before+n })
}

// fresh adds a node that starts from nothing.
func (p *sharedExchange) fresh() {
	p.Helper()
	want := p.nodes[0].Log().Revision()
	p.start(p.elsewhere())
	if err := p.nodes[len(p.nodes)-1].Log().Wait(p.Context(), 0, want); err != nil {
		p.Fatal(err)
	}
}

// haveAll looks for every order that was acknowledged, at all nodes, once.
func (p *sharedExchange) haveAll(all *acknowledged) {
	p.Helper()
	wanted := make(map[string]bool, len(all.orders))
	for _, hash := range all.orders {
		if wanted[hash] {
			p.Errorf("%s was acknowledged twice", hash)
		}
		wanted[hash] = true
	}
	revision := p.level()
	for node := range p.urls {
		have := make(map[string]int)
		for _, maker := range all.makers {
			status, text, _ := p.get(node,
				"/ft/orders/1337/maker/"+maker+"?limit=1000", revision)
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
