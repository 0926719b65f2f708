package orders

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/store"
)

// A service that was closed between a block and the reorganisation that undoes it undoes it all the
// same.
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
	later := s.posted[f.index.count:]
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
	if len(known)+len(later) != s.orders.index.count || len(fills) == 0 {
		t.Errorf("%d orders before the restart, %d after, %d in all; %d fills", len(known),
			len(later), s.orders.index.count, len(fills))
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
	if got, err := s.Order(t.Context(), rec.Hash, false); err != nil ||
		show(got) != show(w.get(rec.Hash)) {
		t.Fatal(show(got), err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, _, err = s.CreateOrder(t.Context(), w.sell(0, 1, 3100))
	if e := api.AsError(err); e.Type != api.StoreUnavailable || e.RetryAfter == 0 {
		t.Error(err)
	}
	if got, err := s.Order(t.Context(), rec.Hash, false); err != nil ||
		show(got) != show(w.get(rec.Hash)) {
		t.Error(show(got), err)
	}
}

// A flipped bit in a record stops the start by naming the record, not by asking to try again.
func TestDamagedRecordIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rec := w.create(w.sell(0, 1, 3000))
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := w.orders.cfg.Store.Backup(path); err != nil {
		t.Fatal(err)
	}
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(image, rec.Signature)
	if at < 0 {
		t.Fatal("the order is not in the file")
	}
	image[at] ^= 4
	if err := os.WriteFile(path, image, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = Open(t.Context(), Config{Store: db, Network: w.net, Bus: w.bus, Now: time.Now})
	if !errors.Is(err, store.ErrCorrupt) {
		t.Fatal(err)
	}
	for _, part := range []string{"orders of network 1337", "1337/orders",
		"record 0000000000000001", "checksum"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if db.Health() == nil {
		t.Error("a damaged store takes writes")
	}
}
