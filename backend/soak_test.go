package backend_test

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/server"
)

// usage is what the process holds.
type usage struct {
	goroutines, files int
	heap              uint64
}

// TestSoak serves a mix of requests lap by lap: what the process holds does not grow with them,
// beyond the orders that they leave. BOURSE_TEST_LONG is how long, for example 8h.
func TestSoak(t *testing.T) {
	s := newSession(t, t.TempDir(), 5)
	srv := httptest.NewServer(server.New(s.Backend, server.Options{}))
	defer srv.Close()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	contract, random := orderContract(t, srv.URL), rand.New(rand.NewPCG(1, 1))
	const requests = 200
	lap := func() (u usage) {
		for i := range requests {
			var reply *http.Response
			var err error
			switch i % 4 {
			case 0:
				reply, err = http.Post(srv.URL+"/ft/orders/1337", "application/json",
					strings.NewReader(signedOrder(key, random, contract)))
			case 1:
				reply, err = http.Get(srv.URL + "/ft/orders/1337?limit=20")
			case 2:
				reply, err = http.Get(srv.URL + "/tokens/1337")
			default:
				reply, err = http.Post(srv.URL+"/ft/orders/1337", "application/json",
					strings.NewReader(`{"maker":`))
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, reply.Body); err != nil || reply.StatusCode >= 500 {
				t.Fatalf("request %d ends with %d, %v", i, reply.StatusCode, err)
			}
			reply.Body.Close()
		}
		if _, err := s.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
		http.DefaultClient.CloseIdleConnections()
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		list, _ := os.ReadDir("/proc/self/fd") // none where there is no such folder
		return usage{runtime.NumGoroutine(), len(list), m.HeapAlloc}
	}
	until := time.Now()
	if long, err := time.ParseDuration(os.Getenv("BOURSE_TEST_LONG")); err == nil {
		until = until.Add(long)
	}
	lap() // caches fill
	first := lap()
	last, laps := lap(), 1
	for ; time.Now().Before(until) && laps < 1<<20; laps++ {
		last = lap()
	}
	t.Logf("%d laps of %d requests: %+v, then %+v", laps, requests, first, last)
	perOrder := int64(4 << 10) // bytes that an order may take
	most := int64(first.heap) + int64(4<<20) + int64(laps)*requests/4*perOrder
	if last.goroutines > first.goroutines+8 || last.files > first.files+8 ||
		int64(last.heap) > most {
		t.Errorf("it held %+v after the first lap and %+v after %d more", first, last, laps)
	}
}
