package local

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/ethereum/go-ethereum/rpc"
)

type slotted struct {
	slots   slots
	running chan struct{}
	release chan struct{}
}

func (s *slotted) Run(ctx context.Context) error {
	done, err := s.slots.take(ctx)
	if err != nil {
		return err
	}
	defer done()
	s.running <- struct{}{}
	<-s.release
	return nil
}

// One request from outside is run at a time, and those of the program itself beside it.
func TestOutsideWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	s := &slotted{make(slots, 1), make(chan struct{}), make(chan struct{})}
	server := rpc.NewServer()
	if err := server.RegisterName("a", s); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server)
	defer web.Close()
	outside, err := rpc.DialContext(t.Context(), web.URL)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	call := func(c *rpc.Client) {
		go func() { ended <- c.CallContext(t.Context(), nil, "a_run") }()
	}
	call(outside)
	<-s.running
	call(outside)
	call(rpc.DialInProc(server))
	<-s.running // the second one, beside the first
	if taken := len(s.slots); taken != 1 {
		t.Errorf("%d slots are taken by two that run", taken)
	}
	s.release <- struct{}{}
	s.release <- struct{}{}
	<-s.running // the other from outside
	s.release <- struct{}{}
	for range 3 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
