package orders

import (
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// mirror is what a reader of events knows.
type mirror struct {
	*session
	orders map[common.Hash]string
	fills  map[string]bool
	done   api.Position
	next   *api.Position // what it saw is of this position already, in part
}

// lasting is what an event of an order tells for good: what its maker holds is no part of it.
func lasting(r *api.OrderRecord) string {
	bare := *r
	bare.MakerBalance, bare.SwappableBalance = api.Amount{}, api.Amount{}
	return show(bare)
}

func fillName(f *api.Fill) string {
	return f.Block.Hash.Hex() + f.TxHash.Hex() + string(rune(f.LogIndex)) + f.MakerAmount.String()
}

// takeAll reads a service anew.
func (m *mirror) takeAll(s *Service) {
	m.t.Helper()
	at, err := s.Reached()
	if err != nil {
		m.t.Fatal(err)
	}
	m.done, m.next = at, nil
	clear(m.orders)
	orders, fills := dump(m.t, s)
	for i := range orders {
		m.orders[orders[i].Hash] = lasting(&orders[i])
	}
	for i := range fills {
		m.fills[fillName(&fills[i])] = true
	}
}

var errBroken = errors.New("the stream broke")

// resume asks a service for what has changed, and loses the stream after some events; negative is
// never. It tells whether the service knew where the reader was.
func (m *mirror) resume(s *Service, events int) (known bool) {
	m.t.Helper()
	furthest := m.done
	if m.next != nil {
		furthest = *m.next
	}
	if known, err := s.Knows(m.t.Context(), furthest); err != nil || !known {
		return false
	}
	at, known, err := s.Since(m.t.Context(), m.done, func(list []api.Event) error {
		for _, e := range list {
			if events == 0 {
				return errBroken
			}
			events--
			m.next = e.At
			if e.Fill != nil {
				m.fills[fillName(e.Fill)] = true
			} else {
				m.orders[e.Order.Hash] = lasting(e.Order)
			}
		}
		return nil
	})
	switch {
	case errors.Is(err, errBroken):
	case err != nil:
		m.t.Fatal(err)
	case known:
		m.done, m.next = at, nil
	}
	return known
}

func (m *mirror) agrees(what string, s *Service) {
	m.t.Helper()
	orders, fills := dump(m.t, s)
	for i := range orders {
		if got, want := m.orders[orders[i].Hash], lasting(&orders[i]); got != want {
			m.t.Fatalf("%s: the reader has\n%s\nwant\n%s", what, got, want)
		}
	}
	for i := range fills {
		if !m.fills[fillName(&fills[i])] {
			m.t.Fatalf("%s: a fill of %s in block %d is missing", what, fills[i].OrderHash,
				fills[i].Block.Number)
		}
	}
}

// A reader that loses its stream at any event, and goes on at the same service, at another node's
// or at one that was started again, knows every order and every fill. What it has seen of a branch
// that is gone makes no service believe that it may go on.
func TestReadersGoOnWithoutAGap(t *testing.T) {
	t.Parallel()
	s := newSession(newWorld(t), 31)
	s.approveAll(0, 1, 2, 3)
	base := s.chain.Head()
	for range 10 {
		s.post()
	}
	m := &mirror{session: s, orders: make(map[common.Hash]string), fills: make(map[string]bool)}
	m.takeAll(s.orders)
	resumed, refused := 0, 0
	for round := range 14 {
		ancestor := s.chain.Head()
		s.run(1 + s.r.IntN(4))
		if round%5 == 4 { // the reader has seen some of a branch that goes
			m.resume(s.orders, s.r.IntN(6))
			s.fork(ancestor)
			s.mine()
			s.run(1 + s.r.IntN(3))
		}
		at := s.orders
		switch round % 3 {
		case 1: // another node, which worked it out for itself
			at = s.fresh(base)
		case 2: // the same store, opened again
			at = s.openOn(s.orders.cfg.Store)
		}
		for range 3 {
			m.resume(at, s.r.IntN(12))
		}
		if !m.resume(at, -1) {
			refused++
			m.takeAll(at)
			continue
		}
		resumed++
		m.agrees("after a resumption", at)
	}
	if resumed < 9 || refused > 5 {
		t.Errorf("went on %d times, and had to read anew %d times", resumed, refused)
	}
	at, _ := s.orders.Reached()
	for what, p := range map[string]api.Position{
		"another last order": {ChainID: at.ChainID, Block: at.Block, Hash: at.Hash,
			Orders: at.Orders, Last: common.Hash{1}},
		"another block": {ChainID: at.ChainID, Block: at.Block, Hash: common.Hash{1},
			Orders: at.Orders, Last: at.Last},
		"a later block": {ChainID: at.ChainID, Block: at.Block + 1, Hash: at.Hash,
			Orders: at.Orders, Last: at.Last},
		"more orders": {ChainID: at.ChainID, Block: at.Block, Hash: at.Hash,
			Orders: at.Orders + 1, Last: at.Last},
	} {
		if known, err := s.orders.Knows(t.Context(), p); known || err != nil {
			t.Errorf("%s: known %t, %v", what, known, err)
		}
	}
}

// What happened while nobody followed the chain for longer than can be undone is told all the same.
func TestReadersGoOnAfterALongAbsence(t *testing.T) {
	t.Parallel()
	s := newSession(newWorld(t), 33)
	s.approveAll(0, 1, 2, 3)
	base := s.chain.Head()
	for range 10 {
		s.post()
	}
	s.run(3)
	behind := s.fresh(base)
	m := &mirror{session: s, orders: make(map[common.Hash]string), fills: make(map[string]bool)}
	m.takeAll(behind)
	posted := len(s.posted)
	for len(s.posted) == posted {
		s.run(1)
	}
	for range 70 {
		s.mine()
	}
	s.run(4)
	if !m.resume(s.orders, -1) {
		t.Fatal("the position of a block far back is not known")
	}
	m.agrees("after a long absence", s.orders)
}
