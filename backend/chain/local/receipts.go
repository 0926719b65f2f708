package local

import (
	"reflect"
	"unsafe"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
)

// maxReceiptGas bounds the receipts that the node keeps in memory, by the gas of their blocks. An
// empty log costs 375 gas and takes up some 500 bytes, so that this is about 30 MiB.
const maxReceiptGas = 24_000_000

// keptLogs is of how many blocks the node keeps the logs for searches.
const keptLogs = 2

// receipts is the node's cache of receipts. The node bounds it by the number of blocks alone, and
// anybody can fill a block with tens of thousands of logs for little.
type receipts struct {
	cache *lru.Cache[common.Hash, []*types.Receipt]
	gas   func(block common.Hash) uint64
}

// receiptsOf finds the cache of a node's chain, which the library has no way to reach, or to bound.
func receiptsOf(blocks *core.BlockChain) *receipts {
	r := &receipts{gas: func(block common.Hash) uint64 {
		if h := blocks.GetHeaderByHash(block); h != nil {
			return h.GasUsed
		}
		return maxReceiptGas // of a block that nobody has any more
	}}
	field := reflect.ValueOf(blocks).Elem().FieldByName("receiptsCache")
	if field.IsValid() {
		at := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Interface()
		r.cache, _ = at.(*lru.Cache[common.Hash, []*types.Receipt])
	}
	return r
}

// held is the gas of the blocks whose receipts are in memory.
func (r *receipts) held() (gas uint64) {
	for _, block := range r.cache.Keys() {
		gas += r.gas(block)
	}
	return gas
}

// trim drops what is too much. The node reads from disk what it is asked for again.
func (r *receipts) trim() {
	if r.cache != nil && r.held() > maxReceiptGas {
		r.cache.Purge()
	}
}
