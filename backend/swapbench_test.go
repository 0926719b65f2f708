package backend_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/server"
)

// BenchmarkSwapHTTP asks for 300 swaps a second of several pairs, sizes and both versions, and
// reports the time that answers take.
func BenchmarkSwapHTTP(b *testing.B) {
	const rate = 300
	s := newSession(b, b.TempDir(), 1)
	srv := httptest.NewServer(server.New(s, server.Options{}))
	defer srv.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: rate}}
	user := api.Lower(s.wallet.List()[0].Address)
	swaps := []string{
		"srcToken=ETH&destToken=USDC&amount=100000000000000000000",
		"srcToken=USDC&destToken=WBTC&amount=50000000000",
		"srcToken=LINK&destToken=DAI&amount=5000000000000000000000",
		"srcToken=UNI&destToken=stETH&amount=900000000000000000000",
		"srcToken=DAI&destToken=ETH&amount=90000000000&side=BUY",
		"srcToken=rETH&destToken=USDT&amount=7000000000000000000",
	}
	var mu sync.Mutex
	var times []time.Duration
	ask := func(i int) {
		start := time.Now()
		res, err := client.Get(fmt.Sprintf(
			"%s/swap?network=1337&%s&version=%s&slippage=100&userAddress=%s", srv.URL,
			swaps[i%len(swaps)], []string{"5", "6.2"}[i/len(swaps)%2], user))
		var body []byte
		if err == nil {
			body, err = io.ReadAll(res.Body)
			res.Body.Close()
		}
		mu.Lock()
		defer mu.Unlock()
		if times = append(times, time.Since(start)); err != nil || res.StatusCode != http.StatusOK {
			b.Errorf("%s: %v, %s", swaps[i%len(swaps)], err, body)
		}
	}
	tick := time.NewTicker(time.Second / rate)
	defer tick.Stop()
	var open sync.WaitGroup
	for i := 0; b.Loop(); i++ {
		<-tick.C
		open.Go(func() { ask(i) })
	}
	open.Wait()
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
}
