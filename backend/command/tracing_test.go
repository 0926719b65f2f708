package command_test

import (
	"context"
	"encoding/hex"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/grpc"
)

// heard is a collector of traces that keeps what it is told.
type heard struct {
	collector.UnimplementedTraceServiceServer
	mu    sync.Mutex
	spans []*tracepb.Span
	node  string
}

func (h *heard) Export(_ context.Context, r *collector.ExportTraceServiceRequest) (
	*collector.ExportTraceServiceResponse, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, of := range r.ResourceSpans {
		for _, a := range of.Resource.Attributes {
			if a.Key == "service.name" {
				h.node = a.Value.GetStringValue()
			}
		}
		for _, s := range of.ScopeSpans {
			h.spans = append(h.spans, s.Spans...)
		}
	}
	return &collector.ExportTraceServiceResponse{}, nil
}

// below are the names of the parts that a part has.
func (h *heard) below(name string) map[string]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	parents := map[string]bool{}
	for _, s := range h.spans {
		if s.Name == name {
			parents[string(s.SpanId)] = true
		}
	}
	found := map[string]bool{name: len(parents) > 0}
	for range 4 { // parts of parts
		for _, s := range h.spans {
			if parents[string(s.ParentSpanId)] {
				parents[string(s.SpanId)] = true
				found[s.Name] = true
			}
		}
	}
	return found
}

// TestTraces has a collector hear of a swap's request and route, as a part of what its client
// traces, of the round of a Delta order with its simulations and its award, and of blocks.
func TestTraces(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h, srv := new(heard), grpc.NewServer()
	collector.RegisterTraceServiceServer(srv, h)
	go srv.Serve(l)
	t.Cleanup(srv.Stop)
	s := serveProgram(t, "--data", t.TempDir(), "--traces", "http://"+l.Addr().String())

	const client = "0af7651916cd43dd8448eb211c80319c"
	req, err := http.NewRequest("GET", s.url+"/swap?network=1337&srcToken=ETH&destToken=USDC&"+
		"amount=1000000000000000000&slippage=50&version=6.2&"+
		"userAddress=0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("traceparent", "00-"+client+"-b7ad6b7169203331-01")
	reply, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		t.Fatalf("the swap: %s", reply.Status)
	}
	out, err := program(t, "do", "delta 1 weth usdc slippage 1%", "--backend", s.url,
		"--rpc", "1337="+s.rpc, "--data", t.TempDir(), "--yes", "--max-usd", "9000").
		CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, c := range []struct {
		part  string
		below []string
	}{
		{"GET /swap", []string{"route"}},
		{"round", []string{"simulation", "award"}},
		{"block", nil},
	} {
		h.await(t, c.part, c.below)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.node != "bourse" {
		t.Errorf("the service is called %q", h.node)
	}
	for _, span := range h.spans {
		if span.Name == "GET /swap" && hex.EncodeToString(span.TraceId) != client {
			t.Error("the request is no part of what its client traces")
		}
	}
}

// await waits until a part has been told of with others below it.
func (h *heard) await(t *testing.T, part string, below []string) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(time.Minute); ; {
		found := h.below(part)
		whole := found[part]
		for _, b := range below {
			whole = whole && found[b]
		}
		if whole {
			return
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("of %s the collector heard %v, not all of %v", part, found, below)
		}
	}
}
