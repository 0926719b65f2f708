package delta

import (
	"context"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// maxReverts is how many settlements of an order may fail on chain before it ends. Each was good in
// its simulation, so that the order, or what stands behind it, tells the two apart.
const maxReverts = 4

// reverts are the settlements of an order that failed on chain, oldest first.
func (r *row) reverts() (list []api.DeltaTransaction) {
	for _, tx := range r.Transactions {
		if tx.Status == 0 {
			list = append(list, tx)
		}
	}
	return list
}

// recallReverts tells the auction what settlements of its agents cost today that failed before:
// they are among the transactions of orders, and when they did is in their events.
func (s *Service) recallReverts() error {
	today := s.cfg.Now().UTC().Truncate(24 * time.Hour)
	return intake{s}.look(func(c *change) error {
		return s.tables.byBlock.Scan(c.tx, nil, true, func(id string, r row) error {
			if r.UpdatedAt.Before(today) {
				return store.ErrStop
			}
			list := r.reverts()
			if len(list) == 0 {
				return nil
			}
			return s.tables.events.Scan(c.tx, store.Prefix([]byte(id)),
				func(_ entryKey, e api.DeltaEvent) error {
					for _, tx := range list {
						if e.TxHash != nil && *e.TxHash == tx.Hash && !e.Time.Before(today) &&
							e.To != executing {
							s.auction.Recall(tx.Hash, costOf(&tx))
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
// for 1, 2, 4 … blocks, whoever owns it.
func (r *row) backOff() uint64 {
	list := r.reverts()
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1].BlockNumber + 1<<(len(list)-1)
}

// hopeless says why an order is not tried any more, "" if it is: it failed too often, or for more
// than an order may cost where code of its own may be why. One without such code does not end by
// what a stranger made one settlement of it cost.
func (r *row) hopeless(purse api.Amount) string {
	list, cost := r.reverts(), api.Amount{}
	for i := range list {
		cost = cost.Add(costOf(&list[i]))
	}
	if len(list) < maxReverts && (!r.strange() || purse.IsZero() || cost.Less(purse)) {
		return ""
	}
	return fmt.Sprintf("settlements of it that were good in their simulations failed on chain %d "+
		"times, which cost %s coins", len(list), cost.Units(18))
}

// strange tells whether settling an order may run code that is no token's: of an owner that is a
// contract, or of who gets what it buys.
func (r *row) strange() bool {
	to := r.Order.Beneficiary
	return r.ByContract || to != (common.Address{}) && to != r.Order.Owner
}
