package backend_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/server"
)

// BenchmarkPricesHTTP has 64 clients, each with a connection of its own, ask for prices one after
// the other: for 24 of them over and over, as those who watch a market do, and each for one that
// nobody else asks for. It reports quotes a second, the times of answers, and what was refused.
func BenchmarkPricesHTTP(b *testing.B) {
	b.Run("equal", func(b *testing.B) { askPrices(b, 24) })
	b.Run("different", func(b *testing.B) { askPrices(b, 1<<40) })
}

func askPrices(b *testing.B, questions uint64) {
	const clients = 64
	s := newSession(b, b.TempDir(), 1)
	srv := httptest.NewServer(server.New(s, server.Options{}))
	defer srv.Close()
	pairs := []string{
		"srcToken=ETH&destToken=USDC&amount=1%018d", "srcToken=USDC&destToken=WBTC&amount=5%09d",
		"srcToken=LINK&destToken=DAI&amount=5%020d", "srcToken=UNI&destToken=stETH&amount=9%019d",
		"srcToken=DAI&destToken=ETH&amount=9%017d&side=BUY",
		"srcToken=rETH&destToken=USDT&amount=7%018d",
	}
	var asked, refused atomic.Uint64
	times := make([][]time.Duration, clients)
	var all sync.WaitGroup
	b.ResetTimer()
	start := time.Now()
	for c := range clients {
		all.Go(func() {
			client := http.Client{Transport: new(http.Transport)}
			defer client.CloseIdleConnections()
			for n := asked.Add(1); n <= uint64(b.N); n = asked.Add(1) {
				which := n % questions
				url := srv.URL + "/prices?network=1337&version=6.2&" +
					fmt.Sprintf(pairs[which%uint64(len(pairs))], which)
				began := time.Now()
				res, err := client.Get(url)
				if err != nil {
					b.Error(err)
					return
				}
				body, err := io.ReadAll(res.Body)
				res.Body.Close()
				times[c] = append(times[c], time.Since(began))
				switch {
				case res.StatusCode == http.StatusTooManyRequests:
					refused.Add(1)
				case err != nil || res.StatusCode != http.StatusOK:
					b.Errorf("%s: %v, %s", url, err, body)
					return
				}
			}
		})
	}
	all.Wait()
	b.StopTimer()
	took := slices.Concat(times...)
	slices.Sort(took)
	b.ReportMetric(float64(uint64(len(took))-refused.Load())/time.Since(start).Seconds(),
		"quotes/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(refused.Load()), "refused")
}
