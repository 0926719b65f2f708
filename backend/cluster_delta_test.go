package backend_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/delta"
	"bourse/backend/eip712"
	"bourse/store/facts/etcd/etcdtest"
)

// handOvers is how often TestHandOversSettleOnce takes the lead away from a node.
var handOvers = flag.Int("handovers", 3, "times that another node leads the auctions")

// depose takes the lead away from whoever has it, without a word to it.
func (p *sharedExchange) depose() {
	p.Helper()
	c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
	if err != nil {
		p.Fatal(err)
	}
	defer c.Close()
	keys, err := c.Get(p.Context(), "/bourse/test/leaders/", clientv3.WithPrefix(),
		clientv3.WithSort(clientv3.SortByCreateRevision, clientv3.SortAscend))
	if err == nil && len(keys.Kvs) > 0 {
		_, err = c.Delete(p.Context(), string(keys.Kvs[0].Key))
	}
	if err != nil {
		p.Fatal(err)
	}
}

// TestHandOversSettleOnce has orders quoted by one node, built and taken by the other, and settled
// while the lead goes from node to node in the middle of rounds: each is settled once, by one award
// a round, and both nodes tell the same of it to the letter.
func TestHandOversSettleOnce(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1})
	s := &session{p.nodes[0], openWallet(t)}
	var took []time.Duration
	for n := range *handOvers {
		r, created, err := apitest.On(p.nodes[1], api.LocalChainID).SubmitDelta(t.Context(),
			s.signedDelta(t, p.nodes[1]))
		if err != nil || !created {
			t.Fatal(created, err)
		}
		if n%2 == 0 { // else before the round
			if _, err := s.Mine(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		started := time.Now()
		p.depose()
		eventually(t, "a settlement", func() bool {
			if _, err := s.Mine(t.Context()); err != nil {
				t.Fatal(err)
			}
			now, err := apitest.On(p.nodes[1], api.LocalChainID).DeltaOrder(t.Context(), r.ID)
			return err == nil && now.Status == api.DeltaExecuted
		})
		took = append(took, time.Since(started))
		p.settledOnce(r.ID)
	}
	slices.Sort(took)
	t.Logf("settled after the lead was taken away: p50 %s, p99 %s, longest %s", took[len(took)/2],
		took[len(took)*99/100], took[len(took)-1])
}

// settledOnce compares what the nodes tell of an order, and looks for a second award or
// settlement.
func (p *sharedExchange) settledOnce(id string) {
	p.Helper()
	var texts [2]string
	eventually(p.T, "the same answers", func() bool {
		for i, b := range p.nodes {
			a, err := apitest.On(b, api.LocalChainID).DeltaAuction(p.Context(), id)
			if err != nil {
				return false
			}
			r, err := apitest.On(b, api.LocalChainID).DeltaOrder(p.Context(), id)
			if err != nil {
				return false
			}
			text, err := json.Marshal([]any{r, a.Status, a.Events})
			if err != nil {
				p.Fatal(err)
			}
			texts[i] = string(text)
		}
		return texts[0] == texts[1]
	})
	r, err := apitest.On(p.nodes[0], api.LocalChainID).DeltaOrder(p.Context(), id)
	if err != nil {
		p.Fatal(err)
	}
	done := slices.DeleteFunc(slices.Clone(r.Transactions),
		func(tx api.DeltaTransaction) bool { return tx.Status != 1 })
	if len(done) != 1 {
		p.Errorf("settled by %d transactions: %+v", len(done), done)
	}
	a, err := apitest.On(p.nodes[1], api.LocalChainID).DeltaAuction(p.Context(), id)
	if err != nil {
		p.Fatal(err)
	}
	awards := make(map[string]int)
	for _, e := range a.Events {
		if e.From == api.DeltaRunning && e.To == api.DeltaExecuting {
			awards[fmt.Sprint(e.Round)]++
		}
	}
	for round, n := range awards {
		if n > 1 {
			p.Errorf("%d awards in round %s", n, round)
		}
	}
	if len(awards) == 0 {
		p.Error("settled without an award")
	}
}

// TestCancelsStandAtAllNodes has owners cancel at either node, at any moment of a round, while the
// lead goes from node to node: what a node acknowledged is cancelled at all nodes and stays so, and
// what it refused is settled.
func TestCancelsStandAtAllNodes(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1})
	s := &session{p.nodes[0], openWallet(t)}
	random := rand.New(rand.NewPCG(31, 6))
	nets, err := s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ends := make(map[string]api.DeltaStatus)
	for n := range 4 * *handOvers {
		r, _, err := apitest.On(p.nodes[n%2], api.LocalChainID).SubmitDelta(t.Context(),
			s.signedDelta(t, p.nodes[0]))
		if err != nil {
			t.Fatal(err)
		}
		signature, err := s.wallet.Sign(r.User, eip712.CancellationsTypedData(api.LocalChainID,
			nets[0].Contracts.Delta, []string{r.ID}))
		if err != nil {
			t.Fatal(err)
		}
		if n%6 == 5 { // its cancel comes too late
			eventually(t, "an order is settled", func() bool {
				if _, err := s.Mine(t.Context()); err != nil {
					t.Fatal(err)
				}
				now, err := apitest.On(p.nodes[0], api.LocalChainID).DeltaOrder(t.Context(), r.ID)
				return err == nil && now.Status.Final()
			})
		}
		mined := make(chan struct{})
		go func() {
			defer close(mined)
			for i := range 3 {
				if n%4 == i {
					p.depose()
				}
				if _, err := s.Mine(t.Context()); err != nil {
					t.Error(err)
				}
			}
		}()
		moments := []api.DeltaStatus{r.Status, api.DeltaRunning, api.DeltaExecuting}
		moment := moments[n%3]
		eventually(t, "the moment of the cancel", func() bool {
			now, err := apitest.On(p.nodes[0], api.LocalChainID).DeltaOrder(t.Context(), r.ID)
			select {
			case <-mined:
				return true
			default:
				return err == nil && (now.Status == moment || now.Status.Final())
			}
		})
		ends[r.ID] = p.cancels(random.IntN(2), r.ID, signature.Bytes())
		<-mined
	}
	for id, want := range ends {
		eventually(t, fmt.Sprintf("order %s is %s", id, want), func() bool {
			if _, err := s.Mine(t.Context()); err != nil {
				t.Fatal(err)
			}
			r, err := apitest.On(p.nodes[1], api.LocalChainID).DeltaOrder(t.Context(), id)
			return err == nil && r.Status == want
		})
	}
	for id, want := range ends {
		for node, b := range p.nodes {
			if r, err := apitest.On(b, api.LocalChainID).DeltaOrder(t.Context(),
				id); err != nil || r.Status != want ||
				want == api.DeltaCancelled && len(r.Transactions) > 0 {
				t.Errorf("at node %d order %s is %s, %v; it was to be %s", node, id, r.Status, err,
					want)
			}
		}
	}
	told := make(map[api.DeltaStatus]int)
	for _, end := range ends {
		told[end]++
	}
	t.Log(told)
	if len(told) != 2 {
		t.Errorf("all ended alike: %v", told)
	}
}

// cancels has a node cancel an order until it says what comes of that, and returns how the order
// must end.
func (p *sharedExchange) cancels(node int, id string, signature []byte) (end api.DeltaStatus) {
	p.Helper()
	eventually(p.T, "an answer to a cancel", func() bool {
		err := apitest.On(p.nodes[node], api.LocalChainID).CancelDelta(p.Context(), []string{id},
			signature)
		switch api.TypeOf(err) {
		case api.StoreUnavailable, api.NotFound: // it may have taken it; it does not know it yet
			return false
		case api.OrderNotFillable:
			end = api.DeltaExecuted
			if r, err := apitest.On(p.nodes[node], api.LocalChainID).DeltaOrder(p.Context(),
				id); err != nil ||
				r.Status == api.DeltaCancelled {
				end = api.DeltaCancelled // by an earlier try
			}
		default:
			if end = api.DeltaCancelled; err != nil {
				p.Error(err)
			}
		}
		return true
	})
	return end
}

// TestANodeThatLeavesHandsOver has the leader told that it is about to stop: the other node leads
// within two seconds, and the first does not again.
func TestANodeThatLeavesHandsOver(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1})
	leader := func() int {
		return slices.IndexFunc(p.nodes, func(b *backend.Backend) bool {
			return slices.Contains(b.Log().Status().Leads, delta.Stream(api.LocalChainID))
		})
	}
	eventually(t, "a leader", func() bool { return leader() >= 0 })
	first := leader()
	began := time.Now()
	p.nodes[first].Leave()
	eventually(t, "the other one leads", func() bool { return leader() == 1-first })
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("handed over after %s", took)
	}
	p.depose() // a chance for whoever waits
	eventually(t, "the other one leads again", func() bool { return leader() == 1-first })
	s := &session{p.nodes[0], openWallet(t)}
	r, _, err := apitest.On(p.nodes[first], api.LocalChainID).SubmitDelta(t.Context(),
		s.signedDelta(t, p.nodes[0]))
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "a settlement", func() bool {
		if _, err := s.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
		now, err := apitest.On(p.nodes[first], api.LocalChainID).DeltaOrder(t.Context(), r.ID)
		return err == nil && now.Status == api.DeltaExecuted
	})
}
