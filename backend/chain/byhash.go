package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
)

// blockAt names a block by its hash (EIP-1898), so that a read never mixes two branches.
type blockAt common.Hash

// MarshalJSON implements json.Marshaler.
func (b blockAt) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]common.Hash{"blockHash": common.Hash(b)})
}

// blockParam names a block to a node; the zero hash is the newest.
func blockParam(block common.Hash) any {
	if block == (common.Hash{}) {
		return "latest"
	}
	return blockAt(block)
}

// maxHeights is of how many blocks the heights are remembered.
const maxHeights = 1024

// namesBlock tells whether a request names a block by its hash.
func namesBlock(b rpc.BatchElem) bool {
	return slices.ContainsFunc(b.Args, func(arg any) bool { _, ok := arg.(blockAt); return ok })
}

// refusesHash tells whether a node does not take the hash of a block in a request. It says the same
// of other things that it does not take.
func refusesHash(err error) bool {
	var refusal rpc.Error
	return errors.As(err, &refusal) && refusal.ErrorCode() == codeInvalidParams
}

// askAll sends requests in as few messages as the node takes, after making sure of it. Each
// element's Error is set on its own. To a node that takes no hashes blocks are named by their
// numbers, and are read after that to see that they are still those.
func (e *endpoint) askAll(ctx context.Context, batch []rpc.BatchElem) error {
	if !e.verified.Load() {
		if err := e.verify(ctx); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(batch, namesBlock) {
		return e.sendAll(ctx, batch)
	}
	if e.noHashes.Load() {
		named, heights, err := e.byNumber(ctx, batch)
		if err != nil {
			return err
		}
		return e.sendByNumber(ctx, batch, named, heights)
	}
	err := e.sendAll(ctx, batch)
	if err != nil || !slices.ContainsFunc(batch, func(b rpc.BatchElem) bool {
		return namesBlock(b) && refusesHash(b.Error)
	}) {
		return err
	}
	named, heights, err := e.byNumber(ctx, batch)
	if err != nil {
		return nil // what was refused stays so
	}
	return e.sendByNumber(ctx, batch, named, heights)
}

// byNumber returns requests with the numbers of blocks in the place of their hashes, and the
// numbers.
func (e *endpoint) byNumber(ctx context.Context, batch []rpc.BatchElem) ([]rpc.BatchElem,
	map[common.Hash]uint64, error) {
	named, heights := slices.Clone(batch), make(map[common.Hash]uint64)
	for i := range named {
		named[i].Error, named[i].Args = nil, slices.Clone(named[i].Args)
		for k, arg := range named[i].Args {
			if block, ok := arg.(blockAt); ok {
				number, err := e.heightOf(ctx, common.Hash(block))
				if err != nil {
					return nil, nil, err
				}
				heights[common.Hash(block)] = number
				named[i].Args[k] = hexutil.Uint64(number)
			}
		}
	}
	return named, heights, nil
}

// sendByNumber sends a batch as it was named by byNumber.
func (e *endpoint) sendByNumber(ctx context.Context, batch, named []rpc.BatchElem,
	heights map[common.Hash]uint64) error {
	hashes := make([]common.Hash, 0, len(heights))
	found := make([]struct{ Hash common.Hash }, len(heights))
	for hash, number := range heights {
		named = append(named, rpc.BatchElem{Method: "eth_getBlockByNumber",
			Args: []any{hexutil.Uint64(number), false}, Result: &found[len(hashes)]})
		hashes = append(hashes, hash)
	}
	if err := e.sendAll(ctx, named); err != nil {
		return err
	}
	for i, hash := range hashes {
		if err := named[len(batch)+i].Error; err != nil {
			return err
		}
		if found[i].Hash != hash {
			return fmt.Errorf("block %s: %w", hash, errNoBlock)
		}
	}
	for i := range batch {
		if batch[i].Error = named[i].Error; namesBlock(batch[i]) && !refusesHash(named[i].Error) {
			e.noHashes.Store(true)
		}
	}
	return nil
}

// heightOf returns a block's number.
func (e *endpoint) heightOf(ctx context.Context, hash common.Hash) (uint64, error) {
	if number, ok := e.heights.Get(hash); ok {
		return number, nil
	}
	var block *struct{ Number hexutil.Uint64 }
	if err := e.send(ctx, &block, "eth_getBlockByHash", hash, false); err != nil {
		return 0, err
	}
	if block == nil {
		return 0, fmt.Errorf("block %s: %w", hash, errNoBlock)
	}
	e.heights.Add(hash, uint64(block.Number))
	return uint64(block.Number), nil
}
