package server

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// BenchmarkPostOrder is the cost of everything between socket and service for one order, by 64
// clients that keep their connections, their own work included.
func BenchmarkPostOrder(b *testing.B) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := New(apitest.NewEcho(), Options{RateLimit: 1 << 30})
	go func() { _ = s.Run(b.Context(), l) }()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	target, body := "http://"+l.Addr().String()+orderPath, orderJSONText(nil)
	var failed atomic.Int64
	b.SetParallelism(32)
	b.ReportAllocs()
	b.ResetTimer()
	start := time.Now()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			res, err := client.Post(target, "application/json", strings.NewReader(body))
			if err != nil || res.StatusCode != http.StatusOK {
				failed.Add(1)
			}
			if err == nil {
				res.Body.Close()
			}
		}
	})
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "orders/s")
	if failed.Load() > 0 {
		b.Fatalf("%d of %d failed", failed.Load(), b.N)
	}
}

// BenchmarkDecodeOrder is the cost of reading the body of an order.
func BenchmarkDecodeOrder(b *testing.B) {
	r, text := postRoute("/ft/orders/:chainId"), []byte(orderJSONText(nil))
	b.ReportAllocs()
	for b.Loop() {
		in, f := newInput(r.params), new(faults)
		if err := decodeBody(text, in, f); err != nil || f.err() != nil {
			b.Fatal(err, f.err())
		}
	}
}

// BenchmarkListPage is the cost of writing a page of 100 orders.
func BenchmarkListPage(b *testing.B) {
	var orders []api.OrderRecord
	for range 100 {
		orders = append(orders, apitest.RecordOf(apitest.FungibleRequest()))
	}
	b.ReportAllocs()
	for b.Loop() {
		rep, err := ordersReply(orders, `{"orders":`)
		if err != nil || len(rep.body) < 100*500 {
			b.Fatal(len(rep.body), err)
		}
	}
}

// BenchmarkRoute is the cost of matching, decoding and answering without a socket.
func BenchmarkRoute(b *testing.B) {
	s := New(apitest.NewEcho(), Options{})
	req := httptest.NewRequest("GET", "/healthz", nil)
	for b.Loop() {
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, req); w.Code != 200 {
			b.Fatal(fmt.Sprint(w.Code))
		}
	}
}
