package pools

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/ethclient/simulated"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
	"bourse/backend/tokens"
	"bourse/store"
)

// tableCode answers a call with up to eight words of the contract's storage, from where the hash of
// its calldata points to, and with a single zero where there is none.
var tableCode = func() []byte {
	code := common.FromHex("365f5f37" + "365f20" + "8054" + "8015" + "61ffff57" + "5f52")
	for i := byte(1); i < 8; i++ {
		code = append(code, 0x80, 0x60, i, 0x01, 0x54, 0x60, 32*i, 0x52)
	}
	code = append(code, common.FromHex("6101005ff3")...)
	code[12], code[13] = byte(len(code)>>8), byte(len(code)) // where the jump goes
	return append(code, common.FromHex("5b5f5f5260205ff3")...)
}()

// mainnet is a chain of many pools, by the answers that their contracts give.
type mainnet struct {
	*testing.T
	alloc  types.GenesisAlloc
	tokens []api.Token
	base   []common.Address
	pools  int
	ex     []Exchange
}

func (m *mainnet) answer(at common.Address, call []byte, words ...*big.Int) {
	account, ok := m.alloc[at]
	if !ok {
		account = types.Account{Code: tableCode, Balance: new(big.Int),
			Storage: make(map[common.Hash]common.Hash)}
		m.alloc[at] = account
	}
	first := new(big.Int).SetBytes(crypto.Keccak256(call))
	for i, w := range words {
		if w.Sign() < 0 {
			w = new(big.Int).Add(w, new(big.Int).Lsh(big.NewInt(1), 256))
		}
		account.Storage[common.BigToHash(new(big.Int).Add(first, big.NewInt(int64(i))))] =
			common.BigToHash(w)
	}
}

func (m *mainnet) address(kind byte) common.Address {
	m.pools++
	return common.BytesToAddress(crypto.Keccak256([]byte{kind, byte(m.pools >> 16),
		byte(m.pools >> 8), byte(m.pools)}))
}

func (m *mainnet) product(e Exchange, a, b common.Address) {
	at := m.address(2)
	for _, call := range [][]byte{factory2ABI.PackGetPair(a, b), factory2ABI.PackGetPair(b, a)} {
		m.answer(e.Factory, call, at.Big())
	}
	reserve := new(big.Int).Mul(big.NewInt(1e18), big.NewInt(int64(1_000_000+m.pools)))
	m.answer(at, pairABI.PackGetReserves(), reserve, big.NewInt(2e18), big.NewInt(1))
}

// concentrated makes a pool with four ticks.
func (m *mainnet) concentrated(e Exchange, a, b common.Address) {
	at, fee := m.address(3), big.NewInt(3000)
	for _, call := range [][]byte{factory3ABI.PackGetPool(a, b, fee),
		factory3ABI.PackGetPool(b, a, fee)} {
		m.answer(e.Factory, call, at.Big())
	}
	inner, outer := big.NewInt(3e18), big.NewInt(1e18)
	for tick, net := range map[int64]*big.Int{-60_000: outer, -600: inner,
		600: new(big.Int).Neg(inner), 60_000: new(big.Int).Neg(outer)} {
		m.answer(at, pool3ABI.PackTicks(big.NewInt(tick)), new(big.Int).Abs(net), net)
	}
	for _, tick := range []int{-1000, -10, 10, 1000} {
		bits := new(big.Int)
		for _, other := range []int{-1000, -10, 10, 1000} {
			if other>>8 == tick>>8 {
				bits.SetBit(bits, other&255, 1)
			}
		}
		m.answer(at, pool3ABI.PackTickBitmap(int16(tick>>8)), bits)
	}
	one := big.NewInt(1)
	m.answer(at, pool3ABI.PackSlot0(), new(big.Int).Lsh(one, 96), new(big.Int), new(big.Int), one,
		one, new(big.Int), one)
	m.answer(at, pool3ABI.PackLiquidity(), new(big.Int).Add(inner, outer))
	m.answer(at, pool3ABI.PackTickSpacing(), big.NewInt(60))
}

// newMainnet makes ten pools for each of some tokens, two of them concentrated.
func newMainnet(t *testing.T, tokens int) *mainnet {
	m := &mainnet{T: t, alloc: types.GenesisAlloc{}}
	m.ex = []Exchange{
		{Name: api.UniswapV2, Kind: pool.KindProduct, Factory: common.Address{1},
			Fees: []uint32{3000}},
		{Name: api.UniswapV2Fork, Kind: pool.KindProduct, Factory: common.Address{2},
			Fees: []uint32{3000}},
		{Name: api.UniswapV3, Kind: pool.KindConcentrated, Factory: common.Address{3},
			Fees: []uint32{3000}},
	}
	for i := range tokens + 4 {
		address := common.BytesToAddress(crypto.Keccak256([]byte{9, byte(i >> 8), byte(i)}))
		m.tokens = append(m.tokens, api.Token{ChainID: 1337, Address: address, Decimals: 18,
			Symbol: fmt.Sprint("T", i), Kind: api.ERC20})
		if i < 4 {
			m.base = append(m.base, address)
			continue
		}
		for k, base := range m.base {
			a, b := address, base
			if a.Cmp(b) > 0 {
				a, b = b, a
			}
			m.product(m.ex[0], a, b)
			m.product(m.ex[1], a, b)
			if k < 2 {
				m.concentrated(m.ex[2], a, b)
			}
		}
	}
	return m
}

// start runs the chain and connects to it.
func (m *mainnet) start() (*chain.Network, *simulated.Backend) {
	path := filepath.Join(m.TempDir(), "n.ipc")
	b := simulated.NewBackend(m.alloc, func(n *node.Config, _ *ethconfig.Config) {
		n.IPCPath = path
	})
	m.Cleanup(func() { b.Close() })
	client, err := rpc.DialContext(m.Context(), path)
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(client.Close)
	n, err := chain.New(m.Context(), client, chain.Config{ChainID: 1337, Now: time.Now,
		BlockTime: 12 * time.Second})
	if err != nil {
		m.Fatal(err)
	}
	b.Commit()
	return n, b
}

// heap is how much memory is in use.
func heap() uint64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// logsOf makes swaps on pools, each in a log, and on every tenth concentrated one a burn.
func logsOf(list []*State, h chain.Header) (logs []types.Log) {
	for i, p := range list {
		l := types.Log{Address: p.Address, BlockNumber: h.Number, BlockHash: h.Hash,
			Index: uint(i)}
		switch {
		case p.Kind == pool.KindProduct:
			l.Topics = []common.Hash{synced}
			l.Data = slices.Concat(word32(5e18), word32(7e18))
		case i%10 == 0:
			l.Topics = []common.Hash{burned, {}, common.BigToHash(big.NewInt(600)),
				common.BigToHash(big.NewInt(60_000))}
			l.Data = slices.Concat(word32(0), word32(0), word32(0))
		default:
			l.Topics = []common.Hash{pool3Swapped, {}, {}}
			sqrt := pool.SqrtRatioAtTick(120)
			price, tick := sqrt.Bytes32(), word32(120)
			l.Data = slices.Concat(word32(0), word32(0), price[:], word32(4e18), tick)
		}
		logs = append(logs, l)
	}
	return logs
}

func word32(v uint64) []byte { b := uint256.NewInt(v).Bytes32(); return b[:] }

// A start on a network of many pools: what somebody asks for is priced before all is found, memory
// stays small, a block of many swaps is taken in at once, and the next start goes on from what was
// kept. With BOURSE_TEST_LONG there are 20,000 pools and limits of time and memory.
func TestManyPools(t *testing.T) {
	count, touched, long := 30, 60, os.Getenv("BOURSE_TEST_LONG") != ""
	if long {
		count, touched = 2000, 300
	}
	m := newMainnet(t, count)
	net, node := m.start()
	db, err := store.Open(filepath.Join(t.TempDir(), "store.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list := tokens.New(net, m.tokens, nil, nil)
	cfg := Config{Network: net, Exchanges: m.ex, Tokens: list, USD: m.base[:1], Base: m.base,
		Background: true, Store: db}
	m.alloc = nil
	within := func(what string, start time.Time, most time.Duration) {
		t.Helper()
		took := time.Since(start)
		t.Logf("%s: %s", what, took.Round(time.Millisecond))
		if long && took > most {
			t.Errorf("%s took %s, more than %s", what, took, most)
		}
	}
	began := time.Now()
	a := Open(cfg)
	w := chain.NewWatcher(net, chain.WatcherConfig{Now: time.Now}, a)
	if err := w.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The pools of the first pairs are found now, and not read before somebody asks for them.
	if more, err := a.find(t.Context()); err != nil || !more || len(a.Newest().Pools) > 0 {
		t.Fatalf("%d pools are read after one step, more %t: %v", len(a.Newest().Pools), more, err)
	}
	first, last := m.tokens[4], m.tokens[len(m.tokens)-1]
	if _, err := a.Learn(t.Context(), first.Address); err != nil {
		t.Fatal(err)
	}
	route(t, a, first.Address, m.base[0])
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	if _, err := a.Learn(t.Context(), last.Address); err != nil {
		t.Fatal(err)
	}
	route(t, a, first.Address, last.Address)
	within("the first route", began, 20*time.Second)
	if p := a.Progress(); p.Total == 0 && long {
		t.Error("nothing tells how far the search for pools is")
	}
	for a.Progress().Total > 0 || len(a.Newest().Pools) < m.pools {
		if time.Since(began) > 9*time.Minute {
			t.Fatalf("%d of %d pools after %s", len(a.Newest().Pools), m.pools, time.Since(began))
		}
		runtime.Gosched()
		<-time.After(time.Millisecond)
	}
	within(fmt.Sprintf("all %d pools", m.pools), began, 4*time.Minute)
	node.Commit()
	head, err := net.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	swapped := a.Newest().Pools[:touched]
	b := chain.Block{Header: head, After: a.Newest().Block.Hash, Logs: logsOf(swapped, head)}
	at := time.Now()
	if err := a.Apply(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	within(fmt.Sprintf("a block of %d logs", touched), at, 300*time.Millisecond)
	for i, p := range a.Newest().Pools[:touched] {
		burn := p.Kind == pool.KindConcentrated && i%10 == 0
		if p.Pool == nil || same(p, swapped[i]) != burn {
			t.Fatalf("pool %d of kind %s after its log: %+v", i, p.Kind, p.Pool)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}

	at = time.Now()
	again := Open(cfg)
	if err := chain.NewWatcher(net, chain.WatcherConfig{Now: time.Now}, again).Round(
		t.Context()); err != nil {
		t.Fatal(err)
	}
	route(t, again, first.Address, last.Address)
	within("the next start", at, 3*time.Second)
	mustBeAlike(t, a.Newest(), again.Newest())
	// The logs were made up: what is read again is not what they say.
	wrong := 0
	for range len(again.Newest().Pools)/proofs + 1 {
		n, err := again.prove(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		wrong += n
	}
	burns := 0
	for i, p := range swapped {
		if p.Kind == pool.KindConcentrated && i%10 == 0 {
			burns++
		}
	}
	if wrong != touched-burns {
		t.Errorf("%d pools were found wrong, want %d", wrong, touched-burns)
	}
	if slices.ContainsFunc(again.Newest().Pools, func(p *State) bool { return p.Pool == nil }) {
		t.Error("a pool that was read again can't be traded on")
	}
	before := heap()
	runtime.KeepAlive(again)
	a, again, swapped = nil, nil, nil
	used := (int64(before) - int64(heap())) >> 20
	t.Logf("memory of the pools, twice: %d MB", used)
	if used > 1200 {
		t.Errorf("the pools take %d MB", used/2)
	}
}

// route finds a way from one token to another.
func route(t *testing.T, tr *Tracker, from, to common.Address) {
	t.Helper()
	r, err := router.Best(t.Context(), tr.Newest().Search, router.Query{Src: from, Dest: to,
		Side: router.Sell, Amount: *uint256.NewInt(1e15)})
	if err != nil || r.DestAmount.IsZero() {
		t.Fatalf("no route: %v", err)
	}
}

func mustBeAlike(t *testing.T, a, b *Snapshot) {
	t.Helper()
	states := make(map[string]*State)
	for _, p := range a.Pools {
		states[p.key()] = p
	}
	if len(a.Pools) != len(b.Pools) || a.Block != b.Block {
		t.Fatalf("%d pools at %d, want %d at %d", len(b.Pools), b.Block.Number, len(a.Pools),
			a.Block.Number)
	}
	for _, p := range b.Pools {
		if q := states[p.key()]; q == nil || !same(p, q) {
			t.Fatalf("pool %s differs after a start", p.Address)
		}
	}
}

// A lens goes on where its gas ran low, and finds the ticks that the bitmaps tell of.
func TestLens(t *testing.T) {
	t.Parallel()
	m := newMainnet(t, 1)
	net, _ := m.start()
	tr := Open(Config{Network: net, Exchanges: m.ex, Tokens: tokens.New(net, m.tokens, nil, nil)})
	head, err := net.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	infos, err := tr.findPairs(t.Context(), head.Hash, tr.pairs())
	if err != nil {
		t.Fatal(err)
	}
	words := &State{Info: infos[slices.IndexFunc(infos,
		func(p *Info) bool { return p.Kind == pool.KindConcentrated })]}
	if err := tr.reads.readWords(t.Context(), head.Hash, []*State{words}); err != nil {
		t.Fatal(err)
	}
	for _, gas := range []uint64{150_000, 400_000, lensGas} {
		s, calls := newScan(words), 0
		for more := true; more; calls++ {
			call := s.call()
			call.Gas = gas
			answers, err := net.BatchCall(t.Context(), head.Hash, []chain.Call{call})
			if err != nil {
				t.Fatal(err)
			}
			more = s.take(answers[0])
		}
		if !s.complete || !slices.Equal(s.found, words.list) || len(s.found) != 4 {
			t.Errorf("with %d gas: complete %t after %d calls, %v, want %v", gas, s.complete, calls,
				s.found, words.list)
		}
		if one := gas == lensGas; one != (calls == 1) {
			t.Errorf("with %d gas it took %d calls", gas, calls)
		}
	}
}
