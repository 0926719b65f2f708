package backend_test

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/orders"
	"bourse/store/facts/etcd/etcdtest"
)

// acknowledgements is how many orders TestRevisionsCoverWhatTheyAcknowledge posts.
var acknowledgements = flag.Int("acknowledgements", 400, "orders whose revision is held against "+
	"the log, beside Delta load")

// TestRevisionsCoverWhatTheyAcknowledge posts orders at both nodes while blocks and Delta orders
// keep the log busy: the revision that each acknowledgement names is not below that at which etcd
// has the order, so that the other node, asked with it, knows the order.
func TestRevisionsCoverWhatTheyAcknowledge(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1})
	stop := p.deltaLoad()
	const clients, each = 8, 50
	signed := p.signed(*acknowledgements/each, each)
	type acknowledged struct {
		hash     string
		revision int64
	}
	lists := make([][]acknowledged, clients)
	var unknown atomic.Int64
	var posting sync.WaitGroup
	for c := range clients {
		posting.Go(func() {
			for i := c; i < len(signed)*each; i += clients {
				node := i / clients % 2
				status, text, h := p.post(node, signed[i/each][i%each].body)
				var answer struct{ Order struct{ OrderHash string } }
				revision, err := strconv.ParseInt(h.Get("X-Revision"), 10, 64)
				if json.Unmarshal([]byte(text), &answer) != nil || status/100 != 2 || err != nil {
					t.Errorf("node %d: %d %s, revision %q", node, status, text,
						h.Get("X-Revision"))
					return
				}
				hash := answer.Order.OrderHash
				lists[c] = append(lists[c], acknowledged{hash, revision})
				seen, _, _ := p.get(1-node, "/ft/order/"+hash, h.Get("X-Revision"))
				if seen == http.StatusNotFound {
					unknown.Add(1)
				}
			}
		})
	}
	posting.Wait()
	entries := stop()
	c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	prefix := "/bourse/test/facts/" + orders.Stream(api.LocalChainID) + "/"
	below, all := 0, 0
	for _, list := range lists {
		for _, a := range list {
			r, err := c.Get(t.Context(), prefix+a.hash, clientv3.WithKeysOnly())
			if err != nil || len(r.Kvs) != 1 {
				t.Fatal(a.hash, err)
			}
			all++
			if a.revision < r.Kvs[0].ModRevision {
				below++
			}
		}
	}
	t.Logf("%d acknowledgements beside %d entries of Delta orders: %d below the order's revision, "+
		"%d unknown at the other node", all, entries, below, unknown.Load())
	if below > 0 || unknown.Load() > 0 || all != len(signed)*each {
		t.Fail()
	}
}

// deltaLoad makes blocks, and Delta orders at both nodes, until stop is called, which tells how
// many facts of Delta orders there are.
func (p *sharedExchange) deltaLoad() (stop func() (entries int64)) {
	p.Helper()
	s := &session{p.nodes[0], openWallet(p.T)}
	ctx, cancel := context.WithCancel(p.Context())
	var loading sync.WaitGroup
	loading.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			sub := s.signedDelta(p.T, p.nodes[n%2]) // makes a block too
			_, _, err := apitest.On(p.nodes[n%2], api.LocalChainID).SubmitDelta(ctx, sub)
			if err != nil && ctx.Err() == nil && api.TypeOf(err) != api.ChainUnavailable {
				p.Errorf("a Delta order beside: %v", err)
				return
			}
			if _, err := s.Mine(ctx); err != nil && ctx.Err() == nil {
				p.Error(err)
			}
		}
	})
	return func() int64 {
		cancel()
		loading.Wait()
		c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
		if err != nil {
			p.Fatal(err)
		}
		defer c.Close()
		r, err := c.Get(p.Context(), "/bourse/test/facts/delta/", clientv3.WithPrefix(),
			clientv3.WithCountOnly())
		if err != nil {
			p.Fatal(err)
		}
		return r.Count
	}
}

// cable is what a node reaches etcd by. While it is cut, nothing passes and nothing is closed.
type cable struct {
	net.Listener
	mu  sync.Mutex
	cut chan struct{} // closed when it is joined again; nil while it is whole
}

func newCable(t *testing.T, to string) *cable {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{Listener: l}
	t.Cleanup(func() {
		c.join()
		l.Close()
	})
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			go c.carry(far, near)
			go c.carry(near, far)
		}
	}()
	return c
}

// carry carries bytes one way.
func (c *cable) carry(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		c.mu.Lock()
		cut := c.cut
		c.mu.Unlock()
		if cut != nil {
			<-cut
		}
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err == io.EOF || err != nil {
			return
		}
	}
}

func (c *cable) sever() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = make(chan struct{})
}

func (c *cable) join() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut != nil {
		close(c.cut)
		c.cut = nil
	}
}

// cuts is how often TestACutOffNodeSaysHowOldItIs cuts a node off.
var cuts = flag.Int("cuts", 2, "times that a node is cut off from etcd while it tells its age")

// TestACutOffNodeSaysHowOldItIs cuts a node off from etcd again and again while another one takes
// orders. Whatever age an answer of it names, it knows all orders that were acknowledged before
// then; and within three seconds of the cut it is unready and says why, until it is joined again.
func TestACutOffNodeSaysHowOldItIs(t *testing.T) {
	t.Parallel()
	p := newHost(t, etcdtest.Options{Size: 1}, "127.0.0.1:0")
	wire := newCable(t, p.etcd.Endpoints()[0])
	p.startAt(wire.Addr().String(), p.elsewhere())
	var newest atomic.Pointer[struct {
		hash string
		at   time.Time
	}]
	var posting sync.WaitGroup
	var key *ecdsa.PrivateKey
	stop := make(chan struct{})
	random := rand.New(rand.NewPCG(32, 1))
	posting.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			if n%perMaker == 0 {
				key, _ = crypto.GenerateKey()
			}
			status, text, _ := p.post(0, signedOrder(key, random, p.contract))
			var answer struct{ Order struct{ OrderHash string } }
			if err := json.Unmarshal([]byte(text), &answer); err != nil || status/100 != 2 {
				t.Errorf("%d %s", status, text)
				return
			}
			newest.Store(&struct {
				hash string
				at   time.Time
			}{answer.Order.OrderHash, time.Now()})
		}
	})
	asked, unknown, younger, worst := 0, 0, 0, time.Duration(0)
	ask := func() {
		order := newest.Load()
		if order == nil {
			return
		}
		begun := time.Now()
		status, _, h := p.get(1, "/ft/order/"+order.hash, "")
		age, err := strconv.ParseFloat(h.Get("X-Age"), 64)
		if err != nil {
			t.Errorf("X-Age: %q", h.Get("X-Age"))
		}
		asked++
		late := begun.Sub(order.at) - time.Duration(age*float64(time.Second))
		if status != http.StatusNotFound {
			return
		}
		if unknown++; late > time.Millisecond { // the header is rounded
			younger++
			worst = max(worst, late)
		}
	}
	ready := func() (bool, string) {
		status, text, _ := p.get(1, "/readyz", "")
		return status == http.StatusOK, text
	}
	var longest time.Duration
	for range *cuts {
		eventually(t, "it is ready", func() bool {
			ask()
			if _, err := p.nodes[0].Local().Mine(t.Context()); err != nil {
				t.Fatal(err)
			}
			is, _ := ready()
			return is
		})
		begun := time.Now()
		wire.sever()
		eventually(t, "it is unready", func() bool {
			ask()
			is, why := ready()
			if !is && !strings.Contains(why, "has not been level with the others") {
				t.Errorf("it does not say why: %s", why)
			}
			return !is
		})
		longest = max(longest, time.Since(begun))
		wire.join()
	}
	close(stop)
	posting.Wait()
	t.Logf("%d answers, %d of which did not know the newest order and %d of these less than they "+
		"said, by %s at most; unready %s after a cut at the latest", asked, unknown, younger,
		worst, longest.Round(time.Millisecond))
	if younger > 0 || unknown == 0 {
		t.Error("X-Age is younger than the truth, or nothing was behind")
	}
	if longest > 3*time.Second {
		t.Errorf("it was unready after %s", longest)
	}
}
