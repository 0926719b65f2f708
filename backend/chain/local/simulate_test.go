package local

import (
	"context"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

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

// Every method of the node that is served has its place: it reads little, or it waits for its
// turn, or another takes its place. A method that a later version of the node brings has none yet.
func TestEveryMethodHasItsPlace(t *testing.T) {
	t.Parallel()
	c := mustOpen(t, Config{Now: time.Now})
	defer c.Close()
	reads := strings.Fields(`GasPrice MaxPriorityFeePerGas BlobBaseFee BaseFee Syncing Accounts
		ChainId BlockNumber GetBalance GetHeaderByNumber GetHeaderByHash GetBlockByNumber
		GetBlockByHash GetUncleByBlockNumberAndIndex GetUncleByBlockHashAndIndex
		GetUncleCountByBlockNumber GetUncleCountByBlockHash GetCode GetStorageAt Config
		GetBlockTransactionCountByNumber GetBlockTransactionCountByHash
		GetTransactionByBlockNumberAndIndex GetTransactionByBlockHashAndIndex
		GetRawTransactionByBlockNumberAndIndex GetRawTransactionByBlockHashAndIndex
		GetTransactionCount GetTransactionByHash GetRawTransactionByHash GetTransactionReceipt
		PendingTransactions Capabilities SubscribeSyncStatus Version Listening PeerCount`)
	ours := map[string]bool{}
	for _, service := range []any{&simulations{}, &intake{}, closed{}, &watches{}, &searches{}} {
		for i := range reflect.TypeOf(service).NumMethod() {
			ours[reflect.TypeOf(service).Method(i).Name] = true
		}
	}
	for _, a := range c.eth.APIs() {
		if a.Namespace != "eth" && a.Namespace != "net" {
			continue
		}
		for i := range reflect.TypeOf(a.Service).NumMethod() {
			name := reflect.TypeOf(a.Service).Method(i).Name
			if slices.Contains(reads, name) == ours[name] {
				t.Errorf("%s_%s: read by all %v, ours %v", a.Namespace, name,
					slices.Contains(reads, name), ours[name])
			}
		}
	}
}
