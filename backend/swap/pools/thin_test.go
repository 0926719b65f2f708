package pools

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

// Where a thin pool gave way all thin ones of its pair are left out, and none where a deep one did.
func TestThinPoolsBesideOneThatGaveWay(t *testing.T) {
	t.Parallel()
	a, b, c := common.Address{0xa}, common.Address{0xb}, common.Address{0xc}
	s := &Snapshot{}
	for i, p := range []struct {
		held     uint64
		from, to common.Address
	}{{1_000_000, a, b}, {10_000, a, b}, {30_000, b, a}, {400_000, a, b}, {10_000, b, c}} {
		reserve := uint256.NewInt(p.held)
		product, err := pool.NewProduct(*reserve, *reserve, 3000)
		if err != nil {
			t.Fatal(err)
		}
		s.Venues = append(s.Venues, &State{Info: &Info{Address: common.Address{byte(i + 1)},
			Tokens: []common.Address{p.from, p.to}}, Pool: product})
	}
	s.measure(nil)
	for gave, want := range map[byte][]common.Address{
		1: nil, 2: {{2}, {3}}, 3: {{2}, {3}}, 4: nil, 5: nil, 9: nil,
	} {
		if got := s.thinBeside([]common.Address{{gave}}); !slices.Equal(got, want) {
			t.Errorf("pool %d gave way: %v are left out, want %v", gave, got, want)
		}
	}
}
