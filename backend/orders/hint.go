package orders

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// A node that accepts an order tells the others with the fact what it read of the chain for it, and
// at which block. One that stands at this same block need not ask its own node for the same again;
// all others do, and so do those where the block has left the chain.

// sighting is what was read for an order that the contract knows nothing of yet: its maker's funds.
type sighting struct {
	block common.Hash
	funds funds
}

// hint returns what an admitted order's fact tells other nodes, nothing where more was read than a
// sighting holds, or from a contract that may not answer everyone alike.
func (s intake) hint(p *pendingOrder) []byte {
	s.mu.RLock()
	_, due := s.index.holdings.due[p.holding]
	s.mu.RUnlock()
	st := &p.record.first
	touched := st.tx != (common.Hash{}) || st.fillable != p.record.order.MakerAmount
	if due || touched || !p.unread.IsZero() || !s.state.isListed(p.holding.asset.Address) ||
		!permitValue(&p.record, s.index.contract).IsZero() {
		return nil
	}
	b := append(make([]byte, 0, common.HashLength+24), p.block.Hash[:]...)
	return appendAmount(appendAmount(b, p.funds.balance), p.funds.allowance)
}

// sightingOf reads a hint; one that is not understood tells nothing.
func sightingOf(hint []byte) (g sighting) {
	d := decoder{store.FieldsOf(hint)}
	g.block = d.hash()
	g.funds = funds{d.amount(), d.amount()}
	if d.Done() != nil {
		return sighting{}
	}
	return g
}

// recall gives an order its first status by what another node saw at the same block; false where it
// saw nothing, or something else. What this node follows itself it takes from there. s.mu is held.
func (s intake) recall(p *pendingOrder, block api.BlockRef) bool {
	if p.seen.block != block.Hash || block.Hash == (common.Hash{}) {
		return false
	}
	have := p.seen.funds
	if n := s.index.holdings.byKey[p.holding]; n != 0 {
		have = s.index.holdings.list[n].funds
	}
	s.statusAt(p, untouched, have, checks{}, block)
	return true
}
