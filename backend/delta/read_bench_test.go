package delta

import (
	"cmp"
	"fmt"
	"path/filepath"
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
func stocked(b *testing.B, n int) (s *Service, ids []string, owner common.Address) {
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
