package local_test

import (
	"encoding/json"
	"io"
	"math/big"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain/local"
)

// Another program sends a signed transaction over HTTP, follows the head over WebSocket and reads
// the receipt.
func TestRPC(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{RPCAddr: "127.0.0.1:0"})
	url := c.RPCURL()
	if !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("served at %q", url)
	}
	client, err := ethclient.DialContext(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if id, err := client.ChainID(t.Context()); err != nil || id.Int64() != api.LocalChainID {
		t.Fatalf("chain id %s, %v", id, err)
	}
	socket, err := ethclient.DialContext(t.Context(), strings.Replace(url, "http", "ws", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	heads := make(chan *types.Header, 1)
	if _, err := socket.SubscribeNewHead(t.Context(), heads); err != nil {
		t.Fatal(err)
	}
	tx := transfer(0)
	if err := client.SendTransaction(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	mined, err := c.Mine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if head := <-heads; head.Hash() != mined.Hash {
		t.Errorf("told of %s, mined %s", head.Hash(), mined.Hash)
	}
	if r, err := client.TransactionReceipt(t.Context(), tx.Hash()); err != nil || r.Status != 1 ||
		r.BlockHash != mined.Hash {
		t.Errorf("receipt %+v, %v", r, err)
	}
	if b, err := client.BalanceAt(t.Context(), common.Address{0xbe, 0xef}, nil); err != nil ||
		b.Cmp(big.NewInt(1)) != 0 {
		t.Errorf("balance %s, %v", b, err)
	}
}

// Only what a wallet needs is served, and only under this machine's own names.
func TestRPCIsNarrow(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{RPCAddr: "localhost:0"})
	for _, scheme := range []string{"http", "ws"} {
		client, err := rpc.DialContext(t.Context(), strings.Replace(c.RPCURL(), "http", scheme, 1))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		modules, err := client.SupportedModules()
		if err != nil {
			t.Fatal(err)
		}
		for name := range modules {
			if !slices.Contains([]string{"eth", "net", "web3", "rpc"}, name) {
				t.Errorf("%s serves %s", scheme, name)
			}
		}
		var result json.RawMessage
		if err := client.CallContext(t.Context(), &result, "admin_nodeInfo"); err == nil {
			t.Errorf("%s answers admin_nodeInfo", scheme)
		}
	}
	for host, want := range map[string]int{
		"localhost": http.StatusOK, "127.0.0.1": http.StatusOK,
		"rebound.example": http.StatusForbidden} {
		r, err := http.NewRequest(http.MethodPost, c.RPCURL(),
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("host %s gets %d, want %d", host, resp.StatusCode, want)
		}
	}
}

func TestRPCAddress(t *testing.T) {
	t.Parallel()
	if url := open(t, local.Config{}).RPCURL(); url != "" {
		t.Errorf("served at %s without being asked", url)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, bad := range []string{taken.Addr().String(), "8545", "127.0.0.1:http-alt",
		"127.0.0.1:70000"} {
		if _, err := local.Open(t.Context(), local.Config{RPCAddr: bad}); err == nil ||
			!strings.Contains(err.Error(), "JSON-RPC") {
			t.Errorf("address %q: %v", bad, err)
		}
	}
}

// Clients that wait for a block to be safe or final are answered, on a new chain, as it grows and
// after a restart.
func TestSafeAndFinalized(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, local.Config{Dir: dir})
	check := func() {
		t.Helper()
		client := ethclient.NewClient(c.Client())
		head := c.Head().Number
		for tag, behind := range map[rpc.BlockNumber]uint64{
			rpc.SafeBlockNumber: 2, rpc.FinalizedBlockNumber: 8} {
			h, err := client.HeaderByNumber(t.Context(), big.NewInt(int64(tag)))
			if err != nil || h.Number.Uint64() != head-min(head, behind) {
				t.Errorf("block %s under head %d is %+v, %v", tag, head, h, err)
			}
		}
	}
	check()
	for range 12 {
		if _, err := c.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	check()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open(t, local.Config{Dir: dir})
	check()
}

// Whoever has all connections by saying nothing keeps nobody out, of his own address or another
// one, by HTTP or by a web socket, and takes no more files than there are places.
func TestSilentConnectionsOutsideGiveWay(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{RPCAddr: "127.0.0.1:0"})
	addr := strings.TrimPrefix(c.RPCURL(), "http://")
	var silent []net.Conn
	defer func() {
		for _, c := range silent {
			c.Close()
		}
	}()
	const places = 1024
	for range places + 200 {
		s, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		silent = append(silent, s)
	}
	for _, scheme := range []string{"http", "ws"} {
		client, err := ethclient.DialContext(t.Context(), scheme+"://"+addr)
		if err != nil {
			t.Fatal(scheme, err)
		}
		defer client.Close()
		if id, err := client.ChainID(t.Context()); err != nil || id.Int64() != api.LocalChainID {
			t.Errorf("%s beside silent connections: %v, %v", scheme, id, err)
		}
	}
	for i, s := range silent[:200] { // those that have waited for longest
		if err := s.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Read(make([]byte, 1)); err != io.EOF {
			t.Fatalf("silent connection %d of %d is open still: %d, %v", i, len(silent), n, err)
		}
	}
}

// What one message from outside may cost has a limit.
func TestRPCIsBounded(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{RPCAddr: "127.0.0.1:0"})
	for _, scheme := range []string{"http", "ws"} {
		client, err := rpc.DialContext(t.Context(), strings.Replace(c.RPCURL(), "http", scheme, 1))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		batch := make([]rpc.BatchElem, 101)
		for i := range batch {
			batch[i] = rpc.BatchElem{Method: "eth_chainId", Result: new(string)}
		}
		if err := client.BatchCallContext(t.Context(), batch); err == nil && batch[0].Error == nil {
			t.Errorf("%s: a message of %d requests was answered", scheme, len(batch))
		}
		if err := client.BatchCallContext(t.Context(), batch[:50]); err != nil ||
			batch[0].Error != nil {
			t.Errorf("%s: a message of 50 requests: %v, %v", scheme, err, batch[0].Error)
		}
		// code that returns the gas it has: GAS, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
		var gas hexutil.Bytes
		to := common.Address{9, 9}
		err = client.CallContext(t.Context(), &gas, "eth_call",
			map[string]any{"to": to, "gas": "0x3b9aca00"}, "latest",
			map[string]any{to.Hex(): map[string]any{"code": "0x5a5f5260205ff3"}})
		if got := new(big.Int).SetBytes(gas); err != nil || got.Sign() == 0 ||
			got.Cmp(big.NewInt(60_000_000)) > 0 {
			t.Errorf("%s: a call for a billion gas gets %s, %v", scheme, got, err)
		}
	}
}
