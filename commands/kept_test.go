package commands_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/commands"
)

// keeper stands before a server, keeps the transactions that it is to hand on, and says for ever
// that they wait.
func keeper(server http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var answer any
		switch {
		case r.Method == http.MethodPost && r.URL.Path == "/x/1337/transactions":
			var asked struct{ Raw hexutil.Bytes }
			_ = json.NewDecoder(r.Body).Decode(&asked)
			answer = map[string]any{"transactionHash": crypto.Keccak256Hash(asked.Raw)}
		case strings.HasPrefix(r.URL.Path, "/x/1337/transactions/"):
			answer = map[string]any{"waits": true,
				"transactionHash": strings.TrimPrefix(r.URL.Path, "/x/1337/transactions/")}
		default:
			server.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	})
}

// TestAKeptTransactionIsSaidToBeUnseen: a server keeps a transaction and says that it waits. The
// own node has not seen it, and that is said.
func TestAKeptTransactionIsSaidToBeUnseen(t *testing.T) {
	here(t)
	m := open(t)
	f := newFront(t)
	f.now.Store(&liar{server: keeper(m.handler), asked: map[string]int{}})
	var said bytes.Buffer
	root := commands.Root()
	root.SetErr(&said)
	root.SetOut(&said)
	root.SetArgs([]string{"do", "--backend", f.web.URL, "--yes", "--max-usd", "100", "--rpc",
		"1337=" + m.service.LocalRPC(), "--timeout", "16s", "send", "5", "usdc", "dev1"})
	err := root.ExecuteContext(t.Context())
	if err == nil || !strings.Contains(said.String(), "your own node has not seen it") {
		t.Errorf("%v\n%s", err, said.String())
	}
}

// TestAnUnreadAuctionIsSaid: what a server tells of a Delta order can't be read, and that is said
// while it is waited for.
func TestAnUnreadAuctionIsSaid(t *testing.T) {
	here(t)
	m := open(t)
	f := newFront(t)
	f.now.Store(&liar{server: m.handler, asked: map[string]int{}, lies: []telling{
		{"GET /delta/orders/", answers(http.StatusServiceUnavailable)}}})
	var said bytes.Buffer
	root := commands.Root()
	root.SetErr(&said)
	root.SetOut(&said)
	root.SetArgs([]string{"do", "--backend", f.web.URL, "--yes", "--max-usd", "1000",
		"--timeout", "8s", "delta", "0.1", "weth", "usdc", "slippage", "1%"})
	err := root.ExecuteContext(t.Context())
	if err == nil || !strings.Contains(said.String(), "what becomes of it is not known: ") {
		t.Errorf("%v\n%s", err, said.String())
	}
}
