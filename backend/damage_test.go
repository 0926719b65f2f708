package backend_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/backend"
	"bourse/store"
)

// A damaged record stops the start by its name, and the error says what to do.
func TestDamageStopsTheStartByName(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(filepath.Join(dir, "bourse.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := store.NewTable("1337/orders", store.Uint64Keys{}, store.Bytes{})
	if err := s.Update(func(tx *store.Tx) error {
		return table.Put(tx, 1, []byte{0xff})
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = backend.Open(t.Context(), backend.Config{Dir: dir, Now: time.Now})
	if !errors.Is(err, store.ErrCorrupt) {
		t.Fatal(err)
	}
	for _, part := range []string{"1337/orders", "record 0000000000000001", "restore a backup",
		"bourse store check " + dir} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}
