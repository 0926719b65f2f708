package backend_test

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/server"
)

// BenchmarkPostOrders posts signed orders over HTTP from 64 clients on an exchange in the same
// process: each one is verified, checked on chain and on disk before the reply. It reports orders a
// second and the 99th percentile of a reply's time.
func BenchmarkPostOrders(b *testing.B) {
	const clients = 64
	ctx, stop := context.WithCancel(context.Background())
	x, err := backend.Open(ctx, backend.Config{Dir: b.TempDir(), Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	defer x.Close()
	running := make(chan error, 1)
	go func() { running <- x.Run(ctx) }()
	defer func() { stop(); <-running }()
	if err := x.Ready(ctx); err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.New(x, server.Options{}).Run(ctx, l) }()
	defer func() { stop(); <-served }()
	networks, err := x.Networks(ctx)
	if err != nil {
		b.Fatal(err)
	}
	bodies := make(chan string, b.N)
	var signing sync.WaitGroup
	for c := range clients {
		signing.Go(func() {
			random := rand.New(rand.NewPCG(uint64(c), 3))
			for n := 0; n*clients+c < b.N; n += 500 { // a maker has at most 1,000 open orders
				key, err := crypto.GenerateKey()
				if err != nil {
					b.Error(err)
					return
				}
				for i := n; i < n+500 && i*clients+c < b.N; i++ {
					bodies <- signedOrder(key, random, networks[0].Contracts.AugustusRFQ)
				}
			}
		})
	}
	signing.Wait()
	close(bodies)
	url := "http://" + l.Addr().String() + "/ft/orders/1337"
	took := make([][]time.Duration, clients)
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	b.ResetTimer()
	begun := time.Now()
	var posting sync.WaitGroup
	for c := range clients {
		posting.Go(func() {
			client := &http.Client{Transport: transport}
			for body := range bodies {
				sent := time.Now()
				reply, err := client.Post(url, "application/json", strings.NewReader(body))
				if err != nil {
					b.Error(err)
					return
				}
				_, err = io.Copy(io.Discard, reply.Body)
				reply.Body.Close()
				if err != nil || reply.StatusCode != http.StatusCreated {
					b.Errorf("status %d, %v", reply.StatusCode, err)
					return
				}
				took[c] = append(took[c], time.Since(sent))
			}
		})
	}
	posting.Wait()
	spent := time.Since(begun)
	b.StopTimer()
	all := slices.Concat(took...)
	slices.Sort(all)
	if len(all) > 0 {
		b.ReportMetric(float64(len(all))/spent.Seconds(), "orders/s")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
	}
}
