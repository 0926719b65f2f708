package agents

import (
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"bourse/backend/delta/auction"
)

// blockGas is the gas of a block of the scale's measurements.
const blockGas = 60_000_000

// BenchmarkScale bids for many open orders of a drawn market as both agents that use pools do, and
// reports how long each takes and what the batch captures of the bound of what any settlement could
// within the block's gas.
func BenchmarkScale(b *testing.B) {
	for _, n := range []int{200, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := drawMarket(b, 1, onlyProducts...)
			drawn := m.batch(b, n)
			var routes, batches time.Duration
			share := 0.0
			for b.Loop() {
				round := auction.NewBatch(drawn.Market, drawn.Block, drawn.GasPrice(),
					drawn.Orders...)
				round.Room = blockGas
				start := time.Now()
				if _, err := (RouterAgent{}).Solve(b.Context(), round); err != nil {
					b.Fatal(err)
				}
				alone := time.Now()
				bids, err := BatchAgent{}.Solve(b.Context(), round)
				if err != nil {
					b.Fatal(err)
				}
				routes, batches = routes+alone.Sub(start), batches+time.Since(alone)
				share = capturedBySome(b, round, bids, 1) / boundWithin(b, m, round, blockGas)
			}
			b.ReportMetric(float64(routes.Milliseconds())/float64(b.N), "routes-ms")
			b.ReportMetric(float64(batches.Milliseconds())/float64(b.N), "batch-ms")
			b.ReportMetric(100*share, "%-of-bound")
		})
	}
}

// capturedBySome is what the bids of a group bring owners above their floors, in wei.
func capturedBySome(t testing.TB, b *auction.Batch, bids []auction.Bid, group int) (sum float64) {
	t.Helper()
	for _, bid := range bids {
		if bid.Group != group {
			continue
		}
		parts, pays := paidBy(t, b, &bid)
		for i, paid := range pays {
			above := new(big.Int).Sub(paid, parts[i].MinOut.Big())
			v, _ := new(big.Float).SetInt(above).Float64()
			sum += v * b.Worth(t.Context(), orderOf(b, bid.Orders[i]).Order.DestToken)
		}
	}
	return sum
}

// boundWithin bounds what any settlement whose orders use no more than so much gas brings: for each
// price of gas above what it costs, the optimum at that price and the price of all the gas is such
// a bound, and the least of them is taken.
func boundWithin(t testing.TB, m *drawnMarket, b *auction.Batch, gas float64) float64 {
	t.Helper()
	intents, places := b.Intents(t.Context())
	bound := func(price float64) float64 {
		dear := *intents
		dear.Intents = slices.Clone(intents.Intents)
		seen := make(map[int]bool)
		for i, place := range places {
			if in := &dear.Intents[i]; !seen[place] {
				in.Ask += price * auction.DirectGas / intents.Worth[in.Dest]
			}
			seen[place] = true
		}
		joint, err := m.Optimum(t.Context(), &dear)
		if err != nil {
			t.Fatal(err)
		}
		return joint.Bound + price*gas
	}
	least, step := bound(0), bound(0)/gas/32
	for price := step; price < 100*step; price *= 1.1 {
		least = min(least, bound(price))
	}
	return least
}
