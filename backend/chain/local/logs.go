package local

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rlp"
)

// Logs returns those logs of a block that are wanted, in their order. wanted is told who wrote a
// log, its topics and its data, and must not keep them.
//
// It reads what the node has stored with the block, and makes nothing of what nobody wants: anybody
// can fill a block with logs, which takes JSON-RPC a second, and this a few milliseconds.
func (c *Chain) Logs(ctx context.Context, block common.Hash, wanted func(*types.Log) bool) (
	[]types.Log, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	blocks := c.eth.BlockChain()
	header, body := blocks.GetHeaderByHash(block), blocks.GetBody(block)
	if header == nil || body == nil {
		return nil, fmt.Errorf("the local chain has no block %s", block)
	}
	number := header.Number.Uint64()
	out, ofTransaction, err := storedLogs(
		rawdb.ReadReceiptsRLP(c.eth.ChainDb(), block, number), wanted)
	if err == nil && ofTransaction != len(body.Transactions) {
		err = fmt.Errorf("it has receipts of %d of %d transactions", ofTransaction,
			len(body.Transactions))
	}
	if err != nil {
		return nil, fmt.Errorf("read the receipts of block %d of the local chain: %w", number, err)
	}
	for i := range out {
		l := &out[i]
		l.BlockHash, l.BlockNumber, l.BlockTimestamp = block, number, header.Time
		l.TxHash = body.Transactions[l.TxIndex].Hash()
	}
	return out, nil
}

// storedLogs takes the wanted logs out of a block's receipts as the node stores them: a list of
// [status, gas, [[address, [topic…], data]…]] for each transaction, which it counts.
func storedLogs(data []byte, wanted func(*types.Log) bool) (out []types.Log, receipts int,
	err error) {
	if len(data) == 0 {
		return nil, 0, nil
	}
	all, _, err := rlp.SplitList(data)
	var l types.Log // of each in turn, so that those that nobody wants take up nothing
	for index := uint(0); err == nil && len(all) > 0; receipts++ {
		var receipt, logs []byte
		if receipt, all, err = rlp.SplitList(all); err != nil {
			break
		}
		for range 2 { // status and gas
			if _, _, receipt, err = rlp.Split(receipt); err != nil {
				return nil, 0, err
			}
		}
		logs, _, err = rlp.SplitList(receipt)
		for ; err == nil && len(logs) > 0; index++ {
			if logs, err = splitLog(logs, &l); err != nil || !wanted(&l) {
				continue
			}
			kept := l
			kept.Topics, kept.Data = slices.Clone(l.Topics), slices.Clone(l.Data)
			kept.TxIndex, kept.Index = uint(receipts), index
			out = append(out, kept)
		}
	}
	return out, receipts, err
}

// splitLog reads the first of some logs into l, whose topics it uses again and whose data stays
// where it is, and returns the others.
func splitLog(logs []byte, l *types.Log) (rest []byte, err error) {
	one, rest, err := rlp.SplitList(logs)
	if err != nil {
		return nil, err
	}
	address, one, err := rlp.SplitString(one)
	if err != nil {
		return nil, err
	}
	topics, one, err := rlp.SplitList(one)
	if err != nil {
		return nil, err
	}
	l.Address, l.Topics = common.BytesToAddress(address), l.Topics[:0]
	for len(topics) > 0 {
		var topic []byte
		if topic, topics, err = rlp.SplitString(topics); err != nil {
			return nil, err
		}
		l.Topics = append(l.Topics, common.BytesToHash(topic))
	}
	l.Data, _, err = rlp.SplitString(one)
	return rest, err
}
