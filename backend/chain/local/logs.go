package local

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
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

// Receipt returns the receipt of a transaction that is in a block, with those of its logs that are
// wanted, and who sent it to whom; nil where it is in none. It costs as little as Logs.
func (c *Chain) Receipt(ctx context.Context, hash common.Hash, wanted func(*types.Log) bool) (
	r *types.Receipt, from, to common.Address, err error) {
	if err := ctx.Err(); err != nil {
		return nil, from, to, err
	}
	at, tx := c.eth.BlockChain().GetCanonicalTransaction(hash)
	if tx == nil {
		return nil, from, to, nil
	}
	header := c.eth.BlockChain().GetHeader(at.BlockHash, at.BlockIndex)
	if header == nil {
		return nil, from, to, fmt.Errorf("the local chain has no block %s", at.BlockHash)
	}
	r, err = storedReceipt(rawdb.ReadReceiptsRLP(c.eth.ChainDb(), at.BlockHash, at.BlockIndex),
		int(at.Index), wanted)
	if err == nil {
		from, err = types.LatestSigner(c.eth.BlockChain().Config()).Sender(tx)
	}
	if err != nil {
		return nil, from, to, fmt.Errorf("read the receipt of %s of the local chain: %w", hash, err)
	}
	r.Type, r.TxHash, r.BlockHash = tx.Type(), hash, at.BlockHash
	r.BlockNumber, r.TransactionIndex = new(big.Int).Set(header.Number), uint(at.Index)
	tip, _ := tx.EffectiveGasTip(header.BaseFee)
	r.EffectiveGasPrice = tip.Add(tip, header.BaseFee)
	for _, l := range r.Logs {
		l.BlockHash, l.BlockNumber, l.BlockTimestamp = at.BlockHash, at.BlockIndex, header.Time
		l.TxHash, l.TxIndex = hash, uint(at.Index)
	}
	if tx.To() != nil {
		to = *tx.To()
	} else {
		r.ContractAddress = crypto.CreateAddress(from, tx.Nonce())
	}
	return r, from, to, nil
}

// storedReceipt takes one out of a block's receipts as the node stores them (storedLogs), with the
// wanted of its logs.
func storedReceipt(data []byte, at int, wanted func(*types.Log) bool) (*types.Receipt, error) {
	all, _, err := rlp.SplitList(data)
	r, before, index, l := &types.Receipt{}, uint64(0), uint(0), types.Log{}
	for i := 0; err == nil; i++ {
		var receipt, status, logs []byte
		if receipt, all, err = rlp.SplitList(all); err != nil {
			break
		}
		if status, receipt, err = rlp.SplitString(receipt); err != nil {
			break
		}
		before = r.CumulativeGasUsed
		if r.CumulativeGasUsed, receipt, err = rlp.SplitUint64(receipt); err != nil {
			break
		}
		if logs, _, err = rlp.SplitList(receipt); err != nil {
			break
		}
		if i < at {
			n, err := rlp.CountValues(logs)
			if err != nil {
				return nil, err
			}
			index += uint(n)
			continue
		}
		if r.GasUsed = r.CumulativeGasUsed - before; len(status) == 1 {
			r.Status = types.ReceiptStatusSuccessful
		}
		r.Logs = []*types.Log{}
		_, err = eachWanted(logs, index, &l, wanted, func(kept types.Log) {
			r.Logs = append(r.Logs, &kept)
		})
		return r, err
	}
	return nil, err
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
		if logs, _, err = rlp.SplitList(receipt); err != nil {
			break
		}
		index, err = eachWanted(logs, index, &l, wanted, func(kept types.Log) {
			kept.TxIndex = uint(receipts)
			out = append(out, kept)
		})
	}
	return out, receipts, err
}

// eachWanted tells a copy of each wanted log of some, of which the first has an index, and returns
// the index after theirs. Each in turn is in l.
func eachWanted(logs []byte, index uint, l *types.Log, wanted func(*types.Log) bool,
	tell func(types.Log)) (after uint, err error) {
	for ; err == nil && len(logs) > 0; index++ {
		if logs, err = splitLog(logs, l); err != nil || !wanted(l) {
			continue
		}
		kept := *l
		kept.Topics, kept.Data = slices.Clone(l.Topics), slices.Clone(l.Data)
		kept.Index = index
		tell(kept)
	}
	return index, err
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
