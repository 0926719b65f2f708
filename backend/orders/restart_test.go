package orders

import (
	"path/filepath"
	"testing"

	"bourse/backend/api"
	"bourse/store"
)

// A service that was closed between a block and the reorganisation that undoes it undoes it all the same.
func TestRollbackAfterRestart(t *testing.T) {
	t.Parallel()
	s := newSession(newWorld(t), 21)
	s.approveAll(0, 1, 2, 3)
	base := s.chain.Head()
	for range 10 {
		s.post()
	}
	s.run(5)
	ancestor := s.chain.Head()
	s.run(12)
	f := s.fresh(base)
	path := f.cfg.Store.Path()
	if err := f.cfg.Store.Close(); err != nil {
		t.Fatal(err)
	}
	s.fork(ancestor)
	s.run(13)
	f = s.open(path)
	if err := f.Rollback(t.Context(), ancestor); err != nil {
		t.Fatal(err)
	}
	later := s.posted[f.memory.count:]
	for n := ancestor.Number + 1; n <= s.chain.Head().Number; n++ {
		s.apply(f, n)
	}
	known, fills := dump(t, f)
	for _, r := range known {
		want := s.get(r.Hash)
		if show(r) != show(want) {
			t.Errorf("%s\n%s", show(r), show(want))
		}
	}
	if len(known)+len(later) != s.orders.memory.count || len(fills) == 0 {
		t.Errorf("%d orders before the restart, %d after, %d in all; %d fills", len(known), len(later), s.orders.memory.count, len(fills))
	}
}

// A store that can't write refuses orders by name, and what there is can still be read.
func TestStoreThatRefusesWrites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rec := w.create(w.sell(0, 1, 3000))
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := w.orders.cfg.Store.Backup(path); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := w.openOn(db)
	if got, err := s.Order(t.Context(), rec.Hash, false); err != nil || show(got) != show(w.get(rec.Hash)) {
		t.Fatal(show(got), err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, _, err = s.Create(t.Context(), w.sell(0, 1, 3100))
	if e := api.AsError(err); e.Type != api.StoreUnavailable || e.RetryAfter == 0 {
		t.Error(err)
	}
	if got, err := s.Order(t.Context(), rec.Hash, false); err != nil || show(got) != show(w.get(rec.Hash)) {
		t.Error(show(got), err)
	}
}
