package delta

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// maxOwnerOrders is how many orders of one owner a round takes. The others have their turn in the
// next ones, so that what an owner costs the others does not grow with the number of its orders.
const maxOwnerOrders = 64

// maxRoundOrders is how many orders a round takes: more than twice what a block of 60 million gas
// has room to settle.
const maxRoundOrders = 256

// Snapshot implements auction.Orders: the running orders, as far as what their owner has pays them
// all, at most maxOwnerOrders of an owner and maxRoundOrders in all. Orders whose owner has the
// same token in flight wait, since the block does not show what that takes; so do those whose owner
// is a contract that was not asked about the signature on this block, and all but one of an owner's
// orders of the same nonce, of which each ends the others: settled at once they would all fail.
//
// Every owner's first order comes before any owner's second, and of these the ones that never had a
// round or waited longest, so that a full round or block leaves over the orders of those who have
// many.
func (l ledger) Snapshot(at api.BlockRef) (round uint64, orders []auction.OpenOrder) {
	l.mu.Lock()
	defer l.mu.Unlock()
	type entrant struct {
		*row
		turn int
	}
	var list []entrant
	for owner := range l.owners {
		for i, r := range l.turnsOf(owner, at) {
			list = append(list, entrant{r, i})
		}
	}
	slices.SortFunc(list, func(x, y entrant) int {
		return cmp.Or(cmp.Compare(x.turn, y.turn), cmp.Compare(
			l.last[x.ID].entry.Block.Number, l.last[y.ID].entry.Block.Number),
			bytes.Compare(x.OrderHash[:], y.OrderHash[:]))
	})
	for _, e := range list[:min(len(list), maxRoundOrders)] {
		left := e.Order.SrcAmount.Sub(e.FilledAmount)
		rest := settlement.Rest(&e.Order, left)
		orders = append(orders, auction.OpenOrder{DeltaRecord: e.DeltaRecord, Rest: left,
			MinOut:       settlement.OwnerGets(&e.Order, rest, rest.MinOut),
			Cooldown:     e.Cooldown,
			Reverts:      len(e.reverts()),
			Strange:      e.strange(),
			Avoids:       l.avoided(e.ID, at.Number),
			SignatureGas: l.signed[e.ID].gas})
	}
	if len(orders) > 0 {
		l.round++
	}
	return l.round, orders
}

// inTime tells whether a settlement that is sent now can be mined before an order's deadline: in
// the block after the next one at the latest, as far as blocks come as the last one did.
func (s *Service) inTime(r *row, at api.BlockRef) bool {
	block := uint64(1)
	if len(s.recent) > 1 && s.recent[0].Time > s.recent[1].Time {
		block = s.recent[0].Time - s.recent[1].Time
	}
	return at.Time+2*block <= r.Order.Deadline
}

// turnsOf returns the orders of an owner that take part in a round: those that waited longest
// first, as long as what the owner has pays them all.
func (s *Service) turnsOf(owner common.Address, at api.BlockRef) (turns []*row) {
	flying, nonces := make(map[common.Address]bool), make(map[api.Amount]bool)
	for id := range s.owners[owner] {
		if r := s.rows[id]; r.inFlight() {
			flying[r.Order.SrcToken], nonces[r.Order.Nonce] = true, true
		}
	}
	var list []*row
	for id := range s.owners[owner] {
		r := s.rows[id]
		left := r.Order.SrcAmount.Sub(r.FilledAmount)
		if r.Status == running && !flying[r.Order.SrcToken] && s.last[id].block != at.Hash &&
			(!r.ByContract || s.signed[id].block == at.Hash) && s.signed[id].wait <= at.Number &&
			r.backOff() <= at.Number && s.inTime(r, at) && s.funded[id].due <= at.Time &&
			!settlement.Rest(&r.Order, left).Amount.IsZero() {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(x, y *row) int {
		return cmp.Or(
			cmp.Compare(s.last[x.ID].entry.Block.Number, s.last[y.ID].entry.Block.Number),
			x.CreatedAt.Compare(y.CreatedAt), bytes.Compare(x.OrderHash[:], y.OrderHash[:]))
	})
	taken := make(map[common.Address]api.Amount)
	for _, r := range list {
		sum := taken[r.Order.SrcToken].Add(takes(&r.Order, r.FilledAmount))
		if s.funded[r.ID].amount.Less(sum) || nonces[r.Order.Nonce] {
			continue
		}
		taken[r.Order.SrcToken], nonces[r.Order.Nonce] = sum, true
		if turns = append(turns, r); len(turns) == maxOwnerOrders {
			break
		}
	}
	return turns
}
