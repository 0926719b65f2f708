package chain

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Events that move something.
var (
	topicTransfer = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	topicSingle   = crypto.Keccak256Hash(
		[]byte("TransferSingle(address,address,address,uint256,uint256)"))
	topicBatch = crypto.Keccak256Hash(
		[]byte("TransferBatch(address,address,address,uint256[],uint256[])"))
	topicDeposit    = crypto.Keccak256Hash([]byte("Deposit(address,uint256)"))
	topicWithdrawal = crypto.Keccak256Hash([]byte("Withdrawal(address,uint256)"))

	orderEvents = contracts.NewAugustusRFQ().GetABI().Events
	topicsFill  = [2]common.Hash{orderEvents["OrderFilled"].ID, orderEvents["OrderFilledNFT"].ID}
	batchOf     = contracts.NewERC1155Collection().GetABI().Events["TransferBatch"].Inputs
)

// Movements tells what transactions, at most api.MostMovements, have moved to and from an account.
func (v *view) Movements(ctx context.Context, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	if len(hashes) > api.MostMovements {
		return nil, api.Invalid(api.FieldError{Field: "hashes", Reason: fmt.Sprintf(
			"has %d transactions; at most %d at once", len(hashes), api.MostMovements)})
	}
	if len(hashes) == 0 {
		return nil, nil
	}
	out := make([]api.Movements, len(hashes))
	blocks, moves := make(map[common.Hash]Header), 0
	wanted := func(l *types.Log) bool { return v.fills(l) || len(v.MovesOf(l, account)) > 0 }
	err := v.receipts(ctx, hashes, wanted, func(i int, receipt *minedReceipt) (err error) {
		out[i] = api.Movements{Hash: hashes[i], Moves: []api.Move{}}
		if receipt == nil {
			return nil
		}
		block, ok := blocks[receipt.BlockHash]
		if !ok {
			if block, err = v.HeaderByHash(ctx, receipt.BlockHash); err != nil {
				return err
			}
			blocks[receipt.BlockHash] = block
		}
		v.movementsOf(&out[i], receipt, account)
		if moves += len(out[i].Moves); moves > mostMoves && i > 0 && api.ClientOf(ctx).IsValid() {
			return api.Invalid(api.FieldError{Field: "hashes", Reason: fmt.Sprintf(
				"has transactions that moved more than %d times: ask for fewer at once",
				mostMoves)})
		}
		out[i].Block = &block.BlockRef
		if receipt.From == account {
			out[i].Coin = v.coinMoved(ctx, account, block, out[i].Fee)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// mostMoves is how many moves a client is told at once that asks for several transactions.
const mostMoves = 20_000

// fills tells whether a log is of a fill of an order.
func (v *view) fills(l *types.Log) bool {
	return len(l.Topics) > 0 && l.Address == v.cfg.Contracts.AugustusRFQ &&
		(l.Topics[0] == topicsFill[0] || l.Topics[0] == topicsFill[1])
}

// movementsOf reads a receipt.
func (v *view) movementsOf(out *api.Movements, receipt *minedReceipt, account common.Address) {
	out.Sender, out.To, out.Index = receipt.From, receipt.To, receipt.TransactionIndex
	out.Success = receipt.Status == types.ReceiptStatusSuccessful
	if receipt.EffectiveGasPrice != nil {
		price := api.MustBig(receipt.EffectiveGasPrice)
		out.Fee = api.NewAmount(receipt.GasUsed).MulDiv(price, api.NewAmount(1))
	}
	if receipt.L1Fee != nil {
		out.Fee = out.Fee.Add(api.MustBig(receipt.L1Fee.ToInt()))
	}
	for _, l := range receipt.Logs {
		if l == nil || len(l.Topics) == 0 {
			continue
		}
		out.Filled = out.Filled || v.fills(l)
		out.Moves = append(out.Moves, v.MovesOf(l, account)...)
	}
}

// MovesOf reads of a log what came to an account and what went from it.
func (v *view) MovesOf(l *types.Log, account common.Address) (moves []api.Move) {
	if len(l.Topics) == 0 {
		return nil
	}
	for _, t := range v.transfersOf(l) {
		t.move.LogIndex = l.Index
		if t.from == t.to {
			continue // nothing came or went
		}
		if t.move.In = t.to == account; t.move.In || t.from == account {
			moves = append(moves, t.move)
		}
	}
	return moves
}

// transfer is what a log says was moved.
type transfer struct {
	from, to common.Address
	move     api.Move
}

// transfersOf reads the log of a transfer of any kind. Whatever has another shape moves nothing.
func (v *view) transfersOf(l *types.Log) []transfer {
	party := func(i int) common.Address { return common.Address(l.Topics[i][12:]) }
	word := func(i int) api.Amount { return api.AmountFromBytes32([32]byte(l.Data[32*i:])) }
	one := func(from, to common.Address, k api.AssetKind, id, amount api.Amount) []transfer {
		return []transfer{{from, to, api.Move{Token: l.Address, Kind: k, ID: id, Amount: amount}}}
	}
	none := common.Address{}
	wraps := l.Address == v.cfg.Contracts.WrappedNative && len(l.Topics) == 2 && len(l.Data) == 32
	switch topic, topics, size := l.Topics[0], len(l.Topics), len(l.Data); {
	case topic == topicTransfer && topics == 3 && size == 32:
		return one(party(1), party(2), api.ERC20, api.Amount{}, word(0))
	case topic == topicTransfer && topics == 4:
		return one(party(1), party(2), api.ERC721, api.AmountFromBytes32(l.Topics[3]),
			api.NewAmount(1))
	case topic == topicDeposit && wraps:
		return one(none, party(1), api.ERC20, api.Amount{}, word(0))
	case topic == topicWithdrawal && wraps:
		return one(party(1), none, api.ERC20, api.Amount{}, word(0))
	case topic == topicSingle && topics == 4 && size == 64:
		return one(party(2), party(3), api.ERC1155, word(0), word(1))
	case topic == topicBatch && topics == 4:
		return batchTransfers(l)
	}
	return nil
}

func batchTransfers(l *types.Log) (out []transfer) {
	values, err := batchOf.NonIndexed().Unpack(l.Data)
	if err != nil || len(values) != 2 {
		return nil
	}
	ids, ok := bigs(values[0])
	amounts, also := bigs(values[1])
	if !ok || !also || len(ids) != len(amounts) {
		return nil
	}
	from, to := common.Address(l.Topics[2][12:]), common.Address(l.Topics[3][12:])
	for i := range ids {
		out = append(out, transfer{from, to, api.Move{Token: l.Address, Kind: api.ERC1155,
			ID: ids[i], Amount: amounts[i]}})
	}
	return out
}

// coinMoved is what an account's coin has changed by in a block of which it sent one transaction,
// beside the fee of that; nil where that can't be told.
func (v *view) coinMoved(ctx context.Context, account common.Address, in Header,
	fee api.Amount) *api.CoinMove {
	var balances [2]hexutil.Big
	var nonces [2]hexutil.Uint64
	var batch []rpc.BatchElem
	for i, block := range []common.Hash{in.Parent, in.Hash} {
		args := []any{account, blockParam(block)}
		batch = append(batch,
			rpc.BatchElem{Method: "eth_getBalance", Args: args, Result: &balances[i]},
			rpc.BatchElem{Method: "eth_getTransactionCount", Args: args, Result: &nonces[i]})
	}
	err := v.askAll(ctx, batch)
	for i := range batch {
		err = errors.Join(err, batch[i].Error)
	}
	if err != nil || nonces[1] != nonces[0]+1 {
		return nil
	}
	before, err := api.AmountFromBig(balances[0].ToInt())
	after, err2 := api.AmountFromBig(balances[1].ToInt())
	if errors.Join(err, err2) != nil {
		return nil
	}
	if after = after.Add(fee); after.Less(before) {
		return &api.CoinMove{Amount: before.Sub(after)}
	}
	return &api.CoinMove{Amount: after.Sub(before), In: true}
}

// bigs are a list of numbers as they are unpacked.
func bigs(v any) ([]api.Amount, bool) {
	list, ok := v.([]*big.Int)
	out := make([]api.Amount, len(list))
	for i, n := range list {
		var err error
		if out[i], err = api.AmountFromBig(n); err != nil {
			return nil, false
		}
	}
	return out, ok
}
