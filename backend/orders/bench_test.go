package orders

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/store"
)

// BenchmarkCreate: 64 clients post signed orders of 64 makers, each waiting for its reply, while blocks arrive. Signatures are verified and
// the order contract is asked about each order.
func BenchmarkCreate(b *testing.B) {
	w := newWorld(b)
	w.orders.cfg.MaxOpen = 1 << 30
	const clients = 64
	keys := make([]int, clients)
	for i := range keys {
		keys[i] = i % 8
	}
	requests := make([]api.OrderRequest, b.N+clients)
	for i := range requests {
		requests[i] = w.sell(keys[i%clients], 1, 3000)
	}
	waits := make([][]time.Duration, clients)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	var blocks sync.WaitGroup
	blocks.Go(func() {
		for ticker := time.NewTicker(time.Second); ; {
			select {
			case <-stop:
				return
			case <-ticker.C:
				w.mine()
			}
		}
	})
	b.ReportAllocs()
	b.ResetTimer()
	for c := range clients {
		wg.Go(func() {
			for i := c; i < len(requests); i += clients {
				start := time.Now()
				if _, created, err := w.orders.Create(b.Context(), requests[i]); err != nil || !created {
					b.Error(created, err)
					return
				}
				waits[c] = append(waits[c], time.Since(start))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	close(stop)
	blocks.Wait()
	reportWaits(b, slices.Concat(waits...))
}

func reportWaits(b *testing.B, all []time.Duration) {
	slices.Sort(all)
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "orders/s")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
}

// stock fills a store with n orders of 10,000 makers over 20 pairs: most open, some filled, cancelled, suspended, for one taker.
func (w *world) stock(db *store.Store, n int) {
	w.t.Helper()
	t, at := tablesOf(api.LocalChainID), w.chain.Head()
	r := rand.New(rand.NewPCG(7, 7))
	maker := func(i int) common.Address {
		return common.BytesToAddress(crypto.Keccak256(fmt.Append(nil, "maker ", i))[12:])
	}
	token := func(i int) common.Address {
		return common.BytesToAddress(crypto.Keccak256(fmt.Append(nil, "token ", i))[12:])
	}
	const makers, tokens, group = 10_000, 5, 20_000
	update := func(fn func(tx *store.Tx) error) {
		if err := db.Update(fn); err != nil {
			w.t.Fatal(err)
		}
	}
	update(func(tx *store.Tx) error {
		for m := range makers {
			for k := range tokens {
				key := holdingKey{maker(m), api.Asset{Address: token(k)}}
				f := funds{units(uint64(m%10), 18), api.MaxAmount}
				if err := t.holdings.Put(tx, key, fundsRecord{f, at.Number}); err != nil {
					return err
				}
			}
		}
		return t.position.Put(tx, 0, []api.BlockRef{at})
	})
	for from := 0; from < n; from += group {
		update(func(tx *store.Tx) error {
			for i := from; i < min(n, from+group); i++ {
				id, err := t.orders.NextID(tx)
				if err != nil {
					return err
				}
				m := r.IntN(makers)
				rec := stockRecord(r, i, maker(m), token)
				if m%10 == 0 {
					rec.first.state = suspended
				}
				if err := t.orders.Put(tx, id, rec); err != nil {
					return err
				}
				if r.IntN(4) != 0 {
					continue
				}
				st := rec.first
				st.updated, st.tx = rec.created+int64(r.IntN(1000)), rec.hash
				st.left(rec.order.MakerAmount.MulDiv(api.NewAmount(r.Uint64N(100)), api.NewAmount(100)), rec.order.MakerAmount)
				if r.IntN(2) == 0 {
					st.state = cancelled
				}
				if err := t.statuses.Put(tx, id, st); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func stockRecord(r *rand.Rand, i int, maker common.Address, token func(int) common.Address) record {
	sell, buy := r.IntN(5), r.IntN(4)
	if buy >= sell {
		buy++
	}
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(r.Uint64N(1<<53)), common.Address{}), Maker: maker,
		MakerAsset: api.Asset{Address: token(sell)}, TakerAsset: api.Asset{Address: token(buy)},
		MakerAmount: units(1+r.Uint64N(1000), 15), TakerAmount: units(1_000_000+r.Uint64N(1_000_000), 12),
		Expiry: 2_000_000_000 + r.Uint64N(1000),
	}
	if r.IntN(20) == 0 {
		o.Taker = token(9)
		o.NonceAndMeta = api.PackNonce(api.NewAmount(r.Uint64N(1<<53)), o.Taker)
	}
	rec := record{order: o, created: 1_800_000_000 + int64(i/1000), signature: make([]byte, 65)}
	for j := range rec.signature {
		rec.signature[j] = byte(r.Uint32())
	}
	binary.BigEndian.PutUint64(rec.hash[:], r.Uint64())
	binary.BigEndian.PutUint64(rec.hash[24:], r.Uint64())
	rec.first = status{state: pending, fillable: o.MakerAmount, updated: rec.created, base: 1}
	return rec
}

// BenchmarkMillion: a store of 1,000,000 orders is opened, then pages of lists and books are read. Each kind of page reports its p99.
func BenchmarkMillion(b *testing.B) {
	w := newWorld(b)
	path := filepath.Join(b.TempDir(), "million.db")
	db, err := store.Open(path, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	w.stock(db, 1_000_000)
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	runtime.GC()
	debug.FreeOSMemory()
	before := resident(b)
	start := time.Now()
	if db, err = store.Open(path, store.Options{}); err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	opened := time.Since(start)
	s := w.openOn(db)
	total := time.Since(start)
	b.Logf("opened in %v, of which the store %v; resident %d MB, before %d MB", total, opened, resident(b)/1e6, before/1e6)
	r := rand.New(rand.NewPCG(8, 8))
	makers := s.memory.addresses.list
	zeroAddress := common.Address{}
	pick := func() *common.Address { return &makers[1+r.IntN(len(makers)-1)] }
	by := []api.OrderBy{api.ByCreatedAt, api.ByUpdatedAt, api.ByExpiry}
	pages := map[string]func() error{
		"maker": func() error {
			_, err := s.Orders(b.Context(), api.OrderQuery{Type: api.Limit, Maker: pick(), Limit: 100, OrderBy: by[r.IntN(3)]})
			return err
		},
		"all": func() error {
			_, err := s.Orders(b.Context(), api.OrderQuery{Type: api.Limit, Taker: &zeroAddress, Limit: 100, Offset: r.IntN(940_000), OrderBy: by[r.IntN(3)],
				HideSmallBalances: r.IntN(2) == 0})
			return err
		},
		"all-1000": func() error {
			_, err := s.Orders(b.Context(), api.OrderQuery{Type: api.Limit, Taker: &zeroAddress, Limit: 1000, Offset: r.IntN(940_000), OrderBy: by[r.IntN(3)]})
			return err
		},
		"book": func() error {
			k := s.memory.row(1 + r.Uint32N(1_000_000))
			maker, taker := makers[k.makerToken], makers[k.takerToken]
			_, err := s.OrderBook(b.Context(), api.BookQuery{MakerAsset: &maker, TakerAsset: &taker, Limit: 100, Offset: r.IntN(10_000)})
			return err
		},
		"ladder": func() error {
			k := s.memory.row(1 + r.Uint32N(1_000_000))
			_, err := s.Book(b.Context(), api.Pair{Base: makers[k.makerToken], Quote: makers[k.takerToken]}, 200)
			return err
		},
	}
	for _, name := range []string{"maker", "all", "all-1000", "book", "ladder"} {
		b.Run(name, func(b *testing.B) {
			var waits []time.Duration
			for b.Loop() {
				start := time.Now()
				if err := pages[name](); err != nil {
					b.Fatal(err)
				}
				waits = append(waits, time.Since(start))
			}
			slices.Sort(waits)
			b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
	busy := resident(b)
	b.Logf("resident under load %d MB, at rest %d MB", busy/1e6, settled(b)/1e6)
	runtime.KeepAlive(s)
}

// settled returns the resident memory once the pages that were read are given back, which the store does by itself.
func settled(b *testing.B) int {
	debug.FreeOSMemory()
	least := resident(b)
	for ticker, n := time.NewTicker(100*time.Millisecond), 0; n < 30; n++ {
		<-ticker.C
		least = min(least, resident(b))
	}
	return least
}

// resident returns the memory of this process that is in use, in bytes.
func resident(b *testing.B) int {
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip("resident memory is told by Linux only")
	}
	for line := range strings.Lines(string(raw)) {
		var kb int
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kb); err == nil {
			return kb * 1024
		}
	}
	return 0
}

// BenchmarkTransfer: one Transfer log of a maker with 10,000 open orders, which takes away and gives back what all of them stand on.
func BenchmarkTransfer(b *testing.B) {
	w := newWorld(b)
	w.orders.cfg.MaxOpen = 1 << 30
	w.approveAll(0, 1)
	for range 10_000 {
		w.create(w.sell(0, 1, 3000))
	}
	weth, all := w.tokens["WETH"], units(2000, 18)
	b.ResetTimer()
	var applied time.Duration
	for b.Loop() {
		for from, to := range []int{1, 0} {
			hash := w.send(trader(from), weth, transferData(addressOf(trader(to)), all))
			w.clock.Add(1)
			start := time.Now()
			if _, err := w.chain.Mine(b.Context()); err != nil {
				b.Fatal(err)
			}
			w.wait()
			applied = max(applied, time.Since(start))
			w.succeeded(hash)
			want := []int{0, 10_000}[from]
			if n := w.orders.memory.books[bookKey{makerToken: w.orders.memory.addresses.number[weth], takerToken: w.orders.memory.addresses.number[w.tokens["USDC"]]}]; (n == nil) != (want == 0) || n != nil && n.Len(false) != want {
				b.Fatal("not all orders followed")
			}
		}
	}
	b.ReportMetric(float64(applied.Microseconds())/1000, "worst-ms")
}
