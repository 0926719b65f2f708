package command

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
)

// A console gets a new exchange once its past is made, its newest block is of now and its books are
// full, and can tell all the while how far that is.
func TestOpenWaitsForThePast(t *testing.T) {
	t.Parallel()
	o, err := Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	x := Exchange{Options: o, Dir: t.TempDir(), Accounts: []common.Address{{1}},
		Log: slog.New(slog.DiscardHandler), Failed: cancel}
	seen := map[string]int{} // parts of each piece of work that were ever told
	var watching sync.WaitGroup
	opened := make(chan struct{})
	watching.Go(func() {
		ticker := time.NewTicker(5 * time.Millisecond)
		defer ticker.Stop()
		last := api.Progress{}
		for {
			p := x.Progress()
			if p.What == last.What && p.Done < last.Done || p.Done > p.Total {
				t.Errorf("%v follows on %v", p, last)
			}
			if p != last && p.Total > 0 {
				seen[p.What]++
			}
			last = p
			select {
			case <-opened:
				return
			case <-ticker.C:
			}
		}
	})
	service, err := x.Open(ctx)
	close(opened)
	watching.Wait()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}()
	if p := x.Progress(); p.Total == 0 || p.Done != p.Total || len(seen) < 2 ||
		seen[p.What] < p.Total/4 {
		t.Errorf("the past ended at %v, after %v", p, seen)
	}
	status, err := apitest.On(service, api.LocalChainID).Status(ctx)
	if age := time.Since(time.Unix(int64(status.Head.Time), 0)); err != nil || age > time.Minute {
		t.Errorf("the newest block is %s old (%v)", age, err)
	}
	markets, err := apitest.On(service, api.LocalChainID).Markets(ctx)
	if err != nil || len(markets) == 0 {
		t.Fatalf("%d markets (%v)", len(markets), err)
	}
	trades, err := apitest.On(service, api.LocalChainID).Trades(ctx,
		api.Pair{Base: markets[0].Base.Address,
			Quote: markets[0].Quote.Address}, 10)
	if err != nil || len(trades) == 0 {
		t.Errorf("%d trades (%v)", len(trades), err)
	}
}

// Whoever leaves while the past is made does not wait for it.
func TestOpenEndsWithItsContext(t *testing.T) {
	t.Parallel()
	o, err := Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	x := Exchange{Options: o, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler), Failed: cancel}
	opened := make(chan error)
	go func() {
		_, err := x.Open(ctx)
		opened <- err
	}()
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for x.Progress().Unit != "blocks" && ctx.Err() == nil {
		<-ticker.C
	}
	cancel()
	if err := <-opened; err == nil {
		t.Error("an exchange without its past")
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}

// A server without our extensions is traded through with a node beside it, which is asked for.
func TestPlainServerWantsANode(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	open := func(args ...string) (api.Service, error) {
		o, err := Parse(append(args, "--backend", srv.URL))
		if err != nil {
			t.Fatal(err)
		}
		x := Exchange{Options: o, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler),
			Failed: func() {}}
		service, err := x.Open(t.Context())
		t.Cleanup(func() {
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		})
		return service, err
	}
	if _, err := open(); err == nil || !strings.Contains(err.Error(), "--rpc ID=URL") {
		t.Errorf("without a node: %v", err)
	}
	service, err := open("--rpc", "1=http://127.0.0.1:1/secret")
	if err != nil {
		t.Fatal(err)
	}
	list, err := service.Networks(t.Context())
	if err != nil || len(list) != 1 || list[0].ChainID != 1 ||
		list[0].Contracts.Delta == (common.Address{}) {
		t.Errorf("the networks are %+v, %v", list, err)
	}
}

// The local network of another process is traded on through a plain server as any other one is.
func TestPlainServerOfTheLocalNetwork(t *testing.T) {
	t.Parallel()
	c, err := local.Open(t.Context(), local.Config{Dir: t.TempDir(), Now: time.Now,
		RPCAddr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	o, err := Parse([]string{"--backend", srv.URL, "--rpc", "1337=" + c.RPCURL()})
	if err != nil {
		t.Fatal(err)
	}
	x := Exchange{Options: o, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler),
		Failed: func() {}}
	defer func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}()
	service, err := x.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := service.Networks(t.Context())
	if err != nil || len(list) != 1 || list[0].ChainID != api.LocalChainID ||
		list[0].Contracts.Delta != c.Deployment().Contracts.Delta {
		t.Errorf("the networks are %+v, %v", list, err)
	}
	mined, err := c.Mine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(time.Minute); ; <-ticker.C {
		s, err := apitest.On(service, api.LocalChainID).Status(t.Context())
		if err == nil && s.Live && s.Head.Hash == mined.Hash {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the network is %+v, %v", s, err)
		}
	}
}

// A Delta contract that was not deployed from the data folder is nothing that this service settles
// orders on.
func TestDeltaOfOthers(t *testing.T) {
	t.Parallel()
	o, err := Parse([]string{"--no-local", "--rpc", "1=http://127.0.0.1:1/secret", "--delta",
		"1=0x00000000000000000000000000000000000000d1"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.Open(t.Context(), t.TempDir(), nil, false, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "was not deployed from the data folder") {
		t.Errorf("%v", err)
	}
	if _, err := Parse([]string{"--delta", "1=here"}); err == nil {
		t.Error("a word was taken for an address")
	}
}
