package delta

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// cooldownRounds is for how many rounds of an order an agent that failed it does not bid.
const cooldownRounds = 5

// ledger is the orders as the auction sees them: an auction.Orders.
type ledger struct{ *Service }

// Position implements auction.Orders.
func (l ledger) Position() (at api.BlockRef, ok bool) {
	at, err := l.positionRef()
	return at, err == nil
}

// RefreshFunding implements auction.Orders.
func (l ledger) RefreshFunding(ctx context.Context, at api.BlockRef) error {
	if err := l.refreshFunding(ctx, at, (*row).isTurn); err != nil {
		return err
	}
	if err := l.fire(ctx, at); err != nil {
		return err
	}
	letGo := func(*row, api.BlockRef) bool { return false } // are all that is unread
	if err := l.refreshFunding(ctx, at, letGo); err != nil {
		return err
	}
	return l.checkSignatures(ctx, at)
}

// Conclude implements auction.Orders.
func (l ledger) Conclude(b *auction.Batch,
	decide func(auction.Held) (auction.Outcome, error)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	out, err := decide(auction.Held{Position: l.recent, Running: func(id string) bool {
		return l.rows[id] != nil && l.rows[id].Status == running
	}})
	if err != nil || len(out.Entries) == 0 {
		return err
	}
	return l.updateHeld(func(c *change) error {
		for i := range b.Orders {
			if err := c.conclude(b, &b.Orders[i], &out); err != nil {
				return err
			}
		}
		return nil
	})
}

// conclude writes what a round came to for an order.
func (c *change) conclude(b *auction.Batch, o *auction.OpenOrder, out *auction.Outcome) error {
	if award, ok := out.Awards[o.ID]; ok {
		r, err := c.order(o.ID)
		if err != nil {
			return err
		}
		r.Award = &award
		gets := "the owner gets "
		if r.Order.Buy {
			gets = "of the most that it may spend the owner keeps "
		}
		reason := fmt.Sprintf("round %d won by %s: %s%s", b.Round, award.Agent, gets,
			c.s.cfg.Tokens.AmountText(award.Received, r.Order.Measure()))
		if err := c.move(r, move{on: awarded, reason: reason, block: b.Block.Number,
			round: b.Round, agent: award.Agent, tx: award.TxHash}); err != nil {
			return err
		}
	}
	if out.Reverted[o.ID] {
		c.missed[o.ID] = b.Block
	} else if out.Entries[o.ID].Winner != "" {
		c.won = append(c.won, o.ID)
	}
	return c.recordRound(b, o.ID, out.Entries[o.ID], out.Purse[o.ID])
}

// recordRound keeps a round in memory, and on disk unless it came to the same as the one before.
// purse is why the agents' purse had the order wait.
func (c *change) recordRound(b *auction.Batch, id string, e api.DeltaRoundEntry,
	purse string) error {
	if c.s.rows[id] == nil {
		return nil
	}
	last, ok := c.s.last[id]
	if ok && e.Winner == "" && sameOutcome(&last.entry, &e) {
		e.Repeats = last.entry.Repeats + 1
		c.rounds[id] = lastRound{b.Block.Hash, e, purse}
		return nil
	}
	c.rounds[id] = lastRound{b.Block.Hash, e, purse}
	c.out.Round = b.Round
	c.out.Rounds = append(c.out.Rounds, roundWrite{id, b.Round, e})
	return nil
}

// lastRound is what the last round of an order came to.
type lastRound struct {
	block common.Hash // on which it was held
	entry api.DeltaRoundEntry
	purse string // why the agents' purse had the order wait, "" where it did not
}

// sameOutcome tells whether two rounds without a winner had the same agents bid.
func sameOutcome(x, y *api.DeltaRoundEntry) bool {
	return x.Winner == "" && slices.EqualFunc(
		x.Bids, y.Bids, func(a, b api.DeltaBidRecord) bool {
			return a.Agent == b.Agent && a.Rank == b.Rank
		})
}

// InFlight implements auction.Orders.
func (l ledger) InFlight() (list []auction.InFlight) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.rows {
		if r.inFlight() {
			list = append(list, auction.InFlight{ID: r.ID, Seq: r.Seq, Deadline: r.Order.Deadline,
				Award: *r.Award})
		}
	}
	return list
}

// Changed implements auction.Orders.
func (l ledger) Changed(o *auction.InFlight) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rows[o.ID] == nil || l.rows[o.ID].Seq != o.Seq
}

// lateBlocks is for how many blocks a transaction of an award that was given up is reckoned with:
// of an agent elsewhere that is late, or one that a node does not know any more.
const lateBlocks = 8

// loose tells whether an award that was given up may still settle an order.
func (s *Service) loose(r *row) bool {
	return len(s.recent) > 0 && s.recent[0].Number < r.Loose
}

// Fail implements auction.Orders.
func (l ledger) Fail(ctx context.Context, o *auction.InFlight, at api.BlockRef, reason string,
	receipt *types.Receipt) error {
	var tx api.DeltaTransaction
	weakened := false
	if receipt != nil {
		var err error
		if tx, err = l.transaction(ctx, o.ID, receipt); err != nil {
			return err
		}
		tx.ID = entryID(o.ID, receipt.TxHash, 0)
		l.judge(ctx, receipt.TxHash)
		weakened = l.goRound(ctx, o.ID, receipt)
	}
	outside := receipt != nil && !l.ownDoing(ctx, o.ID, receipt)
	switch {
	case outside && weakened:
		reason = "others moved the price in front of it: " + reason
	case outside:
		reason = "others moved the price in front of it, or took what it was to trade with: " +
			reason
	}
	return l.update(func(c *change) error {
		r, err := c.order(o.ID)
		if err != nil || r.Seq != o.Seq {
			return err // changed meanwhile
		}
		if r.Status == cancelling && receipt == nil && at.Time <= r.Order.Deadline &&
			at.Number < r.Award.Until+lateBlocks {
			return nil // it may still be mined, which is what its owner waits to know
		}
		if receipt != nil {
			r.Transactions = append(r.Transactions, tx)
			if outside {
				r.Outside++
			}
		} else {
			r.Loose = at.Number + lateBlocks
		}
		if r.Cooldown == nil {
			r.Cooldown = make(map[string]uint64)
		}
		r.Cooldown[r.Award.Agent] = l.round + cooldownRounds + 1
		delete(l.last, r.ID)
		l.unread(r.ID)
		if err := c.move(r, move{on: settlementFailed, reason: reason, block: at.Number,
			round: r.Award.Round, agent: r.Award.Agent, tx: r.Award.TxHash}); err != nil ||
			receipt == nil {
			return err
		}
		if r.ByContract && !outside {
			c.missed[r.ID] = at
		}
		if r.Status != running {
			return nil
		}
		if why := r.hopeless(l.cfg.Purse.Order); why != "" {
			return c.move(r, move{on: unsettleable, block: at.Number, reason: why + ", the last " +
				"time: " + reason})
		}
		return nil
	})
}

// Settled implements auction.Orders.
func (l ledger) Settled(ctx context.Context, o *auction.InFlight, receipt *types.Receipt) (
	found bool, err error) {
	var logs []types.Log
	for _, entry := range receipt.Logs {
		logs = append(logs, *entry)
	}
	events, err := settlement.Events(l.contracts.Delta, logs)
	if err != nil {
		return false, err
	}
	done, err := l.ours(ctx, events)
	if err != nil {
		return false, err
	}
	done = slices.DeleteFunc(done, func(e settled) bool { return e.id != o.ID })
	if len(done) == 0 {
		return false, nil
	}
	return true, l.update(func(c *change) error {
		for _, e := range done {
			if err := c.settle(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// Bumped implements auction.Orders.
func (l ledger) Bumped(old common.Hash, tx *types.Transaction, at api.BlockRef,
	until uint64) error {
	raw, err := tx.MarshalBinary()
	if err != nil {
		return err
	}
	return l.update(func(c *change) error {
		for _, open := range l.rows { // all orders that it settles
			if !open.inFlight() || open.Award.TxHash != old {
				continue
			}
			r, err := c.order(open.ID)
			if err != nil {
				return err
			}
			a := r.Award
			a.Former, a.TxHash, a.Raw, a.Until = append(a.Former, a.TxHash), tx.Hash(), raw, until
			reason := "the settlement waits for a block since fees rose: it is sent again for a " +
				"higher fee"
			if err := c.move(r, move{on: feeBumped, reason: reason, block: at.Number,
				round: a.Round, agent: a.Agent, tx: a.TxHash}); err != nil {
				return err
			}
		}
		return nil
	})
}
