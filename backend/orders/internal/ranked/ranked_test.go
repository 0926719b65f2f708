package ranked

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// keys sorts ids by a key that many share, then by id.
type keys struct {
	key  map[uint32]int
	tiny map[uint32]bool
}

func (k keys) order() Order {
	return Order{
		Compare: func(a, b uint32) int {
			return cmp.Or(cmp.Compare(k.key[b], k.key[a]), cmp.Compare(a, b))
		},
		Hidden: func(id uint32) bool { return k.tiny[id] },
	}
}

func (k keys) page(sorted []uint32, offset, limit int, hide bool) []uint32 {
	var all []uint32
	for _, id := range sorted {
		if !hide || !k.tiny[id] {
			all = append(all, id)
		}
	}
	return all[min(offset, len(all)):min(offset+limit, len(all))]
}

func check(t *rapid.T, l *List, k keys, members []uint32) {
	slices.SortFunc(members, k.order().Compare)
	for _, hide := range []bool{false, true} {
		if want := len(k.page(members, 0, len(members), hide)); l.Len(hide) != want {
			t.Fatalf("len %d, want %d", l.Len(hide), want)
		}
		offset, limit := rapid.IntRange(0, len(members)+2).Draw(t, "offset"),
			rapid.IntRange(0, 40).Draw(t, "limit")
		if got, want := l.Page(nil, offset, limit, hide, k.order()),
			k.page(members, offset, limit, hide); !slices.Equal(got, want) {
			t.Fatalf("page %d+%d: %v, want %v", offset, limit, got, want)
		}
	}
	first, ok := l.First()
	if ok != (len(members) > 0) || ok && first != members[0] {
		t.Fatalf("first %d, %v", first, ok)
	}
}

func TestAgainstSortedSlice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		k := keys{map[uint32]int{}, map[uint32]bool{}}
		seed := rapid.Uint64().Draw(t, "seed")
		r := rand.New(rand.NewPCG(seed, seed))
		start := rapid.IntRange(0, 2000).Draw(t, "built")
		var members []uint32
		for id := range uint32(start) {
			k.key[id], k.tiny[id] = r.IntN(50), r.IntN(3) == 0
			members = append(members, id)
		}
		slices.SortFunc(members, k.order().Compare)
		l := Build(members, k.order())
		check(t, &l, k, members)
		for step := range rapid.IntRange(0, 1500).Draw(t, "steps") {
			id := uint32(r.IntN(2500))
			at := slices.Index(members, id)
			if at >= 0 && r.IntN(2) == 0 {
				if !l.Remove(id, k.order()) || l.Remove(id, k.order()) {
					t.Fatal("remove", id)
				}
				members = slices.Delete(members, at, at+1)
			} else if at < 0 {
				k.key[id], k.tiny[id] = r.IntN(50), r.IntN(3) == 0
				l.Insert(id, k.order())
				l.Insert(id, k.order())
				members = append(members, id)
			}
			if step%300 == 0 {
				check(t, &l, k, members)
			}
		}
		check(t, &l, k, members)
	})
}

func BenchmarkMillion(b *testing.B) {
	const n = 1_000_000
	o := Order{Compare: func(a, b uint32) int { return cmp.Compare(a, b) },
		Hidden: func(id uint32) bool { return id%7 == 0 }}
	ids := make([]uint32, n)
	for i := range ids {
		ids[i] = uint32(2 * i)
	}
	l := Build(ids, o)
	r := rand.New(rand.NewPCG(1, 2))
	b.Run("insert+remove", func(b *testing.B) {
		for b.Loop() {
			id := uint32(2*r.IntN(n) + 1)
			l.Insert(id, o)
			l.Remove(id, o)
		}
	})
	b.Run("page", func(b *testing.B) {
		var dst []uint32
		for b.Loop() {
			dst = l.Page(dst[:0], r.IntN(n), 100, true, o)
		}
	})
}
