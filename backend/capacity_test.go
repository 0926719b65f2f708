package backend_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend/api"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
)

var capacityUpdate = flag.Bool("capacity.update", false, "measure what an order costs in a "+
	"cluster, and write it and the table of docs/cluster.md anew")

// costs is what an order costs the nodes of an exchange and its log, as it was measured.
type costs struct {
	Accept    float64 `json:"acceptMicros"` // of a core, at the node that it is posted to
	Follow    float64 `json:"followMicros"` // of a core, at every other node
	Apply     float64 `json:"applyMicros"`  // until such a node has one of a chain, among many
	Append    float64 `json:"appendMicros"` // of etcd's time, in full groups, three members
	FactBytes float64 `json:"factBytes"`    // in etcd
	Orders    int     `json:"orders"`       // that were measured
	Cores     int     `json:"cores"`        // of the machine that it was measured on
}

const (
	capacityFile = "testdata/capacity.json"
	nodeCores    = 4
	etcdQuota    = 4 << 30 // bytes that open orders may take of etcd's 8 GiB
)

// carry works out how many orders a second a number of nodes carry, of chains that all are on them,
// and what they reach first: each node accepts its share of all orders and follows the others,
// takes in the orders of one chain one after the other, and every order goes through etcd once.
func (c *costs) carry(nodes, chains int) (perSecond float64, first string) {
	n := float64(nodes)
	perSecond, first = 1e6/c.Append, "etcd"
	if cores := nodeCores * 1e6 / (c.Accept/n + c.Follow*(n-1)/n); cores < perSecond {
		perSecond, first = cores, "cores"
	}
	if chain := float64(chains) * 1e6 / c.Apply; chain < perSecond {
		perSecond, first = chain, "the chain"
	}
	return perSecond, first
}

const (
	capacityHead = `Measured over %d orders, with two nodes and three members of etcd on one machine
of %d cores and one disk: an order costs %.0f µs of a core at the node that takes it and %.0f µs at
every other node, which takes in those of one chain in %.0f µs each, and %.0f µs of etcd's time in
full groups; it takes %.0f bytes of etcd while it is open. What nodes of %d cores would carry is
worked out from that, not measured (§go test ./backend -run TestCapacity -v§; §-capacity.update§
measures anew):

| nodes | 1 chain | 3 chains | 10 chains | 10 chains, each with an etcd and such nodes of its own |
|---|---|---|---|---|
`
	capacityTail = `
Every node follows every order, so that more nodes bring at most %.1f times what one accepts. etcd's
own limit is %.0f orders/s, and %.1f million open ones (%d GiB). The next thing to divide is the
chains: they share nothing, so that exchanges of their own for some of them multiply both.
`
)

// table is the page of docs/cluster.md.
func (c *costs) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, strings.ReplaceAll(capacityHead, "§", "`"), c.Orders, c.Cores, c.Accept,
		c.Follow, c.Apply, c.Append, c.FactBytes, nodeCores)
	for _, nodes := range []int{3, 5, 7} {
		fmt.Fprintf(&b, "| %d ", nodes)
		for _, chains := range []int{1, 3, 10} {
			perSecond, first := c.carry(nodes, chains)
			fmt.Fprintf(&b, "| %.0f/s, %s first ", perSecond, first)
		}
		single, _ := c.carry(nodes, 1)
		fmt.Fprintf(&b, "| %.0f/s |\n", 10*single)
	}
	fmt.Fprintf(&b, capacityTail, c.Accept/c.Follow, 1e6/c.Append, etcdQuota/c.FactBytes/1e6,
		etcdQuota>>30)
	return b.String()
}

var capacitySection = regexp.MustCompile(`(?s)(<!-- capacity -->\n).*?(<!-- /capacity -->)`)

// TestCapacity prints what clusters carry, by costs that were measured, and holds the page of
// docs/cluster.md to it.
func TestCapacity(t *testing.T) {
	t.Parallel()
	var c costs
	if *capacityUpdate {
		c = measureCosts(t)
		text, err := json.MarshalIndent(c, "", "  ")
		if err == nil {
			err = os.WriteFile(capacityFile, append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(capacityFile)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + c.table())
	path := filepath.Join("..", "docs", "cluster.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := capacitySection.ReplaceAll(page, []byte("${1}"+c.table()+"${2}"))
	if !capacitySection.Match(page) {
		t.Fatal("docs/cluster.md has no page of capacity")
	}
	if bytes.Equal(want, page) {
		return
	}
	if !*capacityUpdate {
		t.Fatal("docs/cluster.md does not say what was measured: go test ./backend -run Capacity " +
			"-capacity.update")
	}
	if err := os.WriteFile(path, want, 0o644); err != nil {
		t.Fatal(err)
	}
}

// measureCosts posts orders to one of two nodes, in processes of their own.
func measureCosts(t *testing.T) costs {
	t.Helper()
	const clients, each = 32, 400
	p := newHost(t, etcdtest.Options{Size: 3}, "127.0.0.1:0")
	accepts, follows := new(process), new(process)
	p.addProcess(accepts)
	p.addProcess(follows)
	const first, second = 1, 2
	signed := p.signed(clients, each)
	post := func(from, to int) {
		_, err := measure(clients, to-from, func(client, i int) error {
			status, text, _, err := p.tryPost(first, signed[client][from+i].body)
			if err == nil && status != http.StatusCreated {
				err = fmt.Errorf("%d %s", status, text)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	post(0, each/4) // makers, connections and caches are known from here on
	p.level()
	before, accepted, followed := p.overview(), p.cpu(first), p.cpu(second)
	post(each/4, each/2)
	p.level()
	const n = clients * each / 4
	after := p.overview()
	c := costs{Orders: 3 * n, Cores: runtime.NumCPU(), Append: p.groupCost(),
		Accept: (p.cpu(first) - accepted) * 1e6 / n, Follow: (p.cpu(second) - followed) * 1e6 / n,
		FactBytes: float64(after.Members[0].InUse-before.Members[0].InUse) /
			float64(after.Facts-before.Facts)}
	if err := follows.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	post(each/2, each)
	if err := follows.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	p.level()
	c.Apply = float64(time.Since(started).Microseconds()) / (2 * n)
	return c
}

func (p *sharedExchange) overview() etcd.Overview {
	p.Helper()
	o, err := p.nodes[0].Log().(*etcd.Log).Overview(p.Context())
	if err != nil {
		p.Fatal(err)
	}
	return o
}

var cpuLine = regexp.MustCompile(`(?m)^process_cpu_seconds_total ([0-9.e+]+)$`)

// cpu is the seconds of a core that a node has used.
func (p *sharedExchange) cpu(node int) float64 {
	p.Helper()
	return p.cpuAt(p.url(node))
}

// etcdCPU is the seconds of a core that the members of etcd have used.
func (p *sharedExchange) etcdCPU() (sum float64) {
	p.Helper()
	for _, endpoint := range p.etcd.Endpoints() {
		sum += p.cpuAt("http://" + endpoint)
	}
	return sum
}

func (p *sharedExchange) cpuAt(url string) float64 {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), http.MethodGet, url+"/metrics", nil)
	if err != nil {
		p.Fatal(err)
	}
	_, text, _, err := do(r)
	if err != nil {
		p.Fatal(err)
	}
	m := cpuLine.FindStringSubmatch(text)
	if m == nil {
		p.Fatal("/metrics does not tell the time of the process")
	}
	v, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		p.Fatal(err)
	}
	return v
}

// groupCost is the microseconds that etcd takes for a fact of a full group.
func (p *sharedExchange) groupCost() float64 {
	p.Helper()
	c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
	if err != nil {
		p.Fatal(err)
	}
	defer c.Close()
	const groups, ops = 60, 128
	value := strings.Repeat("x", 400)
	started := time.Now()
	for g := range groups {
		var absent []clientv3.Cmp
		var puts []clientv3.Op
		for i := range ops {
			key := fmt.Sprintf("/raw/%d/%s", g*ops+i, api.Lower(p.contract))
			absent = append(absent, clientv3.Compare(clientv3.CreateRevision(key), "=", 0))
			puts = append(puts, clientv3.OpPut(key, value))
		}
		if _, err := c.Txn(p.Context()).If(absent...).Then(puts...).Commit(); err != nil {
			p.Fatal(err)
		}
	}
	return float64(time.Since(started).Microseconds()) / (groups * ops)
}
