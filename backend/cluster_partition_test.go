package backend_test

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"bourse/store/facts/etcd/etcdtest"
)

// partitions is how often TestPartitions cuts a machine off.
var partitions = flag.Int("partitions", 0, "times that a node and its member of etcd are cut off, "+
	"in network namespaces, which only root can make")

// machines is three namespaces of this machine's network, on two bridges: on one their members of
// etcd talk, on the other clients and the chain's node are reached.
type machines struct {
	*testing.T
	names []string
}

func (m *machines) ip(args ...string) {
	m.Helper()
	if text, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		m.Fatalf("ip %s: %v %s", strings.Join(args, " "), err, text)
	}
}

const (
	peerNet  = "10.213.1." // and the number of a machine
	frontNet = "10.213.2."
	gateway  = "254" // this machine
)

func newMachines(t *testing.T) *machines {
	t.Helper()
	m := &machines{T: t}
	id := os.Getpid() % 1_000_000
	for _, side := range []string{"p", "f"} {
		bridge := fmt.Sprintf("b%s%d", side, id)
		m.ip("link", "add", bridge, "type", "bridge")
		t.Cleanup(func() { m.ip("link", "del", bridge) })
		m.ip("link", "set", bridge, "up")
	}
	m.ip("addr", "add", peerNet+gateway+"/24", "dev", fmt.Sprint("bp", id))
	m.ip("addr", "add", frontNet+gateway+"/24", "dev", fmt.Sprint("bf", id))
	for n := range 3 {
		name := fmt.Sprintf("bourse%d-%d", id, n)
		m.names = append(m.names, name)
		m.ip("netns", "add", name)
		t.Cleanup(func() { m.ip("netns", "del", name) })
		m.ip("-n", name, "link", "set", "lo", "up")
		for side, net := range map[string]string{"p": peerNet, "f": frontNet} {
			port := m.port(side, n)
			m.ip("link", "add", port, "type", "veth", "peer", "name", side, "netns", name)
			m.ip("link", "set", port, "master", fmt.Sprintf("b%s%d", side, id), "up")
			m.ip("-n", name, "addr", "add", fmt.Sprint(net, n+1, "/24"), "dev", side)
			m.ip("-n", name, "link", "set", side, "up")
		}
	}
	return m
}

// port is the end of a machine's cable at a bridge.
func (m *machines) port(side string, n int) string {
	return fmt.Sprintf("%s%d-%d", side, os.Getpid()%1_000_000, n)
}

// cut takes a machine's cable to the other members of etcd away, join puts it back.
func (m *machines) cut(n int)  { m.ip("link", "set", m.port("p", n), "down") }
func (m *machines) join(n int) { m.ip("link", "set", m.port("p", n), "up") }

// TestPartitions cuts the first of three machines off from the members of etcd on the others: the
// node that is left with a minority refuses orders within seconds and goes on reading, the other
// one goes on taking orders, and both tell the same once the cut is mended.
func TestPartitions(t *testing.T) {
	if *partitions == 0 {
		t.Skip("-partitions N makes network namespaces, as root")
	}
	if os.Geteuid() != 0 {
		t.Skip("network namespaces are root's")
	}
	m := newMachines(t)
	var hosts []etcdtest.Host
	for n, name := range m.names {
		hosts = append(hosts, etcdtest.Host{Namespace: name, Addr: fmt.Sprint(peerNet, n+1)})
	}
	p := newHost(t, etcdtest.Options{Size: 3, Hosts: hosts}, frontNet+gateway+":0")
	for n := range 2 {
		p.addProcess(&process{Namespace: m.names[n], Listen: fmt.Sprint(frontNet, n+1, ":0")})
	}
	var all acknowledged
	var longest, healed time.Duration
	for range *partitions {
		stop := make(chan struct{})
		wait := p.clients(4, &all, stop, 1, 2)
		all.more(t, 50)
		m.cut(0)
		refusing := time.Now()
		eventually(t, "the minority refuses", func() bool {
			status, _, h := p.post(1, p.signed(1, 1)[0][0].body)
			return status == http.StatusServiceUnavailable && h.Get("Retry-After") != ""
		})
		longest = max(longest, time.Since(refusing))
		if status, text, h := p.get(1, "/ft/order/"+all.orders[0], ""); status != http.StatusOK ||
			h.Get("X-Age") == "" {
			t.Errorf("the minority reads: %d %s %v", status, text, h)
		}
		all.more(t, 50) // by the majority
		m.join(0)
		mended := time.Now()
		eventually(t, "the minority takes orders again", func() bool {
			status, _, _ := p.post(1, p.signed(1, 1)[0][0].body)
			return status/100 == 2
		})
		healed = max(healed, time.Since(mended))
		close(stop)
		wait()
	}
	t.Logf("%d orders acknowledged in %d partitions; the minority refused after at most %s and "+
		"took orders %s after the mending at the latest", len(all.orders), *partitions, longest,
		healed)
	p.haveAll(&all)
	p.same(all.makers)
}
