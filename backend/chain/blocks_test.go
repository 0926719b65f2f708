package chain

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// However many logs the blocks have, those that are kept stay within bounds; those of one block too
// many for that are held until the round is over.
func TestLogsAreBounded(t *testing.T) {
	t.Parallel()
	b := newBlocks(nil, nil)
	few, many := make([]types.Log, 10), make([]types.Log, 100_000)
	for i := range few {
		few[i].Data = make([]byte, 50_000)
	}
	for i := range byte(200) {
		b.keep(common.Hash{1, i}, few)
		b.keep(common.Hash{2, i}, many)
		if _, ok := b.logs.Get(common.Hash{1, i}); !ok {
			t.Fatalf("the logs of block %d are not kept", i)
		}
		if b.large != (common.Hash{2, i}) || len(b.largeLogs) != len(many) {
			t.Fatal("the logs of the block in hand are lost")
		}
		held := 0
		for _, hash := range b.logs.Keys() {
			logs, _ := b.logs.Peek(hash)
			held += logBytes(logs)
		}
		if held != b.bytes || held > maxLogBytes {
			t.Fatalf("%d bytes are kept and %d counted", held, b.bytes)
		}
	}
	b.forgetLarge()
	if b.largeLogs != nil {
		t.Error("logs of a block are held after the round")
	}
	for i := range 2 * windowBlocks {
		b.keep(common.Hash{3, byte(i), byte(i >> 8)}, nil)
	}
	if b.logs.Len() > windowBlocks || b.bytes != 0 {
		t.Errorf("logs of %d blocks are kept, %d bytes", b.logs.Len(), b.bytes)
	}
}
