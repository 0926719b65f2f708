package orders

import (
	"context"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// What a node tells of an order counts only as far as the order contract agrees: an end is for
// good, and a node that invents a log, or answers a question wrongly once, must not bring one
// about. Where a network has several nodes, the others are asked too.

// denied finds the orders whose events of a block the contract denies at it: cancellations of what
// it holds open, and fills of more than is gone.
func (cs *changeset) denied(b chain.Block, f readings) (map[uint32]bool, error) {
	gone := make(map[uint32]*big.Int) // what fills say is gone
	ended := make(map[uint32]bool)    // what cancellations say
	txs := make(map[uint32]common.Hash)
	for i := range b.Logs {
		l := &b.Logs[i]
		id := cs.s.orderOf(l)
		if id == 0 {
			continue
		}
		if txs[id] = l.TxHash; gone[id] == nil {
			gone[id] = new(big.Int)
		}
		if l.Topics[0] == topicCancelled {
			ended[id] = true
			continue
		}
		fill, err := cs.s.fillOf(&orderChange{record: cs.s.index.record(id)}, l, b.Of(l))
		if err != nil {
			return nil, err
		}
		gone[id].Add(gone[id], fill.MakerAmount.Big())
	}
	list := make(map[uint32]bool)
	for id, tx := range txs {
		c := cs.orderChange(id)
		if !c.now.state.open() {
			continue
		}
		left := leftOf(f.remaining[cs.s.index.keyOf(id)], c.record.order.MakerAmount)
		if ended[id] && !left.IsZero() || c.now.fillable.Less(left) ||
			c.now.fillable.Sub(left).Big().Cmp(gone[id]) < 0 {
			list[id] = true
			cs.doubted = append(cs.doubted, denial{c.record.hash, tx})
		}
	}
	return list, nil
}

// leftOf is what remaining() leaves open of an order.
func leftOf(remaining, total api.Amount) api.Amount {
	switch remaining {
	case untouched:
		return total
	case closed:
		return api.Amount{}
	}
	return remaining.Sub(closed)
}

// deny counts and names what a node told and the contract denies.
func (s *Service) deny(what string, order, tx common.Hash) {
	s.denials.Add(1)
	s.cfg.Logger.Warn("the order contract denies what a node told", "chain", s.chainID, "what",
		what, "order", order, "transaction", tx)
}

// denial is events of an order, by a transaction, that the contract denies.
type denial struct{ order, tx common.Hash }

// reportDenied counts and names what was denied, once the changeset is in.
func (cs *changeset) reportDenied() {
	for _, d := range cs.doubted {
		cs.s.deny("events of an order", d.order, d.tx)
	}
}

// end is an order that a changeset ends or reopens by what one node read.
type end struct {
	orderKey
	left api.Amount // as the contract tells it
}

// ends lists those that the other nodes have not been asked about yet.
func (cs *changeset) ends(f readings) (list []end) {
	for _, id := range cs.ids {
		c := cs.changes[id]
		key := cs.s.index.keyOf(id)
		left, read := f.remaining[key]
		if read && c.before.shut() != c.now.shut() && !f.attested[key] {
			list = append(list, end{key, left})
		}
	}
	return list
}

// attest asks the network's other nodes about ends: it fails where they contradict one, so that its
// changeset waits until they agree.
func (s *Service) attest(ctx context.Context, at api.BlockRef, list []end, f *readings) error {
	var calls []chain.Call
	var answers [][]byte
	for _, e := range list {
		word32 := e.left.Bytes32()
		calls = append(calls, call(s.contracts.AugustusRFQ, selRemaining, word(e.maker), e.hash))
		answers = append(answers, word32[:])
	}
	against := s.cfg.Network.Outvoted(ctx, at.Hash, calls, answers)
	if len(against) == 0 {
		for _, e := range list {
			f.attested[e.orderKey] = true
		}
		return nil
	}
	for _, i := range against {
		s.deny("the end of an order", list[i].hash, common.Hash{})
	}
	e := api.Errorf(api.ChainUnavailable, "the nodes of network %d contradict each other: whether "+
		"order %s is closed at block %d, they do not agree", s.chainID, list[against[0]].hash,
		at.Number)
	e.RetryAfter = time.Second
	return e
}

// shut tells whether the order contract, rather than time, has ended the order.
func (s *status) shut() bool { return s.state == fulfilled || s.state == cancelled }

// recheckMost is how many ended orders a sweep looks at again. It goes on where the last one
// stopped.
const recheckMost = 5 * sweepPart

// recheck asks the contract again about orders that ended and whose time has not passed, and opens
// those that it holds open: a node that lied when they ended is found out as soon as it does not,
// or another is asked.
func (s *Service) recheck(ctx context.Context) error {
	for left := recheckMost; left > 0; left -= sweepPart {
		s.mu.RLock()
		ids, next := s.index.endedFrom(s.rechecked, sweepPart, uint64(s.cfg.Now().Unix()))
		s.mu.RUnlock()
		if len(ids) > 0 {
			if err := s.sweep(ctx, ids); err != nil {
				return err
			}
		}
		s.rechecked = next
		if next == 0 {
			return nil
		}
	}
	return nil
}

// endedFrom lists up to n orders, from an id on, that the contract has ended and that could still
// be filled by their time, and where to go on; 0 is the end.
func (ix *index) endedFrom(id uint32, n int, now uint64) (ids []uint32, next uint32) {
	for id = max(id, 1); id <= ix.last; id++ {
		if len(ids) == n {
			return ids, id
		}
		r := ix.row(id)
		if (r.state == fulfilled || r.state == cancelled) && (r.expiry == 0 || r.expiry >= now) {
			ids = append(ids, id)
		}
	}
	return ids, 0
}
