package backend_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/orders"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
)

// clusterSoak is how long TestClusterSoak serves.
var clusterSoak = flag.Duration("cluster.soak", 0, "how long two nodes take orders that expire "+
	"soon, for example 1h; 0 leaves the test out")

// TestClusterSoak has two nodes take orders and answer for them lap by lap. A block ends each lap,
// a second of the chain however short the lap was, so that orders expire and leave etcd: nodes and
// etcd hold what is open, and nothing that grows with time beyond the records of what ended.
func TestClusterSoak(t *testing.T) {
	if *clusterSoak == 0 {
		t.Skip("-cluster.soak 1h takes an hour")
	}
	sequential(t)
	p := &sharedExchange{T: t, etcd: etcdtest.Run(t, etcdtest.Options{Size: 3})}
	host := runBackend(t, backend.Config{Accounts: developmentAccounts(t), Manual: true,
		LocalRPC: "127.0.0.1:0"})
	p.contract = host.Local().Deployment().Contracts.AugustusRFQ
	p.nodes = []*backend.Backend{host} // which only has the chain, and follows no log
	two := []*process{{Keep: 15 * time.Second}, {Keep: 15 * time.Second}}
	for _, n := range two {
		p.addProcess(n)
	}
	log, err := etcd.Open(t.Context(), etcd.Config{Endpoints: p.etcd.Endpoints(), Name: "test",
		Node: "observer"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	var first, last [2]held
	report := time.Now()
	laps, until := 0, time.Now().Add(*clusterSoak)
	for ; laps < 20 || time.Now().Before(until); laps++ { // the first ones fill caches
		p.soakLap(uint64(laps))
		for i, n := range two {
			last[i] = n.held(t)
		}
		if laps == 19 {
			first = last
		}
		if time.Since(report) > time.Minute {
			report = time.Now()
			o, err := log.Overview(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d laps: %v, %d facts in %d kB of etcd", laps, last, o.Facts,
				o.Members[0].InUse>>10)
		}
	}
	t.Logf("%d orders in %s: %v after 20 laps, %v now", laps*soakOrders, *clusterSoak, first, last)
	for i := range two {
		most := first[i].memory + 64<<20 + laps*soakOrders*(4<<10)
		if last[i].memory > most || last[i].files > first[i].files+16 {
			t.Errorf("node %d held %v after 20 laps and %v after %d", i, first[i], last[i], laps)
		}
	}
	c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	eventually(t, "what ended leaves etcd", func() bool {
		if _, err := host.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
		signed, err := c.Get(t.Context(), "/bourse/test/facts/"+orders.Stream(api.LocalChainID),
			clientv3.WithPrefix(), clientv3.WithCountOnly())
		if err != nil {
			t.Fatal(err)
		}
		return signed.Count == 0
	})
}

// held is what a process holds.
type held struct{ memory, files int }

func (h held) String() string { return fmt.Sprintf("%d MB, %d files", h.memory>>20, h.files) }

func (n *process) held(t *testing.T) held {
	t.Helper()
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", n.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	return held{n.resident(t, "RssAnon"), len(list)}
}

// soakOrders is how many orders a lap posts.
const soakOrders = 40

// soakLap posts to both nodes in turn orders of one maker that expire a few blocks later, reads
// them at both and makes a block.
func (p *sharedExchange) soakLap(seed uint64) {
	p.Helper()
	expiry := p.nodes[0].Local().Head().Time + 10
	key, err := crypto.GenerateKey()
	if err != nil {
		p.Fatal(err)
	}
	maker, random := crypto.PubkeyToAddress(key.PublicKey), rand.New(rand.NewPCG(10, seed))
	var all acknowledged
	at := 0
	for range soakOrders {
		body := orderBody(key, &api.Order{
			NonceAndMeta: api.PackNonce(api.NewAmount(random.Uint64()>>11), common.Address{}),
			Expiry:       expiry,
			Maker:        maker,
			MakerAsset:   api.Asset{Address: common.HexToAddress("0xaa")},
			TakerAsset:   api.Asset{Address: common.HexToAddress("0xbb")},
			MakerAmount:  api.NewAmount(1 + random.Uint64()),
			TakerAmount:  api.NewAmount(1 + random.Uint64()),
		}, p.contract)
		if !p.untilTaken(body, &all, p.Context().Done(), []int{0, 1}, &at) {
			p.FailNow()
		}
	}
	all.makers = []string{api.Lower(maker)}
	p.haveAll(&all)
	if _, err := p.nodes[0].Mine(p.Context()); err != nil {
		p.Fatal(err)
	}
}
