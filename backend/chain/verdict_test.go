package chain_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// rpcError is a refusal on the wire.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// providerMessages are refusals of nodes, and of the gateways in front of them, that say nothing of
// the call they were given.
var providerMessages = []rpcError{
	{-32011, "no backend is currently healthy to serve traffic", nil},
	{-32600, "Must be authenticated!", nil},
	{401, "Unauthorized", nil},
	{429, "Your app has exceeded its compute units per second capacity.", nil},
	{-32005, "daily request count exceeded, request rate limited",
		map[string]any{"see": "https://infura.io/dashboard", "rate": map[string]any{}}},
	{-32014, "maximum 10 calls in 1 batch", nil},
	{-32000, "too many RPC calls in batch request", nil},
	{-32000, "server is overloaded", nil},
	{-32050, "upstream request failed", nil},
	{-32016, "over rate limit", nil},
	{-32007, "50/second request limit reached - reduce calls per second", nil},
	{-32000, "header not found", nil},
	{-32000, "missing trie node 4e2d8f (path ) state 0x4e2d8f is not available", nil},
	{-32000, "required historical state unavailable (reexec=128)", nil},
	{-32801, "no historical RPC is available for this historical request", nil},
	{-32001, "project ID does not have access to archive state", "archive"},
	{-32701, "Please, specify less number of addresses or a personal token", nil},
	{-32002, "request timed out", nil},
	{-32000, "execution aborted (timeout = 5s)", nil},
	{-32003, "response too large", nil},
	{-32601, "the method eth_call does not exist/is not available", nil},
	{-32603, "Internal error", "0"},
	{-32005, "limit exceeded", "0x08c379a0"},
}

// evmMessages are what nodes say where the EVM refused a call.
var evmMessages = []rpcError{
	{3, "execution reverted", "0x"},
	{3, "execution reverted: no", "0x08c379a0"},
	{-32000, "execution reverted", nil},
	{-32015, "VM execution error.", "Reverted 0x08c379a0"},
	{-32603, "Error: VM Exception while processing transaction: reverted",
		map[string]any{"data": "0x08c379a0"}},
	{-32000, "VM Exception while processing transaction: revert", nil},
	{-32000, "Reverted", nil},
	{-32000, "err: out of gas (supplied gas 3000000)", nil},
	{-32000, "invalid opcode: opcode 0xfe not defined", nil},
	{-32003, "EVM error InvalidJump", nil},
}

// refusing is a node of the local network that gives one refusal to every call and transaction.
type refusing struct {
	answer atomic.Pointer[rpcError]
	url    string
}

func newRefusing(t *testing.T) *refusing {
	r := &refusing{}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

func (r *refusing) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	type request struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	answer := func(q request) map[string]any {
		out := map[string]any{"jsonrpc": "2.0", "id": q.ID}
		switch q.Method {
		case "eth_chainId":
			out["result"] = "0x539"
		default:
			out["error"] = r.answer.Load()
		}
		return out
	}
	var raw json.RawMessage
	if json.NewDecoder(req.Body).Decode(&raw) != nil {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	var batch []request
	if json.Unmarshal(raw, &batch) == nil {
		out := make([]any, len(batch))
		for i := range batch {
			out[i] = answer(batch[i])
		}
		json.NewEncoder(w).Encode(out)
		return
	}
	var one request
	if json.Unmarshal(raw, &one) == nil {
		json.NewEncoder(w).Encode(answer(one))
	}
}

// What a node or a gateway says of itself is never taken for what a contract said, in a call, in a
// batch, in a simulation or of a transaction; what the EVM said always is.
func TestOnlyTheEVMSaysRevert(t *testing.T) {
	t.Parallel()
	node := newRefusing(t)
	client, err := chain.Dial(t.Context(), node.url)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	now := time.Now() // moved on, so that the breaker never answers in the node's place
	n, err := chain.New(t.Context(), client, chain.Config{ChainID: api.LocalChainID,
		Now: func() time.Time { now = now.Add(time.Minute); return now }})
	if err != nil {
		t.Fatal(err)
	}
	block := common.Hash{1}
	read := chain.Call{To: user(), Data: []byte{1, 2, 3, 4}, Gas: 100_000}
	for _, m := range providerMessages {
		node.answer.Store(&m)
		_, call := n.Call(t.Context(), block, read)
		_, batch := n.BatchCall(t.Context(), block, []chain.Call{read, {To: user()}})
		_, bundle := n.SimulateBundle(t.Context(), api.BlockRef{Hash: block}, read)
		_, sent := n.SendRaw(t.Context(), rawTransfer(t, 0))
		for name, err := range map[string]error{
			"call": call, "batch": batch, "bundle": bundle, "transaction": sent} {
			if api.TypeOf(err) != api.ChainUnavailable || chain.Reverted(err) {
				t.Errorf("%s: %d %q became %v", name, m.Code, m.Message, err)
			}
		}
	}
	for _, m := range evmMessages {
		node.answer.Store(&m)
		if _, err := n.Call(t.Context(), block, read); !chain.Reverted(err) {
			t.Errorf("call: %d %q became %v", m.Code, m.Message, err)
		}
	}
	node.answer.Store(&rpcError{-32000, "nonce too low: next nonce 4, tx nonce 0", nil})
	if _, err := n.SendRaw(
		t.Context(), rawTransfer(t, 0)); api.TypeOf(err) != api.TransactionFails {
		t.Errorf("a used nonce became %v", err)
	}
}
