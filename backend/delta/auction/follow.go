package auction

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// resendGrace is how many seconds of chain time after the deadline a transaction that the node lost
// is still sought.
const resendGrace = 60

// follow looks after awards: transactions that failed, were dropped or are late.
func (a *Auctioneer) follow(ctx context.Context, at api.BlockRef) error {
	for _, o := range a.cfg.Orders.InFlight() {
		if a.cfg.Orders.Changed(&o) {
			continue // one transaction can settle several orders
		}
		if err := a.followOne(ctx, at, &o); err != nil {
			return err
		}
	}
	return nil
}

func (a *Auctioneer) followOne(ctx context.Context, at api.BlockRef, o *InFlight) error {
	if len(o.Award.Raw) == 0 {
		if at.Number < o.Award.Until {
			return nil
		}
		a.absent.note(o.Award.Address, at.Number, unsettled)
		return a.cfg.Orders.Fail(ctx, o, at, fmt.Sprintf(
			"TIMEOUT: agent %s did not settle by block %d", o.Award.Agent, o.Award.Until), nil)
	}
	receipt, err := a.receiptOf(ctx, &o.Award)
	if err != nil {
		return err
	}
	switch {
	case receipt == nil:
		return a.rebroadcast(ctx, at, o)
	case receipt.BlockNumber.Uint64() > at.Number:
		return nil // the follower has not come to its block
	case receipt.Status == types.ReceiptStatusSuccessful:
		return a.settled(ctx, at, o, receipt)
	default:
		return a.reverted(ctx, at, o, receipt)
	}
}

// receiptOf returns the receipt of an award's transaction, or of the one of those before it that
// was mined instead; nil while none is.
func (a *Auctioneer) receiptOf(ctx context.Context, award *Award) (*types.Receipt, error) {
	for _, hash := range append([]common.Hash{award.TxHash}, award.Former...) {
		if receipt, err := a.cfg.Node.RawReceipt(ctx, hash); receipt != nil || err != nil {
			return receipt, err
		}
	}
	return nil, nil
}

// settled takes in a transaction whose block was followed without its settlement being seen, as
// after a resync.
func (a *Auctioneer) settled(ctx context.Context, at api.BlockRef, o *InFlight,
	receipt *types.Receipt) error {
	found, err := a.cfg.Orders.Settled(ctx, o, receipt)
	if err != nil || found {
		return err
	}
	return a.cfg.Orders.Fail(ctx, o, at, "the winner's transaction did not settle the order", nil)
}

func (a *Auctioneer) reverted(ctx context.Context, at api.BlockRef, o *InFlight,
	receipt *types.Receipt) error {
	outcome, err := a.cfg.Node.Receipt(ctx, receipt.TxHash)
	if err != nil {
		return err
	}
	reason := outcome.Reason
	if reason == "" {
		reason = "for a reason that can't be told"
	}
	a.purse.pay(receipt.TxHash, CostOf(receipt), a.cfg.Now())
	if cost := CostOf(receipt); !cost.IsZero() {
		reason += fmt.Sprintf(" (it cost %s coins)", cost.Units(18))
	}
	return a.cfg.Orders.Fail(ctx, o, at, "REVERTED: the settlement failed on chain: "+reason,
		receipt)
}

// rebroadcast makes sure that the node has a transaction, and offers more for one that no block
// took in time. One that can never be mined, since its nonce is used by another, frees the order.
func (a *Auctioneer) rebroadcast(ctx context.Context, at api.BlockRef, o *InFlight) error {
	waits, _, err := a.cfg.Node.Transaction(ctx, o.Award.TxHash)
	if err != nil {
		return err
	}
	agent := a.builtin(o.Award.Address)
	switch {
	case waits == nil:
	case at.Time > o.Deadline+resendGrace:
		return a.letGo(ctx, at, o, agent, waits)
	case agent != nil && at.Number > o.Award.Until:
		return a.bumpFee(ctx, at, o, agent, waits)
	default:
		return nil
	}
	if at.Time > o.Deadline+resendGrace {
		return a.cfg.Orders.Fail(ctx, o, at,
			"the winner's transaction was not mined before the deadline", nil)
	}
	_, err = a.cfg.Node.SendRaw(ctx, o.Award.Raw)
	if err == nil || api.TypeOf(err) == api.ChainUnavailable {
		return err
	}
	if receipt, again := a.receiptOf(ctx, &o.Award); again != nil || receipt != nil {
		return again
	}
	if agent != nil {
		agent.Sender.Reset()
	}
	return a.cfg.Orders.Fail(ctx, o, at,
		"DROPPED: the winner's transaction can't be mined any more: "+err.Error(), nil)
}

// letGo ends an award whose transaction still waits after the deadline, when it can settle nothing
// any more. One of ours is replaced by a transaction that does nothing.
func (a *Auctioneer) letGo(ctx context.Context, at api.BlockRef, o *InFlight, agent *BuiltinAgent,
	waits *types.Transaction) error {
	reason := "LATE: the winner's transaction still waited after the deadline"
	if agent != nil {
		tx, err := agent.Sender.Void(ctx, waits)
		if err == nil {
			err = agent.Sender.Send(ctx, tx)
		}
		if reason += "; it was replaced by one that does nothing"; err != nil {
			reason = "LATE: the winner's transaction still waited after the deadline; it could " +
				"not be replaced: " + err.Error()
		}
	}
	return a.cfg.Orders.Fail(ctx, o, at, reason, nil)
}

// mostRaise is how many times the price of gas that its round reckoned with a settlement offers at
// most: what its owners pay for gas does not grow with what it costs.
const mostRaise = 4

// bumpFee sends a settlement again for a higher fee, in place of the one that waits. It is on disk
// before it leaves. One that waits for a transaction before it is not mined sooner for more, and
// one that would offer too much waits for fees to fall.
func (a *Auctioneer) bumpFee(ctx context.Context, at api.BlockRef, o *InFlight,
	agent *BuiltinAgent, waits *types.Transaction) error {
	nonces, err := a.cfg.Node.Nonces(ctx, o.Award.Address)
	if err != nil || nonces.Mined < waits.Nonce() {
		return err
	}
	tx, err := agent.Sender.Replace(ctx, waits)
	if err != nil {
		return err
	}
	price := o.Award.GasPrice
	most := price.MulDiv(api.NewAmount(mostRaise), api.NewAmount(1))
	if !price.IsZero() && most.Less(api.MustBig(tx.GasFeeCap())) {
		return nil
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return err
	}
	if err := a.cfg.Orders.Bumped(waits.Hash(), tx, at, at.Number+settleBlocks); err != nil {
		return err
	}
	_, err = a.cfg.Node.SendRaw(ctx, raw)
	return err
}
