package backend_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/server"
	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
)

// disaster is an exchange whose nodes are stopped and started on folders, beside the chain of a
// process that is none of them.
type disaster struct {
	*testing.T
	host  *backend.Backend // has the chain and its own orders
	etcd  *etcdtest.Cluster
	cfg   backend.Config
	taken []string // orders that were acknowledged
}

func newDisaster(t *testing.T) (*disaster, func() string) {
	t.Helper()
	accounts := developmentAccounts(t)
	host := runBackend(t, backend.Config{Accounts: accounts, Manual: true, LocalRPC: "127.0.0.1:0"})
	d := &disaster{T: t, host: host, etcd: etcdtest.Run(t, etcdtest.Options{Size: 1}),
		cfg: backend.Config{Accounts: accounts, NoLocal: true,
			LocalNodes: chain.Nodes{Read: []string{host.LocalRPC()}, Rate: 100_000}}}
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(26, 1))
	contract := host.Local().Deployment().Contracts.AugustusRFQ
	return d, func() string { return signedOrder(key, random, contract) }
}

// node is one that runs.
type node struct {
	*disaster
	name, dir string
	backend   *backend.Backend
	server    *server.Server
	stop      func()
}

func (d *disaster) open(name, dir string) (backend.Config, *etcd.Log) {
	d.Helper()
	log, err := etcd.Open(d.Context(), etcd.Config{Endpoints: d.etcd.Endpoints(), Name: "main",
		Node: name})
	if err != nil {
		d.Fatal(err)
	}
	cfg := d.cfg
	cfg.Dir, cfg.Log = dir, log
	return cfg, log
}

func (d *disaster) start(name, dir string) *node {
	d.Helper()
	cfg, log := d.open(name, dir)
	b, stop := runUntil(d.T, cfg)
	n := &node{disaster: d, name: name, dir: dir, backend: b, stop: stop,
		server: server.New(b, server.Options{Now: time.Now, Cluster: log, Ready: b.Health})}
	eventually(d.T, name+" is ready", func() bool {
		status, _ := n.get("/readyz")
		return status == http.StatusOK
	})
	return n
}

// refused starts a node that must not start.
func (d *disaster) refused(name, dir string) error {
	d.Helper()
	cfg, _ := d.open(name, dir)
	cfg.Now = time.Now
	b, err := backend.Open(d.Context(), cfg)
	if err != nil {
		d.Fatal(err)
	}
	return errors.Join(b.Run(d.Context()), b.Close())
}

func (n *node) get(path string) (status int, text string) {
	w := httptest.NewRecorder()
	n.server.ServeHTTP(w, httptest.NewRequestWithContext(n.Context(), http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

func (n *node) post(body string) (status int, text string) {
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(n.Context(), http.MethodPost, "/ft/orders/1337",
		strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	n.server.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// take posts an order until it is acknowledged.
func (n *node) take(body string) {
	n.Helper()
	eventually(n.T, n.name+" takes an order", func() bool {
		status, text := n.post(body)
		var answer struct{ Order struct{ OrderHash string } }
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			n.Fatal(status, text)
		}
		if status/100 != 2 {
			return false
		}
		n.taken = append(n.taken, answer.Order.OrderHash)
		return true
	})
}

// refuses waits until a node is unready and says why, and gives it orders meanwhile: none may be
// acknowledged, and what it had must be read.
func (n *node) refuses(why string, order func() string) {
	n.Helper()
	eventually(n.T, n.name+" refuses", func() bool {
		status, text := n.post(order())
		if status/100 == 2 {
			n.Fatalf("%s acknowledged %s", n.name, text)
		}
		ready, said := n.get("/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(text, why) &&
			ready == http.StatusServiceUnavailable && strings.Contains(said, why)
	})
	if status, text := n.get("/ft/order/" + n.taken[0]); status != http.StatusOK {
		n.Errorf("%s is asked for what it has: %d %s", n.name, status, text)
	}
}

// repair does the steps of the page: it returns nodes that run on copies of a repaired folder.
func (d *disaster) repair(names []string, dirs ...string) (nodes []*node) {
	d.Helper()
	log, err := etcd.Open(d.Context(), etcd.Config{Endpoints: d.etcd.Endpoints(), Name: "main",
		Node: "repair"})
	if err != nil {
		d.Fatal(err)
	}
	defer log.Close()
	whole := filepath.Join(d.TempDir(), "whole")
	if _, err := backend.RepairStore(d.Context(), whole, dirs, log); err != nil {
		d.Fatal(err)
	}
	for _, name := range names {
		dir := d.TempDir()
		if err := backend.BackupStore(whole, filepath.Join(dir, "bourse.db")); err != nil {
			d.Fatal(err)
		}
		nodes = append(nodes, d.start(name, dir))
	}
	return nodes
}

// whole proves that all that was ever acknowledged is at each node, and told alike.
func (d *disaster) whole(nodes []*node, order func() string) {
	d.Helper()
	for _, n := range nodes {
		n.take(order())
	}
	for _, hash := range d.taken {
		var first string
		for i, n := range nodes {
			var text string
			eventually(d.T, n.name+" has "+hash, func() bool {
				var status int
				status, text = n.get("/ft/order/" + hash)
				return status == http.StatusOK
			})
			if i == 0 {
				first = text
			} else if text != first {
				d.Errorf("%s\n%s", first, text)
			}
		}
	}
}

// TestSnapshotRestoredUnderRunningNodes does what docs/disasters.md says of an etcd that went back:
// one node has an order that the snapshot lacks, another one was behind the snapshot and took one
// after it.
func TestSnapshotRestoredUnderRunningNodes(t *testing.T) {
	t.Parallel()
	d, order := newDisaster(t)
	a, b := d.start("a", t.TempDir()), d.start("b", t.TempDir())
	a.take(order())
	b.take(order())
	b.stop()
	a.take(order())
	snapshot := t.TempDir()
	if err := d.etcd.Snapshot(snapshot); err != nil {
		t.Fatal(err)
	}
	a.take(order())
	if err := d.etcd.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	a.refuses("bourse cluster repair", order)
	b = d.start("b", b.dir)
	b.take(order())
	a.refuses("bourse cluster repair", order)
	a.stop()
	b.stop()
	if err := d.refused("a", a.dir); !errors.Is(err, facts.ErrLost) {
		t.Errorf("a starts: %v", err)
	}
	nodes := d.repair([]string{"a", "b"}, a.dir, b.dir)
	d.whole(nodes, order)
	for name, dir := range map[string]string{"a": a.dir, "b": b.dir, "c": t.TempDir()} {
		if err := d.refused("old "+name, dir); !errors.Is(err, facts.ErrForeign) &&
			!errors.Is(err, facts.ErrBehind) {
			t.Errorf("%s starts on what it was: %v", name, err)
		}
	}
	for _, n := range nodes {
		n.stop()
	}
}

// TestAllMembersOfEtcdAreLost wipes etcd under nodes, one of which was away, and puts the exchange
// together again from their folders.
func TestAllMembersOfEtcdAreLost(t *testing.T) {
	t.Parallel()
	d, order := newDisaster(t)
	a, b := d.start("a", t.TempDir()), d.start("b", t.TempDir())
	for range 3 {
		a.take(order())
	}
	s := &session{d.host, openWallet(t)}
	signed := s.signedDelta(t, s.Backend)
	var delta api.DeltaRecord
	eventually(t, "a takes the Delta order", func() (taken bool) {
		var err error
		delta, _, err = apitest.On(a.backend, api.LocalChainID).SubmitDelta(t.Context(), signed)
		return err == nil
	})
	eventually(t, "b has the Delta order", func() bool {
		_, err := apitest.On(b.backend, api.LocalChainID).DeltaOrder(t.Context(), delta.ID)
		return err == nil
	})
	b.stop()
	a.take(order())
	if err := d.etcd.Restore(""); err != nil {
		t.Fatal(err)
	}
	a.refuses("bourse cluster repair", order)
	a.stop()
	nodes := d.repair([]string{"a", "b"}, b.dir, a.dir)
	d.whole(nodes, order)
	for _, n := range nodes {
		r, err := apitest.On(n.backend, api.LocalChainID).DeltaOrder(t.Context(), delta.ID)
		if err != nil || r.OrderHash != delta.OrderHash {
			t.Errorf("%s: %+v, %v", n.name, r, err)
		}
		n.stop()
	}
}

// TestTheFolderOfANodeIsLost starts a node again from a backup of another one that is running.
func TestTheFolderOfANodeIsLost(t *testing.T) {
	t.Parallel()
	d, order := newDisaster(t)
	a, b := d.start("a", t.TempDir()), d.start("b", t.TempDir())
	a.take(order())
	b.take(order())
	b.stop()
	dir := t.TempDir()
	if err := backend.BackupStore(a.dir, filepath.Join(dir, "bourse.db")); err != nil {
		t.Fatal(err)
	}
	nodes := []*node{a, d.start("b", dir)}
	d.whole(nodes, order)
	for _, n := range nodes {
		n.stop()
	}
}

// TestTwoExchangesAreSwapped has two exchanges answer at each other's addresses for a while.
func TestTwoExchangesAreSwapped(t *testing.T) {
	t.Parallel()
	d, order := newDisaster(t)
	other := &disaster{T: t, etcd: etcdtest.Run(t, etcdtest.Options{Size: 1}), cfg: d.cfg}
	nodes := []*node{d.start("a", t.TempDir()), other.start("a", t.TempDir())}
	for _, n := range nodes {
		n.take(order())
	}
	swap := func() {
		t.Helper()
		if err := etcdtest.Swap(d.etcd, other.etcd); err != nil {
			t.Fatal(err)
		}
	}
	swap()
	for i, n := range nodes {
		n.refuses("belongs to another exchange", order)
		if err := n.refused("b", copied(t, n)); !errors.Is(err, facts.ErrForeign) {
			t.Errorf("a node of exchange %d starts: %v", i, err)
		}
	}
	swap()
	for _, n := range nodes {
		n.whole([]*node{n}, order)
		n.stop()
	}
}

// copied is a copy of a node's folder.
func copied(t *testing.T, n *node) string {
	t.Helper()
	dir := t.TempDir()
	if err := backend.BackupStore(n.dir, filepath.Join(dir, "bourse.db")); err != nil {
		t.Fatal(err)
	}
	return dir
}
