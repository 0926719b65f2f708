package delta

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// lastRound is what the last round of an order came to.
type lastRound struct {
	block common.Hash // on which it was held
	entry api.DeltaRoundEntry
}

// Run holds rounds until ctx ends: one at each new block, as far as there are orders to settle. Orders that arrive between two blocks meet in one
// round, which is what lets them be settled against each other.
func (s *Service) Run(ctx context.Context) error {
	if err := s.Outfit(ctx); err != nil && ctx.Err() == nil {
		s.cfg.Logger.Warn("agents lack allowances", "chain", s.chainID, "error", err)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		}
		turn := s.turns.last()
		if err := s.Round(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Logger.Warn("a Delta round failed", "chain", s.chainID, "error", err, "cause", errors.Unwrap(err))
		}
		s.turns.end(turn)
	}
}

// Round looks after awards on their way, then holds one round for the orders that can be settled on the last block followed.
func (s *Service) Round(ctx context.Context) error {
	at, err := s.positionRef()
	if err != nil {
		return nil // not followed yet
	}
	if err := s.follow(ctx, at); err != nil {
		return err
	}
	if err := s.assess(ctx, at); err != nil {
		return err
	}
	b, err := s.cut(ctx, at)
	if err != nil || len(b.Orders) == 0 {
		return err
	}
	v, err := s.judge(ctx, b, s.collect(ctx, b))
	if err != nil {
		return err
	}
	return s.conclude(ctx, b, v)
}

// assess compares orders that wait for a settlement with what the chain says.
func (s *Service) assess(ctx context.Context, at api.BlockRef) error {
	list := slices.DeleteFunc(s.openRows(), func(r row) bool { return r.Status == executing })
	covers, err := s.coverage(ctx, at, list)
	if err != nil {
		return err
	}
	type next struct {
		id   string
		seq  uint64
		fill api.Amount
		move
	}
	var moves []next
	for i := range list {
		r, c := &list[i], &covers[i]
		n := next{id: r.ID, seq: r.Seq, fill: r.FilledAmount, move: move{block: at.Number}}
		switch {
		case c.used:
			n.to, n.reason = cancelled, "the owner's nonce was used on chain"
		case c.broken != "":
			n.to, n.reason = failed, c.broken
		case c.lacks != "" && r.Status != suspended:
			n.to, n.reason = suspended, c.lacks
		case c.lacks == "" && r.Status != running:
			n.to, n.reason = running, "covered by balance and allowance or permit"
		case c.lacks == "" && r.Order.Fillable && c.filled != r.FilledAmount:
			n.to, n.reason, n.fill = running, "the contract tells of parts settled unseen", c.filled
		default:
			continue
		}
		moves = append(moves, n)
	}
	if len(moves) == 0 {
		return nil
	}
	return s.update(func(c *change) error {
		for _, n := range moves {
			r, err := c.order(n.id)
			if err != nil {
				return err
			}
			if r.Seq != n.seq {
				continue // changed meanwhile: the next round looks again
			}
			r.FilledAmount = n.fill
			if err := c.move(r, n.move); err != nil {
				return err
			}
		}
		return nil
	})
}

// cut takes the snapshot of a round: the running orders that had no round on this block. Orders whose owner has the same token in flight wait, since
// the block does not show what that takes.
func (s *Service) cut(ctx context.Context, at api.BlockRef) (*Batch, error) {
	b, err := s.newBatch(ctx, at)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	type holding struct{ owner, token common.Address }
	flying := make(map[holding]bool)
	for _, r := range s.rows {
		if r.Status == executing {
			flying[holding{r.User, r.Order.SrcToken}] = true
		}
	}
	for _, r := range s.rows {
		if r.Status != running || flying[holding{r.User, r.Order.SrcToken}] || s.last[r.ID].block == at.Hash {
			continue
		}
		o := OpenOrder{DeltaRecord: r.DeltaRecord, Rest: r.Order.SrcAmount.Sub(r.FilledAmount)}
		if p := rest(&o); p.amount.IsZero() {
			continue
		} else {
			o.Floor = p.floor
		}
		b.Orders = append(b.Orders, o)
	}
	if len(b.Orders) > 0 {
		s.round++
		b.Round = s.round
	}
	slices.SortFunc(b.Orders, func(x, y OpenOrder) int { return bytes.Compare(x.OrderHash[:], y.OrderHash[:]) })
	return b, nil
}

func (s *Service) newBatch(ctx context.Context, at api.BlockRef) (*Batch, error) {
	price, err := s.cfg.Network.GasPrice(ctx)
	return &Batch{
		Block: at, chainID: s.chainID, contracts: s.cfg.Contracts, rfq: s.at.AugustusRFQ, book: s.cfg.Book, gasPrice: price, oracle: s.cfg.Oracle, pricer: s.cfg.Pricer,
		routes: make(map[routeKey]*routeEntry), values: make(map[common.Address]*valueEntry),
	}, err
}

// Solving is given up after solveTime, so that one slow agent does not hold up the others' settlements.
const solveTime = 5 * time.Second

// collect asks all agents for bids, without one seeing another's. Bids are in the order of the agents, those from elsewhere after them in the order
// of their arrival.
func (s *Service) collect(ctx context.Context, b *Batch) []Bid {
	limit, cancel := context.WithTimeout(ctx, solveTime)
	defer cancel()
	elsewhere := s.openFloor(ctx, b)
	lists := make([][]Bid, len(s.cfg.Agents))
	var agents sync.WaitGroup
	for i, m := range s.cfg.Agents {
		agents.Go(func() {
			bids, err := m.Agent.Solve(limit, b)
			if err != nil && ctx.Err() == nil {
				s.cfg.Logger.Info("an agent could not work out all orders", "agent", m.Agent.Name(), "round", b.Round, "error", err)
			}
			lists[i] = bids
		})
	}
	agents.Wait()
	all := slices.Concat(lists...)
	if elsewhere {
		s.cfg.Wait(ctx, RoundTime)
		all = append(all, s.floor.close()...)
	}
	return all
}

// openFloor shows the round to agents elsewhere, if any is registered.
func (s *Service) openFloor(ctx context.Context, b *Batch) bool {
	registered, err := s.registered(ctx)
	if err != nil {
		return false
	}
	registered = slices.DeleteFunc(registered, func(a common.Address) bool { return s.member(a) != nil })
	if len(registered) == 0 {
		return false
	}
	round := api.DeltaRound{ChainID: s.chainID, Round: b.Round, Block: b.Block, Closes: s.cfg.Now().UTC().Add(RoundTime)}
	for i := range b.Orders {
		o := &b.Orders[i]
		round.Orders = append(round.Orders, api.DeltaRoundOrder{
			ID: o.ID, Order: o.Order, Fillable: o.PartiallyFillable, Signature: o.Signature, OrderHash: o.OrderHash, Filled: o.FilledAmount,
		})
	}
	s.floor.open(round, registered)
	return true
}

// member returns the agent that runs here under an address, nil if there is none.
func (s *Service) member(agent common.Address) *Member {
	for i := range s.cfg.Agents {
		if s.cfg.Agents[i].Sender.Address() == agent {
			return &s.cfg.Agents[i]
		}
	}
	return nil
}

// Outfit sends the approvals that agents who settle by their own tokens still need.
func (s *Service) Outfit(ctx context.Context) error {
	for _, m := range s.cfg.Agents {
		if !m.Spends {
			continue
		}
		for _, t := range s.cfg.Tokens.List() {
			if t.Address == api.NativeToken || t.TransferTax > 0 {
				continue
			}
			if err := s.approve(ctx, m, t.Address); err != nil {
				return err
			}
		}
	}
	return nil
}

// enough is an allowance that never has to be renewed: more than half of it is never moved.
var enough = api.MaxAmount.MulDiv(api.NewAmount(1), api.NewAmount(2))

// approve lets the settlement contract move an agent's tokens, if it may not yet.
func (s *Service) approve(ctx context.Context, m Member, token common.Address) error {
	answer, err := s.cfg.Network.Call(ctx, common.Hash{}, chain.Call{To: token, Data: erc20ABI.PackAllowance(m.Sender.Address(), s.at.Delta)})
	if err != nil {
		return err
	}
	if allowance, err := erc20ABI.UnpackAllowance(answer); err != nil || !api.MustBig(allowance).Less(enough) {
		return err
	}
	_, err = m.Sender.Do(ctx, chain.Call{To: token, Data: erc20ABI.PackApprove(s.at.Delta, api.MaxAmount.Big())})
	return err
}
