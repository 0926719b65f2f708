package delta

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/google/uuid"

	"bourse/backend/api"
	"bourse/store"
)

// Topics of the settlement contract's events.
var (
	topicSettled = deltaABI.GetABI().Events["OrderSettled"].ID
	topicPartly  = deltaABI.GetABI().Events["OrderPartiallyFilled"].ID
	topicInvalid = deltaABI.GetABI().Events["NonceInvalidated"].ID
)

// settlement is one event by which the contract tells that all or a part of an order was settled.
type settlement struct {
	order                common.Hash
	spent, received      api.Amount
	protocolFee, partner api.Amount
	total                api.Amount  // spent so far; zero: the order is settled whole
	hash                 common.Hash // of its transaction
	log                  uint
}

// settlements reads the settlements among logs of the settlement contract.
func (s *Service) settlements(logs []types.Log) (list []settlement, err error) {
	for i := range logs {
		l := &logs[i]
		if l.Address != s.at.Delta || len(l.Topics) == 0 {
			continue
		}
		out := settlement{hash: l.TxHash, log: l.Index}
		switch l.Topics[0] {
		case topicSettled:
			e, err := deltaABI.UnpackOrderSettledEvent(l)
			if err != nil {
				return nil, fmt.Errorf("settlement in log %d of %s: %w", l.Index, l.TxHash, err)
			}
			out.order, out.spent, out.received = e.OrderHash, api.MustBig(e.SrcAmount), api.MustBig(e.ReturnAmount)
			out.protocolFee, out.partner = api.MustBig(e.ProtocolFee), api.MustBig(e.PartnerFee)
		case topicPartly:
			e, err := deltaABI.UnpackOrderPartiallyFilledEvent(l)
			if err != nil {
				return nil, fmt.Errorf("settlement in log %d of %s: %w", l.Index, l.TxHash, err)
			}
			out.order, out.spent, out.received = e.OrderHash, api.MustBig(e.SrcAmount), api.MustBig(e.ReturnAmount)
			out.protocolFee, out.partner, out.total = api.MustBig(e.ProtocolFee), api.MustBig(e.PartnerFee), api.MustBig(e.TotalFilledAmount)
		default:
			continue
		}
		list = append(list, out)
	}
	return list, nil
}

// settled is a settlement of an order of ours with the transaction that made it.
type settled struct {
	settlement
	id string
	tx api.DeltaTransaction
}

// ours completes settlements of orders that are kept here by their transactions' receipts.
func (s *Service) ours(ctx context.Context, list []settlement) ([]settled, error) {
	var out []settled
	receipts := make(map[common.Hash]*types.Receipt)
	for _, e := range list {
		r, ok, err := s.byHash(e.order)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		receipt := receipts[e.hash]
		if receipt == nil {
			if receipt, err = s.cfg.Network.Receipt(ctx, e.hash); err != nil {
				return nil, err
			}
			if receipt == nil {
				return nil, errGone // its block left the chain while it was read
			}
			receipts[e.hash] = receipt
		}
		tx, err := s.transaction(ctx, &r, receipt)
		if err != nil {
			return nil, err
		}
		tx.ID = entryID(r.ID, e.hash, e.log)
		tx.Received, tx.Spent, tx.ProtocolFee, tx.PartnerFee = e.received, e.spent, e.protocolFee, e.partner
		tx.FilledPercent, _ = e.spent.MulDiv(api.NewAmount(10_000), r.Order.SrcAmount).Uint64()
		out = append(out, settled{settlement: e, id: r.ID, tx: tx})
	}
	return out, nil
}

// entryID is the id of a transaction of an order: the same however often it is read.
func entryID(order string, tx common.Hash, log uint) string {
	space, _ := uuid.Parse(order)
	return uuid.NewSHA1(space, binary.BigEndian.AppendUint64(tx[:], uint64(log))).String()
}

// transaction describes a mined transaction of an order.
func (s *Service) transaction(ctx context.Context, r *row, receipt *types.Receipt) (api.DeltaTransaction, error) {
	tx := api.DeltaTransaction{
		Hash: receipt.TxHash, BlockNumber: receipt.BlockNumber.Uint64(), BlockHash: receipt.BlockHash, GasUsed: receipt.GasUsed,
		Index: receipt.TransactionIndex, Status: receipt.Status, AuctionID: r.ID, BlobGasUsed: receipt.BlobGasUsed,
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
	if tx.From, err = types.Sender(types.LatestSignerForChainID(sent.ChainId()), sent); err != nil {
		return tx, err
	}
	if sent.To() != nil {
		tx.To = *sent.To()
	}
	tx.Agent = s.nameOf(tx.From)
	return tx, nil
}

// nameOf is what an agent is called: its name if it is built in, else its address.
func (s *Service) nameOf(agent common.Address) string {
	for _, m := range s.cfg.Agents {
		if m.Sender.Address() == agent {
			return m.Agent.Name()
		}
	}
	return api.Lower(agent)
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
	r.Transactions = append(r.Transactions, e.tx)
	m := move{block: e.tx.BlockNumber, agent: e.tx.Agent, tx: e.tx.Hash}
	if r.Award != nil {
		m.round = r.Award.Round
	}
	r.FilledAmount = e.total
	switch {
	case e.total.IsZero():
		r.FilledAmount = r.Order.SrcAmount
		m.to, m.reason = executed, "settled whole"
	case smallestPart(&r.Order).IsZero() || r.Order.SrcAmount.Sub(e.total).Less(smallestPart(&r.Order)):
		m.to, m.reason = executed, "settled but for a rest too small for the contract"
	case r.Status == executing && r.Award != nil && r.Award.Address != e.tx.From:
		m.to, m.reason = executing, "settled in part by another agent than the winner"
	case r.Status == cancelled || r.Status == expired:
		m.to, m.reason = r.Status, "settled in part by a transaction that was in flight"
	default:
		m.to, m.reason = running, "settled in part"
	}
	return c.move(r, m)
}

// smallestPart is the least of an order that the contract can settle: a basis point of its amount, rounded down.
func smallestPart(o *api.DeltaOrder) api.Amount {
	return o.SrcAmount.MulDiv(api.NewAmount(1), bpsWhole)
}

// bpsWhole is all of an order in basis points.
var bpsWhole = api.NewAmount(10_000)

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
	m := move{to: running, block: to, reason: "the chain was reorganised"}
	if len(removed) > 0 {
		r.Transactions = append([]api.DeltaTransaction{}, kept...)
		m.reason, m.tx, m.agent = "REORGED: its settlement left the chain", removed[0].Hash, removed[0].Agent
		for _, tx := range removed {
			if r.Award != nil && r.Award.sent(tx.Hash) && tx.Status == 1 {
				m.to, m.round = executing, r.Award.Round // the transaction can come back
			}
		}
	}
	switch {
	case r.Status == cancelled && r.ByOwner:
		m.to = cancelled
	case r.Status == cancelled || r.Status == expired || r.Status == failed:
		m.to = running
	case r.Status == executing && m.to == running:
		m.to = executing
	case len(removed) == 0:
		return nil
	case r.Status == suspended || r.Status == running:
		m.to = running
	}
	if len(removed) == 0 && m.to == r.Status {
		return nil
	}
	return c.move(r, m)
}

// scanSince calls fn for the orders that changed after a block.
func (c *change) scanSince(block uint64, fn func(r *row) error) error {
	var ids []string
	err := c.s.tables.byBlock.Scan(c.tx, nil, true, func(id string, r row) error {
		if r.Block <= block {
			return store.Stop
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
