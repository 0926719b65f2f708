package pools

import (
	"encoding/binary"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/store"
)

// weightedPools holds, under a network's id and the pool's, the pools in a vault that logs told of,
// which lists none.
var weightedPools = store.NewTable[poolKey, struct{}](
	"weighted pools", poolKeys{}, store.JSON[struct{}]{})

type poolKey struct {
	chain uint64
	id    common.Hash
}

type poolKeys struct{}

func (poolKeys) AppendKey(dst []byte, k poolKey) []byte {
	return append(binary.BigEndian.AppendUint64(dst, k.chain), k.id[:]...)
}

func (poolKeys) DecodeKey(b []byte) (poolKey, error) {
	if len(b) != 8+common.HashLength {
		return poolKey{}, store.ErrCorrupt
	}
	return poolKey{binary.BigEndian.Uint64(b), common.BytesToHash(b[8:])}, nil
}

// weightedIDs are the pools in a vault that are known before asking the chain.
func (t *Tracker) weightedIDs() ([]common.Hash, error) {
	ids := append([]common.Hash(nil), t.cfg.Weighted...)
	prefix := binary.BigEndian.AppendUint64(nil, t.cfg.Network.ChainID())
	err := t.cfg.Store.View(func(tx *store.Tx) error {
		return weightedPools.Scan(tx, store.Prefix(prefix), func(k poolKey, _ struct{}) error {
			if !slices.Contains(ids, k.id) {
				ids = append(ids, k.id)
			}
			return nil
		})
	})
	return ids, err
}
