package delta

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/google/uuid"

	"bourse/backend/api"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
	"bourse/store"
)

// settled is a settlement of an order of ours with the transaction that made it.
type settled struct {
	settlement.Event
	id string
	tx api.DeltaTransaction
}

// ours completes settlements of orders that are kept here by their transactions' receipts.
func (s *Service) ours(ctx context.Context, list []settlement.Event) ([]settled, error) {
	var out []settled
	receipts := make(map[common.Hash]*types.Receipt)
	for _, e := range list {
		r, ok, err := s.byHash(e.Order)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		receipt := receipts[e.TxHash]
		if receipt == nil {
			if receipt, err = s.cfg.Network.RawReceipt(ctx, e.TxHash); err != nil {
				return nil, err
			}
			if receipt == nil {
				return nil, errGone // its block left the chain while it was read
			}
			receipts[e.TxHash] = receipt
		}
		tx, err := s.transaction(ctx, r.ID, receipt)
		if err != nil {
			return nil, err
		}
		tx.ID = entryID(r.ID, e.TxHash, e.Log)
		tx.Received, tx.ProtocolFee, tx.PartnerFee = e.Received, e.ProtocolFee, e.PartnerFee
		out = append(out, settled{Event: e, id: r.ID, tx: tx})
	}
	return out, nil
}

// entryID is the id of a transaction of an order: the same however often it is read.
func entryID(order string, tx common.Hash, log uint) string {
	space, _ := uuid.Parse(order)
	return uuid.NewSHA1(space, binary.BigEndian.AppendUint64(tx[:], uint64(log))).String()
}

// transaction describes a mined transaction of an order.
func (s *Service) transaction(
	ctx context.Context, order string, receipt *types.Receipt) (api.DeltaTransaction, error) {
	tx := api.DeltaTransaction{
		Hash: receipt.TxHash, BlockNumber: receipt.BlockNumber.Uint64(),
		BlockHash: receipt.BlockHash, GasUsed: receipt.GasUsed,
		Index: receipt.TransactionIndex, Status: receipt.Status, AuctionID: order,
		BlobGasUsed: receipt.BlobGasUsed,
	}
	if receipt.EffectiveGasPrice != nil {
		tx.GasPrice = receipt.EffectiveGasPrice.Uint64()
	}
	if receipt.BlobGasPrice != nil {
		tx.BlobGasPrice = receipt.BlobGasPrice.Uint64()
	}
	sent, _, err := s.cfg.Network.Transaction(ctx, receipt.TxHash)
	if err != nil {
		return tx, err
	}
	if sent == nil {
		return tx, errGone
	}
	if tx.From, err = eip712.Sender(sent); err != nil {
		return tx, err
	}
	if sent.To() != nil {
		tx.To = *sent.To()
	}
	tx.Agent = s.auction.AgentName(tx.From)
	return tx, nil
}

// filledBefore is what an order had sold before a settlement that ends at a total, zero for the
// whole: what is known to be filled or, where the contract was asked meanwhile and told of this
// settlement already, what earlier ones took.
func filledBefore(r *row, total api.Amount) (before api.Amount) {
	if total.IsZero() {
		total = r.Order.SrcAmount
	}
	if r.FilledAmount.Less(total) {
		return r.FilledAmount
	}
	for _, tx := range r.Transactions {
		before = before.Add(tx.Spent)
	}
	return before
}

// asked tells whether an agent that settled an order was told to: by the award that is on its way,
// or by an earlier one that it was too late for.
func (r *row) asked(tx *api.DeltaTransaction) bool {
	_, late := r.Cooldown[tx.Agent]
	return late || r.Award != nil && r.Award.Made(tx.From, tx.Hash)
}

// settle takes in that an order was settled.
func (c *change) settle(e settled) error {
	r, err := c.order(e.id)
	if err != nil {
		return err
	}
	for _, known := range r.Transactions {
		if known.ID == e.tx.ID {
			return nil
		}
	}
	to := e.After(&r.Order, filledBefore(r, e.Total))
	e.tx.Spent, e.tx.FilledPercent = to.Spent, to.Percent
	r.Transactions = append(r.Transactions, e.tx)
	c.s.unread(r.ID)
	if r.Award != nil && r.Award.Sent(e.tx.Hash) && r.Award.Address == e.tx.From {
		e.tx.Agent = r.Award.Agent // of those that share its account
		r.Transactions[len(r.Transactions)-1].Agent = e.tx.Agent
	}
	m := move{block: e.tx.BlockNumber, agent: e.tx.Agent, tx: e.tx.Hash}
	if r.Award != nil {
		m.round = r.Award.Round
	}
	r.FilledAmount = to.Filled
	switch {
	case to.Whole && to.Filled == r.Order.SrcAmount:
		m.on, m.reason = settledWhole, "settled whole"
		if n := len(r.Transactions); n > 1 {
			m.reason = fmt.Sprintf("settled whole, by %d transactions", n)
		}
	case to.Whole:
		m.on, m.reason = settledWhole, "settled but for a rest too small for the contract"
	case r.inFlight() && r.Award != nil && !r.Award.Made(e.tx.From, e.tx.Hash):
		m.on, m.reason = settledByOther, "settled in part by another transaction than the winner's"
	default:
		m.on, m.reason = settledInPart, "settled in part"
	}
	if e.tx.Agent != "" && !r.asked(&e.tx) {
		c.s.auction.Broke(e.tx.From)
		m.reason += ", by " + e.tx.Agent + ", which was awarded no round of it and need pay no " +
			"more than its floor"
		c.s.cfg.Logger.Warn("an agent settled an order that it was not awarded", "order", r.ID,
			"agent", e.tx.Agent, "account", e.tx.From, "transaction", e.tx.Hash)
	}
	if r.Award != nil && r.Award.Above(e.tx.Received, e.tx.Spent) &&
		c.s.auction.Broke(e.tx.From) {
		paid := c.s.cfg.Tokens.AmountText(e.tx.Received, r.Order.Measure())
		due := c.s.cfg.Tokens.AmountText(r.Award.Received.MulDiv(e.tx.Spent, r.Award.Spent),
			r.Order.Measure())
		m.reason += fmt.Sprintf(", by %s, which paid %s where the bid that won pays %s: it sits "+
			"out", e.tx.Agent, paid, due)
		c.s.cfg.Logger.Warn("an agent paid less than it had bid", "order", r.ID, "agent",
			e.tx.Agent, "account", e.tx.From, "transaction", e.tx.Hash, "paid", paid, "bid", due)
	}
	if r.Status.Final() {
		m.reason += fmt.Sprintf(", after the order had ended as %s", r.Status)
		c.s.cfg.Logger.Warn("an order was settled after its end", "order", r.ID, "status",
			r.Status, "agent", e.tx.Agent, "account", e.tx.From, "transaction", e.tx.Hash)
	}
	return c.move(r, m)
}

// unsettle takes in that blocks after one left the chain.
func (c *change) unsettle(r *row, stays func(api.DeltaTransaction) bool, to uint64) error {
	var kept []api.DeltaTransaction
	var removed []api.DeltaTransaction
	for _, tx := range r.Transactions {
		if stays(tx) {
			kept = append(kept, tx)
		} else {
			removed = append(removed, tx)
			r.FilledAmount = r.FilledAmount.Sub(tx.Spent)
		}
	}
	switch {
	case r.Order.Form.Sliced():
		settled := uint32(0)
		for _, tx := range kept {
			settled += uint32(tx.Status)
		}
		r.FilledAmount = settlement.Taken(&r.Order, settled)
	case r.Order.Buy && len(removed) > 0:
		r.FilledAmount = api.Amount{}
	}
	m := move{on: reorged, block: to, reason: "the chain was reorganised"}
	if len(removed) > 0 {
		r.Transactions = append([]api.DeltaTransaction{}, kept...)
		m.reason, m.tx, m.agent = "REORGED: its settlement left the chain", removed[0].Hash,
			removed[0].Agent
		for _, tx := range removed {
			if r.Award != nil && r.Award.Sent(tx.Hash) && tx.Status == 1 {
				m.on, m.round = reorgedInFlight, r.Award.Round // the transaction can come back
			}
		}
	}
	ended := r.Status == cancelled || r.Status == expired || r.Status == failed
	if len(removed) == 0 && (!ended || r.Status == cancelled && r.ByOwner) {
		return nil
	}
	if len(removed) == 0 && r.Lock != nil {
		return nil // what it waited for went with its end: it must not begin without
	}
	if r.ByOwner && (r.Status == cancelled || r.Status == executed) {
		m.on = reorgedCancelled // what the owner signed holds on every chain
	}
	c.s.unread(r.ID)
	return c.move(r, m)
}

// scanSince calls fn for the orders that changed after a block.
func (c *change) scanSince(block uint64, fn func(r *row) error) error {
	var ids []string
	err := c.s.tables.byBlock.Scan(c.tx, nil, true, func(id string, r row) error {
		if r.Block <= block {
			return store.ErrStop
		}
		ids = append(ids, id)
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := c.order(id)
		if err != nil {
			return err
		}
		if err := fn(r); err != nil {
			return err
		}
	}
	return nil
}
