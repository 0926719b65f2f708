package backend_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"golang.org/x/sys/unix"

	"bourse/store/facts/etcd/etcdtest"
)

var (
	faultRun = flag.Duration("faultrun", 15*time.Second,
		"how long TestFaultRun makes faults; each minute has an exchange of its own")
	faultSeed = flag.Uint64("faultrun.seed", 0, "of the faults of TestFaultRun; 0 is any")
)

// ground is an exchange on which faults are made: the node of this process, which has the chain and
// is spared, two nodes in processes of their own, and three members of etcd. What nodes and members
// reach each other by are cables in this process, which can be cut.
type ground struct {
	*sharedExchange
	random *rand.Rand
	others []*hurt
	client *clientv3.Client // of etcd, past the cables
	made   map[string]int   // faults by kind
	longed time.Duration    // the longest healing
}

// hurt is a node that faults are made to.
type hurt struct {
	*process
	at      int // its number
	members []*cable
	chain   *cable
}

const faultQuota = 64 << 20 // of etcd, which a fault fills

func newGround(t *testing.T) *ground {
	t.Helper()
	g := &ground{made: make(map[string]int), sharedExchange: newHost(t,
		etcdtest.Options{Size: 3, Cuts: true, Quota: faultQuota}, "127.0.0.1:0")}
	g.patience = 5 * time.Second
	var err error
	if g.client, err = clientv3.New(clientv3.Config{Endpoints: g.etcd.Endpoints()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.client.Close() })
	rpc := strings.TrimPrefix(g.nodes[0].LocalRPC(), "http://")
	for range 2 {
		h := &hurt{process: new(process), at: len(g.urls), chain: newCable(t, rpc)}
		h.RPC = "http://" + h.chain.Addr().String()
		for _, m := range g.etcd.Endpoints() {
			h.members = append(h.members, newCable(t, m))
			h.Endpoints = append(h.Endpoints, h.members[len(h.members)-1].Addr().String())
		}
		g.addProcess(h.process)
		g.others = append(g.others, h)
	}
	return g
}

// fault is something that goes wrong until it is mended. While a grave one lasts nobody can write,
// and an operator, who needs the rest to be whole, must mend it.
type fault struct {
	name  string
	grave bool
	make  func() (mend func())
}

// faults are what can happen to a member and to a node.
func (g *ground) faults(m *etcdtest.Member, n *hurt) []fault {
	must := func(err error) {
		if err != nil {
			g.Error(err)
		}
	}
	cut := func(list ...*cable) func() func() {
		return func() func() {
			for _, c := range list {
				c.sever()
			}
			return func() {
				for _, c := range list {
					c.join()
				}
			}
		}
	}
	ended := func(by os.Signal) func() func() {
		return func() func() {
			n.end(by) //nolint:errcheck // it is killed
			return func() { g.launch(n.process) }
		}
	}
	return []fault{
		{"a member is killed", false, func() func() {
			m.Kill()
			return func() { must(m.Restart()) }
		}},
		{"a member stands still", false, func() func() {
			must(m.Pause())
			return func() { must(m.Resume()) }
		}},
		{"a member is cut off from the others", false, func() func() {
			g.etcd.Cut(m)
			return func() { g.etcd.Join(m) }
		}},
		{"an election", false, func() func() { g.elect(); return func() {} }},
		{"etcd is full", true, func() func() {
			etcdtest.Fill(g.T, g.client)
			return func() { etcdtest.Empty(g.T, g.client) }
		}},
		{"a node is killed", false, ended(syscall.SIGKILL)},
		{"a node is stopped in order", false, ended(syscall.SIGTERM)},
		{"a node stands still", false, func() func() {
			must(n.cmd.Process.Signal(syscall.SIGSTOP))
			return func() { must(n.cmd.Process.Signal(syscall.SIGCONT)) }
		}},
		{"a node is cut off from etcd", false, cut(n.members...)},
		{"a node is cut off from one member", false,
			cut(n.members[g.random.IntN(len(n.members))])},
		{"a node is cut off from the chain", false, cut(n.chain)},
		{"a node's disk is full", false, func() func() {
			var was unix.Rlimit
			pid := n.cmd.Process.Pid
			must(unix.Prlimit(pid, unix.RLIMIT_FSIZE, nil, &was))
			must(unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4096, Max: was.Max}, nil))
			return func() { must(unix.Prlimit(pid, unix.RLIMIT_FSIZE, &was, nil)) }
		}},
		{"a node's clock is ahead", false, func() func() {
			fmt.Fprintln(n.clock, time.Duration(g.random.IntN(150)-75)*time.Second)
			return func() { fmt.Fprintln(n.clock, "0s") }
		}},
	}
}

// elect has another member lead etcd.
func (g *ground) elect() {
	ctx, cancel := context.WithTimeout(g.Context(), 5*time.Second)
	defer cancel()
	for _, at := range g.etcd.Endpoints() {
		st, err := g.client.Status(ctx, at)
		if err != nil || st.Leader != st.Header.MemberId {
			continue
		}
		c, err := clientv3.New(clientv3.Config{Endpoints: []string{at}})
		if err != nil {
			g.Fatal(err)
		}
		defer c.Close()
		list, err := c.MemberList(ctx)
		if err != nil {
			return
		}
		to := list.Members[g.random.IntN(len(list.Members))].ID
		c.MoveLeader(ctx, to) //nolint:errcheck // it may just have moved
	}
}

// mine makes blocks until stop is closed: a chain without is taken for one that stands still.
func (g *ground) mine(stop <-chan struct{}) (wait func()) {
	var mining sync.WaitGroup
	mining.Go(func() {
		for every := time.NewTicker(500 * time.Millisecond); ; {
			select {
			case <-every.C:
			case <-stop:
				every.Stop()
				return
			}
			if _, err := g.nodes[0].Local().Mine(g.Context()); err != nil {
				g.Error(err)
			}
		}
	})
	return mining.Wait
}

// suffer makes a fault, or two at a time, waits, mends them, and waits until all nodes take orders.
func (g *ground) suffer(all *acknowledged) {
	g.Helper()
	m, n := g.etcd.Members[g.random.IntN(3)], g.others[g.random.IntN(2)]
	list := g.faults(m, n)
	few := []fault{list[g.random.IntN(len(list))]}
	if g.random.IntN(3) == 0 && !few[0].grave { // of another member and another node
		k := slices.Index(g.etcd.Members, m)
		list := g.faults(g.etcd.Members[(k+1)%3], g.others[2-n.at])
		if f := list[g.random.IntN(len(list))]; !f.grave {
			few = append(few, f)
		}
	}
	var names []string
	var mend []func()
	for _, f := range few {
		names = append(names, f.name)
		g.made[f.name]++
		mend = append(mend, f.make())
	}
	g.Log(strings.Join(names, " and "))
	if len(few) == 1 && !few[0].grave {
		all.more(g.T, 5) // by the others
	}
	select {
	case <-time.After(time.Duration(g.random.IntN(1500)) * time.Millisecond):
	case <-g.Context().Done():
	}
	for _, f := range mend {
		f()
	}
	mended := time.Now()
	for at := range g.urls {
		g.heals(at, names)
	}
	healed := time.Since(mended)
	g.longed = max(g.longed, healed)
	g.Logf("all take orders %s after", healed.Round(time.Millisecond))
}

// mostHealing is how long a node may take to be itself again.
const mostHealing = 30 * time.Second

// heals waits until a node is ready and takes an order.
func (g *ground) heals(at int, names []string) {
	g.Helper()
	var last string
	for limit := time.Now().Add(mostHealing); ; {
		status, text, _, err := g.tryGet(at, "/readyz", "")
		if err == nil && status == http.StatusOK {
			status, text, _, err = g.tryPost(at, g.signed(1, 1)[0][0].body)
			if err == nil && status/100 == 2 {
				return
			}
		}
		last = fmt.Sprint(status, text, err)
		if time.Now().After(limit) {
			g.Fatalf("node %d does not heal after %s: %s", at, names, last)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestFaultRun makes faults in an order that a seed gives, to members of etcd and to nodes, alone
// and two at a time, while clients post, retry, read and remember by themselves what was
// acknowledged. All heals by itself. Then every node, and one that starts from nothing, has each of
// these orders once and gives the same answers, and what clients saw of an order has an order of
// events that explains it. All is in this process and its children, cables too: no privilege is
// needed. A minute makes some dozens of faults; -faultrun 1h is the night's.
func TestFaultRun(t *testing.T) {
	sequential(t)
	if *faultSeed == 0 {
		*faultSeed = rand.Uint64()
	}
	for lap, left := uint64(0), *faultRun; left > 0; lap++ {
		time := min(left, time.Minute)
		left -= time
		t.Run(fmt.Sprint(*faultSeed+lap), func(t *testing.T) { suffers(t, *faultSeed+lap, time) })
		if t.Failed() {
			t.Fatalf("again with -faultrun.seed %d", *faultSeed+lap)
		}
	}
}

func suffers(t *testing.T, seed uint64, long time.Duration) {
	g := newGround(t)
	var all acknowledged
	stop := make(chan struct{})
	wait := g.clients(4, &all, stop, 0, 1, 2)
	seen := g.observe(3, stop)
	mined := g.mine(stop)
	for begun, n := time.Now(), uint64(0); time.Since(begun) < long; n++ {
		g.random = rand.New(rand.NewPCG(seed, n)) // whatever the one before drew
		g.suffer(&all)
	}
	close(stop)
	wait()
	mined()
	seen()
	t.Logf("%d orders acknowledged, %d requests without an answer, healed within %s: %v",
		len(all.orders), len(all.broken), g.longed.Round(time.Millisecond),
		slices.Collect(maps.Keys(g.made)))
	g.fresh()
	g.haveAll(&all)
	g.same(all.makers)
}
