package commands_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/views/format"
)

// beside says a sentence at a server that lies, with the network's own node beside it.
func (m *market) beside(f *front, data, sentence string, lies ...telling) (string, error) {
	m.Helper()
	f.now.Store(&liar{server: m.handler, asked: map[string]int{}, lies: lies})
	return do(m.T, f.web.URL, sentence, "--rpc", "1337="+m.service.LocalRPC(), "--data", data,
		"--yes", "--max-usd", "20000")
}

// What transactions have moved is the own node's, whatever a server leaves out of them or names in
// their place: a trade keeps its lot, and its gas counts.
func TestMovementsAreTheOwnNodes(t *testing.T) {
	here(t)
	m := open(t)
	f, data := newFront(t), t.TempDir()
	sentence := "fill " + m.stranger("0.2", "600").Hex() + " pay 300 usdc"
	if out, err := m.beside(f, data, sentence); err != nil {
		t.Fatal(out, err)
	}
	moved := "GET /x/1337/movements/"
	lists := func(change func(list []any) []any) telling {
		return telling{moved, func(answer any) any {
			told := at(answer)
			told["movements"] = change(told["movements"].([]any))
			return told
		}}
	}
	for what, lie := range map[string]telling{
		"none": lists(func([]any) []any { return []any{} }),
		"others": lists(func(list []any) []any {
			for i := range list {
				at(list[i])["transactionHash"] = common.Hash{byte(i), 9}
			}
			return list
		}),
	} {
		for sentence, says := range map[string]string{"lots": "lot 1: 0.1 WETH for 300.00 USD",
			"pnl": "gas -0."} {
			out, err := m.beside(f, t.TempDir(), sentence, lie)
			if err != nil || !strings.Contains(out, says) || strings.Contains(out, "gas -0.00 ") {
				t.Errorf("%s of a server that tells of %s: %v\n%s", sentence, what, err, out)
			}
		}
	}
}

// A Delta order that was signed here and is settled stays a trade, whatever the server forgets of
// it: the own node has the settlement.
func TestAForgottenSettlementIsTheOwnNodes(t *testing.T) {
	here(t)
	m := open(t)
	f, data := newFront(t), t.TempDir()
	before := m.held(m.main, "WETH").Balance
	if out, err := m.beside(f, data, "delta 300 usdc weth slippage 1%"); err != nil {
		t.Fatal(out, err)
	}
	got := m.held(m.main, "WETH").Balance.Sub(before)
	none := telling{listing, func(any) any { return []any{} }}
	for what, lies := range map[string][]telling{"lists it not": {none},
		"knows it not": {none, {reading, answers(http.StatusNotFound)}}} {
		for range 2 { // the first time it may still count as open
			out, err := m.beside(f, data, "auctions --json", lies...)
			var told struct{ Orders []api.DeltaRecord }
			if bad := json.Unmarshal([]byte(out), &told); err != nil || bad != nil ||
				len(told.Orders) != 1 || len(told.Orders[0].Transactions) != 1 {
				t.Fatalf("a server that %s: %v, %v\n%s", what, err, bad, out)
			}
			if r := told.Orders[0]; r.Status != api.DeltaExecuted ||
				r.Transactions[0].Received != got || r.Transactions[0].Spent != api.NewAmount(3e8) {
				t.Errorf("a server that %s: it brought %s; told is %+v", what, got, r)
			}
		}
		for sentence, says := range map[string]string{"fills": "1 trade", "lots": "1 lot, 0 sales",
			"auctions": "1 Delta order"} {
			if out, err := m.beside(f, data, sentence, lies...); err != nil ||
				!strings.Contains(out, says) {
				t.Errorf("%s of a server that %s: %v\n%s", sentence, what, err, out)
			}
		}
	}
}

// A sale that is settled is over, and what it brought is told, also while the server's answers are
// refused or fail, or call it open: the own node has the settlement. It is looked for within
// seconds.
func TestTheOwnNodesSettlementEndsTheWait(t *testing.T) {
	here(t)
	m := open(t)
	page := func(any) any { return []byte("<html>welcome</html>") }
	for what, lie := range map[string]func(any) any{
		"fails": answers(http.StatusInternalServerError), "knows it not": answers(404),
		"is busy": answers(http.StatusTooManyRequests), "has a page there": page,
		"tells of another": within(common.Hash{4}, "orderHash"),
		"calls it open": func(a any) any {
			at(a)["status"], at(a)["transactions"] = "RUNNING", []any{}
			return a
		},
	} {
		before := m.held(m.main, "WETH").Balance
		f := newFront(t)
		f.now.Store(&liar{server: m.handler, asked: map[string]int{},
			lies: []telling{{reading, lie}}})
		out, err := do(t, f.web.URL, "delta 300 usdc weth slippage 1%", "--rpc",
			"1337="+m.service.LocalRPC(), "--yes", "--max-usd", "20000", "--timeout", "30s")
		got := m.held(m.main, "WETH").Balance.Sub(before)
		says := " is executed: " + format.Fine(got, m.tokens["WETH"], api.Down) + " WETH came"
		if err != nil || got.IsZero() || !strings.Contains(out, says) {
			t.Errorf("a server that %s: %v; it does not say %q\n%s", what, err, says, out)
		}
	}
}

// keeper is a server that takes transactions, hands none on, and says that all are in a block.
func (m *market) keeper(block func() api.BlockRef) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", m.handler)
	mux.HandleFunc("POST /x/1337/transactions", func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Raw hexutil.Bytes }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			m.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"transactionHash":%q}`, crypto.Keccak256Hash(asked.Raw))
	})
	mux.HandleFunc("GET /x/1337/transactions/{hash}", func(w http.ResponseWriter,
		r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		in := block()
		_ = json.NewEncoder(w).Encode(api.Receipt{Hash: common.HexToHash(r.PathValue("hash")),
			Block: &in, Success: true, GasUsed: 46_000, GasPrice: api.NewAmount(1e9)})
	})
	return mux
}

// A transaction that a server keeps is not done because the server names a block: the own node has
// that block without it, or is yet to have it. It stays among what is under way.
func TestWhatTheOwnNodeDeniesIsNotDone(t *testing.T) {
	here(t)
	m := open(t)
	head := func() api.BlockRef {
		status, err := apitest.On(m.service, api.LocalChainID).Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return status.Head
	}
	before := m.held(m.other, "USDC").Balance
	for what, block := range map[string]func() api.BlockRef{"the newest": head,
		"one to come": func() api.BlockRef {
			b := head()
			b.Number, b.Hash = b.Number+1000, common.Hash{7}
			return b
		}} {
		f, data := newFront(t), t.TempDir()
		f.now.Store(&liar{server: m.keeper(block), asked: map[string]int{}})
		send := func() (string, error) {
			return do(t, f.web.URL, "send 5 usdc dev1", "--rpc", "1337="+m.service.LocalRPC(),
				"--data", data, "--yes", "--max-usd", "100", "--timeout", "20s")
		}
		out, err := send()
		if err == nil || strings.Contains(out, "done in block") {
			t.Errorf("of a server that names %s: %v\n%s", what, err, out)
		}
		if out, err = send(); err == nil || !strings.Contains(out+err.Error(), "again") {
			t.Errorf("the same once more is not asked about: %v\n%s", err, out)
		}
	}
	m.equal("what dev1 has", m.held(m.other, "USDC").Balance, before)
}
