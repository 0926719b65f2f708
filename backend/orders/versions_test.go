package orders

import (
	"encoding/binary"
	"testing"
)

// The versions of books take bounded memory, and none ever comes back.
func TestVersionsAreBounded(t *testing.T) {
	t.Parallel()
	var s versions
	told := make(map[pairKey]uint64)
	for n := range uint32(3 * maxVersions) {
		var p pairKey
		binary.BigEndian.PutUint32(p.low[:], n%(maxVersions+maxVersions/2))
		s.bump(p)
		if v := s.version(p); v <= told[p] {
			t.Fatalf("the version of book %d goes from %d to %d", n, told[p], v)
		}
		told[p] = s.version(p)
		if h := s.held(1); h.Bytes > h.Most || h.Bytes == 0 {
			t.Fatalf("%d bytes of %d", h.Bytes, h.Most)
		}
	}
	for p, before := range told {
		if s.version(p) < before {
			t.Fatalf("a version goes back from %d to %d", before, s.version(p))
		}
	}
}
