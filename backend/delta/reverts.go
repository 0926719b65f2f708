package delta

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// topicApproval is of the event by which a token tells of an allowance.
var topicApproval = crypto.Keccak256Hash([]byte("Approval(address,address,uint256)"))

// maxReverts is how many settlements of an order may fail on chain before it ends, those that
// others made fail left out. Each was good in its simulation, so that the order, or what stands
// behind it, tells the two apart.
const maxReverts = 4

// outsideWaits bounds how often the wait after a failure doubles for what others did: 16 blocks.
const outsideWaits = 4

// ownDoing tells whether a settlement that failed may have failed by what its owner did. His code
// refused, or that of who gets his coins; or what the settlement needs of his was taken away in the
// same block, by himself or by another whom he allowed or signed for: of that the token, Permit2 or
// the Delta contract tells, or what he has of the token just before the settlement. Otherwise
// others moved prices in between, which costs them fees each time, and the owner has nothing to do
// with it, whatever else he does in that block: also where they filled a bit of another order of
// his. Where it can't be told it is his doing.
func (s *Service) ownDoing(ctx context.Context, id string, receipt *types.Receipt) bool {
	s.mu.Lock()
	r, open := s.rows[id]
	var o api.DeltaOrder
	var filled api.Amount
	if open {
		o, filled = r.Order, r.FilledAmount
	}
	s.mu.Unlock()
	if !open {
		return true
	}
	moved, err := s.movedBefore(ctx, &o, filled, receipt)
	if err != nil {
		s.cfg.Logger.Warn("who made a settlement fail can't be told", "chain", s.chainID,
			"transaction", receipt.TxHash, "error", err)
	}
	return moved || err != nil
}

// movedBefore tells whether what a settlement takes was gone before it in its block, or may have
// been.
func (s *Service) movedBefore(ctx context.Context, o *api.DeltaOrder, filled api.Amount,
	receipt *types.Receipt) (bool, error) {
	block, err := s.cfg.Network.HeaderByHash(ctx, receipt.BlockHash)
	if err != nil {
		return false, err
	}
	acted, err := s.cfg.Network.Acted(ctx, o.Owner, block)
	if err != nil {
		return false, err
	}
	if acted { // a token need not tell of all that he does
		if less, err := s.hasLess(ctx, o, filled, receipt, block); err != nil || less {
			return less, err
		}
	}
	logs, err := s.cfg.Network.Logs(ctx, block)
	if err != nil {
		return false, err
	}
	logs = logsBefore(logs, receipt)
	if failed, err := s.ownPartFailed(ctx, o, acted, receipt, block, logs); err != nil || failed {
		return failed, err
	}
	held, err := s.cfg.Network.Call(ctx, block.Parent, chain.Call{To: o.SrcToken,
		Data: erc20ABI.PackBalanceOf(o.Owner)})
	if err != nil || len(held) < 32 {
		return true, err
	}
	has, needs := api.AmountFromBytes32([32]byte(held[:32])), takes(o, filled)
	for i := range logs {
		l := &logs[i]
		if s.takesBack(o, l, needs) {
			return true, nil
		}
		for _, m := range s.cfg.Network.MovesOf(l, o.Owner) {
			switch {
			case m.Token != o.SrcToken:
			case m.In:
				has = has.Add(m.Amount)
			default:
				has = has.Sub(m.Amount)
			}
		}
	}
	return has.Less(needs), nil
}

// hasLess tells whether an owner had what a settlement takes of him, and allowed it, at the end of
// the block before, and just before the settlement not any more.
func (s *Service) hasLess(ctx context.Context, o *api.DeltaOrder, filled api.Amount,
	receipt *types.Receipt, block chain.Header) (bool, error) {
	calls := []chain.Call{{To: o.SrcToken, Data: erc20ABI.PackBalanceOf(o.Owner)},
		{To: o.SrcToken, Data: erc20ABI.PackAllowance(o.Owner, s.spenderOf(o))}}
	was, err := s.cfg.Network.BatchCall(ctx, block.Parent, calls)
	if err != nil {
		return false, err
	}
	is, err := s.cfg.Network.InPlaceOf(ctx, receipt.TxHash, block, calls)
	if err != nil {
		return false, err
	}
	needs := takes(o, filled)
	for i := range calls {
		covers := func(word []byte) bool {
			return len(word) >= 32 && !api.AmountFromBytes32([32]byte(word[:32])).Less(needs)
		}
		if covers(was[i].Data) && (is[i].Err != nil || !covers(is[i].Output)) {
			return true, nil
		}
	}
	return false, nil
}

// spenderOf is which contract takes what an order sells from its owner.
func (s *Service) spenderOf(o *api.DeltaOrder) common.Address {
	if throughPermit2(o) {
		return s.contracts.Permit2
	}
	return s.contracts.Delta
}

// logsBefore are those of a block's logs that come before a transaction of it.
func logsBefore(logs []types.Log, receipt *types.Receipt) []types.Log {
	first := slices.IndexFunc(logs, func(l types.Log) bool {
		return l.TxIndex >= receipt.TransactionIndex
	})
	if first < 0 {
		return logs
	}
	return logs[:first]
}

// takesBack tells whether a log is of an owner's right to move what a settlement needs that became
// too little: an allowance of the token, anything at Permit2, or what he takes back at the Delta
// contract of what he signed.
func (s *Service) takesBack(o *api.DeltaOrder, l *types.Log, needs api.Amount) bool {
	if len(l.Topics) < 2 || l.Topics[1] != common.BytesToHash(o.Owner[:]) {
		return false
	}
	if l.Address == s.contracts.Permit2 || l.Address == s.contracts.Delta &&
		(l.Topics[0] == topicNonce || l.Topics[0] == topicPreSigned) {
		return true
	}
	spender := s.spenderOf(o)
	return l.Address == o.SrcToken && l.Topics[0] == topicApproval && len(l.Topics) == 3 &&
		l.Topics[2] == common.BytesToHash(spender[:]) && len(l.Data) == 32 &&
		api.AmountFromBytes32([32]byte(l.Data)).Less(needs)
}

// detourBlocks is for how many blocks an order goes round a pool that gave way under it.
const detourBlocks = 100

// goRound has an order whose settlement failed go round the pools that what came before that in its
// block made pay less. Who can take away a pool of his own in front of each settlement, and put it
// back behind, would stop all whose best way it is. It is by order, since a pool that fails one is
// no worse for others, and anybody can have one of his own fail. It tells whether there are any.
func (s *Service) goRound(ctx context.Context, id string, receipt *types.Receipt) (found bool) {
	if s.cfg.Weakened == nil {
		return false
	}
	block, err := s.cfg.Network.HeaderByHash(ctx, receipt.BlockHash)
	var logs []types.Log
	if err == nil {
		logs, err = s.cfg.Network.Logs(ctx, block)
	}
	if err != nil {
		s.cfg.Logger.Warn("which pools made a settlement fail can't be told", "chain", s.chainID,
			"transaction", receipt.TxHash, "error", err)
		return false
	}
	logs = logsBefore(logs, receipt)
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rows[id]
	if r == nil {
		return false
	}
	list := s.cfg.Weakened(block.Number-1, logs, r.Order.SrcToken, takes(&r.Order, r.FilledAmount))
	for _, pool := range list {
		if s.detours[id] == nil {
			s.detours[id] = make(map[common.Address]uint64)
		}
		s.detours[id][pool] = block.Number + detourBlocks
	}
	return len(list) > 0
}

// avoided are the pools that an order goes round at a block, in an order of their own.
func (s *Service) avoided(id string, block uint64) (pools []common.Address) {
	for pool, until := range s.detours[id] {
		if block < until {
			pools = append(pools, pool)
		}
	}
	slices.SortFunc(pools, common.Address.Cmp)
	return pools
}

// reverts are the settlements of an order that failed on chain, oldest first.
func (r *row) reverts() (list []api.DeltaTransaction) {
	for _, tx := range r.Transactions {
		if tx.Status == 0 {
			list = append(list, tx)
		}
	}
	return list
}

// recallReverts tells the auction what settlements of its agents cost lately that failed before:
// they are among the transactions of orders, and when they did is in their events.
func (s *Service) recallReverts() error {
	lately := s.cfg.Now().Add(-24 * time.Hour)
	return intake{s}.look(func(c *change) error {
		return s.tables.byBlock.Scan(c.tx, nil, true, func(id string, r row) error {
			if r.UpdatedAt.Before(lately) {
				return store.ErrStop
			}
			list := r.reverts()
			if len(list) == 0 {
				return nil
			}
			return s.tables.events.Scan(c.tx, store.Prefix([]byte(id)),
				func(_ entryKey, e api.DeltaEvent) error {
					for _, tx := range list {
						if e.TxHash != nil && *e.TxHash == tx.Hash && !e.Time.Before(lately) &&
							e.To != executing {
							s.auction.Recall(tx.Hash, costOf(&tx), e.Time)
						}
					}
					return nil
				})
		})
	})
}

// judge has the limit orders that a settlement which failed would fill looked at before another one
// counts on them. Where that can't be told the settlement failed all the same.
func (s *Service) judge(ctx context.Context, tx common.Hash) {
	if s.cfg.Judge == nil {
		return
	}
	if err := s.cfg.Judge(ctx, tx); err != nil {
		s.cfg.Logger.Warn("which limit order made a settlement fail can't be told", "chain",
			s.chainID, "transaction", tx, "error", err)
	}
}

// suspect has nodes that do not lead look at settlements that failed: each quotes for itself.
func (s *Service) suspect(r *row) {
	if s.cfg.Suspect == nil || s.term != nil || !s.shared() {
		return
	}
	for _, tx := range r.reverts() {
		s.cfg.Suspect(tx.Hash)
	}
}

// costOf is what a mined transaction cost its sender in wei.
func costOf(tx *api.DeltaTransaction) api.Amount {
	return api.NewAmount(tx.GasUsed).MulDiv(api.NewAmount(tx.GasPrice), api.NewAmount(1))
}

// backOff is the block before which an order has no round: after settlements of it failed it waits
// for 1, 2, 4 … blocks, whoever owns it, but not for ever longer by what others did.
func (r *row) backOff() uint64 {
	list := r.reverts()
	if len(list) == 0 {
		return 0
	}
	outside := min(int(r.Outside), len(list))
	doubled := len(list) - outside + min(outside, outsideWaits+1)
	return list[len(list)-1].BlockNumber + 1<<(doubled-1)
}

// hopeless says why an order is not tried any more, "" if it is: by what its owner may have done it
// failed too often, or for more than an order may cost. No order ends by what strangers did, whose
// part of the cost is by count.
func (r *row) hopeless(purse api.Amount) string {
	list, cost := r.reverts(), api.Amount{}
	if len(list) == 0 {
		return ""
	}
	for i := range list {
		cost = cost.Add(costOf(&list[i]))
	}
	own := len(list) - min(int(r.Outside), len(list))
	cost = cost.MulDiv(api.NewAmount(uint64(own)), api.NewAmount(uint64(len(list))))
	text := fmt.Sprintf("settlements of it that were good in their simulations failed on chain %d "+
		"times by what its owner may have done, which cost %s coins: ", own, cost.Units(18))
	switch {
	case own >= maxReverts:
		return text + fmt.Sprintf("%d of these end an order", maxReverts)
	case !purse.IsZero() && !cost.Less(purse):
		return text + fmt.Sprintf("an order may cost the agents' purse %s, which is %s less and "+
			"does not come back: sign another order", purse.Units(18), cost.Sub(purse).Units(18))
	}
	return ""
}

// strange tells whether settling an order may run code that is no token's: of an owner that is a
// contract, or of somebody else who gets coins. Who gets a token is not asked.
func (r *row) strange() bool {
	to := r.Order.Beneficiary
	return r.ByContract || to != (common.Address{}) && to != r.Order.Owner &&
		r.Order.DestToken == api.NativeToken
}
