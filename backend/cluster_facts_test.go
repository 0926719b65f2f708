package backend_test

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	clientv3 "go.etcd.io/etcd/client/v3"
	"golang.org/x/sync/errgroup"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/orders"
	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
)

// clusterFacts is how many open orders TestNodeJoinsAtManyFacts puts into a log.
var clusterFacts = flag.Int("cluster.facts", 0, "open orders that a node finds when it joins from "+
	"a backup of another one; 0 leaves the test out")

// TestNodeJoinsAtManyFacts fills a log with open orders of the size of a posted one, of 500 for
// each maker, and starts a node from a backup of one that has applied them: it must serve all of
// them within a minute. It tells what etcd and the nodes take for them.
func TestNodeJoinsAtManyFacts(t *testing.T) {
	if *clusterFacts == 0 {
		t.Skip("-cluster.facts 1000000 takes several minutes")
	}
	sequential(t)
	p := &sharedExchange{T: t, etcd: etcdtest.Run(t, etcdtest.Options{Size: 3, Quota: 8 << 30})}
	host := runBackend(t, backend.Config{Accounts: developmentAccounts(t), Manual: true,
		LocalRPC: "127.0.0.1:0"})
	p.contract = host.Local().Deployment().Contracts.AugustusRFQ
	p.nodes = []*backend.Backend{host} // which only has the chain, and follows no log
	first := new(process)
	p.addProcess(first)
	log, err := etcd.Open(t.Context(), etcd.Config{Endpoints: p.etcd.Endpoints(), Name: "test",
		Node: "observer"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	started := time.Now()
	makers := p.fill(*clusterFacts)
	newest, err := log.Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	revision := strconv.FormatInt(newest[orders.Stream(api.LocalChainID)], 10)
	t.Logf("%d facts in etcd after %s", *clusterFacts, time.Since(started).Round(time.Millisecond))
	p.has(0, revision)
	t.Logf("applied by the first node after %s: %s", time.Since(started).Round(time.Millisecond),
		first.memory(t))
	o, err := log.Overview(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("etcd: %d facts, %d MB, %d of them in use", o.Facts,
		o.Members[0].Bytes>>20, o.Members[0].InUse>>20)

	joins := &process{Dir: t.TempDir()}
	path := filepath.Join(joins.Dir, "bourse.db")
	started = time.Now()
	if err := backend.BackupStore(first.Dir, path); err != nil {
		t.Fatal(err)
	}
	t.Logf("backup after %s", time.Since(started).Round(time.Millisecond))
	started = time.Now()
	p.addProcess(joins)
	p.has(1, revision)
	took := time.Since(started)
	t.Logf("a node from it serves everything after %s: %s", took.Round(time.Millisecond),
		joins.memory(t))
	if took > time.Minute {
		t.Errorf("a node from a backup took %s", took)
	}
	for _, maker := range []common.Address{makers[0], makers[len(makers)/2]} {
		page := "/ft/orders/1337/maker/" + api.Lower(maker) + "?limit=1000"
		_, text, _ := p.get(0, page, "")
		if status, other, _ := p.get(1, page, ""); status != http.StatusOK || text != other {
			t.Errorf("%s: %d and %d bytes, status %d", page, len(text), len(other), status)
		}
		if n := len(hashField.FindAllString(text, -1)); n != min(perMaker, *clusterFacts) {
			t.Errorf("%d orders of %s", n, maker)
		}
	}
}

var hashField = regexp.MustCompile(`"orderHash"`)

// has waits until a node has applied a revision.
func (p *sharedExchange) has(node int, revision string) {
	p.Helper()
	const nobody = "/ft/orders/1337/maker/0x0000000000000000000000000000000000000001"
	for limit := time.Now().Add(20 * time.Minute); ; {
		status, text, _ := p.get(node, nobody, revision) // waits two seconds at most
		switch {
		case status == http.StatusOK:
			return
		case time.Now().After(limit):
			p.Fatalf("node %d has not applied %s: %d %s", node, revision, status, text)
		}
	}
}

// memory is what a process takes.
func (n *process) memory(t *testing.T) string {
	t.Helper()
	store, err := os.Stat(filepath.Join(n.Dir, "bourse.db"))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d MB of its own and %d MB of mapped files in memory, %d MB of store",
		n.resident(t, "RssAnon")>>20, n.resident(t, "RssFile")>>20, store.Size()>>20)
}

// resident is how many bytes of a kind a process has in memory.
func (n *process) resident(t *testing.T, kind string) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^` + kind + `:\s+(\d+) kB$`).FindSubmatch(text)
	if m == nil {
		t.Fatalf("no %s in %s", kind, text)
	}
	kB, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kB << 10
}

// fill posts one order and puts n into the log that differ from it in their hash and their maker
// only. A stored record begins with two bytes, the order's hash and its maker.
func (p *sharedExchange) fill(n int) (makers []common.Address) {
	p.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		p.Fatal(err)
	}
	status, text, _ := p.post(0, signedOrder(key, rand.New(rand.NewPCG(9, 9)), p.contract))
	if status != http.StatusCreated {
		p.Fatal(status, text)
	}
	c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
	if err != nil {
		p.Fatal(err)
	}
	defer c.Close()
	prefix := "/bourse/test/facts/" + orders.Stream(api.LocalChainID) + "/"
	r, err := c.Get(p.Context(), prefix, clientv3.WithPrefix())
	if err != nil || len(r.Kvs) != 1 {
		p.Fatal(len(r.Kvs), err)
	}
	one, _, err := facts.Decode(r.Kvs[0].Value)
	if err != nil {
		p.Fatal(err)
	}
	for m := range (n + perMaker - 1) / perMaker {
		hash := crypto.Keccak256(binary.BigEndian.AppendUint64([]byte("maker"), uint64(m)))
		makers = append(makers, common.BytesToAddress(hash))
	}
	const most = 128 // operations of a transaction
	all, ctx := errgroup.WithContext(p.Context())
	all.SetLimit(8)
	for from := 0; from < n; from += most {
		all.Go(func() error {
			var puts []clientv3.Op
			for i := from; i < min(n, from+most); i++ {
				body := append([]byte{}, one...)
				hash := crypto.Keccak256Hash(binary.BigEndian.AppendUint64(nil, uint64(i)))
				copy(body[2:], hash[:])
				copy(body[2+common.HashLength:], makers[i/perMaker][:])
				puts = append(puts,
					clientv3.OpPut(prefix+hash.Hex(), string(facts.Encode(body, nil))))
			}
			return retried(ctx, func() error {
				_, err := c.Txn(ctx).Then(puts...).Commit()
				return err
			})
		})
	}
	if err := all.Wait(); err != nil {
		p.Fatal(err)
	}
	return makers
}

// retried does something until it works, for what a busy etcd refuses.
func retried(ctx context.Context, do func() error) (err error) {
	for range 100 {
		if err = do(); err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
	return err
}
