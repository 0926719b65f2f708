package local_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"runtime"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/gorilla/websocket"

	"bourse/backend/api"
	"bourse/backend/chain/local"
)

// logWriter sends transactions of a trader whose logs anybody may watch for.
type logWriter struct {
	t      *testing.T
	c      *local.Chain
	client *ethclient.Client
	at     common.Address // of the contract that writes logs
	nonce  uint64
}

func newLogWriter(t *testing.T, c *local.Chain) *logWriter {
	t.Helper()
	client, err := ethclient.DialContext(t.Context(), c.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	from := crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey)
	w := &logWriter{t: t, c: c, client: client, at: crypto.CreateAddress(from, 0)}
	w.send(nil, 300_000, append([]byte{0x60, byte(len(logger)), 0x80, 0x60, 0x0b, 0x60, 0, 0x39,
		0x60, 0, 0xf3}, logger...)) // returns what follows it
	return w
}

// send makes a block with a transaction and returns its receipt.
func (w *logWriter) send(to *common.Address, gas uint64, data []byte) *types.Receipt {
	w.t.Helper()
	id := big.NewInt(api.LocalChainID)
	tx := types.MustSignNewTx(local.House{}.Trader(0), types.LatestSignerForChainID(id),
		&types.DynamicFeeTx{ChainID: id, Nonce: w.nonce, Gas: gas, To: to, Data: data,
			GasTipCap: big.NewInt(params.GWei), GasFeeCap: big.NewInt(100 * params.GWei)})
	w.nonce++
	if err := w.client.SendTransaction(w.t.Context(), tx); err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.c.Mine(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	r, err := w.client.TransactionReceipt(w.t.Context(), tx.Hash())
	if err != nil || r.Status != types.ReceiptStatusSuccessful {
		w.t.Fatalf("receipt %+v, %v", r, err)
	}
	return r
}

// Filters tell what came since they were asked, and keep nothing meanwhile, however many there are
// and whatever is written to the chain.
func TestFiltersKeepNothing(t *testing.T) {
	c := open(t, local.Config{RPCAddr: "127.0.0.1:0"})
	w := newLogWriter(t, c)
	client := w.client.Client()
	make := func(method string, args ...any) (id rpc.ID) {
		t.Helper()
		if err := client.CallContext(t.Context(), &id, method, args...); err != nil {
			t.Fatal(err)
		}
		return id
	}
	var early rpc.ID
	for range 1000 {
		id := make("eth_newFilter", map[string]any{})
		if early == "" {
			early = id
		}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for range 4 {
		w.send(&w.at, 15_000_000, nil)
	}
	if after := heap(); after > before+100<<20 {
		t.Errorf("a thousand filters keep %d MB", (after-before)>>20)
	}
	own := make("eth_newFilter", map[string]any{"address": w.at})
	blocks := make("eth_newBlockFilter")
	var logs []types.Log
	if err := client.CallContext(t.Context(), &logs, "eth_getFilterChanges", early); err == nil ||
		!strings.Contains(err.Error(), "filter not found") {
		t.Errorf("more filters than are kept: %v", err)
	}
	wrote := w.send(&w.at, 100_000, nil)
	for range 2 {
		var hashes []common.Hash
		err := client.CallContext(t.Context(), &hashes, "eth_getFilterChanges", blocks)
		if err != nil {
			t.Fatal(err)
		}
		err = client.CallContext(t.Context(), &logs, "eth_getFilterChanges", own)
		if err != nil || len(logs) != len(wrote.Logs) || len(wrote.Logs) > 0 &&
			(len(hashes) != 1 || hashes[0] != wrote.BlockHash ||
				logs[0].BlockHash != wrote.BlockHash) {
			t.Errorf("told of %d of %d logs and of blocks %v, %v", len(logs), len(wrote.Logs),
				hashes, err)
		}
		wrote = &types.Receipt{} // nothing came since
	}
	var gone bool
	if err := client.CallContext(t.Context(), &gone, "eth_uninstallFilter", own); err != nil ||
		!gone {
		t.Errorf("a filter stays: %v", err)
	}
}

// Who subscribes and doesn't read what he is told of holds nobody up, and others are told.
func TestSubscribersHoldNobodyUp(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{RPCAddr: "127.0.0.1:0"})
	w := newLogWriter(t, c)
	url := strings.Replace(c.RPCURL(), "http", "ws", 1)
	deaf, _, err := websocket.DefaultDialer.DialContext(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	for id := range 20 {
		if err := deaf.WriteJSON(map[string]any{"jsonrpc": "2.0", "id": id,
			"method": "eth_subscribe", "params": []any{"logs", map[string]any{}}}); err != nil {
			t.Fatal(err)
		}
		var answer struct{ Result string }
		if err := deaf.ReadJSON(&answer); err != nil || answer.Result == "" {
			t.Fatalf("subscribed: %+v, %v", answer, err)
		}
	}
	socket, err := ethclient.DialContext(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	logs := make(chan types.Log, 1000)
	sub, err := socket.SubscribeFilterLogs(t.Context(),
		ethereum.FilterQuery{Addresses: []common.Address{{1}}}, logs)
	if err != nil {
		t.Fatal(err)
	}
	sub.Unsubscribe()
	heads := make(chan *types.Header, 100)
	if _, err := socket.SubscribeNewHead(t.Context(), heads); err != nil {
		t.Fatal(err)
	}
	var last *types.Receipt
	for range 12 { // ten heads fit into the node's own queue
		last = w.send(&w.at, 5_000_000, nil)
	}
	for h := range heads {
		if h.Hash() == last.BlockHash {
			break
		}
	}
	// then what was written is told to who watches for it
	if _, err := socket.SubscribeFilterLogs(t.Context(),
		ethereum.FilterQuery{Addresses: []common.Address{w.at}}, logs); err != nil {
		t.Fatal(err)
	}
	wrote := w.send(&w.at, 100_000, nil)
	for _, want := range wrote.Logs {
		if got := <-logs; got.BlockHash != wrote.BlockHash || got.Index != want.Index {
			t.Errorf("told of log %d of block %s", got.Index, got.BlockHash)
		}
	}
}

// What others ask the node to simulate is answered as for the program itself.
func TestSimulationsAreTheNodes(t *testing.T) {
	t.Parallel()
	client := dial(t, open(t, local.Config{RPCAddr: "127.0.0.1:0"}).RPCURL())
	// returns the number of the block, or reverts with what it is called with
	code := "0x3615600f57366000600037366000fd5b4360005260206000f3"
	at, from := common.Address{0xc0, 0xde}, common.Address{0xf0}
	state := map[common.Address]any{at: map[string]any{"code": code}}
	asked := map[string]any{"to": at, "from": from}
	header := map[string]any{"number": "0x1234"}
	number := common.BigToHash(big.NewInt(0x1234)).Hex()
	for _, q := range []struct {
		method string
		args   []any
		want   string // in the answer, or in the error
	}{
		{"eth_call", []any{asked, "latest", state, header}, number},
		{"eth_call", []any{asked}, `"0x"`},
		{"eth_call", []any{map[string]any{"to": at, "input": "0x08c379a0"}, "latest", state},
			"execution reverted"},
		{"eth_call", []any{"no call"}, "cannot unmarshal"},
		{"eth_estimateGas", []any{map[string]any{"to": at, "from": from}}, `"0x5208"`},
		{"eth_createAccessList", []any{asked, "latest"}, "accessList"},
		{"eth_simulateV1", []any{map[string]any{"blockStateCalls": []any{
			map[string]any{"calls": []any{asked}}}}, "latest"}, "gasUsed"},
		{"eth_feeHistory", []any{"0x2", "latest", []float64{50}}, "reward"},
		{"eth_feeHistory", []any{2, "latest"}, "gasUsedRatio"},
	} {
		var answer json.RawMessage
		err := client.CallContext(t.Context(), &answer, q.method, q.args...)
		got := string(answer)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, q.want) {
			t.Errorf("%s %v: %s", q.method, q.args, got)
		}
	}
	var refused rpc.Error
	err := client.CallContext(t.Context(), new(json.RawMessage), "eth_call", 5)
	if !errors.As(err, &refused) || refused.ErrorCode() != -32602 {
		t.Errorf("what is no call: %v", err)
	}
	revert := map[string]any{"to": at, "input": "0x08c379a0"}
	err = client.CallContext(t.Context(), new(json.RawMessage), "eth_call", revert, "latest", state)
	var data rpc.DataError
	if !errors.As(err, &data) || data.ErrorData() != "0x08c379a0" {
		t.Errorf("what a contract reverts with: %v", err)
	}
}
