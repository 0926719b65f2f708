package chain

import (
	"context"
	"errors"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// slowCalls is a node whose calls take until they are let go.
type slowCalls struct {
	begun atomic.Int64
	let   chan struct{}
}

func (*slowCalls) ChainId() hexutil.Uint64 { return 7 } //nolint:revive // as the method is named

func (s *slowCalls) Call(context.Context, map[string]any, any) hexutil.Bytes {
	s.begun.Add(1)
	<-s.let
	return hexutil.Bytes{1}
}

// A client's dear calls are made one after the other, and one that it gives up counts until the
// node has answered. Cheap calls, another client's where there are turns, and those in this
// process's own name wait for none of them.
func TestClientsTakeTurns(t *testing.T) {
	t.Parallel()
	node, server := &slowCalls{let: make(chan struct{})}, rpc.NewServer()
	t.Cleanup(server.Stop)
	if err := server.RegisterName("eth", node); err != nil {
		t.Fatal(err)
	}
	client := rpc.DialInProc(server)
	t.Cleanup(client.Close)
	n, err := New(t.Context(), client, Config{ChainID: 7, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 5)
	call := func(ctx context.Context, gas uint64) {
		go func() {
			_, err := n.Call(ctx, common.Hash{1}, Call{To: common.Address{9}, Gas: gas})
			ended <- err
		}()
	}
	begun := func(want int64) {
		t.Helper()
		for tick := time.NewTicker(time.Millisecond); node.begun.Load() != want; <-tick.C {
			if t.Context().Err() != nil || node.begun.Load() > want {
				t.Fatalf("%d calls have begun, not %d", node.begun.Load(), want)
			}
		}
	}
	of := func(ctx context.Context, last byte) context.Context {
		return api.WithClient(ctx, netip.AddrFrom4([4]byte{10, 0, 0, last}))
	}
	leaving, leave := context.WithCancel(of(t.Context(), 1))
	call(leaving, cheapGas+1)
	begun(1)
	leave()
	call(of(t.Context(), 1), cheapGas+1)
	for tick := time.NewTicker(time.Millisecond); !n.clients.queue.Busy(); <-tick.C {
		if node.begun.Load() > 1 {
			t.Fatal("the second call of a client did not wait for the first")
		}
	}
	call(of(t.Context(), 1), cheapGas)
	begun(2)
	call(of(t.Context(), 2), cheapGas+1)
	begun(3)
	call(t.Context(), MaxTxGas)
	begun(4)
	if !n.clients.queue.Busy() {
		t.Error("the second call does not wait any more")
	}
	close(node.let)
	begun(5)
	for range 5 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// A turn that a step has used a quarter of goes no further, and what failed by its time says so.
func TestATurnHasItsTime(t *testing.T) {
	t.Parallel()
	c := &clients{cfg: &Config{Now: time.Now}}
	at := func(begun time.Time) context.Context {
		return context.WithValue(t.Context(), turnKey{},
			&turn{of: c, begun: begun, within: time.Hour})
	}
	if err := goesOn(at(time.Now()), MaxTxGas); err != nil {
		t.Errorf("at once: %v", err)
	}
	late := at(time.Now().Add(-time.Hour / 3))
	if err := goesOn(late, littleTxGas); err != nil {
		t.Errorf("after a third of its time, where little gas was used: %v", err)
	}
	if err := goesOn(late, MaxTxGas); api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("after a third of its time: %v", err)
	}
	if err := goesOn(t.Context(), MaxTxGas); err != nil {
		t.Errorf("without a turn: %v", err)
	}
	down := errors.New("down")
	if err := overtime(late, down); !errors.Is(err, down) || api.TypeOf(err) ==
		api.ChainUnavailable {
		t.Errorf("a failure in time: %v", err)
	}
	over, cancel := context.WithTimeout(late, 0)
	defer cancel()
	if err := overtime(over, down); api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("a failure after its time: %v", err)
	}
	if err := overtime(over, nil); err != nil {
		t.Errorf("no failure: %v", err)
	}
}
