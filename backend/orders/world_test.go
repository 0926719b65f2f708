package orders

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"math/big"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/store"
)

// world is a local chain with orders following it. Blocks are made by the test; the clock moves a
// second with each.
type world struct {
	t       testing.TB
	chain   *local.Chain
	net     *chain.Network
	orders  *Service
	watcher *chain.Watcher
	bus     *api.Bus
	clock   atomic.Int64
	senders map[common.Address]*chain.Sender
	nonce   uint64
	tokens  map[string]common.Address
	rfq     common.Address
}

// newWorld is a chain with the orders on it, followed as our own node's.
func newWorld(t testing.TB) *world { return newWorldOf(t, true, time.Second) }

// newWorldOf is newWorld whose node is trusted, or one of others, and asked as often as its blocks
// would come.
func newWorldOf(t testing.TB, trusted bool, blockTime time.Duration) *world {
	t.Helper()
	w := &world{t: t, bus: &api.Bus{}, senders: make(map[common.Address]*chain.Sender),
		tokens: make(map[string]common.Address)}
	w.clock.Store(1_800_000_000)
	now := func() time.Time { return time.Unix(w.clock.Load(), 0) }
	c, err := local.Open(context.Background(), local.Config{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	w.chain = c
	w.clock.Store(max(w.clock.Load(), int64(c.Head().Time)))
	w.rfq = c.Deployment().Contracts.AugustusRFQ
	for _, token := range append(c.Deployment().Tokens, c.Deployment().Collections...) {
		w.tokens[token.Symbol] = token.Address
	}
	cs := c.Deployment().Contracts
	if cs.AugustusSwapper == (common.Address{}) {
		// so that the v5 shape can be posted
		cs.AugustusSwapper = common.HexToAddress("0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a")
	}
	w.net, err = chain.New(t.Context(), c.Client(),
		chain.Config{ChainID: api.LocalChainID, Contracts: cs, BlockTime: blockTime,
			Now: now, Trusted: trusted})
	if err != nil {
		t.Fatal(err)
	}
	w.orders = w.open(filepath.Join(t.TempDir(), "store.db"))
	w.watcher = w.watch(w.orders)
	w.wait()
	return w
}

// open makes a service of its own over a store of its own.
func (w *world) open(path string) *Service {
	w.t.Helper()
	db, err := store.Open(path, store.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { db.Close() })
	return w.openOn(db)
}

func (w *world) openOn(db *store.Store) *Service {
	w.t.Helper()
	return w.openAt(db, "")
}

// openAt is openOn with a file for a snapshot.
func (w *world) openAt(db *store.Store, snapshot string) *Service {
	w.t.Helper()
	s, err := Open(w.t.Context(), Config{Snapshot: snapshot,
		Store: db, Network: w.net, Bus: w.bus, Listed: w.isListed,
		Now: func() time.Time { return time.Unix(w.clock.Load(), 0) }})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// isListed tells the tokens of the local network.
func (w *world) isListed(token common.Address) bool {
	for _, a := range w.tokens {
		if a == token {
			return true
		}
	}
	return false
}

// watch follows the chain with a service until the test ends.
func (w *world) watch(s *Service) *chain.Watcher {
	watcher := chain.NewWatcher(w.net,
		chain.WatcherConfig{Now: time.Now, Rand: func() float64 { return 0 }}, s)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- watcher.Run(ctx) }()
	w.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Error(err)
		}
	})
	return watcher
}

// wait returns once the orders are at the chain's head.
func (w *world) wait() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 10*time.Minute)
	defer cancel()
	if err := w.watcher.Wait(ctx, w.chain.Head()); err != nil {
		w.t.Fatal(err)
	}
}

// mine makes a block and waits for the orders.
func (w *world) mine() api.BlockRef {
	w.t.Helper()
	w.clock.Add(1)
	head, err := w.chain.Mine(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	w.wait()
	return head
}

// trader returns the key of an account that holds tokens, coins and NFTs.
func trader(i int) *ecdsa.PrivateKey { return local.House{}.Trader(i) }

func addressOf(k *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(k.PublicKey) }

// send relays a transaction without mining it. Its gas is given, so that several can wait for one
// block.
func (w *world) send(k *ecdsa.PrivateKey, to common.Address, data []byte) common.Hash {
	w.t.Helper()
	from := addressOf(k)
	if w.senders[from] == nil {
		w.senders[from] = chain.NewSender(w.net, k)
	}
	hash, err := w.senders[from].Do(w.t.Context(), chain.Call{To: to, Data: data, Gas: 2_000_000})
	if err != nil {
		w.t.Fatal(err)
	}
	return hash
}

// do mines a transaction and wants it to succeed.
func (w *world) do(k *ecdsa.PrivateKey, to common.Address, data []byte) common.Hash {
	w.t.Helper()
	hash := w.send(k, to, data)
	w.mine()
	w.succeeded(hash)
	return hash
}

func (w *world) succeeded(hash common.Hash) {
	w.t.Helper()
	r, err := w.net.RawReceipt(w.t.Context(), hash)
	if err != nil || r == nil || r.Status != types.ReceiptStatusSuccessful {
		out, _ := w.net.Receipt(w.t.Context(), hash)
		w.t.Fatalf("transaction %s: %+v, %v, %s", hash, r, err, out.Reason)
	}
}

func approveData(spender common.Address, amount api.Amount) []byte {
	return contracts.NewStandardToken().PackApprove(spender, amount.Big())
}

func transferData(to common.Address, amount api.Amount) []byte {
	return contracts.NewStandardToken().PackTransfer(to, amount.Big())
}

// approveAll lets the order contract take every token of some traders.
func (w *world) approveAll(traders ...int) {
	w.t.Helper()
	for _, i := range traders {
		for _, symbol := range []string{"WETH", "USDC", "DAI", "LINK"} {
			w.send(trader(i), w.tokens[symbol], approveData(w.rfq, api.MaxAmount))
		}
	}
	w.mine()
}

func units(n uint64, decimals int) api.Amount {
	return api.MustBig(new(big.Int).Mul(
		new(big.Int).SetUint64(n), new(big.Int).Exp(
			big.NewInt(10), big.NewInt(int64(decimals)), nil)))
}

// sell is an order for n whole WETH at a price in whole USDC each.
func (w *world) sell(maker int, n, price uint64, change ...func(*api.Order)) api.OrderRequest {
	w.t.Helper()
	w.nonce++
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(w.nonce), common.Address{}),
		Maker:        addressOf(trader(maker)),
		MakerAsset:   api.Asset{Address: w.tokens["WETH"]},
		TakerAsset:   api.Asset{Address: w.tokens["USDC"]},
		MakerAmount:  units(n, 18), TakerAmount: units(n*price, 6),
	}
	for _, f := range change {
		f(&o)
	}
	return w.sign(o, trader(maker))
}

func (w *world) sign(o api.Order, k *ecdsa.PrivateKey) api.OrderRequest {
	w.t.Helper()
	hash := w.orders.hasher.Hash(&o)
	sig, err := crypto.Sign(hash[:], k)
	if err != nil {
		w.t.Fatal(err)
	}
	sig[64] += 27
	return api.OrderRequest{ChainID: api.LocalChainID, Order: o, Type: o.Type(), Signature: sig}
}

func (w *world) create(r api.OrderRequest) api.OrderRecord {
	w.t.Helper()
	rec, created, err := w.orders.CreateOrder(w.t.Context(), r)
	if err != nil || !created {
		w.t.Fatalf("create: %v, %v", created, err)
	}
	return rec
}

func (w *world) get(hash common.Hash) api.OrderRecord {
	w.t.Helper()
	s := w.orders
	id := s.index.find(hash)
	if id == 0 {
		w.t.Fatalf("no order %s", hash)
	}
	rec, err := s.Order(w.t.Context(), hash, s.index.row(id).is(isNFT))
	if err != nil {
		w.t.Fatal(err)
	}
	return rec
}

// prepareFill asks for the transaction that pays an amount (zero: all) to an order.
func (w *world) prepareFill(taker int, hash common.Hash, pay api.Amount) (api.Transaction, error) {
	return w.orders.PrepareFill(w.t.Context(), api.FillRequest{
		Taker: addressOf(trader(taker)),
		Legs:  []api.FillLeg{{Hash: hash, TakerAmount: pay}},
	})
}

// fill fills an order and mines it.
func (w *world) fill(taker int, hash common.Hash, pay api.Amount) common.Hash {
	w.t.Helper()
	t, err := w.prepareFill(taker, hash, pay)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.do(trader(taker), t.To, t.Data)
}

func (w *world) cancel(maker int, hashes ...common.Hash) common.Hash {
	w.t.Helper()
	t, err := w.orders.PrepareCancel(
		w.t.Context(), api.CancelRequest{
			Maker: addressOf(trader(maker)), Hashes: hashes})
	if err != nil {
		w.t.Fatal(err)
	}
	return w.do(trader(maker), t.To, t.Data)
}

// book returns the hashes of a pair's book, best for the taker first.
func (w *world) book(sell, buy string) []common.Hash {
	w.t.Helper()
	maker, taker := w.tokens[sell], w.tokens[buy]
	list, err := w.orders.OrderBook(
		w.t.Context(), api.BookQuery{MakerAsset: &maker,
			TakerAsset: &taker})
	if err != nil {
		w.t.Fatal(err)
	}
	return hashesOf(list.Orders)
}

func hashesOf(list []api.OrderRecord) []common.Hash {
	out := make([]common.Hash, len(list))
	for i, r := range list {
		out[i] = r.Hash
	}
	return out
}

// dump is everything a service answers, in a canonical order.
func dump(t testing.TB, s *Service) (orders []api.OrderRecord, fills []api.Fill) {
	t.Helper()
	var ids []uint32
	for id := uint32(1); id <= s.index.last; id++ {
		if s.index.row(id).state != absent {
			ids = append(ids, id)
		}
	}
	orders = s.showAll(ids)
	slices.SortFunc(orders, func(a, b api.OrderRecord) int { return a.Hash.Cmp(b.Hash) })
	fills, err := s.Fills(context.Background(), api.FillQuery{ChainID: s.chainID, Limit: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(fills, func(a, b api.Fill) int {
		return cmp.Or(cmp.Compare(a.Block.Number, b.Block.Number),
			cmp.Compare(a.LogIndex, b.LogIndex))
	})
	return orders, fills
}
