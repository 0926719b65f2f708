package swap

import (
	"testing"

	"bourse/backend/api"
	"bourse/backend/swap/calldata"
)

// The books that are read for swaps take bounded memory, whatever pairs are asked for.
func TestBooksAreBounded(t *testing.T) {
	t.Parallel()
	s := &Service{books: make(map[bookKey][]calldata.Order)}
	var last bookKey
	for n := range uint64(2000) {
		last = bookKey{block: api.BlockRef{Number: n}}
		s.keep(last, make([]calldata.Order, 100))
		held := int64(0)
		for _, book := range s.books {
			held += bookBytes(book)
		}
		if held > maxBooks {
			t.Fatalf("%d books take %d bytes", len(s.books), held)
		}
	}
	if len(s.books) < 2 || s.books[last] == nil {
		t.Errorf("%d books are kept", len(s.books))
	}
}
