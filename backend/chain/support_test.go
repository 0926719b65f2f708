package chain_test

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// user is the first of the user's accounts in these tests.
func user() common.Address { return crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey) }

// deployed is a folder with a chain on which everything is deployed, which takes longer than most
// tests.
var deployed = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "bourse-chain-"); err != nil {
		return dir, err
	}
	c, err := local.Open(context.Background(), local.Config{Dir: dir, Now: time.Now})
	if err != nil {
		return dir, err
	}
	return dir, c.Close()
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := deployed(); dir != "" {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// openLocal runs a chain of its own for a test.
func openLocal(t testing.TB, cfg local.Config) *local.Chain {
	t.Helper()
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Dir == "" {
		dir, err := deployed()
		if err != nil {
			t.Fatal(err)
		}
		cfg.Dir = t.TempDir()
		if err := os.CopyFS(cfg.Dir, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	c, err := local.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// proxied runs a chain of its own for a test, behind a node with faults, and connects to that.
func proxied(t *testing.T) (*local.Chain, *proxy, *rpc.Client) {
	t.Helper()
	c := openLocal(t, local.Config{RPCAddr: "127.0.0.1:0"})
	p := newProxy(t, c.RPCURL())
	client, err := chain.Dial(t.Context(), p.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return c, p, client
}

func connect(t testing.TB, c *local.Chain, client *rpc.Client) *chain.Network {
	t.Helper()
	return connectAs(t, c, client, chain.Config{Trusted: true, Timeout: time.Minute})
}

// connectAs completes what is not set of a configuration.
func connectAs(t testing.TB, c *local.Chain, client *rpc.Client, cfg chain.Config) *chain.Network {
	t.Helper()
	cfg.ChainID, cfg.Contracts = api.LocalChainID, c.Deployment().Contracts
	if cfg.BlockTime == 0 {
		cfg.BlockTime = 40 * time.Millisecond
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	n, err := chain.New(t.Context(), client, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// follow runs a watcher until the test ends.
func follow(t testing.TB, n *chain.Network, followers ...chain.Follower) *chain.Watcher {
	t.Helper()
	w := chain.NewWatcher(n, chain.WatcherConfig{Now: time.Now, Rand: func() float64 { return 0 }},
		followers...)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return w
}

// soon waits until a condition holds.
func soon(t testing.TB, what string, holds func() bool) {
	t.Helper()
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	limit := time.After(5 * time.Minute)
	for !holds() {
		select {
		case <-limit:
			t.Fatal("never came: ", what)
		case <-ticker.C:
		}
	}
}

func tokenOf(t testing.TB, c *local.Chain, symbol string) common.Address {
	t.Helper()
	for _, token := range c.Deployment().Tokens {
		if token.Symbol == symbol {
			return token.Address
		}
	}
	t.Fatalf("no token %s", symbol)
	return common.Address{}
}

// payee returns one of the accounts that the tests pay to.
func payee(i int) common.Address { return common.BigToAddress(big.NewInt(int64(0xbeef00 + i))) }

// payAndMine moves a number of LINK units from a trader to a payee, each in a block of its own.
func payAndMine(t testing.TB, c *local.Chain, n *chain.Network, blocks, to int) api.BlockRef {
	t.Helper()
	link := contracts.NewStandardToken()
	sender := chain.NewSender(n, local.House{}.Trader(1))
	var head api.BlockRef
	for i := range blocks {
		call := chain.Call{To: tokenOf(t, c, "LINK"),
			Data: link.PackTransfer(payee(to), big.NewInt(int64(1+i))), Gas: 100_000}
		hash, err := sender.Do(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		if head, err = c.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r, err := n.RawReceipt(t.Context(), hash); err != nil || r == nil || r.Status != 1 {
			t.Fatalf("transfer in block %d: %+v, %v", head.Number, r, err)
		}
	}
	return head
}

// balances is a follower that keeps payees' balances of a token from its logs, as an index of
// orders does.
type balances struct {
	net   *chain.Network
	token common.Address

	mu        sync.Mutex
	recent    []api.BlockRef
	held      map[common.Address]api.Amount
	undo      map[common.Hash]map[common.Address]api.Amount // by block: what was held before it
	resyncs   int
	rollbacks int
	fail      error         // returned by the next Apply
	hold      chan struct{} // Apply waits until it is closed
}

const payees = 4

func (b *balances) Name() string { return "balances" }

func (b *balances) Position(context.Context) ([]api.BlockRef, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.recent, nil
}

func (b *balances) Filter() chain.Filter {
	return chain.Filter{Contracts: []common.Address{b.token}}
}

func (b *balances) Wants(l *types.Log) bool { return l.Address == b.token }

func (b *balances) Apply(_ context.Context, block chain.Block) error {
	if b.hold != nil {
		<-b.hold
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.fail; err != nil {
		b.fail = nil
		return err
	}
	if !block.Follows(b.recent[0]) {
		return fmt.Errorf("block %d does not follow block %d", block.Number, b.recent[0].Number)
	}
	before := make(map[common.Address]api.Amount)
	token := contracts.NewStandardToken()
	transfers := token.GetABI().Events["Transfer"].ID
	for _, l := range block.Logs {
		if l.Topics[0] != transfers {
			continue
		}
		event, err := token.UnpackTransferEvent(&l)
		if err != nil {
			return err
		}
		if held, ok := b.held[event.To]; ok {
			if _, ok := before[event.To]; !ok {
				before[event.To] = held
			}
			b.held[event.To] = held.Add(api.MustBig(event.Value))
		}
	}
	b.undo[block.Hash] = before
	b.recent = chain.Remember(b.recent, block.BlockRef)
	return nil
}

func (b *balances) Rollback(_ context.Context, to api.BlockRef) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rollbacks++
	left := chain.Forget(b.recent, to)
	for _, gone := range b.recent[:len(b.recent)-len(left)] {
		for account, held := range b.undo[gone.Hash] {
			b.held[account] = held
		}
	}
	b.recent = left
	return nil
}

func (b *balances) Resync(ctx context.Context, at chain.Header) error {
	held, err := readBalances(ctx, b.net, b.token, at.Hash)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held, b.undo, b.recent = held, make(map[common.Hash]map[common.Address]api.Amount),
		[]api.BlockRef{at.BlockRef}
	b.resyncs++
	return nil
}

func (b *balances) counts() (resyncs, rollbacks int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.resyncs, b.rollbacks
}

func (b *balances) state() (map[common.Address]api.Amount, []api.BlockRef) {
	b.mu.Lock()
	defer b.mu.Unlock()
	held := make(map[common.Address]api.Amount)
	for k, v := range b.held {
		held[k] = v
	}
	return held, b.recent
}

// readBalances is the oracle: what the contract says at a block.
func readBalances(ctx context.Context, n *chain.Network, token common.Address,
	at common.Hash) (map[common.Address]api.Amount, error) {
	erc20 := contracts.NewStandardToken()
	calls := make([]chain.Call, payees)
	for i := range calls {
		calls[i] = chain.Call{To: token, Data: erc20.PackBalanceOf(payee(i))}
	}
	results, err := n.BatchCall(ctx, at, calls)
	if err != nil {
		return nil, err
	}
	held := make(map[common.Address]api.Amount)
	for i, r := range results {
		v, err := erc20.UnpackBalanceOf(r.Data)
		if err != nil || !r.OK {
			return nil, fmt.Errorf("balance of payee %d: %v %w", i, r.OK, err)
		}
		held[payee(i)] = api.MustBig(v)
	}
	return held, nil
}
