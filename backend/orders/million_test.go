//go:build linux

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
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/store"
)

// stock fills a store with n orders, a hundred of each maker, over 20 pairs: most open, some
// filled, cancelled, suspended, for one taker.
func (w *world) stock(db *store.Store, n int) {
	w.t.Helper()
	t, block := tablesOf(api.LocalChainID), w.chain.Head()
	r := rand.New(rand.NewPCG(7, 7))
	maker := func(i int) common.Address {
		return common.BytesToAddress(crypto.Keccak256(fmt.Append(nil, "maker ", i))[12:])
	}
	token := func(i int) common.Address {
		return common.BytesToAddress(crypto.Keccak256(fmt.Append(nil, "token ", i))[12:])
	}
	const tokens, group = 5, 20_000
	makers := max(1, n/100)
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
				if err := t.holdings.Put(tx, key, fundsRecord{f, block.Number}); err != nil {
					return err
				}
			}
		}
		return t.position.Put(tx, 0, []api.BlockRef{block})
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
				st.left(rec.order.MakerAmount.MulDiv(
					api.NewAmount(r.Uint64N(100)), api.NewAmount(100)), rec.order.MakerAmount)
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
		NonceAndMeta: api.PackNonce(api.NewAmount(r.Uint64N(1<<53)), common.Address{}),
		Maker:        maker,
		MakerAsset:   api.Asset{Address: token(sell)}, TakerAsset: api.Asset{Address: token(buy)},
		MakerAmount: units(1+r.Uint64N(1000), 15),
		TakerAmount: units(1_000_000+r.Uint64N(1_000_000), 12),
		Expiry:      2_000_000_000 + r.Uint64N(1000),
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

// BenchmarkMillion: a store of 1,000,000 orders is opened, then pages of lists and books are read.
// Each kind of page reports its p99, and the memory that was resident meanwhile.
func BenchmarkMillion(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // as the program does
	w := newWorld(b)
	path := filepath.Join(b.TempDir(), "million.db")
	db, err := store.Open(path, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	w.stock(db, 1_000_000)
	snapshot := filepath.Join(b.TempDir(), "million.index")
	open := func() *Service {
		start, spent := time.Now(), clock(b, processClock)
		if db, err = store.Open(path, store.Options{}); err != nil {
			b.Fatal(err)
		}
		opened := time.Since(start)
		s := w.openAt(db, snapshot)
		b.Logf("opened in %v, %v of it the store, %v of processor time: %v", time.Since(start),
			opened, clock(b, processClock)-spent, resident(b))
		return s
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	debug.FreeOSMemory()
	b.Logf("before: %v", resident(b))
	s := open()
	start := time.Now()
	if err := (snapshots{s}).save(); err != nil {
		b.Fatal(err)
	}
	b.Logf("a snapshot in %v", time.Since(start))
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	s = nil
	debug.FreeOSMemory()
	s = open()
	defer db.Close()
	pages := s.millionPages(b)
	for _, name := range []string{"maker", "all", "all-1000", "book", "book-1000", "ladder"} {
		b.Run(name, func(b *testing.B) { measure(b, pages[name]) })
	}
	runtime.KeepAlive(s)
}

// millionPages are the questions of BenchmarkMillion.
func (s *Service) millionPages(b *testing.B) map[string]func() error {
	r := rand.New(rand.NewPCG(8, 8))
	makers := s.index.addresses.list
	anyone := common.Address{}
	by := []api.OrderBy{api.ByCreatedAt, api.ByUpdatedAt, api.ByExpiry}
	list := func(q api.OrderQuery) error {
		q.Type, q.OrderBy = api.Limit, by[r.IntN(3)]
		_, err := s.Orders(b.Context(), q)
		return err
	}
	pair := func() (maker, taker common.Address) {
		k := s.index.row(1 + r.Uint32N(1_000_000))
		return makers[k.makerToken], makers[k.takerToken]
	}
	book := func(limit int) error {
		maker, taker := pair()
		_, err := s.OrderBook(b.Context(),
			api.BookQuery{MakerAsset: &maker, TakerAsset: &taker, Limit: limit,
				Offset: r.IntN(10_000)})
		return err
	}
	return map[string]func() error{
		"maker": func() error {
			return list(
				api.OrderQuery{Maker: &makers[1+r.IntN(len(makers)-1)], Limit: 100})
		},
		"all": func() error {
			return list(api.OrderQuery{Taker: &anyone, Limit: 100, Offset: r.IntN(940_000),
				HideSmallBalances: r.IntN(2) == 0})
		},
		"all-1000": func() error {
			return list(
				api.OrderQuery{Taker: &anyone, Limit: api.MaxPage, Offset: r.IntN(940_000)})
		},
		"book":      func() error { return book(100) },
		"book-1000": func() error { return book(api.MaxPage) },
		"ladder": func() error {
			base, quote := pair()
			_, err := s.Book(b.Context(), api.Pair{Base: base, Quote: quote}, 200)
			return err
		},
	}
}

// measure reads pages at full speed and reports the 99th percentile of how long one takes by the
// clock and of processor time, which other programs on the machine do not change, and the memory
// that was resident at the end.
func measure(b *testing.B, page func() error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var waits, costs []time.Duration
	for b.Loop() {
		start, spent := time.Now(), clock(b, threadClock)
		if err := page(); err != nil {
			b.Fatal(err)
		}
		costs, waits = append(costs, clock(b, threadClock)-spent), append(waits, time.Since(start))
	}
	for unit, times := range map[string][]time.Duration{"p99-ms": waits, "p99-cpu-ms": costs} {
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, unit)
	}
	var sum time.Duration
	for _, c := range costs {
		sum += c
	}
	b.ReportMetric(float64(sum.Microseconds())/1000/float64(len(costs)), "cpu-ms")
	m := resident(b)
	b.ReportMetric(float64(m.anonymous), "anon-MB")
	b.ReportMetric(float64(m.file), "file-MB")
}

// Clocks of the system that count processor time, in the program and for it in the kernel.
const (
	processClock = 2
	threadClock  = 3
)

func clock(b *testing.B, id uintptr) time.Duration {
	var t syscall.Timespec
	if _, _, err := syscall.RawSyscall(
		syscall.SYS_CLOCK_GETTIME, id, uintptr(unsafe.Pointer(&t)), 0); err != 0 {
		b.Fatal(err)
	}
	return time.Duration(t.Nano())
}

// memoryInUse is what a process has in memory, in MB: its own, and pages of files that it has
// mapped.
type memoryInUse struct{ anonymous, file int }

func resident(b *testing.B) (m memoryInUse) {
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var kb int
		if _, err := fmt.Sscanf(line, "RssAnon: %d kB", &kb); err == nil {
			m.anonymous = kb / 1000
		}
		if _, err := fmt.Sscanf(line, "RssFile: %d kB", &kb); err == nil {
			m.file = kb / 1000
		}
	}
	return m
}
