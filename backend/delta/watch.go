package delta

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
)

// Name implements chain.Follower.
func (s *Service) Name() string { return "delta" }

// Position implements chain.Follower.
func (s *Service) Position(context.Context) ([]api.BlockRef, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shared() && s.term == nil {
		return s.passed, nil
	}
	return s.recent, nil
}

// Wants implements chain.Follower: settlements, and what moves or allows tokens.
func (s *Service) Wants(l *types.Log) bool {
	if l.Address == s.contracts.Delta || l.Address == s.contracts.Permit2 {
		return true
	}
	_, listed := s.cfg.Tokens.Listed(l.Address)
	return listed
}

// Filter implements chain.Follower.
func (s *Service) Filter() chain.Filter {
	f := chain.Filter{Contracts: []common.Address{s.contracts.Delta, s.contracts.Permit2}}
	for _, token := range s.cfg.Tokens.List() {
		if token.Address != api.NativeToken {
			f.Contracts = append(f.Contracts, token.Address)
		}
	}
	return f
}

// Apply implements chain.Follower: settlements, nonces that were given up, deadlines that passed.
func (s *Service) Apply(ctx context.Context, b chain.Block) error {
	if (intake{s}).passes(forward, b.BlockRef) {
		return nil
	}
	events, err := settlement.Events(s.contracts.Delta, b.Logs)
	if err != nil {
		return err
	}
	done, err := s.ours(ctx, events)
	if err != nil {
		return err
	}
	if len(done) > 0 {
		s.hook(BeforeReceipt)
	}
	s.mu.Lock()
	if len(s.recent) == 0 || !b.Follows(s.recent[0]) {
		s.mu.Unlock()
		return fmt.Errorf("block %d does not follow the position of the Delta orders", b.Number)
	}
	s.touched(b.Logs)
	err = s.updateHeld(func(c *change) error {
		for _, e := range done {
			if err := c.settle(e); err != nil {
				return err
			}
		}
		if err := c.invalidate(b); err != nil {
			return err
		}
		if err := c.expire(b.BlockRef); err != nil {
			return err
		}
		c.goTo(forward, b.BlockRef)
		return nil
	})
	s.mu.Unlock()
	if err == nil && len(done) > 0 {
		s.hook(AfterReceipt)
	}
	s.auction.Wake()
	return err
}

// invalidate takes in nonces that owners gave up.
func (c *change) invalidate(b chain.Block) error {
	list, err := settlement.NoncesGivenUp(c.s.contracts.Delta, b.Logs)
	if err != nil {
		return err
	}
	for _, given := range list {
		for id := range c.s.owners[given.Owner] {
			if c.s.rows[id].Order.Nonce != given.Nonce {
				continue
			}
			r, err := c.order(id)
			if err != nil {
				return err
			}
			if r.Status.Final() {
				continue
			}
			if err := c.move(r, move{on: nonceUsed, reason: "the owner gave up its nonce on chain",
				block: b.Number, tx: given.TxHash}); err != nil {
				return err
			}
		}
	}
	return nil
}

// expire ends orders whose deadline a block has passed. One with a transaction in flight waits for
// how that ends.
func (c *change) expire(b api.BlockRef) error {
	for id, open := range c.s.rows {
		if b.Time <= open.Order.Deadline {
			continue
		}
		r, err := c.order(id)
		if err != nil {
			return err
		}
		if r.Status.Final() || r.inFlight() {
			continue
		}
		reason := fmt.Sprintf("the deadline %s passed at block %d", moment(r.Order.Deadline),
			b.Number)
		if last, ok := c.s.last[id]; ok {
			reason += "; the last round said: " + last.entry.Outcome
		}
		if err := c.move(r, move{on: deadlinePassed, reason: reason, block: b.Number}); err != nil {
			return err
		}
	}
	return nil
}

// Rollback implements chain.Follower.
func (s *Service) Rollback(_ context.Context, to api.BlockRef) error {
	if (intake{s}).passes(backward, to) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if chain.Forget(s.recent, to) == nil {
		return fmt.Errorf("block %d is not among those followed", to.Number)
	}
	clear(s.funded)
	err := s.updateHeld(func(c *change) error {
		if err := c.scanSince(to.Number, func(r *row) error {
			return c.unsettle(r, func(tx api.DeltaTransaction) bool {
				return tx.BlockNumber <= to.Number
			}, to.Number)
		}); err != nil {
			return err
		}
		c.goTo(backward, to)
		return nil
	})
	return err
}

// resyncSpan is how far back orders are compared with the chain when its past is unknown.
const resyncSpan = 4096

// Resync implements chain.Follower: settlements whose blocks are not on the chain any more are
// undone; those that were missed show at the next round by nonces and filled amounts.
func (s *Service) Resync(ctx context.Context, at chain.Header) error {
	if (intake{s}).passes(afresh, at.BlockRef) {
		return nil
	}
	gone, err := goneSince(ctx, s, at.Number-min(at.Number, resyncSpan))
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.funded)
	err = s.updateHeld(func(c *change) error {
		for id, hashes := range gone {
			r, err := c.order(id)
			if err != nil {
				return err
			}
			if err := c.unsettle(r, func(tx api.DeltaTransaction) bool { return !hashes[tx.Hash] },
				at.Number); err != nil {
				return err
			}
		}
		if err := c.expire(at.BlockRef); err != nil {
			return err
		}
		c.goTo(afresh, at.BlockRef)
		return nil
	})
	if err == nil {
		s.auction.Wake()
	}
	return err
}

// goneSince returns the transactions of orders changed after a block that are not in the block they
// were seen in.
func goneSince(ctx context.Context, s *Service, block uint64) (map[string]map[common.Hash]bool,
	error) {
	var rows []row
	if err := (intake{s}).look(func(c *change) error {
		return c.scanSince(block, func(r *row) error {
			rows = append(rows, *r)
			return nil
		})
	}); err != nil {
		return nil, err
	}
	gone := make(map[string]map[common.Hash]bool)
	for _, r := range rows {
		for _, tx := range r.Transactions {
			receipt, err := s.cfg.Network.RawReceipt(ctx, tx.Hash)
			if err != nil {
				return nil, err
			}
			if receipt == nil || receipt.BlockHash != tx.BlockHash {
				if gone[r.ID] == nil {
					gone[r.ID] = make(map[common.Hash]bool)
				}
				gone[r.ID][tx.Hash] = true
			}
		}
	}
	return gone, nil
}
