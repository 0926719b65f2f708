package pools

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/pool"
)

// thin is what part of the deepest pool of a pair another one holds at most that is thin beside it:
// whoever moves it pays next to nothing.
const thin = 0.05

// Thin are the pools after a block that are thin between two tokens which a thin one of a list
// trades. Who made that one give way can do so with the next best of them.
func (t *Tracker) Thin(block uint64, list []common.Address) []common.Address {
	s := t.At(block)
	if s == nil {
		return nil
	}
	return s.thinBeside(list)
}

func (s *Snapshot) thinBeside(list []common.Address) (more []common.Address) {
	for _, pair := range s.thinPairs(list) {
		least := s.deepest(pair) * thin
		for _, p := range s.Venues {
			if held := s.holds(p, pair); held > 0 && held < least {
				more = append(more, p.handle())
			}
		}
	}
	slices.SortFunc(more, common.Address.Cmp)
	return slices.Compact(more)
}

// thinPairs are the pairs between which pools of a list are thin.
func (s *Snapshot) thinPairs(list []common.Address) (pairs [][2]common.Address) {
	for _, p := range s.Venues {
		if !slices.Contains(list, p.handle()) {
			continue
		}
		for i, a := range p.Tokens {
			for _, b := range p.Tokens[:i] {
				pair := [2]common.Address{a, b}
				if s.holds(p, pair) < s.deepest(pair)*thin {
					pairs = append(pairs, pair)
				}
			}
		}
	}
	return pairs
}

// deepest is the most that a pool with a price of its own holds between two tokens.
func (s *Snapshot) deepest(pair [2]common.Address) (most float64) {
	for _, p := range s.Venues {
		if p.Kind != pool.KindWrapper && p.Kind != pool.KindVault {
			most = max(most, s.holds(p, pair))
		}
	}
	return most
}

// holds is what stands in a pool between two tokens, in the second, 0 for one that does not trade
// both. Of a pair's pools it is in proportion to what it is worth.
func (s *Snapshot) holds(p *State, pair [2]common.Address) float64 {
	i, j := slices.Index(p.Tokens, pair[0]), slices.Index(p.Tokens, pair[1])
	list := s.stands[p.Pool]
	switch {
	case i < 0 || j < 0 || len(list) == 0:
		return 0
	case i > j:
		return list[i*(i-1)/2+j].To
	}
	return list[j*(j-1)/2+i].From
}
