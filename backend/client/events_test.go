package client_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
)

func next(t *testing.T, events <-chan api.Event) api.Event {
	t.Helper()
	select {
	case e, open := <-events:
		if !open {
			t.Fatal("the channel closed")
		}
		return e
	case <-time.After(5 * time.Minute):
		t.Fatal("no event came")
	}
	return api.Event{}
}

func TestEventsArriveUnchanged(t *testing.T) {
	t.Parallel()
	f, c, _ := newPair(t)
	ctx, cancel := context.WithCancel(background(t))
	all := c.Subscribe(ctx)
	fills := c.Subscribe(ctx, api.TopicFill, api.TopicBlock)
	order := apitest.RecordOf(apitest.FungibleRequest())
	fill := api.Fill{ChainID: 7, OrderHash: order.Hash,
		MakerAsset:  api.Asset{Kind: api.ERC721, Address: apitest.Address(1), ID: api.MaxAmount},
		MakerAmount: api.NewAmount(4), Block: api.BlockRef{Number: 8}, LogIndex: 9}
	sent := []api.Event{
		{Topic: api.TopicOrder, ChainID: 7, Key: "k\nwith a line", Order: &order},
		{Topic: api.TopicBook, ChainID: 7, Key: "b",
			Pair:  api.Pair{Base: apitest.Address(1), Quote: apitest.Address(2)},
			Block: 5},
		{Topic: api.TopicFill, ChainID: 7, Key: "f", Fill: &fill},
	}
	f.Publish(sent...)
	for _, want := range sent {
		if got := next(t, all); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if got := next(t, fills); !reflect.DeepEqual(got, sent[2]) {
		t.Errorf("a subscription of fills got %+v", got)
	}
	cancel()
	for range all {
		t.Error("an event after the end")
	}
}

// However many subscriptions a client has, a server has one stream of it: a topic that is wanted
// later is in it too, and with the last reader it ends.
func TestSubscriptionsShareAStream(t *testing.T) {
	t.Parallel()
	f, _, srv := newPair(t)
	var open, most atomic.Int32
	counted := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/x/events" {
			most.Store(max(most.Load(), open.Add(1)))
			defer open.Add(-1)
		}
		srv.Config.Handler.ServeHTTP(w, r)
	}))
	defer counted.Close()
	c, err := client.New(counted.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(background(t))
	var all []<-chan api.Event
	topics := []api.Topic{api.TopicBlock, api.TopicFill, api.TopicOrder, api.TopicFill}
	for _, topic := range topics {
		all = append(all, c.Subscribe(ctx, topic))
	}
	for i, topic := range topics {
		f.Publish(api.Event{Topic: topic, ChainID: 7, Key: strconv.Itoa(i)})
	}
	for i, events := range all {
		for { // one that was there before may be told to read again
			e := next(t, events)
			if e.Topic != topics[i] {
				t.Fatalf("a subscription of %s is told of %s", topics[i], e.Topic)
			}
			if e.Key == strconv.Itoa(i) {
				break
			}
		}
	}
	if n := open.Load(); n != 1 || most.Load() > 2 { // a new one may come before the old has gone
		t.Errorf("%d streams are open, %d were at most", n, most.Load())
	}
	cancel()
	for _, events := range all {
		for range events {
		}
	}
	for late := time.Now().Add(time.Minute); open.Load() > 0 && time.Now().Before(late); {
		runtime.Gosched()
	}
	if n := open.Load(); n != 0 {
		t.Errorf("%d streams are open that nobody reads", n)
	}
}

// TestSubscriptionOpensAgain cuts every connection and wants to be told to read everything again,
// then live events.
func TestSubscriptionOpensAgain(t *testing.T) {
	t.Parallel()
	f, c, srv := newPair(t)
	events := c.Subscribe(background(t), api.TopicOrder, api.TopicBlock)
	srv.CloseClientConnections()
	networks, _ := f.Networks(context.Background())
	for _, n := range networks {
		for _, topic := range []api.Topic{api.TopicOrder, api.TopicBlock} {
			if got, want := next(t, events),
				(api.Event{Topic: topic, ChainID: n.ChainID}); !reflect.DeepEqual(got, want) {
				t.Fatalf("after the cut comes %+v, want %+v", got, want)
			}
		}
	}
	f.Publish(api.Event{Topic: api.TopicBlock, Key: "head", Block: 5})
	if got := next(t, events); got.Block != 5 {
		t.Errorf("after that comes %+v", got)
	}
}

// A stream that opens only once its reader has gone on tells that something may have happened
// before.
func TestALateStreamTellsOfTheGap(t *testing.T) {
	t.Parallel()
	f, _, srv := newPair(t)
	open := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/x/events" {
			<-open
		}
		srv.Config.Handler.ServeHTTP(w, r)
	}))
	defer slow.Close()
	c, err := client.New(slow.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(background(t))
	events := c.Subscribe(ctx, api.TopicFill)
	close(open)
	networks, _ := f.Networks(context.Background())
	for _, n := range networks {
		want := api.Event{Topic: api.TopicFill, ChainID: n.ChainID}
		if got := next(t, events); !reflect.DeepEqual(got, want) {
			t.Errorf("the first is %+v, want %+v", got, want)
		}
	}
	cancel()
	for range events {
		t.Error("an event after the end")
	}
}

func TestSubscribeToNobody(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	c, err := client.New("http://"+l.Addr().String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	events := c.Subscribe(ctx)
	cancel()
	if _, open := <-events; open {
		t.Error("an event from nobody")
	}
}

// TestClientDistrusts answers the client with what no bourse server would.
func TestClientDistrusts(t *testing.T) {
	t.Parallel()
	var answer atomic.Pointer[func(http.ResponseWriter, *http.Request)]
	srv := httptest.NewServer(http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) { (*answer.Load())(w, r) }))
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request)
		want   api.ErrorType
	}{
		"HTML": {func(w http.ResponseWriter, _ *http.Request) {
			_,
				_ = w.Write([]byte("<html>"))
		}, api.ChainUnavailable},
		"bad gateway": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) },
			api.ChainUnavailable},
		"empty 429": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) },
			api.RateLimited},
		"redirect": {func(w http.ResponseWriter,
			r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		}, api.ValidationError},
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			_,
				_ = w.Write(make([]byte, 16<<20+2))
		}, api.ChainUnavailable},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("{"))
			panic(http.ErrAbortHandler)
		}, api.ChainUnavailable},
	} {
		answer.Store(&tc.answer)
		if _, err := c.Networks(background(t)); api.TypeOf(err) != tc.want {
			t.Errorf("%s: %v is a %s, want %s", name, err, api.TypeOf(err), tc.want)
		}
	}
	for _, bad := range []string{"", "127.0.0.1:8080", "ftp://x", "http://", "http://u:p@x",
		"http://x/?a=b", "http://x\x7f"} {
		if _, err := client.New(bad, nil); err == nil {
			t.Errorf("%q is taken as a server address", bad)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Networks(ctx); !errors.Is(err, context.Canceled) ||
		api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("a cancelled request gives %v", err)
	}
}
