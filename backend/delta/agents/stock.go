package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/auction"
	"bourse/backend/swap"
)

// Stock keeps an agent that settles by its own tokens and coins from running dry: what settlements
// took of one token and brought of another it trades through the pools, as far as that costs
// little.
type Stock struct {
	ChainID uint64
	Swaps   *swap.Service
	Node    StockNode
	Oracle  auction.Oracle
	Sender  auction.Sender
	Had     map[common.Address]api.Amount // what the agent began with, by token or for the coin

	sent  common.Hash // the last transaction
	until uint64      // the block to which it is waited for
}

// StockNode is what a Stock needs of a network's node, as chain.Network gives it.
type StockNode interface {
	auction.Caller
	BatchCall(ctx context.Context, block common.Hash, calls []chain.Call) ([]chain.Result, error)
	Balance(ctx context.Context, block common.Hash, account common.Address) (api.Amount, error)
	RawReceipt(ctx context.Context, hash common.Hash) (*types.Receipt, error)
}

const (
	leastTrade   = 1e-3 // of what the agent had of one of two tokens, to be traded back
	mostLoss     = 0.01 // of the worth of what is sold
	stockSlip    = 50   // basis points by which prices may move before the trade is mined
	mostTries    = 12   // routes that are looked for on a block
	stockBlocks  = 5    // in which a transaction is waited for
	amountScale  = 1e12 // of parts of amounts
	stockVersion = api.Version62
)

// holding is how much more of a token an agent has than it began with, in wei; negative is less.
type holding struct {
	token        common.Address
	amount       api.Amount // it has
	more         float64
	worth, least float64 // wei: of a unit, and of what is traded at least
}

// Restock trades of a token of which the agent has too much for one that it lacks, those of most
// worth first, of which there is a way that costs little: one transaction, once the one before is
// mined.
func (s *Stock) Restock(ctx context.Context, at api.BlockRef) error {
	if s.sent != (common.Hash{}) && at.Number <= s.until {
		if receipt, err := s.Node.RawReceipt(ctx, s.sent); err != nil || receipt == nil {
			return err
		}
	}
	list, err := s.holdings(ctx, at)
	if err != nil {
		return err
	}
	slices.SortStableFunc(list, func(x, y holding) int { return cmp.Compare(y.more, x.more) })
	tries := mostTries
	for i := range list {
		over := &list[i]
		for k := len(list) - 1; k > i; k-- {
			under := &list[k]
			for worth := min(over.more, -under.more); worth >= min(over.least,
				under.least); worth /= 2 {
				if tries--; tries < 0 {
					return nil
				}
				call, amount, ok, err := s.route(ctx, at, over, under, worth)
				if skipNoRoute(err) != nil {
					return err
				}
				if ok {
					return s.send(ctx, at, over.token, amount, call)
				}
			}
		}
	}
	return nil
}

// holdings compares what the agent has with what it had, of the tokens whose worth is known.
func (s *Stock) holdings(ctx context.Context, at api.BlockRef) (list []holding, err error) {
	worths := auction.NewBatch(auction.Market{Oracle: s.Oracle}, at, api.Amount{})
	tokens := slices.SortedFunc(maps.Keys(s.Had), common.Address.Cmp)
	coins, err := s.Node.Balance(ctx, at.Hash, s.Sender.Address())
	if err != nil {
		return nil, err
	}
	calls := make([]chain.Call, len(tokens))
	for i, token := range tokens {
		calls[i] = chain.Call{To: token, Data: erc20ABI.PackBalanceOf(s.Sender.Address())}
	}
	answers, err := s.Node.BatchCall(ctx, at.Hash, calls)
	if err != nil {
		return nil, err
	}
	for i, token := range tokens {
		amount := coins
		if token != api.NativeToken {
			balance, err := erc20ABI.UnpackBalanceOf(answers[i].Data)
			if err != nil || !answers[i].OK {
				return nil, errors.Join(err, fmt.Errorf("token %s does not tell a balance", token))
			}
			amount = api.MustBig(balance)
		}
		h := holding{token: token, amount: amount, worth: worths.Worth(ctx, token)}
		had := s.Had[token].Float()
		h.more, h.least = (h.amount.Float()-had)*h.worth, had*h.worth*leastTrade
		if h.worth > 0 {
			list = append(list, h)
		}
	}
	return list, nil
}

// route is the call that trades what is worth so much wei; ok is false where that would lose too
// much.
func (s *Stock) route(ctx context.Context, at api.BlockRef, over, under *holding,
	worth float64) (call chain.Call, amount api.Amount, ok bool, err error) {
	amount = over.amount.MulDiv(api.NewAmount(uint64(
		worth/(over.amount.Float()*over.worth)*amountScale)), api.NewAmount(amountScale))
	route, call, _, err := s.Swaps.RouteAt(ctx, api.PriceRequest{ChainID: s.ChainID,
		Src: api.Lower(over.token), Dest: api.Lower(under.token), Amount: amount,
		Side: api.Sell, Version: stockVersion, ExcludeExchanges: []string{api.LimitOrders}},
		api.SwapTerms{User: s.Sender.Address(), Slippage: stockSlip}, at.Number)
	if err != nil {
		return call, amount, false, err
	}
	got := route.DestAmount.Float() * under.worth
	return call, amount, got >= amount.Float()*over.worth*(1-mostLoss), nil
}

// send sends a trade or, where the swap contract may not take the amount yet, the approval of it.
func (s *Stock) send(ctx context.Context, at api.BlockRef, token common.Address,
	amount api.Amount, call chain.Call) (err error) {
	var sent common.Hash
	if token != api.NativeToken {
		sent, err = auction.Approve(ctx, s.Node, at.Hash, s.Sender, token, call.To, amount)
	}
	if err == nil && sent == (common.Hash{}) {
		sent, err = s.Sender.Do(ctx, call)
	}
	s.sent, s.until = sent, at.Number+stockBlocks
	return err
}
