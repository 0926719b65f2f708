package commands_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// drops is a server that fails before it takes what is posted to a path.
func (m *market) drops(path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method+" "+r.URL.Path == path {
			http.Error(w, "gone", http.StatusBadGateway)
			return
		}
		m.handler.ServeHTTP(w, r)
	})
}

// trader says sentences at a server that may be gone, or lie, in one folder.
type trader struct {
	*testing.T
	m     *market
	front *front
	data  string
	node  bool // the network's own node stands beside
}

func (t *trader) says(server *liar, sentence string, flags ...string) (string, error) {
	server.asked = map[string]int{}
	if server.server == nil {
		server.server = t.m.handler
	}
	t.front.now.Store(server)
	flags = append(flags, "--data", t.data, "--yes", "--max-usd", "20000")
	if t.node {
		flags = append(flags, "--rpc", "1337="+t.m.service.LocalRPC())
	}
	return do(t.T, t.front.web.URL, sentence, flags...)
}

// done says a sentence at an honest server.
func (t *trader) done(sentence string, flags ...string) string {
	t.Helper()
	out, err := t.says(&liar{}, sentence, flags...)
	if err != nil {
		t.Fatalf("%s: %v\n%s", sentence, err, out)
	}
	return out
}

// lost says a sentence whose order never arrives, and returns its hash.
func (t *trader) lost(path, sentence string) string {
	t.Helper()
	out, err := t.says(&liar{server: t.m.drops(path)}, sentence)
	if err == nil || !strings.Contains(err.Error(), "it may have been sent as 0x") {
		t.Fatalf("%s: %v\n%s", sentence, err, out)
	}
	_, hash, _ := strings.Cut(err.Error(), "it may have been sent as ")
	return hash[:66]
}

// orders are the account's Delta orders as the service has them.
func (t *trader) orders() (list []api.DeltaRecord) {
	t.Helper()
	list, err := api.AllDelta(t.Context(), apitest.On(t.m.service, api.LocalChainID),
		api.DeltaQuery{User: t.m.main}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

const stopsLow = "stop 0.1 weth usdc at 2600 least 2550"

// An order that was answered stands, whatever the service lists later: no other sale takes its
// nonce and ends it, though one of that nonce was lost before.
func TestASaleEndsNoStopThatWasAnswered(t *testing.T) {
	here(t)
	m := open(t)
	for _, node := range []bool{false, true} {
		on := &trader{t, m, newFront(t), t.TempDir(), node}
		before := len(on.orders())
		on.lost(submitting, stopsLow)
		on.done(stopsLow + " or 3500 least 3450")
		hidden := []telling{{listing, func(any) any { return []any{} }},
			{reading, answers(http.StatusNotFound)},
			{listingLater, func(any) any { return map[string]any{"data": []any{}} }}}
		if out, err := on.says(&liar{lies: hidden}, sellsMore, "--timeout", "10s"); err != nil &&
			!strings.Contains(err.Error(), "DeltaOrder") && !strings.Contains(err.Error(), "was") {
			t.Errorf("node %t: %v\n%s", node, err, out)
		}
		list := on.orders()
		if len(list) != before+3 {
			t.Fatalf("node %t: %d orders instead of 3", node, len(list)-before)
		}
		sale, pair := list[0], list[1:3]
		if pair[0].Order.Nonce != pair[1].Order.Nonce || sale.Order.Nonce == pair[0].Order.Nonce {
			t.Errorf("node %t: the pair has the nonces %s and %s, the sale %s", node,
				pair[0].Order.Nonce, pair[1].Order.Nonce, sale.Order.Nonce)
		}
		on.done("cancel " + pair[0].ID + " " + pair[1].ID)
	}
}

// After a lost order whose nonce was used up on chain, orders are signed with other nonces: whoever
// used it up by another order of the nonce, or by the lost one itself, which is named by its hash.
func TestAUsedNonceIsGivenToNoOrder(t *testing.T) {
	here(t)
	m := open(t)
	for _, node := range []bool{true, false} {
		for _, itself := range []bool{false, true} {
			on := &trader{t, m, newFront(t), t.TempDir(), node}
			name := on.lost(submitting, stopsLow)
			if out := on.done("auctions"); !strings.Contains(out, "NOT SHOWN "+name) {
				t.Fatalf("it is not listed by its hash:\n%s", out)
			}
			if !itself {
				on.done("stop 0.2 weth usdc at 2600 least 2550")
				name = on.orders()[0].ID
			}
			on.done("invalidate " + name)
			const next = "stop 0.3 weth usdc at 2600 least 2550"
			out, err := on.says(&liar{}, next)
			if itself && !node { // nobody knows: the first is refused, the next asked about
				if err == nil || !strings.Contains(err.Error(), "is used") {
					t.Errorf("a nonce of which nobody knows: %v\n%s", err, out)
				}
				out, err = on.says(&liar{}, next)
				if err == nil || !strings.Contains(err.Error(), `"twice"`) {
					t.Errorf("without a node a used nonce is known: %v\n%s", err, out)
				}
				out, err = on.says(&liar{}, next, "--word", "twice")
			}
			if err != nil {
				t.Errorf("node %t, itself %t: %v\n%s", node, itself, err, out)
			}
			if node {
				if out := on.done("auctions"); strings.Contains(out, "NOT SHOWN") {
					t.Errorf("itself %t: what is over is told as open:\n%s", itself, out)
				}
			}
			on.done("cancel " + on.orders()[0].ID)
		}
	}
}

// An order of the book that was lost and is cancelled on chain is over: the same sentence makes
// another one.
func TestACancelledOrderIsNotSignedAgain(t *testing.T) {
	here(t)
	m := open(t)
	for _, node := range []bool{true, false} {
		on := &trader{t, m, newFront(t), t.TempDir(), node}
		const sentence = "sell 0.1 weth at 3150 until 1h"
		hash := on.lost("POST /ft/orders/1337", sentence)
		on.done("cancel " + hash)
		var flags []string
		if !node { // that it is cancelled is the server's word
			flags = []string{"--word", "again"}
		}
		out := on.done(sentence+" ", append(flags, "--json")...)
		var told struct{ Hash common.Hash }
		if err := json.Unmarshal([]byte(out), &told); err != nil ||
			told.Hash == common.HexToHash(hash) {
			t.Errorf("node %t: the order is %s as before, %v\n%s", node, hash, err, out)
		}
	}
}

// The same is what was chosen alike: a stop that was lost, and found, makes neither a sale of as
// much nor another stop ask to be done again; the same stop does.
func TestTheSameIsWhatWasChosenAlike(t *testing.T) {
	here(t)
	m := open(t)
	on := &trader{t, m, newFront(t), t.TempDir(), true}
	out, err := on.says(&liar{lies: []telling{{submitting, answers(http.StatusBadGateway)}}},
		stopsLow)
	if err == nil || !strings.Contains(err.Error(), "it may have been sent as 0x") {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, sentence := range []string{"delta 0.1 weth usdc slippage 1%",
		"stop 0.1 weth usdc at 2600 least 2540", "stop 0.1 weth usdc at 2590 least 2550"} {
		if out := on.done(sentence); strings.Contains(out, "the same was") {
			t.Errorf("%s is taken for another:\n%s", sentence, out)
		}
	}
	if out, err := on.says(&liar{}, stopsLow); err == nil ||
		!strings.Contains(err.Error(), `"again"`) {
		t.Errorf("the same is not known: %v\n%s", err, out)
	}
}

// refuses answers to what was taken that it is not.
func refuses(kind api.ErrorType, why string) func(any) any {
	return func(any) any {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(api.Errorf(kind, "%s", why))
		})
	}
}

// What a service refuses by a lie is done all the same: a transaction is told as what it is, an
// order at once or, where the service hides it at first, before another one is signed.
func TestARefusalThatIsALieIsFound(t *testing.T) {
	here(t)
	m := open(t)
	poor := []telling{{"POST /x/1337/transactions", refuses(api.TransactionFails, "no funds")}}
	on := &trader{t, m, newFront(t), t.TempDir(), true}
	before := m.held(m.other, "USDC").Balance
	out, err := on.says(&liar{lies: poor}, "send 7 usdc dev1")
	if err != nil || !strings.Contains(out, "done in block") {
		t.Errorf("%v\n%s", err, out)
	}
	m.equal("what came", m.held(m.other, "USDC").Balance.Sub(before), m.units("7", "USDC"))

	moved := telling{submitting, refuses(api.OrderNotFillable, "the price has moved")}
	const same = "is there all the same"
	if out, err := on.says(&liar{lies: []telling{moved}}, sellsMore); err == nil ||
		!strings.Contains(err.Error(), same) {
		t.Errorf("an order that is listed: %v\n%s", err, out)
	}
	on.data = t.TempDir()
	hidden := []telling{moved, {listing, func(any) any { return []any{} }},
		{reading, answers(http.StatusNotFound)}}
	if out, err := on.says(&liar{lies: hidden}, sellsMore); err == nil ||
		!strings.Contains(err.Error(), "the price has moved") {
		t.Errorf("an order that is hidden: %v\n%s", err, out)
	}
	out, err = on.says(&liar{}, "delta 200 usdc weth slippage 1%")
	if err == nil || !strings.Contains(err.Error(), `"beside"`) {
		t.Errorf("another one is not asked about: %v\n%s", err, out)
	}
}
