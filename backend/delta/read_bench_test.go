package delta

import (
	"cmp"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/store"
)

// manyRows is how many orders the reads are measured with.
const manyRows = 100_000

// stocked is a service whose store holds so many orders, a tenth of them of one owner.
func stocked(b testing.TB, n int) (s *Service, ids []string, owner common.Address) {
	b.Helper()
	db, err := store.Open(filepath.Join(b.TempDir(), "many.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	s, owner = &Service{cfg: Config{Store: db}, tables: tablesOf(1337),
		last: make(map[string]lastRound)}, common.Address{1}
	var samples []row
	for seed := range 50 {
		samples = append(samples, rapid.Custom(drawRow).Example(seed))
	}
	for start := 0; start < n; start += 10_000 {
		if err := db.Update(func(tx *store.Tx) error {
			for i := start; i < min(n, start+10_000); i++ {
				r := samples[i%len(samples)]
				r.ID, r.User = uuid.NewSHA1(uuid.Nil, fmt.Append(nil, i)).String(),
					common.Address{2, byte(i), byte(i >> 8)}
				if i%10 == 0 {
					r.User = owner
				}
				r.Order.Owner, r.OrderHash, r.Status, r.CreatedAt = r.User,
					common.BytesToHash(fmt.Append(nil, i)), executed, time.UnixMilli(int64(i)).UTC()
				if err := s.tables.add(tx, r); err != nil {
					return err
				}
				ids = append(ids, r.ID)
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
	return s, ids, owner
}

// BenchmarkOpenOrders reads the open orders of an owner who had ten thousand, of which three are
// open, and all of them for comparison.
func BenchmarkOpenOrders(b *testing.B) {
	s, owner := withOpen(b, manyRows, 3)
	for name, q := range map[string]api.DeltaQuery{
		"open": {User: owner, Limit: api.MaxPage, Open: true},
		"all":  {User: owner, Limit: api.MaxPage},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				readPages(b, s, q)
			}
		})
	}
}

// withOpen is a store of so many orders, a tenth of them an owner's, of which so many are open: one
// in the middle of the list, the others at its ends.
func withOpen(tb testing.TB, n, open int) (s *Service, owner common.Address) {
	tb.Helper()
	s, ids, owner := stocked(tb, n)
	s.rows, s.owners = make(map[string]*row), make(map[common.Address]map[string]bool)
	if err := s.cfg.Store.Update(func(tx *store.Tx) error {
		for i := range open {
			r, err := s.tables.orders.Get(tx, ids[i*(n/10-1)/(open-1)*10])
			if err != nil {
				return err
			}
			r.Status = running
			s.keepOpen(&r)
			if err := s.tables.put(tx, &r); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		tb.Fatal(err)
	}
	return s, owner
}

// readPages reads all pages of a list.
func readPages(tb testing.TB, s *Service, q api.DeltaQuery) (all []api.DeltaRecord) {
	tb.Helper()
	for q.Page = 1; ; q.Page++ {
		list, err := s.DeltaOrders(tb.Context(), q)
		if err != nil {
			tb.Fatal(err)
		}
		if all = append(all, list...); len(list) < q.Limit {
			return all
		}
	}
}

// The open orders of an owner are those of all that are not done, page by page, and reading them
// takes none of the others in.
func TestOpenOrdersAreReadAlone(t *testing.T) {
	t.Parallel()
	s, owner := withOpen(t, 20_000, 5)
	want := slices.DeleteFunc(readPages(t, s, api.DeltaQuery{User: owner, Limit: api.MaxPage}),
		func(r api.DeltaRecord) bool { return r.Status.Final() })
	if len(want) != 5 {
		t.Fatalf("%d orders are open", len(want))
	}
	for limit := 1; limit <= 6; limit++ {
		q := api.DeltaQuery{User: owner, Limit: limit, Open: true}
		if got := readPages(t, s, q); !reflect.DeepEqual(got, want) {
			t.Errorf("by %d: %d orders, want %d, or not in their order", limit, len(got), len(want))
		}
	}
	if got := readPages(t, s, api.DeltaQuery{User: common.Address{9}, Limit: 1,
		Open: true}); len(got) > 0 {
		t.Errorf("somebody without orders has %d", len(got))
	}
	damaged := func() (id string) { // an order that is done and can't be read
		for _, r := range readPages(t, s, api.DeltaQuery{User: owner, Limit: api.MaxPage}) {
			if r.Status.Final() {
				id = r.ID
			}
		}
		return id
	}()
	if err := s.cfg.Store.Update(func(tx *store.Tx) error {
		return s.tables.orders.Delete(tx, damaged)
	}); err != nil {
		t.Fatal(err)
	}
	q := api.DeltaQuery{User: owner, Limit: 10, Open: true}
	if got := readPages(t, s, q); len(got) != 5 {
		t.Errorf("beside one that can't be read %d orders are open", len(got))
	}
}

// BenchmarkRead reads an order and pages of a hundred, near and far, among 100,000 orders, and
// reports the slowest hundredth.
func BenchmarkRead(b *testing.B) {
	n := manyRows
	if testing.Short() {
		n /= 100
	}
	s, ids, owner := stocked(b, n)
	measure := func(name string, read func(i int) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				if err := read(i); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.SortFunc(took, cmp.Compare[time.Duration])
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
	measure("get", func(i int) error {
		_, err := s.DeltaOrder(b.Context(), ids[i*7919%n])
		return err
	})
	pages := n / 10 / 100
	for name, page := range map[string]func(int) int{
		"first page": func(int) int { return 1 },
		"any page":   func(i int) int { return 1 + i%pages }} {
		measure(name, func(i int) error {
			list, err := s.DeltaOrders(b.Context(),
				api.DeltaQuery{User: owner, Page: page(i), Limit: 100})
			if err == nil && len(list) != 100 {
				err = fmt.Errorf("a page of %d orders", len(list))
			}
			return err
		})
	}
}
