package sshd

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"bourse/backend/api"
)

// BenchmarkSessions presses keys in many consoles at once while the book moves, and reports how
// long a frame takes to come, what a session holds in memory and takes of a processor, its client
// included, and how long the exchange takes to answer beside them. A hundred sessions are for
// BOURSE_TEST_LONG=1.
func BenchmarkSessions(b *testing.B) {
	n := 4
	if long() {
		n = 100
	}
	service := exchange(b)
	address := serve(b, service, visitors(b, service, n+1), nil)
	first := connect(b, address, "127.0.0.1", "xterm-256color", 120, 36)
	first.press("", "live")
	base := cpu()
	alone := answers(b, service, window)
	base = cpu() - base
	before := heap()
	clients := make([]*client, n)
	for i := range clients {
		from := fmt.Sprintf("127.0.0.%d", 2+i%8)
		clients[i] = connect(b, address, from, "xterm-256color", 120, 36)
	}
	begun := time.Now()
	for _, c := range clients {
		if err := c.within(5*time.Minute, "", "live"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(time.Since(begun).Seconds(), "all-open-s")
	time.Sleep(settling)
	b.ReportMetric(float64(heap()-before)/float64(n)/(1<<20), "MB/session")
	busy := cpu()
	beside := answers(b, service, window)
	busy = cpu() - busy
	b.ReportMetric(float64(busy-base)/float64(window)/float64(n)*100, "%cpu/session")
	b.ReportMetric(quantile(alone, 0.5), "alone-p50-ms")
	b.ReportMetric(quantile(beside, 0.5), "beside-p50-ms")
	b.ReportMetric(quantile(alone, 0.99), "alone-p99-ms")
	b.ReportMetric(quantile(beside, 0.99), "beside-p99-ms")
	frames := frameTimes(b, clients)
	b.ReportMetric(quantile(frames, 0.5), "frame-p50-ms")
	b.ReportMetric(quantile(frames, 0.99), "frame-p99-ms")
	b.ReportMetric(0, "ns/op")
}

// How long things are watched.
const (
	settling = 2 * time.Second
	window   = 5 * time.Second
)

// frameTimes changes what a console shows, four times in each, each client at its own pace.
func frameTimes(b *testing.B, clients []*client) []time.Duration {
	var mu sync.Mutex
	var all []time.Duration
	var work sync.WaitGroup
	for i, c := range clients {
		work.Go(func() {
			time.Sleep(time.Duration(i) * time.Second / time.Duration(len(clients)))
			for range 3 {
				for _, text := range []string{"Depth", "Candles"} {
					begin := time.Now()
					if err := c.try("c", text); err != nil {
						b.Error(err)
						return
					}
					took := time.Since(begin)
					mu.Lock()
					all = append(all, took)
					mu.Unlock()
					time.Sleep(time.Second)
				}
			}
		})
	}
	work.Wait()
	return all
}

// answers asks the exchange for the best price of a swap, over and over.
func answers(b *testing.B, service api.Service, d time.Duration) []time.Duration {
	ctx := context.Background()
	markets, err := service.Markets(ctx, api.LocalChainID)
	if err != nil {
		b.Fatal(err)
	}
	pair := api.Pair{Base: markets[0].Base.Address, Quote: markets[0].Quote.Address}
	var all []time.Duration
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		begin := time.Now()
		if _, err := service.Book(ctx, api.LocalChainID, pair, 50); err != nil {
			b.Fatal(err)
		}
		all = append(all, time.Since(begin))
	}
	return all
}

func quantile(all []time.Duration, q float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return float64(all[min(len(all)-1, int(q*float64(len(all))))]) / float64(time.Millisecond)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
