package server

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// partOf is how many events a part of a replay has, and missed how many parts one has that begins
// at block 1. One that begins later has one part of one event.
const partOf, missed = 256, 8

// tells is a service whose replays tell how many of them are at work at the same time.
type tells struct {
	*replayed
	atWork, most atomic.Int64
}

func (r *tells) Since(_ context.Context, p api.Position,
	tell func([]api.Event) error) (api.Position, bool, error) {
	at, _ := r.Position(context.Background(), 0)
	parts, each := missed, partOf
	if p.Block > 1 {
		parts, each = 1, 1
	}
	for i := range parts {
		r.enter()
		list := make([]api.Event, each)
		for k := range list {
			record := apitest.RecordOf(apitest.FungibleRequest())
			record.Hash = common.Hash{byte(i), byte(k), 1}
			list[k] = api.Event{Topic: api.TopicOrder, ChainID: p.ChainID,
				Key: record.Hash.Hex(), Order: &record, At: &at, More: true}
		}
		r.atWork.Add(-1)
		if err := tell(list); err != nil {
			return at, true, err
		}
	}
	r.enter()
	r.atWork.Add(-1)
	return at, true, nil
}

func (r *tells) enter() {
	n := r.atWork.Add(1)
	for most := r.most.Load(); n > most && !r.most.CompareAndSwap(most, n); most = r.most.Load() {
	}
}

// listenFrom opens a stream from an address of this machine and reads it until it has told so many
// orders. Each is counted.
func listenFrom(ctx context.Context, t *testing.T, url, address, lastID string, orders int,
	heard *atomic.Int64) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	client := http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
	defer client.CloseIdleConnections()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet,
		url+"/x/events?topics=order&network=1", nil)
	if err != nil {
		t.Error(err)
		return
	}
	r.Header.Set("Last-Event-ID", lastID)
	reply, err := client.Do(r)
	if err != nil {
		if ctx.Err() == nil {
			t.Error(err)
		}
		return
	}
	defer reply.Body.Close()
	seen := make(map[string]bool, orders)
	lines := bufio.NewScanner(reply.Body)
	for lines.Scan() {
		_, hash, is := strings.Cut(lines.Text(), `"orderHash":"`)
		if strings.Contains(lines.Text(), `"key":""`) {
			t.Errorf("%s is to read everything again after %d orders", address, len(seen))
			return
		}
		if !is {
			continue
		}
		if hash = hash[:66]; seen[hash] {
			t.Errorf("%s was told twice of %s", address, hash)
		}
		seen[hash] = true
		if heard.Add(1); len(seen) == orders {
			return
		}
	}
	if ctx.Err() == nil {
		t.Errorf("%s was told %d of %d orders: %v", address, len(seen), orders, lines.Err())
	}
}

// However many clients miss however much, one of them is told of it at a time, a part in its turn:
// whoever missed little is told before them, and they are told everything once.
func TestReplaysTakeTurns(t *testing.T) {
	t.Parallel()
	r := &tells{replayed: &replayed{Fake: &newNetworked(true, api.Network{ChainID: 1}).Fake,
		at: api.Position{ChainID: 1, Block: 8, Hash: common.Hash{7}, Orders: 3}}}
	srv := httptest.NewServer(New(r, Options{}))
	t.Cleanup(srv.Close)
	id := func(block uint64) string {
		return api.Position{ChainID: 1, Block: block, Hash: common.Hash{7}}.String()
	}
	const hogs = 12
	var theirs, honest atomic.Int64
	var streams sync.WaitGroup
	for i := range hogs {
		streams.Go(func() {
			listenFrom(t.Context(), t, srv.URL, fmt.Sprintf("127.0.1.%d", i%9+1),
				id(1), missed*partOf, &theirs)
		})
	}
	waitFor(t, "a first part", func() bool { return theirs.Load() > 0 })
	before := theirs.Load()
	listenFrom(t.Context(), t, srv.URL, "127.77.0.1", id(5), 1, &honest)
	if n := theirs.Load() - before; n > missed*partOf*hogs/10 {
		t.Errorf("meanwhile others were told of %d orders", n)
	}
	streams.Wait()
	if n := r.most.Load(); n > 1 {
		t.Errorf("%d replays are at work at the same time", n)
	}
}
