package orders

import (
	"unsafe"

	"bourse/backend/api"
)

// maxVersions is how many books' changes are counted one by one.
const maxVersions = 16_384

// versions count the changes of books. A version never comes back.
type versions struct {
	of     map[pairKey]uint64 // the books that changed since the others were forgotten
	oldest uint64             // that any version is
}

// bump counts a change of a book. Where there are too many books to be counted one by one, all
// count as changed.
func (v *versions) bump(p pairKey) {
	if _, ok := v.of[p]; !ok && len(v.of) >= maxVersions {
		for _, n := range v.of {
			v.oldest = max(v.oldest, n)
		}
		clear(v.of)
	}
	if v.of == nil {
		v.of = make(map[pairKey]uint64)
	}
	v.of[p] = v.version(p) + 1
}

// version is the number of changes of a book, or more.
func (v *versions) version(p pairKey) uint64 { return max(v.oldest, v.of[p]) }

func (v *versions) held(chainID uint64) api.Held {
	const each = int64(2 * (unsafe.Sizeof(pairKey{}) + 8)) // a map is half full
	return api.Held{What: "versions of books", ChainID: chainID, Bytes: each * int64(len(v.of)),
		Most: each * maxVersions}
}
