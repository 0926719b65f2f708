package orders

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/store"
)

// liar serves the world's chain as a node elsewhere, and answers some requests with what lie makes
// of the honest answer, or refuses them where it makes nothing.
type liar struct {
	node http.Handler
	url  string
	mu   sync.Mutex
	lie  func(method, params string, answer json.RawMessage) any
}

func newLiar(w *world) *liar {
	node, err := w.chain.RPC()
	if err != nil {
		w.t.Fatal(err)
	}
	l := &liar{node: node}
	server := httptest.NewServer(l)
	w.t.Cleanup(server.Close)
	l.url = server.URL
	return l
}

func (l *liar) set(lie func(method, params string, answer json.RawMessage) any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lie = lie
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(request))
	honest := httptest.NewRecorder()
	l.node.ServeHTTP(honest, r)
	answer := honest.Body.Bytes()
	batch := request[0] == '['
	if !batch {
		request = append(append([]byte{'['}, request...), ']')
		answer = append(append([]byte{'['}, answer...), ']')
	}
	var asked []struct {
		Method string
		Params json.RawMessage
	}
	var said []map[string]any
	if json.Unmarshal(request, &asked) != nil || json.Unmarshal(answer, &said) != nil {
		panic("the liar does not understand its node")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, q := range asked {
		if l.lie == nil || said[i]["error"] != nil {
			continue
		}
		result, err := json.Marshal(said[i]["result"])
		if err != nil {
			panic(err)
		}
		if said[i]["result"] = l.lie(q.Method, string(q.Params), result); said[i]["result"] == nil {
			delete(said[i], "result")
			said[i]["error"] = map[string]any{"code": -32602,
				"message": "too many arguments, want at most 2"}
		}
	}
	w.Header().Set("Content-Type", "application/json")
	if batch {
		json.NewEncoder(w).Encode(said)
	} else {
		json.NewEncoder(w).Encode(said[0])
	}
}

// follower is a service of its own that follows the world's chain through nodes elsewhere, round by
// round.
type follower struct {
	w       *world
	orders  *Service
	watcher *chain.Watcher
}

func follow(w *world, nodes ...*liar) *follower {
	w.t.Helper()
	var urls []string
	for _, n := range nodes {
		urls = append(urls, n.url)
	}
	now := func() time.Time { return time.Unix(w.clock.Load(), 0) }
	net, err := chain.Connect(w.t.Context(), chain.Nodes{Read: urls},
		chain.Config{ChainID: api.LocalChainID, Contracts: w.net.Contracts(),
			BlockTime: time.Second, Now: now})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(net.Close)
	db, err := store.Open(filepath.Join(w.t.TempDir(), "store.db"), store.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { db.Close() })
	s, err := Open(w.t.Context(), Config{Store: db, Network: net, Bus: &api.Bus{},
		Listed: w.isListed, Now: now})
	if err != nil {
		w.t.Fatal(err)
	}
	f := &follower{w, s, chain.NewWatcher(net, chain.WatcherConfig{Now: now,
		Rand: func() float64 { return 0 }}, s)}
	f.mustRound()
	return f
}

func (f *follower) mustRound() {
	f.w.t.Helper()
	if err := f.watcher.Round(f.w.t.Context()); err != nil {
		f.w.t.Fatal(err)
	}
}

func (f *follower) want(hash common.Hash, state api.OrderState, denied int) {
	f.w.t.Helper()
	r, err := f.orders.Order(f.w.t.Context(), hash, false)
	if err != nil || r.State != state || f.orders.Denied() != denied {
		f.w.t.Fatalf("the order is %s after %d denials, want %s and %d (%v)", r.State,
			f.orders.Denied(), state, denied, err)
	}
}

// invent adds an event of the order contract to the logs of the newest block.
func invent(w *world, topic, order common.Hash, maker common.Address, data []byte) func(method,
	params string, answer json.RawMessage) any {
	return func(method, _ string, answer json.RawMessage) any {
		var logs []types.Log
		if method != "eth_getLogs" || json.Unmarshal(answer, &logs) != nil {
			return answer
		}
		head := w.chain.Head()
		topics := []common.Hash{topic, order, common.BytesToHash(maker[:])}
		if len(data) > 0 {
			topics = append(topics, common.BytesToHash(maker[:]))
		}
		return append(logs, types.Log{Address: w.rfq, Topics: topics, Data: data,
			BlockNumber: head.Number, BlockHash: head.Hash, BlockTimestamp: head.Time,
			TxHash: common.Hash{1}, Index: 1000})
	}
}

// foreign makes headers as those of a network whose hashes and blooms can't be checked.
func foreign(method string, answer json.RawMessage) (any, bool) {
	var block map[string]any
	if !strings.HasPrefix(method, "eth_getBlockBy") || json.Unmarshal(answer, &block) != nil {
		return nil, false
	}
	block["extraData"] = "0x0123"
	return block, true
}

// A log that a node invents, of a block that is what its hash says, changes nothing: not while the
// node lies, and not after.
func TestInventedLogs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	node := newLiar(w)
	f := follow(w, node)
	request := w.sell(0, 2, 3000)
	order, _, err := f.orders.CreateOrder(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	maker := request.Order.Maker
	node.set(invent(w, topicCancelled, order.Hash, maker, nil))
	w.do(trader(1), w.tokens["WETH"], transferData(maker, units(1, 18))) // a bloom to ask about
	if err := f.watcher.Round(t.Context()); api.TypeOf(err) != api.ChainUnavailable {
		t.Fatalf("a log that its block's bloom does not speak of is believed: %v", err)
	}
	f.want(order.Hash, api.Pending, 0)
	node.set(nil)
	f.mustRound()
	f.want(order.Hash, api.Pending, 0)
}

// Where no bloom proves a log, the order contract's own answer counts: a cancellation of what it
// holds open, and a fill of more than is gone, are left out and counted, and the rest of the block
// is taken in.
func TestContractDeniesLogs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	node := newLiar(w)
	honest := func(method, _ string, answer json.RawMessage) any {
		if block, ok := foreign(method, answer); ok {
			return block
		}
		return answer
	}
	node.set(honest)
	f := follow(w, node)
	request := w.sell(0, 2, 3000)
	order, _, err := f.orders.CreateOrder(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	maker := request.Order.Maker
	words := make([]byte, 4*32)
	amount := units(1, 18).Bytes32()
	copy(words[32:], amount[:])
	for i, lie := range []func(string, string, json.RawMessage) any{
		invent(w, topicCancelled, order.Hash, maker, nil),
		invent(w, topicFilled, order.Hash, maker, words),
	} {
		node.set(func(method, params string, answer json.RawMessage) any {
			return lie(method, params, encoded(honest(method, params, answer)))
		})
		w.do(trader(1), w.tokens["WETH"], transferData(maker, units(1, 18)))
		f.mustRound()
		f.want(order.Hash, api.Pending, i+1)
		if f.orders.recent[0].Hash != w.chain.Head().Hash {
			t.Fatal("the block was not taken in")
		}
	}
	if fills, err := f.orders.Fills(t.Context(), api.FillQuery{ChainID: api.LocalChainID,
		Limit: 10}); err != nil || len(fills) != 0 {
		t.Errorf("a fill that never was is told: %v, %v", fills, err)
	}
	node.set(honest)
	w.do(trader(0), w.rfq, contracts.NewAugustusRFQ().PackCancelOrder(order.Hash))
	f.mustRound()
	f.want(order.Hash, api.Cancelled, 2)
}

func encoded(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// closing answers that the order contract holds an order closed, which is no log.
func closing(order common.Hash) func(method, params string, answer json.RawMessage) any {
	asked := hexutil.Encode(selRemaining[:])[2:]
	return func(method, params string, answer json.RawMessage) any {
		switch {
		case method == "eth_call" && strings.Contains(params, `"code"`):
			return nil // so that calls are made one by one
		case method == "eth_call" && strings.Contains(params, asked) &&
			strings.Contains(params, order.Hex()[2:]):
			one := closed.Bytes32()
			return hexutil.Encode(one[:])
		}
		return answer
	}
}

// An end that a node made up is undone once the contract denies it, named and counted. Where
// another node contradicts it, it does not come about.
func TestDeniedEndsAreUndone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	one, two := newLiar(w), newLiar(w)
	alone, both := follow(w, one), follow(w, one, two)
	request := w.sell(0, 2, 3000)
	order, _, err := alone.orders.CreateOrder(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := both.orders.CreateOrder(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	one.set(closing(order.Hash))
	if err := alone.orders.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	alone.want(order.Hash, api.Cancelled, 0)
	if err := both.orders.Sweep(t.Context()); api.TypeOf(err) != api.ChainUnavailable ||
		!strings.Contains(err.Error(), "contradict") {
		t.Fatalf("one of two nodes ends an order: %v", err)
	}
	both.want(order.Hash, api.Pending, 1)
	one.set(nil)
	if err := alone.orders.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	alone.want(order.Hash, api.Pending, 1)

	// what is so counts at all of them, and is not looked at as a lie
	w.do(trader(0), w.rfq, contracts.NewAugustusRFQ().PackCancelOrder(order.Hash))
	for _, f := range []*follower{alone, both} {
		f.mustRound()
		f.want(order.Hash, api.Cancelled, 1)
		if err := f.orders.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.want(order.Hash, api.Cancelled, 1)
	}
}
