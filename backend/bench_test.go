package backend_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/server"
)

// BenchmarkPostOrders posts signed orders over HTTP from 64 clients, each with a connection of its
// own, on an exchange in the same process: each order is verified, checked on chain and on disk
// before the reply, and each reply is checked. It reports orders a second and the 99th percentile
// of a reply's time, by clients that cost little and by those of net/http.
func BenchmarkPostOrders(b *testing.B) {
	b.Run("lean", func(b *testing.B) { postOrders(b, leanClients) })
	b.Run("nethttp", func(b *testing.B) { postOrders(b, httpClients) })
}

// sender sends an order by one of the clients and checks the answer.
type sender func(client int, order *posting) error

func leanClients(n int, url string) (send sender, end func(), err error) {
	list, err := posters(n, func(int) string { return url })
	return func(c int, order *posting) error { return list[c].post(order) }, func() {
		for _, p := range list {
			p.close()
		}
	}, err
}

func httpClients(n int, url string) (send sender, end func(), err error) {
	list := make([]http.Transport, n)
	return func(c int, order *posting) error {
			client := http.Client{Transport: &list[c]}
			reply, err := client.Post(url+"/ft/orders/1337", "application/json",
				strings.NewReader(order.body))
			if err != nil {
				return err
			}
			defer reply.Body.Close()
			answer, err := io.ReadAll(reply.Body)
			return errors.Join(err, order.accepted(reply.StatusCode, answer))
		}, func() {
			for i := range list {
				list[i].CloseIdleConnections()
			}
		}, nil
}

func postOrders(b *testing.B, clientsOf func(n int, url string) (sender, func(), error)) {
	const clients = 64
	defer backend.Tune()()
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
	each := b.N/clients + 1
	signed := signMany(b, clients, each, networks[0].Contracts.AugustusRFQ)
	send, end, err := clientsOf(clients, "http://"+l.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	defer end()
	used := coreTime()
	b.ResetTimer()
	r, err := measure(clients, each, func(c, i int) error { return send(c, &signed[c][i]) })
	b.StopTimer()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(r.perSecond, "orders/s")
	b.ReportMetric(float64(r.p99.Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64((coreTime()-used).Microseconds())/float64(clients*each), "core-us/order")
}

// signMany signs each client's orders.
func signMany(b *testing.B, clients, each int, contract common.Address) [][]posting {
	b.Helper()
	signed := make([][]posting, clients)
	var signing sync.WaitGroup
	for c := range clients {
		signing.Go(func() {
			random := rand.New(rand.NewPCG(uint64(c), 3))
			var key *ecdsa.PrivateKey
			for i := range each {
				if i%500 == 0 { // a maker has at most 1,000 open orders
					var err error
					if key, err = crypto.GenerateKey(); err != nil {
						b.Error(err)
						return
					}
				}
				o := randomOrder(key, random)
				signed[c] = append(signed[c], newPosting(key, &o, contract))
			}
		})
	}
	signing.Wait()
	return signed
}
