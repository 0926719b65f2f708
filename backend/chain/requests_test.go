package chain_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// pacer is a node whose blocks come as often as a network's, by a clock of the test.
type pacer struct {
	every  time.Duration
	now    time.Time
	start  time.Time
	blocks []*types.Header
	calls  map[string]int
}

func newPacer(every time.Duration) *pacer {
	start := time.Unix(1_800_000_000, 0)
	return &pacer{every: every, start: start, now: start.Add(2 * every), calls: map[string]int{}}
}

// head is the newest block that has reached the node.
func (p *pacer) head() int { return int((p.now.Sub(p.start) - p.every/10) / p.every) }

func (p *pacer) block(number int) *types.Header {
	for len(p.blocks) <= number {
		n := len(p.blocks)
		h := &types.Header{Number: big.NewInt(int64(n)), BaseFee: big.NewInt(1e9),
			Difficulty: new(big.Int), GasLimit: 30_000_000,
			Time:  uint64(p.start.Add(time.Duration(n) * p.every).Unix()),
			Bloom: types.Bloom{1, 2, 3}} // of others
		if n > 0 {
			h.ParentHash = p.blocks[n-1].Hash()
		}
		p.blocks = append(p.blocks, h)
	}
	return p.blocks[number]
}

func (p *pacer) count(method string) { p.calls[method]++ }

// ChainId answers eth_chainId.
func (p *pacer) ChainId() hexutil.Uint64 { p.count("eth_chainId"); return 1 }

// GasPrice answers eth_gasPrice.
func (p *pacer) GasPrice() *hexutil.Big {
	p.count("eth_gasPrice")
	return (*hexutil.Big)(big.NewInt(2e9))
}

// Call answers eth_call.
func (p *pacer) Call(map[string]any, string) hexutil.Bytes { p.count("eth_call"); return nil }

// GetBlockByNumber answers eth_getBlockByNumber.
func (p *pacer) GetBlockByNumber(which rpc.BlockNumber, _ bool) (map[string]any, error) {
	p.count("eth_getBlockByNumber")
	if which == rpc.LatestBlockNumber {
		which = rpc.BlockNumber(p.head())
	}
	h := p.block(int(which))
	text, err := json.Marshal(h)
	out := map[string]any{}
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	return out, err
}

// GetLogs answers eth_getLogs.
func (p *pacer) GetLogs(filter map[string]any) []types.Log {
	p.count("eth_getLogs")
	if filter["address"] == nil && filter["topics"] == nil {
		p.count("without a filter")
	}
	return []types.Log{}
}

// Nothing of what is followed happens: what a node of others is asked then in a day stays below
// what free plans give, with blocks that come slowly and quickly, with notifications of new blocks
// and without.
func TestRequestsAtRest(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		every    time.Duration
		notified bool
		most     int // requests a day
	}{
		{"12 s", 12 * time.Second, false, 22_000},
		{"12 s, notified", 12 * time.Second, true, 16_000},
		{"0.25 s", 250 * time.Millisecond, false, 260_500},
		{"0.25 s, notified", 250 * time.Millisecond, true, 174_000},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newPacer(tc.every)
			var later atomic.Int64
			server := rpc.NewServer()
			if err := server.RegisterName("eth", p); err != nil {
				t.Fatal(err)
			}
			client := rpc.DialInProc(server)
			t.Cleanup(client.Close)
			now := func() time.Time { return p.start.Add(2*tc.every + time.Duration(later.Load())) }
			n, err := chain.New(t.Context(), client,
				chain.Config{ChainID: 1, BlockTime: tc.every, Now: now})
			if err != nil {
				t.Fatal(err)
			}
			b := &resting{balances{net: n, token: common.Address{7}}}
			w := chain.NewWatcher(n, chain.WatcherConfig{Now: now,
				Rand: rand.New(rand.NewPCG(1, 2)).Float64}, b)
			const lasts = 10 * time.Minute
			heard := 0
			for end := p.now.Add(lasts); p.now.Before(end); {
				for ; tc.notified && heard <= p.head(); heard++ {
					header, err := json.Marshal(p.block(heard))
					if err != nil {
						t.Fatal(err)
					}
					w.Hear(header)
				}
				if err := w.Round(t.Context()); err != nil {
					t.Fatal(err)
				}
				wait := w.Interval()
				if tc.notified { // woken by the next block, and the pause is kept
					wait = max(min(wait, tc.every), min(time.Second, 4*tc.every))
				}
				later.Add(int64(wait))
				p.now = now()
			}
			if head := w.Status().Head.Number; head+10 < uint64(p.head()) {
				t.Errorf("followed to block %d of %d", head, p.head())
			}
			sum := 0
			for _, method := range slices.Sorted(maps.Keys(p.calls)) {
				sum += p.calls[method]
				t.Logf("%-22s %.2f a block", method, float64(p.calls[method])/float64(p.head()))
			}
			day := int(float64(sum) * float64(24*time.Hour) / float64(lasts))
			t.Logf("%d requests a day", day)
			if day > tc.most {
				t.Errorf("%d requests a day, want at most %d: %v", day, tc.most, p.calls)
			}
			if p.calls["without a filter"] > 0 {
				t.Error("all logs were asked for")
			}
		})
	}
}

// resting is a follower that reads nothing of the node.
type resting struct{ balances }

func (r *resting) Resync(_ context.Context, at chain.Header) error {
	r.recent = []api.BlockRef{at.BlockRef}
	r.undo = make(map[common.Hash]map[common.Address]api.Amount)
	return nil
}

// refusingSome answers requests of a kind as a node does that does not take them, and counts them.
func refusingSome(code int, words string, refused *atomic.Int64,
	refuses func(method string, params string) bool) fault {
	return func(w http.ResponseWriter, r *http.Request, request, answer []byte) {
		batch := request[0] == '['
		if !batch {
			request, answer = fmt.Appendf(nil, "[%s]", request), fmt.Appendf(nil, "[%s]", answer)
		}
		var asked []struct {
			Method string
			Params json.RawMessage
		}
		var said []map[string]any
		if json.Unmarshal(request, &asked) != nil || json.Unmarshal(answer, &said) != nil {
			panic("the proxy does not understand its node")
		}
		for i, q := range asked {
			if refuses(q.Method, string(q.Params)) {
				refused.Add(1)
				delete(said[i], "result")
				said[i]["error"] = map[string]any{"code": code, "message": words}
			}
		}
		var out any = said
		if !batch {
			out = said[0]
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(out)
	}
}

// A node that takes no hash of a block in a request is asked by numbers, learns of it once, and
// never answers for a block that has left the chain.
func TestNodeWithoutBlockHashes(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	var refused atomic.Int64
	p.set(refusingSome(-32602, "invalid argument 1: hex string without 0x prefix", &refused,
		func(_, params string) bool { return strings.Contains(params, `"blockHash"`) }))
	n := connectAs(t, c, client, chain.Config{})
	honest := connect(t, c, c.Client())
	b := &balances{net: n, token: tokenOf(t, c, "LINK")}
	w := follow(t, n, b)
	base := payAndMine(t, c, honest, 2, 0)
	if err := w.Wait(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	head := payAndMine(t, c, honest, 3, 1)
	if err := w.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	mustMatch(t, honest, b, head)
	before := refused.Load()
	for range 5 {
		want, err := honest.Balance(t.Context(), base.Hash, user())
		got, err2 := n.Balance(t.Context(), base.Hash, user())
		if err != nil || err2 != nil || got != want {
			t.Fatalf("a balance of before is %s, want %s: %v, %v", got, want, err, err2)
		}
	}
	if now := refused.Load(); now != before || now > 4 {
		t.Errorf("hashes were refused %d times, of which %d after that was learned", now,
			now-before)
	}
	if err := errors.Join(c.Fork(t.Context(), base.Hash), c.DropPending()); err != nil {
		t.Fatal(err)
	}
	last := payAndMine(t, c, honest, 4, 2)
	a, err := n.Balance(t.Context(), head.Hash, user())
	if api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("the balance of a block that is gone is %s, %v", a, err)
	}
	if err := w.Wait(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	mustMatch(t, honest, b, last)
}

// A node that searches few blocks at a time is asked for few, and not for more again.
func TestSearchesOfFewBlocks(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	n := connectAs(t, c, client, chain.Config{})
	honest := connect(t, c, c.Client())
	payAndMine(t, c, honest, 20, 0)
	var refused atomic.Int64
	most := func(blocks uint64) func(string, string) bool {
		return func(method, params string) bool {
			var q []struct{ FromBlock, ToBlock hexutil.Uint64 }
			return method == "eth_getLogs" && json.Unmarshal([]byte(params), &q) == nil &&
				uint64(q[0].ToBlock-q[0].FromBlock) >= blocks
		}
	}
	p.set(refusingSome(-32005, "query exceeds max block range 5", &refused, most(5)))
	for range 2 {
		logs, err := n.LogsBetween(t.Context(), 0, c.Head().Number, tokenOf(t, c, "LINK"))
		want, err2 := honest.LogsBetween(t.Context(), 0, c.Head().Number, tokenOf(t, c, "LINK"))
		if err != nil || err2 != nil || len(want) < 20 || !reflect.DeepEqual(logs, want) {
			t.Fatalf("%d logs, want %d: %v, %v", len(logs), len(want), err, err2)
		}
	}
	if got := refused.Load(); got == 0 || got > 5 {
		t.Errorf("searches were refused %d times", got)
	}
	// what is refused whatever is asked is the node's failure
	p.set(refusingSome(-32000, "too many results", &refused, most(0)))
	if _, err := n.LogsBetween(t.Context(), 0, c.Head().Number,
		tokenOf(t, c, "LINK")); api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("a search that is refused whatever it is of: %v", err)
	}
}
