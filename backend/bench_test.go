package backend_test

import (
	"context"
	"crypto/ecdsa"
	"math/rand/v2"
	"net"
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
	requests := make([][][]byte, clients)
	var signing sync.WaitGroup
	for c := range clients {
		signing.Go(func() {
			random := rand.New(rand.NewPCG(uint64(c), 3))
			var key *ecdsa.PrivateKey
			for i := range b.N/clients + 1 {
				if i%500 == 0 { // a maker has at most 1,000 open orders
					var err error
					if key, err = crypto.GenerateKey(); err != nil {
						b.Error(err)
						return
					}
				}
				requests[c] = append(requests[c],
					orderRequest(signedOrder(key, random, networks[0].Contracts.AugustusRFQ)))
			}
		})
	}
	signing.Wait()
	list, err := posters(clients, func(int) string { return "http://" + l.Addr().String() })
	if err != nil {
		b.Fatal(err)
	}
	used := coreTime()
	b.ResetTimer()
	r, err := measure(clients, b.N/clients+1, func(c, i int) error {
		return list[c].post(requests[c][i])
	})
	b.StopTimer()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(r.perSecond, "orders/s")
	b.ReportMetric(float64(r.p99.Microseconds())/1000, "p99-ms")
	orders := float64(clients * (b.N/clients + 1))
	b.ReportMetric(float64((coreTime()-used).Microseconds())/orders, "core-us/order")
	for _, p := range list {
		p.close()
	}
}
