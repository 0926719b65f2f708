package local

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/rpc"
)

// What a search for logs may ask for: as much as nodes that serve the public allow. One block is
// answered whole, it is bounded by its gas.
const (
	maxSearchBlocks = 10_000
	maxSearchLogs   = 10_000
	maxSearchData   = 8 << 20 // bytes of their data
	maxSearches     = 4       // from outside, at the same time
)

// searches is the part of the JSON-RPC that searches for logs. The node's own reads all that a
// search finds into memory before it answers, and anybody can write a hundred megabytes of logs for
// little, which all of a thousand searches would find.
type searches struct {
	node   *filters.FilterAPI
	header func(context.Context, rpc.BlockNumber) (*types.Header, error)
	slots  slots
}

func newSearches(node *filters.FilterAPI,
	header func(context.Context, rpc.BlockNumber) (*types.Header, error)) *searches {
	return &searches{node: node, header: header, slots: make(slots, maxSearches)}
}

// GetLogs serves eth_getLogs.
func (s *searches) GetLogs(ctx context.Context, crit filters.FilterCriteria) (
	[]*types.Log, error) {
	done, err := s.slots.take(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if crit.BlockHash != nil {
		return s.node.GetLogs(ctx, crit)
	}
	from, to, err := s.span(ctx, crit)
	switch {
	case err != nil:
		return nil, err
	case from == to:
		return s.node.GetLogs(ctx, crit)
	case to-from >= maxSearchBlocks:
		return nil, fmt.Errorf("a search exceeds %d blocks: ask for fewer at a time",
			maxSearchBlocks)
	}
	return s.between(ctx, crit, from, to)
}

// span returns the first and the last block of a search, both named or numbered.
func (s *searches) span(ctx context.Context, crit filters.FilterCriteria) (from, to uint64,
	err error) {
	ends := [2]rpc.BlockNumber{rpc.LatestBlockNumber, rpc.LatestBlockNumber}
	if crit.FromBlock != nil {
		ends[0] = rpc.BlockNumber(crit.FromBlock.Int64())
	}
	if crit.ToBlock != nil {
		ends[1] = rpc.BlockNumber(crit.ToBlock.Int64())
	}
	for i, end := range ends {
		if end >= 0 {
			continue
		}
		h, err := s.header(ctx, end)
		if err != nil {
			return 0, 0, err
		}
		if h == nil {
			return 0, 0, errors.New("the chain has no such block")
		}
		ends[i] = rpc.BlockNumber(h.Number.Int64())
	}
	if ends[0] > ends[1] {
		return 0, 0, fmt.Errorf("the search begins at block %d and ends before, at %d", ends[0],
			ends[1])
	}
	return uint64(ends[0]), uint64(ends[1]), nil
}

// between searches some blocks, of which at a time as many as could be one by their gas.
func (s *searches) between(ctx context.Context, crit filters.FilterCriteria, from, to uint64) (
	[]*types.Log, error) {
	all, data := []*types.Log{}, 0
	for from <= to {
		last, err := s.part(ctx, from, to)
		if err != nil {
			return nil, err
		}
		crit.FromBlock = new(big.Int).SetUint64(from)
		crit.ToBlock = new(big.Int).SetUint64(last)
		found, err := s.node.GetLogs(ctx, crit)
		if err != nil {
			return nil, err
		}
		all, from = append(all, found...), last+1
		for _, l := range found {
			data += len(l.Data)
		}
		if len(all) > maxSearchLogs || data > maxSearchData {
			return nil, fmt.Errorf("the search finds more than %d logs, or more than %d MiB of "+
				"their data: ask for fewer blocks at a time", maxSearchLogs, maxSearchData>>20)
		}
	}
	return all, nil
}

// part returns the last of the blocks from one on whose logs can't be more than those of a full
// block and of the one after it.
func (s *searches) part(ctx context.Context, from, to uint64) (uint64, error) {
	last, gas := from, uint64(0)
	for ; ; last++ {
		h, err := s.header(ctx, rpc.BlockNumber(last))
		if err != nil {
			return 0, err
		}
		if h != nil { // else the library says what there is not
			gas += h.GasUsed
		}
		if last == to || gas >= gasLimit {
			return last, nil
		}
	}
}
