package store

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// BenchmarkGroupCommit: 64 goroutines, each waiting for its own record of 300 bytes to be on disk.
func BenchmarkGroupCommit(b *testing.B) {
	table := NewTable("records", Uint64Keys{}, Bytes{})
	s := openTest(b, Options{})
	record := make([]byte, 300)
	const writers = 64
	waits := make([][]time.Duration, writers)
	var wg sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	for w := range writers {
		wg.Go(func() {
			for range b.N/writers + 1 {
				start := time.Now()
				err := s.Update(func(tx *Tx) error {
					id, err := table.NextID(tx)
					if err != nil {
						return err
					}
					return table.Put(tx, id, record)
				})
				if err != nil {
					b.Error(err)
				}
				waits[w] = append(waits[w], time.Since(start))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(waits...)
	slices.Sort(all)
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "records/s")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkGet reads one record of 100,000 by key, in a transaction of its own.
func BenchmarkGet(b *testing.B) {
	table := NewTable("records", Uint64Keys{}, Bytes{})
	s := openTest(b, Options{})
	record := make([]byte, 300)
	const records = 100_000
	for at := uint64(0); at < records; at += 10_000 {
		update(b, s, func(tx *Tx) error {
			for id := at; id < at+10_000; id++ {
				if err := table.Put(tx, id, record); err != nil {
					return err
				}
			}
			return nil
		})
	}
	b.ReportAllocs()
	id := uint64(1)
	for b.Loop() {
		id = (id*6364136223846793005 + 1) % records
		if err := s.View(func(tx *Tx) error {
			_, err := table.Get(tx, id)
			return err
		}); err != nil {
			b.Fatal(err)
		}
	}
}
