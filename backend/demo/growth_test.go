package demo_test

import (
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"bourse/backend"
	"bourse/backend/chain"
	"bourse/backend/demo"
)

// forGood is for the record of what somebody signed, filled or was awarded: it is kept for good.
const forGood = -1

// growth says of each bucket of the store how many records it may have. A bucket that is not listed
// has no bound that anybody thought of.
var growth = map[string]int{
	"meta": 1, "stats": 100, "t/secrets": 1,
	"t/1337/orders": forGood, "t/1337/statuses": forGood, "t/1337/fills": forGood,
	"i/1337/fills/order": forGood, "i/1337/fills/party": forGood,
	"t/1337/delta orders": forGood, "i/1337/delta orders/hash": forGood,
	"i/1337/delta orders/block": forGood, "t/1337/delta owners": forGood,
	"t/1337/delta tried":  forGood,
	"t/1337/delta events": forGood, "t/1337/delta rounds": forGood,
	// a record for each asset that an account has orders of, and for each open Delta order
	"t/1337/holdings": 1000, "i/1337/delta orders/open": 1000, "t/1337/delta triggers": 1000,
	"t/1337/undo": chain.Depth, "t/1337/position": 1, "t/1337/delta position": 1,
	"t/trade positions": 1, "t/1337/delta counters": 1, "t/1337/snapshot": 1,
	// the markets are held to smaller bounds by a test of their own
	"t/trades": 200_000, "t/trade hours": 200_000,
}

// most is how many bytes the records of a bucket may take each, since pages that are
// left half empty would make it twice as much.
var most = map[string]int{"t/1337/fills": 400, "t/1337/orders": 400, "t/trades": 300}

// checkGrowth holds what is in the store of a session to its bounds.
func checkGrowth(t *testing.T, s *demo.Session) {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := backend.BackupStore(s.Dir(), copied); err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(copied, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	weighed := 0
	err = db.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(bucket []byte, b *bolt.Bucket) error {
			name, stats := string(bucket), b.Stats()
			switch bound, known := growth[name]; {
			case !known:
				t.Errorf("the bucket %q has no bound", name)
			case bound != forGood && stats.KeyN > bound:
				t.Errorf("%q has %d records, at most %d may be", name, stats.KeyN, bound)
			}
			bytes := stats.LeafAlloc + stats.BranchAlloc
			each := most[name]
			if each > 0 && stats.KeyN > 0 {
				weighed++
			}
			if each > 0 && bytes > each*stats.KeyN+1<<14 {
				t.Errorf("%q: %d records take %d bytes, more than %d each", name, stats.KeyN, bytes,
					each)
			}
			t.Logf("%-30s %6d records %9d bytes", name, stats.KeyN, bytes)
			return nil
		})
	})
	if err != nil || weighed < len(most) {
		t.Errorf("%d of %d kinds of records are there, %v", weighed, len(most), err)
	}
}
