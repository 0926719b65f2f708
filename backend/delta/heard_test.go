package delta_test

import (
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/server"
)

// What strangers' orders go through costs a program that waits for its own account's no request:
// events say whose order they are of.
func TestStrangersOrdersAreNotRead(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	for _, user := range w.users[:2] {
		w.approve(user, "WETH", w.contracts.Delta)
	}
	w.mine()
	var single, all atomic.Int32
	inner := server.New(w.Backend, server.Options{})
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if all.Add(1); path.Dir(r.URL.Path) == "/delta/orders" {
			single.Add(1)
		}
		inner.ServeHTTP(out, r)
	}))
	t.Cleanup(s.Close)
	remote, err := client.New(s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	watcher := announce.New(announce.Config{Service: remote, Now: time.Now})
	watcher.Watch([]common.Address{w.users[0]})
	if list, err := watcher.Look(t.Context()); err != nil || len(list) != 0 {
		t.Fatal(list, err)
	}
	quiet := all.Load()
	events := remote.Subscribe(t.Context(), api.TopicAuction)
	heard := func(done func(api.Event) bool) (told bool) {
		t.Helper()
		for end := time.After(time.Minute); ; {
			select {
			case e := <-events:
				if e.Key == "" {
					continue
				}
				told = watcher.Hear(e) || told
				if done(e) {
					return told
				}
			case <-end:
				t.Fatal("the events do not come")
			}
		}
	}
	const strangers = 40
	for all.Load() == quiet { // the stream is asked for
		time.Sleep(time.Millisecond)
	}
	met := make(map[string]bool)
	for range strangers {
		o := w.build(w.users[1], "0.01", "WETH", "USDC")
		o.DestAmount = o.DestAmount.Add(o.DestAmount) // nobody pays that
		w.submit(o)
	}
	if heard(func(e api.Event) bool { met[e.Key] = true; return len(met) == strangers }) {
		t.Error("orders of strangers are looked at")
	}
	before := all.Load()
	if list, err := watcher.Look(t.Context()); err != nil || len(list) != 0 {
		t.Fatal(list, err)
	}
	if n := all.Load() - before; n > 0 || single.Load() > 0 {
		t.Errorf("%d requests for strangers' orders, %d of them of one order", n, single.Load())
	}
	mine := w.submit(w.build(w.users[0], "0.01", "WETH", "USDC"))
	w.mine()
	w.await(mine.ID, api.DeltaExecuted)
	heard(func(e api.Event) bool {
		r, err := apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(), mine.ID)
		return err == nil && r.Status == api.DeltaExecuted && e.Key == mine.ID
	})
	list, err := watcher.Look(t.Context())
	if err != nil || len(list) == 0 || !strings.Contains(list[len(list)-1].Text, "WETH") {
		t.Errorf("its own settlement is announced as %+v, %v", list, err)
	}
}
