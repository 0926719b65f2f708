package orders

import (
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// funds is what an account holds of an asset and lets the order contract move.
type funds struct {
	balance   api.Amount
	allowance api.Amount
}

// available is what the order contract can take, where a permit can set the allowance to permit.
func (f funds) available(permit api.Amount) api.Amount {
	if f.allowance.Less(permit) {
		return f.balance.Min(permit)
	}
	return f.balance.Min(f.allowance)
}

// holdingKey names what a maker can offer: an asset of theirs.
type holdingKey struct {
	owner common.Address
	asset api.Asset
}

// holding is one key's funds at the position and the open orders that stand on them.
type holding struct {
	holdingKey
	funds
	base  uint64 // the block the funds were first read at
	first uint32 // the first open order; rows link the others
	count int
}

// heldToken is a contract that holdings are of.
type heldToken struct {
	holdings int
	turn     uint64 // the last at which some were read in turn, or when its first came
}

// holdings keeps one holding for each maker and asset with an open order.
type holdings struct {
	list    []holding // number 0 is none
	free    []uint32
	byKey   map[holdingKey]uint32
	ofOwner map[common.Address][]uint32
	tokens  map[common.Address]*heldToken
	turns   uint64                   // that blocks have given to strangers' contracts
	fresh   []holdingKey             // read first since the last block was taken in
	due     map[holdingKey]time.Time // of strangers' contracts: from when on they are to be read
	faults  map[holdingKey]string    // why the contracts of some are not read for now
}

func newHoldings() holdings {
	return holdings{
		list:    make([]holding, 1),
		byKey:   make(map[holdingKey]uint32),
		ofOwner: make(map[common.Address][]uint32),
		tokens:  make(map[common.Address]*heldToken),
		due:     make(map[holdingKey]time.Time),
		faults:  make(map[holdingKey]string),
	}
}

// add makes a holding, or returns the one there is.
func (h *holdings) add(key holdingKey, f funds, base uint64) uint32 {
	if n, ok := h.byKey[key]; ok {
		return n
	}
	n := uint32(len(h.list))
	if last := len(h.free) - 1; last >= 0 {
		n = h.free[last]
		h.free = h.free[:last]
	} else {
		h.list = append(h.list, holding{})
	}
	h.list[n] = holding{holdingKey: key, funds: f, base: base}
	h.byKey[key] = n
	h.ofOwner[key.owner] = append(h.ofOwner[key.owner], n)
	if h.tokens[key.asset.Address] == nil {
		h.tokens[key.asset.Address] = &heldToken{turn: h.turns}
	}
	h.tokens[key.asset.Address].holdings++
	h.fresh = append(h.fresh, key)
	return n
}

// drop forgets a holding that no open order stands on.
func (h *holdings) drop(n uint32) {
	key := h.list[n].holdingKey
	delete(h.byKey, key)
	delete(h.due, key)
	delete(h.faults, key)
	of := h.ofOwner[key.owner]
	of = slices.DeleteFunc(of, func(m uint32) bool { return m == n })
	if h.ofOwner[key.owner] = of; len(of) == 0 {
		delete(h.ofOwner, key.owner)
	}
	token := h.tokens[key.asset.Address]
	if token.holdings--; token.holdings == 0 {
		delete(h.tokens, key.asset.Address)
	}
	h.list[n] = holding{}
	h.free = append(h.free, n)
}
