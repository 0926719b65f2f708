package orders

import (
	"slices"
	"sync"
	"testing"
	"time"

	"bourse/backend/api"
)

// BenchmarkCreate: 64 clients post signed orders of 64 makers, each waiting for its reply, while
// blocks arrive. Signatures are verified and the order contract is asked about each order.
func BenchmarkCreate(b *testing.B) {
	w := newWorld(b)
	w.orders.cfg.MaxOpen = 1 << 30
	const clients = 64
	keys := make([]int, clients)
	for i := range keys {
		keys[i] = i % 8
	}
	requests := make([]api.OrderRequest, b.N+clients)
	for i := range requests {
		requests[i] = w.sell(keys[i%clients], 1, 3000)
	}
	waits := make([][]time.Duration, clients)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	var blocks sync.WaitGroup
	blocks.Go(func() {
		for ticker := time.NewTicker(time.Second); ; {
			select {
			case <-stop:
				return
			case <-ticker.C:
				w.mine()
			}
		}
	})
	b.ReportAllocs()
	b.ResetTimer()
	for c := range clients {
		wg.Go(func() {
			for i := c; i < len(requests); i += clients {
				start := time.Now()
				if _, created, err := w.orders.CreateOrder(b.Context(), requests[i]); err != nil ||
					!created {
					b.Error(created, err)
					return
				}
				waits[c] = append(waits[c], time.Since(start))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	close(stop)
	blocks.Wait()
	reportWaits(b, slices.Concat(waits...))
}

func reportWaits(b *testing.B, all []time.Duration) {
	slices.Sort(all)
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "orders/s")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkTransfer: one Transfer log of a maker with 10,000 open orders, which takes away and
// gives back what all of them stand on.
func BenchmarkTransfer(b *testing.B) {
	w := newWorld(b)
	w.orders.cfg.MaxOpen = 1 << 30
	w.approveAll(0, 1)
	for range 10_000 {
		w.create(w.sell(0, 1, 3000))
	}
	weth, all := w.tokens["WETH"], units(2000, 18)
	b.ResetTimer()
	var applied time.Duration
	for b.Loop() {
		for from, to := range []int{1, 0} {
			hash := w.send(trader(from), weth, transferData(addressOf(trader(to)), all))
			w.clock.Add(1)
			start := time.Now()
			if _, err := w.chain.Mine(b.Context()); err != nil {
				b.Fatal(err)
			}
			w.wait()
			applied = max(applied, time.Since(start))
			w.succeeded(hash)
			want := []int{0, 10_000}[from]
			if n := w.orders.index.books[bookKey{
				makerToken: w.orders.index.addresses.number[weth],
				takerToken: w.orders.index.addresses.number[w.tokens["USDC"]],
			}]; (n == nil) != (want == 0) || n != nil && n.Len(false) != want {
				b.Fatal("not all orders followed")
			}
		}
	}
	b.ReportMetric(float64(applied.Microseconds())/1000, "worst-ms")
}
