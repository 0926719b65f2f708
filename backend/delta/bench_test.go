package delta_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"bourse/backend"
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

// BenchmarkSettle takes an order from submission to EXECUTED on the local network as it runs by itself, and reports the median.
func BenchmarkSettle(b *testing.B) {
	w := openWorld(b, b.TempDir(), nil, func(c *backend.Config) { c.Manual, c.Now = false, time.Now })
	w.approve(w.users[0], "USDC", w.contracts.Delta)
	events := w.Subscribe(b.Context(), api.TopicAuction)
	settle := func() {
		r := w.submit(w.build(w.users[0], "1000", "USDC", "WETH"))
		for e := range events {
			if now, err := w.DeltaOrder(b.Context(), r.ID); err != nil || e.Key == r.ID && now.Status == api.DeltaExecuted {
				if err != nil {
					b.Error(err)
				}
				return
			}
		}
	}
	settle() // and with it the approval is mined
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		settle()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "p50-ms")
}
