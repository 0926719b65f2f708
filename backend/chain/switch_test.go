package chain_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
)

// A node that is replaced by one of another network under way is noticed with its first block:
// nothing is read anew from there, and the status says which network it is.
func TestChainIDChangesUnderWay(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	payAndMine(t, c, connect(t, c, c.Client()), 1, 1)
	other := openLocal(t, local.Config{RPCAddr: "127.0.0.1:0"})
	for other.Head().Number < c.Head().Number+3 {
		mine(t, other)
	}
	n, err := chain.New(t.Context(), client, chain.Config{ChainID: api.LocalChainID,
		Contracts: c.Deployment().Contracts, BlockTime: time.Second, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	b := &balances{net: n, token: tokenOf(t, c, "LINK")}
	w := chain.NewWatcher(n, chain.WatcherConfig{Now: time.Now,
		Rand: func() float64 { return 0 }}, b)
	if err := w.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	before, _ := b.counts()
	node := p.node
	p.node = other.RPCURL()
	p.set(each("eth_chainId", func(json.RawMessage) any { return "0x5" }))
	if err := w.Round(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "serves network 5") {
		t.Errorf("a chain of another network is followed: %v", err)
	}
	if st := w.Status(); st.Live || !strings.Contains(st.Problem, "serves network 5") {
		t.Errorf("the status is live %v, %q", st.Live, st.Problem)
	}
	if resyncs, rollbacks := b.counts(); resyncs != before || rollbacks != 0 {
		t.Errorf("%d resyncs and %d rollbacks, before %d", resyncs, rollbacks, before)
	}
	p.node = node
	p.heal()
	if err := w.Round(t.Context()); err != nil {
		t.Error(err)
	}
}

// A node that tells its heads and runs no call keeps the network from being live, with the reason,
// from the first round on and under way, and not any longer than that.
func TestNodeThatRunsNoCalls(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	var later atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	n, err := chain.New(t.Context(), client, chain.Config{ChainID: api.LocalChainID,
		Contracts: c.Deployment().Contracts, BlockTime: time.Second, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	w := chain.NewWatcher(n, chain.WatcherConfig{Now: now, Rand: func() float64 { return 0 }})
	broken := func(w http.ResponseWriter, _ *http.Request, request, answer []byte) {
		var q struct{ ID json.RawMessage }
		if bytes.Contains(request, []byte("eth_call")) && json.Unmarshal(request, &q) == nil {
			answer = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,`+
				`"message":"missing trie node"}}`, q.ID)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(answer)
	}
	round := func(live bool) {
		t.Helper()
		err := w.Round(t.Context())
		st := w.Status()
		if (err == nil) != live || st.Live != live ||
			!live && !strings.Contains(st.Problem, "run any call") {
			t.Fatalf("round %v, live %v, problem %q", err, st.Live, st.Problem)
		}
	}
	p.set(broken)
	round(false)
	p.heal()
	round(true)
	p.set(broken)
	round(true) // nobody has asked for a call since
	if _, err := n.Call(t.Context(), c.Head().Hash, chain.Call{To: user()}); err == nil {
		t.Fatal("a call was answered")
	}
	later.Store(int64(10 * time.Second))
	round(false)
	p.heal()
	round(true)
}
