package backend_test

import (
	"fmt"
	"math/rand/v2"
	"os"
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
	"bourse/backend/api/apitest"
	"bourse/store/facts/etcd/etcdtest"
)

// long is whether tests that take minutes and figures are wanted.
var long = os.Getenv("BOURSE_TEST_LONG") != ""

// rate is how many of some equal things were done in a time, and how long one took.
type rate struct {
	perSecond float64
	p50, p99  time.Duration
}

func (r rate) String() string {
	return fmt.Sprintf("%6.0f/s  p50 %s  p99 %s", r.perSecond, r.p50.Round(10*time.Microsecond),
		r.p99.Round(10*time.Microsecond))
}

// measure has clients do each of their tasks, one after the other.
func measure(clients, each int, do func(client, i int) error) (r rate, err error) {
	took := make([][]time.Duration, clients)
	failed := make([]error, clients)
	var all sync.WaitGroup
	started := time.Now()
	for c := range clients {
		all.Go(func() {
			for i := range each {
				begun := time.Now()
				if err := do(c, i); err != nil {
					failed[c] = err
					return
				}
				took[c] = append(took[c], time.Since(begun))
			}
		})
	}
	all.Wait()
	list := slices.Concat(took...)
	slices.Sort(list)
	for _, err := range failed {
		if err != nil {
			return r, err
		}
	}
	return rate{float64(len(list)) / time.Since(started).Seconds(), list[len(list)/2],
		list[len(list)*99/100]}, nil
}

// TestClusterLoad posts orders to two nodes over HTTP, with three members of etcd, all on this
// machine, and puts single keys into the same etcd beside it: grouping must make orders faster than
// etcd's own single puts at 64 clients.
func TestClusterLoad(t *testing.T) {
	if !long {
		t.Skip("BOURSE_TEST_LONG=1 measures for a minute")
	}
	defer backend.Tune()()
	p := newShared(t, etcdtest.Options{Size: 3})
	for _, load := range []struct{ clients, each int }{{1, 200}, {64, 150}, {512, 40}} {
		p.readElsewhere(load.clients, load.each)
		var raw rate
		putTime, putEtcd := p.coreTimes(load.clients*load.each, func() (err error) {
			raw, err = p.rawPuts(load.clients, load.each)
			return err
		})
		signed := p.signed(load.clients, load.each)
		list, err := posters(load.clients, func(c int) string { return p.urls[c%2] })
		if err != nil {
			t.Fatal(err)
		}
		appended, groups := p.appended()
		var orders rate
		orderTime, orderEtcd := p.coreTimes(load.clients*load.each, func() (err error) {
			orders, err = measure(load.clients, load.each, func(c, i int) error {
				return list[c].post(&signed[c][i])
			})
			return err
		})
		for _, client := range list {
			client.close()
		}
		more, inGroups := p.appended()
		t.Logf("%3d clients: orders %s; single puts %s; %.2f times; groups of %.1f", load.clients,
			orders, raw, orders.perSecond/raw.perSecond,
			float64(more-appended)/float64(inGroups-groups))
		t.Logf("%3d clients, of a core: an order %s for both nodes and clients, %s for etcd; "+
			"a put %s for the clients, %s for etcd", load.clients, orderTime, orderEtcd, putTime,
			putEtcd)
	}
}

// readElsewhere posts orders and reads each from the other node once it is acknowledged.
func (p *sharedExchange) readElsewhere(clients, each int) {
	p.Helper()
	signed := p.signed(clients, each)
	here, err := posters(clients, func(c int) string { return p.urls[c%2] })
	if err != nil {
		p.Fatal(err)
	}
	there, err := posters(clients, func(c int) string { return p.urls[1-c%2] })
	if err != nil {
		p.Fatal(err)
	}
	took := make([][]time.Duration, clients)
	both, err := measure(clients, each, func(c, i int) error {
		if err := here[c].post(&signed[c][i]); err != nil {
			return err
		}
		started := time.Now()
		err := there[c].read(&signed[c][i], here[c].revision)
		took[c] = append(took[c], time.Since(started))
		return err
	})
	if err != nil {
		p.Fatal(err)
	}
	for _, client := range slices.Concat(here, there) {
		client.close()
	}
	reads := slices.Concat(took...)
	slices.Sort(reads)
	p.Logf("%3d clients: posted and read at the other node %s; the read p50 %s p99 %s", clients,
		both, reads[len(reads)/2].Round(10*time.Microsecond),
		reads[len(reads)*99/100].Round(10*time.Microsecond))
}

// coreTimes is how long this process and etcd use a core for each of n things.
func (p *sharedExchange) coreTimes(n int, do func() error) (here, etcd time.Duration) {
	p.Helper()
	members, used := p.etcdCPU(), coreTime()
	if err := do(); err != nil {
		p.Fatal(err)
	}
	here = coreTime() - used
	etcd = time.Duration((p.etcdCPU() - members) * float64(time.Second))
	round := func(d time.Duration) time.Duration {
		return (d / time.Duration(n)).Round(time.Microsecond)
	}
	return round(here), round(etcd)
}

// appended is how many facts the nodes have appended, in how many groups.
func (p *sharedExchange) appended() (appended, groups uint64) {
	for _, n := range p.nodes {
		s := n.Log().Status()
		appended, groups = appended+s.Appended, groups+s.Groups
	}
	return appended, groups
}

// rawPuts creates single keys in the same etcd, by one transaction each.
func (p *sharedExchange) rawPuts(clients, each int) (rate, error) {
	c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
	if err != nil {
		return rate{}, err
	}
	defer c.Close()
	value := strings.Repeat("x", 400)
	return measure(clients, each, func(n, i int) error {
		key := fmt.Sprintf("/raw/%d/%d/%d", clients, n, i)
		_, err := c.Txn(p.Context()).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
			Then(clientv3.OpPut(key, value)).Commit()
		return err
	})
}

// signed is orders of as many makers, for tokens that the network lists.
func (p *sharedExchange) signed(makers, each int) [][]posting {
	p.Helper()
	tokens, err := apitest.On(p.nodes[0], api.LocalChainID).Tokens(p.Context())
	if err != nil || len(tokens) < 3 {
		p.Fatal(len(tokens), err)
	}
	all := make([][]posting, makers)
	for m := range makers {
		key, err := crypto.GenerateKey()
		if err != nil {
			p.Fatal(err)
		}
		random := rand.New(rand.NewPCG(7, uint64(m)))
		for range each {
			all[m] = append(all[m], newPosting(key, &api.Order{
				NonceAndMeta: api.PackNonce(api.NewAmount(random.Uint64()>>11), common.Address{}),
				Maker:        crypto.PubkeyToAddress(key.PublicKey),
				MakerAsset:   api.Asset{Address: tokens[1].Address},
				TakerAsset:   api.Asset{Address: tokens[2].Address},
				MakerAmount:  api.NewAmount(1 + random.Uint64()),
				TakerAmount:  api.NewAmount(1 + random.Uint64()),
			}, p.contract))
		}
	}
	return all
}
