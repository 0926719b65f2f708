package backend_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend/api"
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
		r, created, err := p.nodes[1].SubmitDelta(t.Context(), s.signedDelta(t, p.nodes[1]))
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
			now, err := p.nodes[1].DeltaOrder(t.Context(), r.ID)
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
			a, err := b.DeltaAuction(p.Context(), id)
			if err != nil {
				return false
			}
			r, err := b.DeltaOrder(p.Context(), id)
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
	r, err := p.nodes[0].DeltaOrder(p.Context(), id)
	if err != nil {
		p.Fatal(err)
	}
	done := slices.DeleteFunc(slices.Clone(r.Transactions),
		func(tx api.DeltaTransaction) bool { return tx.Status != 1 })
	if len(done) != 1 {
		p.Errorf("settled by %d transactions: %+v", len(done), done)
	}
	a, err := p.nodes[1].DeltaAuction(p.Context(), id)
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
