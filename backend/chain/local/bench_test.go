package local_test

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/chain/local"
)

func BenchmarkFirstStart(b *testing.B) {
	for b.Loop() {
		c, err := local.Open(b.Context(),
			local.Config{Dir: b.TempDir(), Now: time.Now, Accounts: users()})
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	cfg := local.Config{Dir: dir, Now: time.Now, Accounts: users()}
	c := open(b, cfg)
	mineSome(b, c, 100, 10)
	if err := c.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		c, err := local.Open(b.Context(), cfg)
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBlock makes blocks of simple transactions that wait in the pool, on disk.
func BenchmarkBlock(b *testing.B) {
	for _, txs := range []int{0, 1, 100} {
		b.Run(fmt.Sprintf("%d transactions", txs), func(b *testing.B) {
			dir := b.TempDir()
			c := open(b, local.Config{Dir: dir})
			client := ethclient.NewClient(c.Client())
			before := size(b, dir)
			blocks := 0
			for b.Loop() {
				b.StopTimer()
				if err := pay(context.Background(), client, txs); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if _, err := c.Mine(context.Background()); err != nil {
					b.Fatal(err)
				}
				blocks++
			}
			b.ReportMetric(float64(size(b, dir)-before)/float64(blocks), "disk-B/block")
		})
	}
}

func mineSome(b *testing.B, c *local.Chain, blocks, txs int) {
	b.Helper()
	client := ethclient.NewClient(c.Client())
	for range blocks {
		if err := pay(context.Background(), client, txs); err != nil {
			b.Fatal(err)
		}
		if _, err := c.Mine(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// size sums up the files of a folder.
func size(b *testing.B, dir string) (total int64) {
	b.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
		}
		return nil // files come and go
	})
	if err != nil {
		b.Fatal(err)
	}
	return total
}
