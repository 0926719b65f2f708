package local

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
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

// receiptNode is a node with one receipt of a megabyte and one that is small.
type receiptNode struct{ reading, most atomic.Int64 }

func (n *receiptNode) GetTransactionReceipt(_ context.Context, hash string) (any, error) {
	n.most.Store(max(n.most.Load(), n.reading.Add(1)))
	defer n.reading.Add(-1)
	if hash == "small" {
		return "a receipt", nil
	}
	return strings.Repeat("a", 4*largeAnswer), nil
}

// Receipts are read for one from outside at a time, and whoever does not read the large ones that
// he asked for holds a few at most, beside which small ones are answered; once he has gone so are
// large ones.
func TestReceiptsFillNoMemory(t *testing.T) {
	t.Parallel()
	node := new(receiptNode)
	s := &simulations{map[string]reflect.Value{"GetTransactionReceipt": reflect.ValueOf(
		node.GetTransactionReceipt)}, make(slots, 1), make(slots, 1), make(slots, maxLarge)}
	server := rpc.NewServer()
	if err := server.RegisterName("a", s); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewUnstartedServer(server)
	web.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if err := c.(*net.TCPConn).SetWriteBuffer(4096); err != nil {
			t.Error(err)
		}
		return ctx
	}
	web.Start()
	defer web.Close()
	honest, err := rpc.DialContext(t.Context(), web.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer honest.Close()
	ask := func(hash string) error {
		return honest.CallContext(t.Context(), nil, "a_getTransactionReceipt", hash)
	}
	const body = `{"jsonrpc":"2.0","id":1,"method":"a_getTransactionReceipt","params":["large"]}`
	var silent []net.Conn
	for range 8 * maxLarge {
		c, err := net.Dial("tcp", web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.(*net.TCPConn).SetReadBuffer(4096); err != nil {
			t.Fatal(err)
		}
		silent = append(silent, c)
		if _, err := fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: "+
			"application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body); err != nil {
			t.Fatal(err)
		}
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for len(s.large) < maxLarge && t.Context().Err() == nil {
		<-tick.C
	}
	if err := ask("large"); err == nil || !strings.Contains(err.Error(), "on their way") {
		t.Errorf("one more large receipt is answered with %v", err)
	}
	if err := ask("small"); err != nil {
		t.Errorf("a small receipt: %v", err)
	}
	if most := node.most.Load(); most > 1 {
		t.Errorf("%d receipts are read at the same time", most)
	}
	for _, c := range silent {
		c.Close()
	}
	for err := ask("large"); err != nil; err = ask("large") {
		if !strings.Contains(err.Error(), "on their way") {
			t.Fatal(err)
		}
		<-tick.C
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
		GetTransactionCount GetTransactionByHash GetRawTransactionByHash
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
