package local

import (
	"context"
	"errors"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
	"github.com/gorilla/websocket"

	"bourse/backend/api"
)

// A chain that is there is not opened on a full disk, where the library would try for ever: the
// start ends with the reason, and works once there is room.
func TestStartOnFullDisk(t *testing.T) {
	t.Parallel()
	cfg := Config{Dir: t.TempDir(), Now: time.Now}
	if err := mustOpen(t, cfg).Close(); err != nil {
		t.Fatal(err)
	}
	var left atomic.Uint64
	cfg.Free = func(string) (uint64, error) { return left.Load(), nil }
	if _, err := Open(t.Context(), cfg); err == nil ||
		!strings.Contains(err.Error(), "has only 0 MiB left, too little to open") {
		t.Fatalf("opened on a full disk: %v", err)
	}
	left.Store(60 << 20) // too little for a block, enough to be read
	c := mustOpen(t, cfg)
	if _, err := c.Mine(t.Context()); err == nil || !strings.Contains(c.Problem(), "60 MiB left") {
		t.Errorf("a block on a full disk: %v, problem %q", err, c.Problem())
	}
	left.Store(minFree)
	if _, err := c.Mine(t.Context()); err != nil || c.Problem() != "" {
		t.Errorf("a block where there is room: %v, problem %q", err, c.Problem())
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// A chain in the store that go-ethereum's node prefers is named at the start, with what to do.
func TestOtherStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := filepath.Join(dir, nodeName, "chaindata")
	if err := os.MkdirAll(store, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"CURRENT", "OPTIONS-000003"} { // what tells Pebble from LevelDB
		if err := os.WriteFile(filepath.Join(store, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Open(t.Context(), Config{Dir: dir, Now: time.Now})
	if err == nil || !strings.Contains(err.Error(), "in a store that this version does not read") {
		t.Errorf("opened: %v", err)
	}
}

// Whoever does not want to wait for a chain to open does not have to.
func TestStartEndsWhenToldTo(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	told := errors.New("told to end")
	cancel(told)
	hangs := make(chan struct{})
	defer close(hangs)
	_, err := awaitStart(ctx, Config{}, func() (*Chain, error) {
		<-hangs // as the library does
		return nil, told
	})
	if !errors.Is(err, told) {
		t.Errorf("told to end while it opens: %v", err)
	}
	var left atomic.Uint64
	_, err = awaitStart(t.Context(), Config{Dir: t.TempDir(),
		Free: func(string) (uint64, error) { return left.Load(), nil }},
		func() (*Chain, error) { <-hangs; return nil, told })
	if err == nil || !strings.Contains(err.Error(), "too little to open") {
		t.Errorf("the disk fills up while it opens: %v", err)
	}
}

// Pages of other machines cannot open a web socket to the chain; those of this one can, and
// programs, which name no page.
func TestWebSocketOrigins(t *testing.T) {
	t.Parallel()
	c := mustOpen(t, Config{Now: time.Now, RPCAddr: "127.0.0.1:0"})
	defer c.Close()
	for origin, want := range map[string]bool{
		"": true, "http://localhost:3000": true, "http://127.0.0.1:8080": true,
		"http://[::1]:3000": true, "https://rebound.example": false,
		"http://localhost.rebound.example": false, "null": false,
	} {
		h := http.Header{}
		if origin != "" {
			h.Set("Origin", origin)
		}
		conn, resp, err := websocket.DefaultDialer.DialContext(t.Context(),
			strings.Replace(c.RPCURL(), "http", "ws", 1), h)
		if (err == nil) != want {
			t.Errorf("a page of %q is let in: %v, want %v (%v)", origin, err == nil, want, err)
		}
		if err == nil {
			conn.Close()
		} else if resp != nil {
			resp.Body.Close()
		}
	}
}

// However many logs blocks are filled with, and however often they are read, the receipts in memory
// are bounded.
func TestReceiptsInMemoryAreBounded(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	c := mustOpen(t, Config{Now: time.Now})
	defer c.Close()
	if c.receipts.cache == nil {
		t.Fatal("the node's cache of receipts is not where it was: see receiptsOf")
	}
	// logs without a word for as long as there is gas
	code := common.FromHex("5b5f5fa05a612710105f57")
	before := heap()
	for nonce := range uint64(16) {
		id := big.NewInt(api.LocalChainID)
		tx := types.MustSignNewTx(House{}.Trader(0), types.LatestSignerForChainID(id),
			&types.DynamicFeeTx{ChainID: id, Nonce: nonce, Gas: 16_000_000, Data: code,
				GasTipCap: big.NewInt(1), GasFeeCap: big.NewInt(1000 * params.GWei)})
		raw, err := tx.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.intake.SendRawTransaction(t.Context(), raw); err != nil {
			t.Fatal(err)
		}
		block, err := c.Mine(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		logs := 0
		for _, r := range c.eth.BlockChain().GetReceiptsByHash(block.Hash) {
			logs += len(r.Logs)
		}
		if logs < 30_000 {
			t.Fatalf("block %d has %d logs", block.Number, logs)
		}
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if gas := c.receipts.held(); gas > maxReceiptGas {
		t.Errorf("receipts of %d gas are in memory, at most %d are to be", gas, maxReceiptGas)
	}
	if more := heap() - before; more > 100<<20 {
		t.Errorf("%d MiB more than before", more>>20)
	} else {
		t.Logf("%d MiB more than before", more>>20)
	}
}

// heap is how many bytes are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
