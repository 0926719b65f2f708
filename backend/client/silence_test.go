package client_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
)

// TestSilenceIsReadByTime: whoever subscribed is told to read again of a server that has no place
// for its stream, or keeps it open and says nothing, and the network's status says so.
func TestSilenceIsReadByTime(t *testing.T) {
	t.Parallel()
	const full = "your address has 64 open event streams"
	for name, c := range map[string]struct {
		stream http.HandlerFunc
		says   string
	}{
		"refused": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = w.Write([]byte(`{"errorType":"RateLimited","details":"` + full + `"}`))
		}, full},
		"not there": {http.NotFound, "404 Not Found"},
		"silent": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = w.Write([]byte(": nothing\n\n"))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, "tells of no blocks"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _, srv := newPair(t)
			f.OnNetworks = func(context.Context) ([]api.Network, error) {
				return []api.Network{{ChainID: 7, BlockTime: time.Second}}, nil
			}
			there := before(t, srv, c.stream)
			ctx, cancel := context.WithCancel(background(t))
			events := there.Subscribe(ctx, api.TopicOrder, api.TopicBlock)
			for range 2 { // for as long as it lasts
				for _, topic := range []api.Topic{api.TopicOrder, api.TopicBlock} {
					if got := next(t, events); got.Topic != topic || got.ChainID != 7 ||
						got.Key != "" {
						t.Fatalf("it is told %+v, want %s of 7", got, topic)
					}
				}
			}
			status, err := apitest.On(there, 7).Status(ctx)
			if err != nil || !strings.Contains(status.Unheard, c.says) {
				t.Errorf("the status says %q, want %q; %v", status.Unheard, c.says, err)
			}
			cancel()
			for range events {
			}
			if status, _ := apitest.On(there, 7).Status(background(t)); status.Unheard != "" {
				t.Errorf("without a subscription it says %q", status.Unheard)
			}
		})
	}
}

// before is a client of a server whose stream of events is another.
func before(t *testing.T, srv *httptest.Server, stream http.HandlerFunc) *client.Client {
	t.Helper()
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/x/events" {
			stream(w, r)
			return
		}
		srv.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	c, err := client.New(front.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// How long a server is silent goes by the clock that a client is given: while it stands nothing is
// told by time.
func TestSilenceGoesByTheClock(t *testing.T) {
	t.Parallel()
	f, _, srv := newPair(t)
	f.OnNetworks = func(context.Context) ([]api.Network, error) {
		return []api.Network{{ChainID: 7, BlockTime: time.Second}}, nil
	}
	there := before(t, srv, http.NotFound)
	var moved atomic.Int64
	asked := make(chan struct{}, 1)
	there.Now = func() time.Time {
		select {
		case asked <- struct{}{}:
		default:
		}
		return time.Unix(1_800_000_000+moved.Load(), 0)
	}
	events := there.Subscribe(background(t), api.TopicOrder)
	for range 8 { // each time that it is due or not
		select {
		case e := <-events:
			t.Fatalf("while the clock stands it is told %+v", e)
		case <-asked:
		}
	}
	moved.Store(3600)
	if got := next(t, events); got.Topic != api.TopicOrder || got.ChainID != 7 || got.Key != "" {
		t.Errorf("after an hour it is told %+v", got)
	}
}
