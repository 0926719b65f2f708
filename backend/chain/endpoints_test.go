package chain_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// pass hands on what the node says.
func pass(w http.ResponseWriter, _ *http.Request, _, answer []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(answer)
}

// twoNodes is a network with two ways to one chain.
type twoNodes struct {
	chain  *local.Chain
	honest *chain.Network
	nodes  [2]*proxy
	net    *chain.Network
	later  atomic.Int64 // moves the network's clock on
}

func newTwoNodes(t *testing.T, timeout time.Duration) *twoNodes {
	c := openLocal(t, local.Config{RPCAddr: "127.0.0.1:0"})
	two := &twoNodes{chain: c, honest: connect(t, c, c.Client())}
	two.nodes = [2]*proxy{newProxy(t, c.RPCURL()), newProxy(t, c.RPCURL())}
	var err error
	two.net, err = chain.Connect(t.Context(),
		chain.Nodes{Read: []string{two.nodes[0].url + "/secret", two.nodes[1].url}},
		chain.Config{ChainID: api.LocalChainID, Contracts: c.Deployment().Contracts,
			BlockTime: time.Second, Timeout: timeout,
			Now: func() time.Time { return time.Now().Add(time.Duration(two.later.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(two.net.Close)
	return two
}

// current returns which node answers.
func (two *twoNodes) current(t *testing.T) int {
	t.Helper()
	for i, e := range two.net.Endpoints() {
		if strings.Contains(e.Name, "secret") {
			t.Errorf("an address is told: %s", e.Name)
		}
		if e.Current {
			return i
		}
	}
	t.Fatal("no node is in use")
	return 0
}

// Whatever one of two nodes does, the chain is followed through the other without a wrong state;
// once the first is well again, it answers again.
func TestOtherNodeTakesOver(t *testing.T) {
	t.Parallel()
	for name, f := range faults() {
		if f == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			patience := time.Minute
			if name == "does not answer" || name == "drips" {
				patience = 2 * time.Second
			}
			two := newTwoNodes(t, patience)
			b := &balances{net: two.net, token: tokenOf(t, two.chain, "LINK")}
			w := follow(t, two.net, b)
			before := payAndMine(t, two.chain, two.honest, 2, 0)
			if err := w.Wait(t.Context(), before); err != nil {
				t.Fatal(err)
			}
			if at := two.current(t); at != 0 {
				t.Fatalf("node %d answers", at)
			}
			two.later.Add(int64(5 * time.Minute)) // nodes are asked for their chain id now and then
			two.nodes[0].set(f)
			head := payAndMine(t, two.chain, two.honest, 2, 1)
			if err := w.Wait(t.Context(), head); err != nil {
				t.Fatal(err)
			}
			mustMatch(t, two.honest, b, head)
			if at := two.current(t); at != 1 {
				t.Errorf("node %d answers", at)
			}
			if resyncs, rollbacks := b.counts(); resyncs != 1 || rollbacks != 0 {
				t.Errorf("%d resyncs and %d rollbacks", resyncs, rollbacks)
			}
			two.nodes[0].heal()
			two.later.Add(int64(10 * time.Minute))
			soon(t, "the first node", func() bool { return two.current(t) == 0 })
			last := payAndMine(t, two.chain, two.honest, 1, 2)
			if err := w.Wait(t.Context(), last); err != nil {
				t.Fatal(err)
			}
			mustMatch(t, two.honest, b, last)
		})
	}
}

// A node whose head stands still or lags is left for one that goes on.
func TestLaggingNode(t *testing.T) {
	t.Parallel()
	two := newTwoNodes(t, time.Minute)
	b := &balances{net: two.net, token: tokenOf(t, two.chain, "LINK")}
	w := follow(t, two.net, b)
	before := payAndMine(t, two.chain, two.honest, 2, 0)
	if err := w.Wait(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	two.nodes[0].set(each("eth_getBlockByNumber", stuckAt(t, two.chain, before.Number)))
	head := payAndMine(t, two.chain, two.honest, 20, 1)
	if err := w.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	mustMatch(t, two.honest, b, head)
	if at := two.current(t); at != 1 {
		t.Errorf("node %d answers", at)
	}
	if _, rollbacks := b.counts(); rollbacks != 0 {
		t.Error("blocks were undone")
	}
}

// A node that asks to be left alone is, for as long as it says.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{RPCAddr: "127.0.0.1:0"})
	p := newProxy(t, c.RPCURL())
	var later atomic.Int64
	n, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{p.url}}, chain.Config{
		ChainID: api.LocalChainID,
		Now:     func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	var asked atomic.Int64
	p.set(func(w http.ResponseWriter, _ *http.Request, _, _ []byte) {
		asked.Add(1)
		w.Header().Set("Retry-After", "40")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	for range 10 {
		_, err = n.Head(t.Context())
	}
	e := api.AsError(err)
	if asked.Load() != 1 || e.Type != api.ChainUnavailable || e.RetryAfter < 30*time.Second {
		t.Errorf("asked %d times; %v, again after %s", asked.Load(), err, e.RetryAfter)
	}
	p.heal()
	later.Store(int64(41 * time.Second))
	if _, err := n.Head(t.Context()); err != nil {
		t.Error(err)
	}
}

// most answers messages of more requests than a node takes as nodes do.
func most(limit int, refuse func(w http.ResponseWriter, ids []json.RawMessage),
	worst *atomic.Int64) fault {
	return func(w http.ResponseWriter, r *http.Request, request, answer []byte) {
		var asked []struct{ ID json.RawMessage }
		if json.Unmarshal(request, &asked) != nil { // a single request
			pass(w, r, request, answer)
			return
		}
		worst.Store(max(worst.Load(), int64(len(asked))))
		if len(asked) <= limit {
			pass(w, r, request, answer)
			return
		}
		var ids []json.RawMessage
		for _, a := range asked {
			ids = append(ids, a.ID)
		}
		refuse(w, ids)
	}
}

// Nodes that take few requests in a message, or only one, serve all the same, and are not sent too
// many again.
func TestSmallBatches(t *testing.T) {
	t.Parallel()
	object := func(w http.ResponseWriter, _ []json.RawMessage) {
		io.WriteString(w, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`+
			`"message":"Invalid request"}}`)
	}
	each := func(w http.ResponseWriter, ids []json.RawMessage) {
		var out []string
		for _, id := range ids {
			out = append(out, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32014,`+
				`"message":"maximum 10 calls in 1 batch"}}`, id))
		}
		fmt.Fprintf(w, "[%s]", strings.Join(out, ","))
	}
	for name, tc := range map[string]struct {
		limit  int
		refuse func(http.ResponseWriter, []json.RawMessage)
	}{
		"none":           {0, object},
		"two, by object": {2, object},
		"ten, by each":   {10, each},
		"ten, by status": {10, func(w http.ResponseWriter, _ []json.RawMessage) {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		}},
		"two, in words": {2, func(w http.ResponseWriter, _ []json.RawMessage) {
			w.WriteHeader(http.StatusInternalServerError)
			io.WriteString(w, "too many RPC calls in batch request")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openLocal(t, local.Config{RPCAddr: "127.0.0.1:0"})
			p := newProxy(t, c.RPCURL())
			var worst atomic.Int64
			p.set(most(tc.limit, tc.refuse, &worst))
			n, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{p.url}},
				chain.Config{ChainID: api.LocalChainID, Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			defer n.Close()
			// one with a sender is made on its own
			calls := make([]chain.Call, 60)
			for i := range calls {
				calls[i] = chain.Call{From: user(), To: tokenOf(t, c, "LINK"),
					Data: contracts.NewStandardToken().PackDecimals()}
			}
			for round := range 2 {
				worst.Store(0)
				results, err := n.BatchCall(t.Context(), common.Hash{}, calls)
				if err != nil {
					t.Fatal(err)
				}
				for i, r := range results {
					if !r.OK || len(r.Data) != 32 {
						t.Fatalf("call %d answers %+v", i, r)
					}
				}
				if got := worst.Load(); round == 1 && got > int64(max(tc.limit, 1)) {
					t.Errorf("a message of %d requests was sent to a node that takes %d", got,
						tc.limit)
				}
			}
		})
	}
}

// Transactions go to every node, and the highest nonce counts; where a node is named for them, they
// go there alone.
func TestTransactionsGoToAll(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{RPCAddr: "127.0.0.1:0"})
	var sent [3]atomic.Int64
	var nodes [3]*proxy
	for i := range nodes {
		nodes[i] = newProxy(t, c.RPCURL())
		nodes[i].set(func(w http.ResponseWriter, r *http.Request, request, answer []byte) {
			if bytes.Contains(request, []byte("eth_sendRawTransaction")) {
				sent[i].Add(1)
			}
			if i == 0 && bytes.Contains(request, []byte("eth_getTransactionCount")) {
				answer = []byte(strings.ReplaceAll(string(answer), `"0x1"`, `"0x0"`))
			}
			pass(w, r, request, answer)
		})
	}
	cfg := chain.Config{ChainID: api.LocalChainID, Now: time.Now}
	all, err := chain.Connect(t.Context(),
		chain.Nodes{Read: []string{nodes[0].url, nodes[1].url}}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	if _, err := all.SendRaw(t.Context(), rawTransfer(t, 0)); err != nil {
		t.Fatal(err)
	}
	if a, b := sent[0].Load(), sent[1].Load(); a != 1 || b != 1 {
		t.Errorf("sent %d and %d times", a, b)
	}
	mine(t, c)
	from := crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey)
	if nonce, err := all.Nonce(t.Context(), from); err != nil || nonce != 1 {
		t.Errorf("nonce %d, %v", nonce, err)
	}
	private, err := chain.Connect(t.Context(),
		chain.Nodes{Read: []string{nodes[0].url, nodes[1].url}, Send: nodes[2].url}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer private.Close()
	if _, err := private.SendRaw(t.Context(), rawTransfer(t, 1)); err != nil {
		t.Fatal(err)
	}
	if a, b, only := sent[0].Load(), sent[1].Load(), sent[2].Load(); a != 1 || b != 1 || only != 1 {
		t.Errorf("sent %d, %d and to the named node %d times", a, b, only)
	}
}

// Addresses that can't be reached are told without what may be a key in them.
func TestConnectAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "nonsense", "ftp://host/secret", "https:///secret",
		"http://[::secret"} {
		_, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{address}},
			chain.Config{ChainID: 5, Now: time.Now})
		if err == nil || strings.Contains(err.Error(), "secret") ||
			!strings.Contains(err.Error(), "network 5") {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, err := chain.Connect(t.Context(), chain.Nodes{}, chain.Config{ChainID: 5}); err == nil {
		t.Error("a network without a node was connected to")
	}
}

// Followers take in only blocks on which the wanted number of others stand.
func TestConfirmations(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connectAs(t, c, c.Client(), chain.Config{Trusted: true, Confirmations: 2})
	b := &balances{net: n, token: tokenOf(t, c, "LINK")}
	w := follow(t, n, b)
	first := payAndMine(t, c, n, 1, 0)
	mine(t, c)
	soon(t, "the block below the first", func() bool {
		return w.Status().Head.Number == first.Number-1
	})
	mine(t, c)
	if err := w.Wait(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	mustMatch(t, n, b, first)
}

// A network whose first block has a hash of another making is followed by the links of its blocks;
// one whose hashes were right is not believed a wrong one.
func TestForeignHeaders(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{RPCAddr: "127.0.0.1:0"})
	p := newProxy(t, c.RPCURL())
	reach := func() *chain.Network {
		t.Helper()
		n, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{p.url}},
			chain.Config{ChainID: api.LocalChainID, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(n.Close)
		return n
	}
	other := common.Hash{1, 2, 3}
	foreign := each("eth_getBlockByNumber", with("hash", other))
	p.set(foreign)
	if h, err := reach().Head(t.Context()); err != nil || h.Hash != other {
		t.Errorf("a foreign block: %+v, %v", h, err)
	}
	p.heal()
	n := reach()
	if _, err := n.Head(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.set(foreign)
	if h, err := n.Head(t.Context()); api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("a false hash was believed: %+v, %v", h, err)
	}
}
