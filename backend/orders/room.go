package orders

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Keys are free, and so is the word of a stranger's contract, which may say that anybody holds and
// allows all there is. So there is room for so many orders that nothing stands behind, and for so
// many that only a contract which the network does not list says is paid for. Of those a contract
// has a share of the places that are left, and a maker one of his contract's: the more of them are
// taken, the less anybody gets. What can be filled is held against what can be filled alone, so
// that orders of empty keys take no place from it.
const (
	// shareOfLeft is which part of the places left a contract may have, and shareOfContract which
	// part of those a maker.
	shareOfLeft, shareOfContract = 16, 16
	// leastShare is which part of all places every contract may have, however few are left.
	leastShare = 800
)

// tally counts open orders; K is what makers and contracts are named by.
type tally[K comparable] struct {
	open    map[K]int // of each maker
	unpaid  int       // of which nothing can be filled now
	foreign crowd[K]  // of contracts that the network does not list
	ready   crowd[K]  // those of them of which something can be filled now
}

// crowd is how many orders there are, of each contract and by each maker.
type crowd[K comparable] struct {
	all    int
	of, by map[K]int
}

// counted is what is counted of an order.
type counted[K comparable] struct {
	maker, token K
	foreign      bool
	state        state
}

func newTally[K comparable]() tally[K] {
	crowdOf := func() crowd[K] { return crowd[K]{of: make(map[K]int), by: make(map[K]int)} }
	return tally[K]{open: make(map[K]int), foreign: crowdOf(), ready: crowdOf()}
}

// count adds an order n times.
func (t *tally[K]) count(c counted[K], n int) {
	if !c.state.open() {
		return
	}
	addTo(t.open, c.maker, n)
	if c.state == suspended {
		t.unpaid += n
	}
	if c.foreign {
		t.foreign.count(c, n)
		if c.state == pending {
			t.ready.count(c, n)
		}
	}
}

func (c *crowd[K]) count(o counted[K], n int) {
	c.all += n
	addTo(c.of, o.token, n)
	addTo(c.by, o.maker, n)
}

func addTo[K comparable](m map[K]int, key K, n int) {
	if m[key] += n; m[key] == 0 {
		delete(m, key)
	}
}

// isForeign tells whether a contract is none that the network lists.
func (ix *index) isForeign(token uint32) bool {
	return ix.listed == nil || !ix.listed(ix.addresses.list[token])
}

// shareOf is how many orders a contract may have where some of the places are taken.
func shareOf(places, taken int) int {
	return max(1, places/leastShare, (places-taken)/shareOfLeft)
}

// arrival is an order that is being stored.
type arrival struct {
	done chan struct{}
	counted[common.Address]
}

// countArrival counts an order that is being stored as c from here on. s.mu is held.
func (s *Service) countArrival(a *arrival, c counted[common.Address]) {
	s.arriving.count(a.counted, -1)
	a.counted = c
	s.arriving.count(c, 1)
}

// takePlace refuses an order that is being stored where there is no room for it, and else counts it
// as what it is.
func (s *Service) takePlace(a *arrival, p *pendingOrder) error {
	token := p.holding.asset.Address
	c := counted[common.Address]{p.key.maker, token, !s.state.isListed(token), p.record.first.state}
	s.mu.Lock()
	defer s.mu.Unlock()
	if most := s.cfg.MaxUnpaid; c.state == suspended &&
		s.index.unpaid+s.arriving.unpaid >= most {
		return api.Errorf(api.TooManyOrders, "%d orders that nobody can fill now are kept, which "+
			"is as many as there is room for: let the maker hold and allow what it sells first",
			most)
	}
	if c.foreign {
		if err := s.roomForForeign(c); err != nil {
			return err
		}
	}
	s.countArrival(a, c)
	return nil
}

// roomForForeign refuses an order of a stranger's contract where too many such are kept. s.mu is
// held.
func (s *Service) roomForForeign(c counted[common.Address]) error {
	have, coming := &s.index.ready, &s.arriving.ready
	if c.state == suspended {
		have, coming = &s.index.foreign, &s.arriving.foreign
	}
	number, most := s.index.addresses.number, s.cfg.MaxForeign
	all := have.all + coming.all
	of, by := have.of[number[c.token]]+coming.of[c.token], have.by[number[c.maker]]+
		coming.by[c.maker]
	share := shareOf(most, all)
	switch {
	case all >= most:
		return api.Errorf(api.TooManyOrders, "%d open orders sell what network %d does not list, "+
			"which is as many as there is room for: sell what it lists, or try again once others "+
			"have ended", all, s.chainID)
	case of >= share:
		return api.Errorf(api.TooManyOrders, "%d open orders sell what contract %s makes, which "+
			"network %d does not list: there is room for no more of them, so cancel some or let "+
			"them expire", of, api.Lower(c.token), s.chainID)
	case by >= max(1, share/shareOfContract):
		return api.Errorf(api.TooManyOrders, "%s has %d open orders of what network %d does not "+
			"list, the most one maker may have now: cancel some or let them expire",
			api.Lower(c.maker), by, s.chainID)
	}
	return nil
}
