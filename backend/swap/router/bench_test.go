package router_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"bourse/backend/swap/router"
)

// latencies answers every query once and returns the sorted times.
func latencies(tb testing.TB, s *router.Snapshot, queries []router.Query) []time.Duration {
	tb.Helper()
	times := make([]time.Duration, 0, len(queries))
	for _, q := range queries {
		start := time.Now()
		_, err := router.Best(context.Background(), s, q)
		times = append(times, time.Since(start))
		if err != nil && !errors.Is(err, router.ErrNoRoute) {
			tb.Fatal(err)
		}
	}
	slices.Sort(times)
	return times
}

func report(b *testing.B, times []time.Duration) {
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1e3, "p50-ms")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1e3, "p99-ms")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1e3, "max-ms")
}

// recordedQueries are all ordered pairs of the major tokens, from 1,000 to 5,000,000 USD, both
// sides, with and without gas.
func recordedQueries(u *universe) (queries []router.Query) {
	for _, a := range majors {
		for _, b := range majors {
			for _, usd := range []float64{1e3, 1e5, 1e6, 5e6} {
				src, dest := u.index[a], u.index[b]
				if a == b {
					continue
				}
				for _, gwei := range []float64{0, 10} {
					q := router.Query{
						Src: u.tokens[src].Address, Dest: u.tokens[dest].Address,
						Amount:   amountOf(u.dollars(src, usd)),
						GasPrice: gwei * 1e9 * u.start[u.index["WETH"]] / u.start[dest],
					}
					queries = append(queries, q)
					if usd <= 1e6 {
						q.Side, q.Amount = router.Buy, amountOf(u.dollars(dest, usd))
						queries = append(queries, q)
					}
				}
			}
		}
	}
	return queries
}

func BenchmarkRecorded(b *testing.B) {
	u := newUniverse(b)
	s := u.snapshot(b)
	queries := recordedQueries(u)
	b.ReportAllocs()
	var times []time.Duration
	for b.Loop() {
		times = append(times, latencies(b, s, queries)...)
	}
	slices.Sort(times)
	report(b, times)
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(queries)), "µs/route")
}

func BenchmarkSnapshotOfThousand(b *testing.B) {
	g := newGenerated(b, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := router.NewSnapshot(1, g.tokens, g.venues); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkThousand(b *testing.B) {
	g := newGenerated(b, 1)
	s := g.snapshot(b)
	queries := g.queries(200)
	var times []time.Duration
	for b.Loop() {
		times = append(times, latencies(b, s, queries)...)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	slices.Sort(times)
	report(b, times)
	b.ReportMetric(float64(memory.Sys)/(1<<20), "MB-process")
	runtime.KeepAlive(s)
}

// BenchmarkSizes answers queries for parts of what markets of different sizes hold, from a
// ten-thousandth to a twentieth, and reports how long that takes.
func BenchmarkSizes(b *testing.B) {
	for _, c := range []struct{ tokens, pools int }{{6, 19}, {120, 353}, {300, 1300},
		{4000, 20_000}} {
		m := newCalm(b, 1, c.tokens, c.pools, anyKinds)
		s := m.snapshot(b)
		for _, part := range []float64{1e-4, 1e-3, 1e-2, 5e-2} {
			var queries []router.Query
			for range 40 {
				queries = append(queries, m.query(part))
			}
			b.Run(fmt.Sprintf("%d/%g", c.pools, part), func(b *testing.B) {
				var times []time.Duration
				for b.Loop() {
					times = append(times, latencies(b, s, queries)...)
				}
				slices.Sort(times)
				report(b, times)
			})
		}
	}
}
