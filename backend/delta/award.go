package delta

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

const (
	// settleBlocks is how many blocks an agent that sends its own transaction has, and after how many a built-in agent's is sent for a higher fee.
	settleBlocks = 5
	// sitOutRounds is for how many rounds of an order an agent that failed it does not bid.
	sitOutRounds = 5
)

// won is a bid on its way to the chain.
type won struct {
	*verdict
	award award
	tx    *types.Transaction // nil where the agent sends on its own
}

// conclude stores what a round came to and sends the winners' transactions, the awards being on disk before.
func (s *Service) conclude(ctx context.Context, b *Batch, j *judgement) error {
	list, err := s.store(ctx, b, j)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return nil
	}
	s.hook(AfterAward)
	for _, w := range list {
		if w.tx == nil {
			s.floor.award(w.Orders, w.award)
			continue
		}
		if err := s.member(w.Address).Sender.Send(ctx, w.tx); err != nil {
			s.cfg.Logger.Warn("a settlement was not taken by the node", "agent", w.Agent, "transaction", w.tx.Hash(), "error", err)
		}
	}
	s.hook(AfterSend)
	return nil
}

// store signs the winners' transactions and writes awards and rounds. Nothing else changes orders meanwhile, so that no signed transaction is left
// over and no nonce is skipped.
func (s *Service) store(ctx context.Context, b *Batch, j *judgement) (list []*won, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		if err == nil {
			return
		}
		for _, m := range s.cfg.Agents {
			m.Sender.Reset() // what was signed will not be sent
		}
	}()
	if len(s.recent) == 0 || s.recent[0].Hash != b.Block.Hash && s.stale(b) {
		return nil, nil
	}
	for _, v := range j.winners() {
		if slices.ContainsFunc(v.Orders, func(id string) bool { return s.rows[id] == nil || s.rows[id].Status != running }) {
			v.won, v.refused = false, "an order changed while the round was held"
			continue
		}
		w, err := s.sign(ctx, b, v)
		if err != nil {
			if api.TypeOf(err) != api.TransactionFails {
				return nil, err
			}
			v.won, v.refused = false, err.Error()
			continue
		}
		list = append(list, w)
	}
	if len(list) > 0 {
		s.hook(BeforeAward)
	}
	return list, s.updateHeld(func(c *change) error { return c.record(b, j, list) })
}

// stale tells whether the round's block has left the chain.
func (s *Service) stale(b *Batch) bool {
	return !slices.ContainsFunc(s.recent, func(r api.BlockRef) bool { return r.Hash == b.Block.Hash })
}

func (s *Service) sign(ctx context.Context, b *Batch, v *verdict) (*won, error) {
	first := v.fills[v.Orders[0]]
	w := &won{verdict: v, award: award{
		Round: b.Round, Agent: v.Agent, Address: v.Address, Block: b.Block.Number, Until: s.recent[0].Number + settleBlocks,
		Received: first.received, Spent: first.spent,
	}}
	m := s.member(v.Address)
	if m == nil {
		return w, nil
	}
	tx, err := m.Sender.Sign(ctx, s.callOf(&v.Bid, gasLimit(v.gas)))
	if err != nil {
		return nil, err
	}
	raw, err := tx.MarshalBinary()
	w.tx, w.award.TxHash, w.award.Nonce, w.award.Raw = tx, tx.Hash(), tx.Nonce(), raw
	return w, err
}

// record writes awards, and the rounds of all orders whose outcome is new.
func (c *change) record(b *Batch, j *judgement, list []*won) error {
	for _, w := range list {
		for _, id := range w.Orders {
			r, err := c.order(id)
			if err != nil {
				return err
			}
			a := w.award
			a.Received, a.Spent = w.fills[id].received, w.fills[id].spent
			r.Award = &a
			reason := fmt.Sprintf("round %d won by %s: the owner gets %s", b.Round, w.Agent, c.s.sum(a.Received, r.Order.DestToken))
			if err := c.move(r, move{to: executing, reason: reason, block: b.Block.Number, round: b.Round, agent: w.Agent, tx: a.TxHash}); err != nil {
				return err
			}
		}
	}
	for i := range b.Orders {
		if err := c.recordRound(b, j, &b.Orders[i]); err != nil {
			return err
		}
	}
	return nil
}

// recordRound keeps a round in memory, and on disk unless it came to the same as the one before.
func (c *change) recordRound(b *Batch, j *judgement, o *OpenOrder) error {
	if c.s.rows[o.ID] == nil {
		return nil
	}
	e := c.s.entry(b, j, o, api.DeltaRoundEntry{Time: c.s.cfg.Now().UTC()})
	last, ok := c.s.last[o.ID]
	if ok && e.Winner == "" && sameOutcome(&last.entry, &e) {
		e.Repeats = last.entry.Repeats + 1
		c.s.last[o.ID] = lastRound{b.Block.Hash, e}
		return nil
	}
	c.s.last[o.ID] = lastRound{b.Block.Hash, e}
	if err := c.s.tables.counters.Put(c.tx, roundKey, b.Round); err != nil {
		return err
	}
	return c.s.tables.rounds.Put(c.tx, entryKey{o.ID, b.Round}, e)
}

// sameOutcome tells whether two rounds without a winner had the same agents bid.
func sameOutcome(x, y *api.DeltaRoundEntry) bool {
	return x.Winner == "" && slices.EqualFunc(x.Bids, y.Bids, func(a, b api.DeltaBidRecord) bool { return a.Agent == b.Agent && a.Rank == b.Rank })
}

// follow looks after awards: transactions that failed, were dropped or are late.
func (s *Service) follow(ctx context.Context, at api.BlockRef) error {
	for _, r := range s.openRows() {
		if r.Status != executing || s.changedSince(&r) {
			continue // one transaction can settle several orders
		}
		if err := s.followOne(ctx, at, &r); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) followOne(ctx context.Context, at api.BlockRef, r *row) error {
	a := r.Award
	if len(a.Raw) == 0 {
		if at.Number <= a.Until {
			return nil
		}
		return s.fail(r, at, fmt.Sprintf("TIMEOUT: agent %s did not settle by block %d", a.Agent, a.Until), nil)
	}
	receipt, err := s.receiptOf(ctx, a)
	if err != nil {
		return err
	}
	if receipt == nil {
		return s.hasten(ctx, at, r)
	}
	if receipt.BlockNumber.Uint64() > at.Number {
		return nil // the follower has not come to its block
	}
	if receipt.Status == types.ReceiptStatusSuccessful {
		return s.recover(ctx, at, r, receipt)
	}
	tx, err := s.transaction(ctx, r, receipt)
	if err != nil {
		return err
	}
	outcome, err := s.cfg.Network.Outcome(ctx, receipt.TxHash)
	if err != nil {
		return err
	}
	reason := outcome.Reason
	if reason == "" {
		reason = "for a reason that can't be told"
	}
	tx.ID = entryID(r.ID, receipt.TxHash, 0)
	return s.fail(r, at, "REVERTED: the settlement failed on chain: "+reason, &tx)
}

// receiptOf returns the receipt of an award's transaction, or of the one of those before it that was mined instead; nil while none is.
func (s *Service) receiptOf(ctx context.Context, a *award) (*types.Receipt, error) {
	for _, hash := range append([]common.Hash{a.TxHash}, a.Former...) {
		if receipt, err := s.cfg.Network.Receipt(ctx, hash); receipt != nil || err != nil {
			return receipt, err
		}
	}
	return nil, nil
}

// recover takes in a transaction whose block was followed without its settlement being seen, as after a resync.
func (s *Service) recover(ctx context.Context, at api.BlockRef, r *row, receipt *types.Receipt) error {
	var logs []types.Log
	for _, l := range receipt.Logs {
		logs = append(logs, *l)
	}
	events, err := s.settlements(logs)
	if err != nil {
		return err
	}
	done, err := s.ours(ctx, events)
	if err != nil {
		return err
	}
	done = slices.DeleteFunc(done, func(e settled) bool { return e.id != r.ID })
	if len(done) == 0 {
		return s.fail(r, at, "the winner's transaction did not settle the order", nil)
	}
	return s.update(func(c *change) error {
		for _, e := range done {
			if err := c.settle(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// hasten makes sure that the node has a transaction, and offers more for one that no block took in time. One that can never be mined, since its nonce
// is used by another, frees the order.
func (s *Service) hasten(ctx context.Context, at api.BlockRef, r *row) error {
	a := r.Award
	known, _, err := s.cfg.Network.Transaction(ctx, a.TxHash)
	if err != nil {
		return err
	}
	if known != nil {
		if m := s.member(a.Address); m != nil && at.Number > a.Until {
			return s.raise(ctx, at, r, m, known)
		}
		return nil
	}
	if at.Time > r.Order.Deadline+resendGrace {
		return s.fail(r, at, "the winner's transaction was not mined before the deadline", nil)
	}
	_, err = s.cfg.Network.SendRaw(ctx, a.Raw)
	if err == nil || api.TypeOf(err) == api.ChainUnavailable {
		return err
	}
	if receipt, again := s.receiptOf(ctx, a); again != nil || receipt != nil {
		return again
	}
	if m := s.member(a.Address); m != nil {
		m.Sender.Reset()
	}
	return s.fail(r, at, "DROPPED: the winner's transaction can't be mined any more: "+err.Error(), nil)
}

// raise sends a settlement again for a higher fee, in place of the one that waits. It is on disk before it leaves.
func (s *Service) raise(ctx context.Context, at api.BlockRef, r *row, m *Member, waits *types.Transaction) error {
	tx, err := m.Sender.Replace(ctx, waits)
	if err != nil {
		return err
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return err
	}
	err = s.update(func(c *change) error {
		for _, open := range c.s.rows { // all orders that it settles
			if open.Status != executing || open.Award.TxHash != waits.Hash() {
				continue
			}
			fresh, err := c.order(open.ID)
			if err != nil {
				return err
			}
			a := fresh.Award
			a.Former, a.TxHash, a.Raw, a.Until = append(a.Former, a.TxHash), tx.Hash(), raw, at.Number+settleBlocks
			reason := "the settlement waits for a block since fees rose: it is sent again for a higher fee"
			if err := c.move(fresh, move{to: executing, reason: reason, block: at.Number, round: a.Round, agent: a.Agent, tx: a.TxHash}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = s.cfg.Network.SendRaw(ctx, raw)
	return err
}

// resendGrace is how many seconds of chain time after the deadline a transaction that the node lost is still sought.
const resendGrace = 60

// fail gives an order back to the auction after its winner failed it.
func (s *Service) fail(r *row, at api.BlockRef, reason string, tx *api.DeltaTransaction) error {
	return s.update(func(c *change) error {
		fresh, err := c.order(r.ID)
		if err != nil || fresh.Seq != r.Seq {
			return err // changed meanwhile
		}
		a := fresh.Award
		if tx != nil {
			fresh.Transactions = append(fresh.Transactions, *tx)
		}
		if fresh.SitOut == nil {
			fresh.SitOut = make(map[string]uint64)
		}
		fresh.SitOut[a.Agent] = c.s.round + sitOutRounds + 1
		s.floor.forget(fresh.ID)
		delete(s.last, fresh.ID)
		return c.move(fresh, move{to: running, reason: reason, block: at.Number, round: a.Round, agent: a.Agent, tx: a.TxHash})
	})
}
