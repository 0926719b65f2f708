package swap

import (
	"context"
	"crypto/rand"
	"math/big"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/orders"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/seal"
	"bourse/backend/tokens"
	"bourse/store"
)

// world is a local chain whose pools and orders are followed. Blocks are made by the test; the
// clock moves a second with each.
type world struct {
	testing.TB
	chain    *local.Chain
	net      *chain.Network
	orders   *orders.Service
	pools    *pools.Tracker
	poolsCfg pools.Config
	swap     *Service
	watcher  *chain.Watcher
	clock    atomic.Int64
	sender   *chain.Sender
	user     common.Address
	nonce    uint64 // of the last order
	tokens   map[string]api.Token
	// exchanges changes where pools are found, if it is there
	exchanges func([]pools.Exchange)
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return newWorldOf(t, func(*world, *local.Deployment) {})
}

// newWorldOf is a world in which change puts other contracts in the place of those that the chain
// came with.
func newWorldOf(t testing.TB, change func(*world, *local.Deployment)) *world {
	t.Helper()
	w := &world{TB: t, tokens: make(map[string]api.Token)}
	w.clock.Store(1_800_000_000)
	now := func() time.Time { return time.Unix(w.clock.Load(), 0) }
	var err error
	if w.chain, err = local.Open(t.Context(), local.Config{Now: now}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.chain.Close() })
	d := w.chain.Deployment()
	change(w, &d)
	w.net, err = chain.New(t.Context(), w.chain.Client(),
		chain.Config{ChainID: api.LocalChainID, Contracts: d.Contracts, BlockTime: time.Second,
			Now: time.Now, Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range d.Tokens {
		w.tokens[token.Symbol] = token
	}
	w.open(d, now)
	w.user = crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey)
	w.sender = chain.NewSender(w.net, local.House{}.Trader(0))
	w.sync()
	w.approveAll(d)
	return w
}

func (w *world) open(d local.Deployment, now func() time.Time) {
	w.Helper()
	db, err := store.Open(filepath.Join(w.TempDir(), "store.db"), store.Options{})
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { db.Close() })
	if w.orders, err = orders.Open(
		w.Context(), orders.Config{Store: db, Network: w.net, Bus: &api.Bus{},
			Now: now}); err != nil {
		w.Fatal(err)
	}
	sealing, err := seal.Open(db, rand.Reader, now, seal.PriceRoute, api.LocalChainID)
	if err != nil {
		w.Fatal(err)
	}
	list := tokens.New(w.net, d.Tokens, d.Collections, d.NFTs)
	exchanges := pools.Deployed(d.Swap)
	if w.exchanges != nil {
		w.exchanges(exchanges)
	}
	w.poolsCfg = pools.Config{
		Network: w.net, Exchanges: exchanges, Weighted: d.Weighted, Tokens: list,
		Store: db,
		USD: []common.Address{w.tokens["USDC"].Address, w.tokens["USDT"].Address,
			w.tokens["DAI"].Address},
	}
	w.pools = pools.Open(w.poolsCfg)
	w.swap = Open(Config{
		Network: w.net, Contracts: d.Swap, Pools: w.pools, Tokens: list, Orders: w.orders,
		Seal: sealing, Budget: time.Minute, // so that routes follow from the state alone
	})
	w.watcher = chain.NewWatcher(w.net,
		chain.WatcherConfig{Now: time.Now, Rand: func() float64 { return 0 }}, w.orders, w.pools)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.watcher.Run(ctx) }()
	w.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			w.Error(err)
		}
	})
}

// sync returns once everything is at the chain's head.
func (w *world) sync() {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.Context(), 5*time.Minute)
	defer cancel()
	if err := w.watcher.Wait(ctx, w.chain.Head()); err != nil {
		w.Fatal(err)
	}
}

func (w *world) mine() {
	w.Helper()
	w.clock.Add(1)
	if _, err := w.chain.Mine(w.Context()); err != nil {
		w.Fatal(err)
	}
	w.sync()
}

func (w *world) approveAll(d local.Deployment) {
	w.Helper()
	for _, t := range d.Tokens[1:] {
		for _, spender := range []common.Address{d.Swap.AugustusV6, d.Swap.TokenTransferProxy} {
			w.send(chain.Call{To: t.Address, Data: erc20ABI.PackApprove(spender, maxUint()),
				Gas: 200_000})
		}
	}
	w.mine()
}

func (w *world) send(c chain.Call) common.Hash {
	w.Helper()
	hash, err := w.sender.Do(w.Context(), c)
	if err != nil {
		w.Fatal(err)
	}
	return hash
}

// do mines a transaction and returns its receipt, whether it succeeded or not.
func (w *world) do(c chain.Call) *types.Receipt {
	w.Helper()
	hash := w.send(c)
	w.mine()
	r, err := w.net.RawReceipt(w.Context(), hash)
	if err != nil || r == nil {
		w.Fatalf("receipt of %s: %v, %v", hash, r, err)
	}
	return r
}

// holds is what an account has of a token at the newest block.
func (w *world) holds(token, account common.Address) *big.Int {
	w.Helper()
	if token == api.NativeToken {
		b, err := w.net.Balance(w.Context(), common.Hash{}, account)
		if err != nil {
			w.Fatal(err)
		}
		return b.Big()
	}
	out, err := w.net.Call(w.Context(), common.Hash{},
		chain.Call{To: token, Data: erc20ABI.PackBalanceOf(account)})
	if err != nil {
		w.Fatal(err)
	}
	return new(big.Int).SetBytes(out)
}

// create puts a contract on the chain, without mining it.
func (w *world) create(code []byte) {
	w.Helper()
	nonce, err := w.net.Nonce(w.Context(), w.user)
	if err != nil {
		w.Fatal(err)
	}
	tx := types.MustSignNewTx(local.House{}.Trader(0),
		types.LatestSignerForChainID(big.NewInt(api.LocalChainID)), &types.DynamicFeeTx{
			ChainID: big.NewInt(api.LocalChainID), Nonce: nonce, Gas: 10_000_000, Data: code,
			GasFeeCap: big.NewInt(1e11), GasTipCap: big.NewInt(1e9),
		})
	raw, err := tx.MarshalBinary()
	if err == nil {
		_, err = w.net.SendRaw(w.Context(), raw)
	}
	if err != nil {
		w.Fatal(err)
	}
	w.sender.Reset()
}
