package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// Position is how far the orders of a network are: all blocks up to one, and the first so many
// orders that were accepted. Every node of an exchange numbers orders alike, so that a position of
// one is understood by all, and after restarts. It names its block and its last order by their
// hashes, so that one of another branch, or another exchange, is not mistaken for one's own.
type Position struct {
	ChainID uint64
	Block   uint64
	Hash    common.Hash // of the block; its first eight bytes count
	Orders  uint64
	Last    common.Hash // of the last of these orders; its first eight bytes count
}

// hashPart is how many bytes of a hash a position has.
const hashPart = 8

// String is the position as streams carry it.
func (p Position) String() string {
	return fmt.Sprintf("%d-%d-%x-%d-%x", p.ChainID, p.Block, p.Hash[:hashPart], p.Orders,
		p.Last[:hashPart])
}

// ParsePosition reads what String wrote.
func ParsePosition(text string) (p Position, err error) {
	parts := strings.Split(text, "-")
	if len(parts) != 5 {
		return p, fmt.Errorf("%q is no position: it has not five parts", text)
	}
	for i, n := range map[int]*uint64{0: &p.ChainID, 1: &p.Block, 3: &p.Orders} {
		if *n, err = strconv.ParseUint(parts[i], 10, 64); err != nil {
			return p, fmt.Errorf("%q is no position: %q is no number", text, parts[i])
		}
	}
	for i, h := range map[int]*common.Hash{2: &p.Hash, 4: &p.Last} {
		b, err := hex.DecodeString(parts[i])
		if err != nil || len(b) != hashPart {
			return p, fmt.Errorf("%q is no position: %q is not %d bytes", text, parts[i], hashPart)
		}
		copy(h[:], b)
	}
	return p, nil
}

// SameHash tells whether two hashes are the same as far as positions tell.
func SameHash(a, b common.Hash) bool {
	return string(a[:hashPart]) == string(b[:hashPart])
}

// Replayer tells again what has become of orders, so that a stream that broke goes on without a
// gap.
type Replayer interface {
	// Position is how far a network's orders are.
	Position(ctx context.Context, chainID uint64) (Position, error)
	// Knows tells whether a position is one of this branch and exchange that this node has come to.
	Knows(ctx context.Context, p Position) (bool, error)
	// Since hands over, in parts, events of all fills and orders that changed since a position,
	// with the orders as they are now, and maybe of some that did not change. It returns the
	// position from which on nothing was handed over. known is what Knows says: where it is false
	// nothing is handed over.
	Since(ctx context.Context, p Position, tell func([]Event) error) (at Position, known bool,
		err error)
}
