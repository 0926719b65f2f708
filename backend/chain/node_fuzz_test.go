package chain_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// FuzzNode: whatever a node answers, reads end with an answer or an error: blocks, transactions,
// receipts, calls, the words of a revert, simulations. The last two can be sent as an error.
func FuzzNode(f *testing.F) {
	for _, answer := range []string{
		`null`, `"0x1"`, `[]`, `{}`, `[{"calls":[{"status":"0x0","error":{"data":"0x08c379a0"}}]}]`,
		`{"number":"0x1","hash":"0x01","transactions":[null]}`,
		`{"blockHash":null,"blockNumber":"0x1","status":"0x0","logs":[null]}`,
		`{"code":3,"message":"execution reverted","data":"0x4e487b71"}`,
		`{"code":-32000,"message":"out of gas"}`,
	} {
		f.Add([]byte(answer), false)
		f.Add([]byte(answer), true)
	}
	var answer []byte
	var asError bool
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		batch := strings.HasPrefix(string(body), "[")
		var asked []struct {
			ID     json.RawMessage
			Method string
		}
		if !batch {
			body = fmt.Appendf(nil, "[%s]", body)
		}
		if json.Unmarshal(body, &asked) != nil {
			return
		}
		var said []string
		for _, a := range asked {
			field := "result"
			if asError {
				field = "error"
			}
			text := answer
			if a.Method == "eth_chainId" {
				field, text = "result", []byte(`"0x539"`)
			}
			said = append(said, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%q:%s}`, a.ID, field, text))
		}
		all := strings.Join(said, ",")
		if batch {
			all = "[" + all + "]"
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, all)
	}))
	f.Cleanup(node.Close)
	client, err := rpc.Dial(node.URL)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(client.Close)
	f.Fuzz(func(t *testing.T, text []byte, refuses bool) {
		answer, asError = []byte("null"), false
		now := time.Now() // moves on, so that no fault lasts
		n, err := chain.New(t.Context(), client, chain.Config{ChainID: api.LocalChainID,
			Timeout: time.Minute, Now: func() time.Time {
				now = now.Add(time.Hour)
				return now
			}})
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(text) {
			text, _ = json.Marshal(text) // as base64, which is no hex
		}
		answer, asError = text, refuses
		ctx, hash := t.Context(), common.Hash{1}
		call := chain.Call{To: common.Address{1}, Data: []byte{1, 2, 3, 4}}
		n.Head(ctx)
		n.Logs(ctx, chain.Header{})
		n.Call(ctx, hash, call)
		n.BatchCall(ctx, hash, []chain.Call{call, call})
		n.Balance(ctx, hash, call.To)
		n.Code(ctx, hash, call.To)
		n.Nonce(ctx, call.To)
		n.GasPrice(ctx)
		n.RawReceipt(ctx, hash)
		n.Receipt(ctx, hash)
		n.Transaction(ctx, hash)
		n.Prepare(ctx, call)
		n.SimulateBundle(ctx, api.BlockRef{}, call)
		n.LogsBetween(ctx, 1, 2, call.To)
	})
}
