package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// Header is what a block says of itself.
type Header struct {
	api.BlockRef
	Bloom    types.Bloom
	BaseFee  api.Amount // wei a gas; 0 where the network has none
	GasLimit uint64
	Coinbase common.Address // who made it, and gets the tips
	Random   common.Hash    // what contracts see as randomness
}

// errNoBlock is the cause where a node does not have a block, as when it lags or the block has left
// the chain.
var errNoBlock = errors.New("the node does not have the block")

// NextTime returns when a network's block after one is due, in UNIX seconds.
func (n *nodes) NextTime(b api.BlockRef) uint64 {
	return b.Time + uint64(n.cfg.BlockTime/time.Second)
}

// HeaderByHash returns a block's header.
func (v *view) HeaderByHash(ctx context.Context, hash common.Hash) (Header, error) {
	h, err := v.getHeader(ctx, "eth_getBlockByHash", hash)
	if err == nil && h.Hash != hash {
		err = v.readError("read a block", fmt.Errorf("asked for block %s, got %s", hash, h.Hash))
	}
	return h, err
}

// HeaderByNumber returns the header of the block that is at a height of the node's chain.
func (v *view) HeaderByNumber(ctx context.Context, number uint64) (Header, error) {
	h, err := v.getHeader(ctx, "eth_getBlockByNumber", hexutil.Uint64(number))
	if err == nil && h.Number != number {
		err = v.readError("read a block",
			fmt.Errorf("asked for block %d, got %d", number, h.Number))
	}
	return h, err
}

func (v *view) getHeader(ctx context.Context, method string, which any) (Header, error) {
	var raw json.RawMessage
	err := v.ask(ctx, &raw, method, which, false)
	if err == nil {
		var h Header
		if h, err = v.header(raw); err == nil {
			return h, nil
		}
	}
	return Header{}, v.readError("read a block", err)
}

// header decodes a block and checks that its hash is that of its contents.
func (n *nodes) header(raw json.RawMessage) (Header, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return Header{}, errNoBlock
	}
	var h types.Header
	var claim struct{ Hash common.Hash }
	if err := errors.Join(json.Unmarshal(raw, &h), json.Unmarshal(raw, &claim)); err != nil {
		return Header{}, err
	}
	if h.Number == nil || !h.Number.IsUint64() {
		return Header{}, errors.New("a block without a proper number")
	}
	if hash := h.Hash(); hash != claim.Hash && !n.foreignHeaders(&h) {
		return Header{}, fmt.Errorf("block %d claims hash %s and has %s", h.Number,
			claim.Hash, hash)
	} else if hash == claim.Hash {
		n.rule.CompareAndSwap(ruleUnknown, ruleEthereum)
	}
	var fee api.Amount
	if h.BaseFee != nil {
		var err error
		if fee, err = api.AmountFromBig(h.BaseFee); err != nil {
			return Header{}, err
		}
	}
	ref := api.BlockRef{Number: h.Number.Uint64(), Hash: claim.Hash, Parent: h.ParentHash,
		Time: h.Time}
	return Header{BlockRef: ref, Bloom: h.Bloom, BaseFee: fee, GasLimit: h.GasLimit,
		Coinbase: h.Coinbase, Random: h.MixDigest}, nil
}

// How a network makes the hashes of its blocks: as Ethereum does, so that they can be checked, or
// from more or other fields. The first block that its nodes tell of says which. Blooms go with it.
const (
	ruleUnknown = iota
	ruleEthereum
	ruleForeign
)

// foreignHeaders tells whether the network makes block hashes and blooms from other fields than
// Ethereum's, so that they can't be checked. h is one whose hash is another, or nil.
func (n *nodes) foreignHeaders(h *types.Header) bool {
	switch n.cfg.ChainID {
	case 250, 1101, 43114: // Fantom, Polygon zkEVM, Avalanche
		return true
	}
	if h != nil {
		n.rule.CompareAndSwap(ruleUnknown, ruleForeign)
	}
	return n.rule.Load() == ruleForeign
}

// Logs returns all logs of one block in their order. They are complete: together they make the
// bloom of the block's header.
func (v *view) Logs(ctx context.Context, h Header) ([]types.Log, error) {
	return v.logs(ctx, h, func(*types.Log) bool { return true })
}

// logs returns those logs of one block that are wanted, in their order.
func (v *view) logs(ctx context.Context, h Header, wanted func(*types.Log) bool) (
	logs []types.Log, err error) {
	switch {
	case h.Bloom == (types.Bloom{}) && !v.foreignHeaders(nil):
		return nil, nil
	case v.cfg.Logs != nil:
		logs, err = v.cfg.Logs(ctx, h.Hash, wanted)
	default:
		err = v.ask(ctx, &logs, "eth_getLogs", map[string]any{"blockHash": h.Hash})
		if err == nil {
			err = v.checkLogs(h, logs)
		}
		logs = slices.DeleteFunc(logs, func(l types.Log) bool { return !wanted(&l) })
	}
	if err != nil {
		return nil, v.readError("read the logs of a block", err)
	}
	return logs, nil
}

func (v *view) checkLogs(h Header, logs []types.Log) error {
	bloom := types.Bloom{}
	for i := range logs {
		l := &logs[i]
		if l.BlockHash != h.Hash || l.BlockNumber != h.Number || l.Removed {
			return fmt.Errorf("log %d of block %s belongs to block %s", i, h.Hash, l.BlockHash)
		}
		if i > 0 && l.Index <= logs[i-1].Index {
			return fmt.Errorf("log %d of block %s is out of order", i, h.Hash)
		}
		bloom.Add(l.Address[:])
		for _, t := range l.Topics {
			bloom.Add(t[:])
		}
	}
	if bloom != h.Bloom && !v.foreignHeaders(nil) {
		return fmt.Errorf("the logs of block %s are not those its bloom tells of", h.Hash)
	}
	return nil
}
