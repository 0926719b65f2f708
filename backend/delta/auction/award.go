package auction

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/tracing"
)

const (
	// settleBlocks is after how many blocks a built-in agent's transaction is sent for a higher
	// fee.
	settleBlocks = 5
	// elsewhereBlocks is how many blocks an agent elsewhere has for its transaction.
	elsewhereBlocks = 2
)

// winner is a bid on its way to the chain.
type winner struct {
	*scoredBid // as it is sent
	award      Award
	tx         *types.Transaction // nil where the agent sends on its own
}

// award stores what a round came to and sends the winners' transactions, the awards being on disk
// before.
func (a *Auctioneer) award(ctx context.Context, b *Batch, e *evaluation) (err error) {
	ctx, span := tracing.Start(ctx, "award")
	defer func() { span.End(err) }()
	winners, err := a.conclude(ctx, b, e)
	if err != nil || len(winners) == 0 {
		return err
	}
	span.Number("winners", uint64(len(winners)))
	a.cfg.Hook(AfterAward)
	for _, w := range winners {
		if w.tx == nil {
			continue // its agent sees the award by OpenRound
		}
		if err := a.builtin(w.Address).Sender.Send(ctx, w.tx); err != nil {
			a.cfg.Logger.Warn("a settlement was not taken by the node", "agent", w.Agent,
				"transaction", w.tx.Hash(), "error", err)
		}
	}
	a.cfg.Hook(AfterSend)
	return nil
}

// offers reads what the transactions of a round's winners are signed with, by agent: orders stand
// still while they are signed, so that no node is asked then.
func (a *Auctioneer) offers(ctx context.Context, e *evaluation) (
	map[common.Address]chain.Fees, error) {
	offers := make(map[common.Address]chain.Fees)
	for _, i := range e.decision.winners {
		m := a.builtin(e.sent(i).Address)
		if m == nil {
			continue
		}
		if _, have := offers[m.Sender.Address()]; have {
			continue
		}
		fees, err := m.Sender.Prepare(ctx)
		if err != nil {
			return nil, err
		}
		offers[m.Sender.Address()] = fees
	}
	return offers, nil
}

// conclude signs the winners' transactions and has awards and rounds stored. Nothing else changes
// orders meanwhile, so that no signed transaction is left over and no nonce is skipped.
func (a *Auctioneer) conclude(ctx context.Context, b *Batch, e *evaluation) (list []*winner,
	err error) {
	offers, err := a.offers(ctx, e)
	if err != nil {
		return nil, err
	}
	err = a.cfg.Orders.Conclude(b, func(held Held) (out Outcome, err error) {
		if !slices.ContainsFunc(held.Position, func(at api.BlockRef) bool {
			return at.Hash == b.Block.Hash
		}) {
			return out, nil // the round's block has left the chain
		}
		for _, i := range e.decision.winners {
			if slices.ContainsFunc(e.withGroup(i), func(k int) bool {
				return !allRunning(e.bids[k], held)
			}) {
				e.decision = e.decision.without(i, "an order changed while the round was held")
				continue
			}
			w, err := a.sign(b, e, i, held.Position[0].Number, offers)
			if err != nil {
				return out, err
			}
			list = append(list, w)
		}
		if len(list) > 0 {
			a.cfg.Hook(BeforeAward)
		}
		e.takeSurplus()
		e.takeClearings(b)
		e.takeRivals()
		return a.outcomeOf(b, e, list), nil
	})
	if err != nil {
		for _, m := range a.cfg.Agents {
			m.Sender.Reset() // what was signed will not be sent
		}
		return nil, err
	}
	return list, nil
}

func allRunning(v *scoredBid, held Held) bool {
	return !slices.ContainsFunc(v.Orders, func(id string) bool { return !held.Running(id) })
}

// outcomeOf gathers the awards of the winners, and the round as each order saw it.
func (a *Auctioneer) outcomeOf(b *Batch, e *evaluation, winners []*winner) Outcome {
	out := Outcome{Awards: make(map[string]Award), Reverted: make(map[string]bool),
		Entries: make(map[string]api.DeltaRoundEntry), Purse: make(map[string]string)}
	for _, w := range winners {
		for _, id := range w.Orders {
			award := w.award
			fill := w.fills[id]
			award.Received, award.Spent = fill.Received, fill.Spent
			out.Awards[id] = award
		}
	}
	for i := range b.Orders {
		o := &b.Orders[i]
		out.Entries[o.ID] = a.entry(b, e, o)
		places := e.byOrder[o.ID]
		if _, won := out.Awards[o.ID]; !won {
			if why := a.waitsForPurse(e, o.ID); why != "" {
				out.Purse[o.ID] = why
			}
		}
		out.Reverted[o.ID] =
			slices.ContainsFunc(places, func(k int) bool { return e.bids[k].reverted }) &&
				!slices.ContainsFunc(places, func(k int) bool {
					v := e.bids[k]
					return !v.reverted && (v.simulated || e.decision.why(k) == "")
				})
	}
	return out
}

// waitsForPurse says why the purse has an order wait, "" where it does not.
func (a *Auctioneer) waitsForPurse(e *evaluation, id string) string {
	for _, place := range e.byOrder[id] {
		if e.decision.why(place) == onItsWay {
			return a.purse.onItsWay(a.cfg.Now())
		}
	}
	return e.purse[id]
}

// sign makes a winner's award, with the transaction of a built-in agent.
func (a *Auctioneer) sign(b *Batch, e *evaluation, place int, at uint64,
	offers map[common.Address]chain.Fees) (*winner, error) {
	v := e.sent(place)
	w := &winner{scoredBid: v, award: Award{Round: b.Round, Agent: v.Agent, Address: v.Address,
		Block: b.Block.Number, Until: at + elsewhereBlocks, GasPrice: b.gasPrice}}
	m := a.builtin(v.Address)
	if m == nil {
		return w, nil
	}
	w.award.Until = at + settleBlocks
	tx, err := m.Sender.Sign(a.callOf(&v.Bid, v.sendLimit()), offers[v.Address])
	if err != nil {
		return nil, err
	}
	raw, err := tx.MarshalBinary()
	w.tx, w.award.TxHash, w.award.Nonce, w.award.Raw = tx, tx.Hash(), tx.Nonce(), raw
	if f, ours := e.flies(v); ours {
		a.purse.lend(v.Orders[0], f)
	}
	return w, err
}
