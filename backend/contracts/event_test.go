package contracts

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// A log that a node tells without its data is refused: its values would be no numbers at all.
func TestEventsWithoutTheirData(t *testing.T) {
	t.Parallel()
	rfq, delta, pair := NewAugustusRFQ(), NewDelta(), NewUniswapV2Pair()
	log := func(event common.Hash, indexed int) *types.Log {
		return &types.Log{Topics: append([]common.Hash{event}, make([]common.Hash, indexed)...)}
	}
	filled, err := rfq.UnpackOrderFilledEvent(log(rfq.GetABI().Events["OrderFilled"].ID, 3))
	if err == nil {
		t.Errorf("a fill: %+v", filled)
	}
	settled, err := delta.UnpackOrderSettledEvent(log(delta.GetABI().Events["OrderSettled"].ID, 3))
	if err == nil {
		t.Errorf("a settlement: %+v", settled)
	}
	swapped, err := pair.UnpackSwapEvent(log(pair.GetABI().Events["Swap"].ID, 2))
	if err == nil {
		t.Errorf("a swap: %+v", swapped)
	}
	// an event that has none is whole without
	cancelled, err := rfq.UnpackOrderCancelledEvent(log(
		rfq.GetABI().Events["OrderCancelled"].ID, 2))
	if err != nil {
		t.Errorf("a cancellation: %+v, %v", cancelled, err)
	}
}
