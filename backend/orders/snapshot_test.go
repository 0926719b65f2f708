//go:build linux

package orders

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
	"bourse/store"
)

// contents is all that an index has, by addresses instead of their numbers.
func contents(t *testing.T, s *Service) map[string]any {
	t.Helper()
	ix, all := s.index, make(map[string]any)
	all["orders"], all["fills"] = dump(t, s)
	ids := func(l *ranked.List, o ranked.Order) []uint32 {
		return l.Page(nil, 0, ix.count, false, o)
	}
	for k, v := range ix.lists {
		name := fmt.Sprint("list ", ix.addresses.list[k.address], k.role, k.flags)
		all[name] = [][]uint32{ids(&v.created, ix.byCreated), ids(&v.updated, ix.byUpdated),
			ids(&v.expiry, ix.byExpiry)}
		all[name+" without small ones"] = []int{v.created.Len(true), v.updated.Len(true)}
	}
	for k, b := range ix.books {
		all[fmt.Sprint("book ", ix.addresses.list[k.makerToken], ix.addresses.list[k.takerToken],
			k.nft)] = ids(b, ix.byPrice)
	}
	all["expiring"] = ids(&ix.expiring, ix.byEnd)
	return all
}

// putOdd adds orders that rows have no place for all of: huge amounts, NFTs, permits.
func putOdd(t *testing.T, db *store.Store, n int) {
	t.Helper()
	tab, r := tablesOf(api.LocalChainID), rand.New(rand.NewPCG(uint64(n), 1))
	err := db.Update(func(tx *store.Tx) error {
		for i := range n {
			rec := stockRecord(r, i, common.Address{1, byte(i)}, func(n int) common.Address {
				return common.Address{2, byte(n)}
			})
			rec.order.NFT, rec.permit = i%2 == 0, make([]byte, permitERC2612)
			if i%2 == 0 {
				rec.order.MakerAsset.Kind = api.ERC1155
				rec.order.MakerAsset.ID = api.NewAmount(uint64(i))
			}
			rec.order.MakerAmount, rec.order.TakerAmount = api.MaxAmount, api.MaxAmount
			rec.first.state, rec.first.fillable, rec.first.tx = cancelled, api.MaxAmount, rec.hash
			id, err := tab.orders.NextID(tx)
			if err == nil {
				err = tab.orders.Put(tx, id, rec)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSnapshot opens a store with a snapshot, with one that orders and statuses came after, and
// with ones that are torn, damaged, or of another store: it always has what reading everything
// gives.
func TestSnapshot(t *testing.T) {
	w := newWorld(t)
	path := filepath.Join(t.TempDir(), "orders.index")
	db := w.stocked("one.db", chunkSize+200)
	first := w.openAt(db, path)
	if (snapshots{first}).keep(); exists(path) {
		t.Fatal("a few orders were worth a snapshot")
	}
	first.leastGrowth = 1
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := first.Run(ctx); err != nil || !exists(path) {
		t.Fatal("no snapshot was written at the end:", err)
	}
	want := contents(t, first)
	opens := func(what string, db *store.Store, saved uint32, want map[string]any) {
		t.Helper()
		s := w.openAt(db, path)
		if s.saved != saved {
			t.Errorf("%s: %d orders from the snapshot, not %d", what, s.saved, saved)
		}
		if want == nil { // all is read as ever
			if s.index.count != len(stored(t, db)) {
				t.Errorf("%s: %d orders", what, s.index.count)
			}
			return
		}
		if got := contents(t, s); !reflect.DeepEqual(got, want) {
			for name := range want {
				if !reflect.DeepEqual(got[name], want[name]) {
					t.Errorf("%s: %s differs", what, name)
				}
			}
			t.Errorf("%s: %d of %d lists", what, len(got), len(want))
		}
	}
	last := first.index.last
	opens("fresh", db, last, want)

	putOdd(t, db, 4)
	change(t, db, 7)
	want = contents(t, w.openOn(db))
	opens("older than the store", db, last, want)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 100, len(whole) - 1} {
		write(t, path, whole[:cut])
		opens(fmt.Sprintf("torn at %d", cut), db, 0, nil)
	}
	write(t, path, append(whole[:len(whole):len(whole)], 0))
	opens("too long", db, 0, nil)
	for at := 0; at < len(whole); at += len(whole)/4 - 1 {
		changed := append([]byte(nil), whole...)
		changed[at] ^= 1
		write(t, path, changed)
		opens(fmt.Sprintf("byte %d changed", at), db, 0, nil)
	}
	other := w.stocked("two.db", chunkSize+200) // as many as in the snapshot
	marked := w.openAt(other, path)
	marked.leastGrowth = 1
	if err := (snapshots{marked}).save(); err != nil || marked.saved == 0 {
		t.Fatal("the other store has no snapshot:", err)
	}
	write(t, path, whole)
	opens("of another store", other, 0, contents(t, w.openOn(other)))
	unmarked := w.stocked("three.db", 300)
	opens("of a store without one", unmarked, 0, nil)
	write(t, path, whole[:len(whole)/2])
	opens("half of it", db, 0, want) // some of which was in the index already
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	opens("missing", db, 0, nil)
}

// TestSnapshotBesideOrders writes snapshots while orders come in: each of them is in the snapshot
// or is read after it.
func TestSnapshotBesideOrders(t *testing.T) {
	w := newWorld(t)
	w.approveAll(0)
	path := filepath.Join(t.TempDir(), "orders.index")
	db := w.orders.cfg.Store
	w.orders.cfg.Snapshot, w.orders.leastGrowth = path, 1
	made := make(chan error)
	go func() {
		defer close(made)
		for range 24 {
			r := w.sell(0, 1, 2000)
			_, _, err := w.orders.CreateOrder(t.Context(), r)
			made <- err
		}
	}()
	for err := range made {
		if err != nil {
			t.Fatal(err)
		}
		snapshots{w.orders}.keep()
	}
	s := w.openAt(db, path)
	if s.saved == 0 || !reflect.DeepEqual(contents(t, s), contents(t, w.openOn(db))) {
		t.Errorf("%d orders from the snapshot, and not what the store has", s.saved)
	}
}

// stocked is a store with n orders, and a few odd ones.
func (w *world) stocked(name string, n int) *store.Store {
	w.t.Helper()
	db, err := store.Open(filepath.Join(w.t.(*testing.T).TempDir(), name), store.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { db.Close() })
	w.stock(db, n)
	putOdd(w.t.(*testing.T), db, 6)
	return db
}

// stored is the ids of the orders that a store has.
func stored(t *testing.T, db *store.Store) (ids []uint64) {
	t.Helper()
	if err := db.View(func(tx *store.Tx) error {
		return tablesOf(api.LocalChainID).orders.Scan(tx, store.Range{},
			func(id uint64, _ record) error {
				ids = append(ids, id)
				return nil
			})
	}); err != nil {
		t.Fatal(err)
	}
	return ids
}

// change cancels an order that is in the snapshot.
func change(t *testing.T, db *store.Store, id uint64) {
	t.Helper()
	tab := tablesOf(api.LocalChainID)
	if err := db.Update(func(tx *store.Tx) error {
		rec, err := tab.orders.Get(tx, id)
		if err != nil {
			return err
		}
		st := rec.first
		st.state, st.tx, st.updated, st.fillable = cancelled, rec.hash, st.updated+1, api.MaxAmount
		return tab.statuses.Put(tx, id, st)
	}); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
