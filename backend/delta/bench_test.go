package delta_test

import (
	"context"
	"testing"

	"bourse/backend/api"
)

// many submits orders that differ in amount, of four owners and four pairs.
func (w *world) many(n int) []string {
	w.Helper()
	pairs := [][3]string{{"20", "USDC", "WETH"}, {"0.02", "WETH", "USDC"}, {"25", "DAI", "WETH"}, {"0.0005", "WBTC", "USDC"}}
	var templates []api.DeltaOrder
	for _, p := range pairs {
		templates = append(templates, w.build(w.users[0], p[0], p[1], p[2]))
	}
	var ids []string
	for i := range n {
		o := templates[i%len(pairs)]
		o.Owner, o.Nonce = w.users[i/len(pairs)%4], o.Nonce.Add(api.NewAmount(uint64(i)))
		o.SrcAmount = o.SrcAmount.Add(api.NewAmount(uint64(i)))
		ids = append(ids, w.submit(o).ID)
	}
	return ids
}

// BenchmarkRound holds a round of 1,000 open orders: cut, bids of three agents, simulation on the contract, awards on disk.
func BenchmarkRound(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		w := newWorld(b)
		w.many(1000)
		ctx, cancel := context.WithCancel(b.Context())
		events := w.Subscribe(ctx, api.TopicAuction)
		w.mine()
		b.StartTimer()
		for e := range events {
			if r, err := w.DeltaOrder(ctx, e.Key); err == nil && r.Status == api.DeltaExecuting {
				break
			}
		}
		b.StopTimer()
		cancel()
		b.StartTimer()
	}
}

// BenchmarkSettle takes an order from submission to EXECUTED with blocks made at once.
func BenchmarkSettle(b *testing.B) {
	w := newWorld(b)
	for b.Loop() {
		b.StopTimer()
		o := w.build(w.users[0], "1000", "USDC", "WETH")
		b.StartTimer()
		r := w.submit(o)
		w.await(r.ID, api.DeltaExecuted)
	}
}
