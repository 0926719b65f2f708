package delta

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/eip712"
)

// An owner that is a contract is asked about its signature before each round of its order, since it
// may stop accepting it. Its code is a stranger's: it gets gas enough for the wallets there are, a
// round spends so much on all of them together, and who needs more than most comes after them.
const (
	signatureGas      = 300_000 // what an owner's contract may use to judge a signature, at most
	cheapSignatureGas = 100_000 // what it is tried with first
	roundSignatureGas = 16 * signatureGas
	signatureTime     = 2 * time.Second
	maxMissedRounds   = 8 // an order whose bids failed waits for at most 2^8 blocks
	// maxContractOrders is how many open orders an owner may have that is asked about each of them:
	// a contract that accepts whatever it is shown costs nobody a signature
	maxContractOrders = 100
	manyRounds        = 16   // without an award, after which an order comes behind
	mostAsked         = 4096 // owners of which it is remembered when they were asked
)

// signature is what is known of the signature of an owner that is a contract, and of how rounds of
// any order failed.
type signature struct {
	gas    uint64      // that the owner needs; 0: cheapSignatureGas may do
	asked  uint64      // the block
	block  common.Hash // on which it was accepted last
	rounds int         // for which it was asked since the last award
	missed int         // rounds since the last award in which all bids for the order reverted
	wait   uint64      // the block before which it has no round
}

// need is the gas that the next call gets.
func (g signature) need() uint64 { return max(g.gas, cheapSignatureGas) }

// isAccepted asks an owner with code about a signature. A call that is too costly or answers with
// anything but ERC-1271's word is no.
func (s *Service) isAccepted(ctx context.Context, owner common.Address, hash common.Hash,
	sig []byte, at common.Hash) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, signatureTime)
	defer cancel()
	answer, err := s.cfg.Network.Call(ctx, at, chain.Call{
		To: owner, Data: eip712.ERC1271Call(hash, sig), Gas: signatureGas})
	if chain.Reverted(err) {
		return false, nil
	}
	return err == nil && eip712.ERC1271Accepts(answer), err
}

// checkSignatures asks the owners that are contracts, as many as a round may.
func (s *Service) checkSignatures(ctx context.Context, at api.BlockRef) error {
	list := s.askable(at)
	if len(list) == 0 {
		return nil
	}
	calls := make([]chain.Call, len(list))
	s.mu.Lock()
	for i := range list {
		r := &list[i]
		calls[i] = chain.Call{To: r.Order.Owner, Data: eip712.ERC1271Call(
			r.OrderHash, r.Signature), Gas: s.signed[r.ID].need()}
	}
	s.mu.Unlock()
	limit, cancel := context.WithTimeout(ctx, signatureTime)
	defer cancel()
	answers, err := s.cfg.Network.BatchCall(limit, at.Hash, calls)
	if limit.Err() != nil && ctx.Err() == nil {
		s.cfg.Logger.Info("owners that are contracts took too long to judge signatures", "orders",
			len(list))
		return s.judgeSignatures(at, list, nil)
	}
	if err != nil {
		return err
	}
	return s.judgeSignatures(at, list, answers)
}

// askable returns the orders whose owners are asked on a block: those that need least first, one of
// each owner before the second of any, and of these first the ones that did not have many rounds
// without an award, and then the owners that waited longest. So an order at the market does not
// wait behind as many as somebody likes that nobody settles.
func (s *Service) askable(at api.BlockRef) (list []row) {
	type turn struct {
		*row
		of  signature
		nth int
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sooner := func(x, y turn) int {
		return cmp.Or(cmp.Compare(x.of.need(), y.of.need()), cmp.Compare(x.nth, y.nth),
			cmp.Compare(x.of.rounds/manyRounds, y.of.rounds/manyRounds),
			cmp.Compare(s.asked[x.User], s.asked[y.User]),
			cmp.Compare(x.of.rounds, y.of.rounds), cmp.Compare(x.of.asked, y.of.asked),
			bytes.Compare(x.OrderHash[:], y.OrderHash[:]))
	}
	var turns []turn
	for _, ids := range s.owners {
		var mine []turn
		for id := range ids {
			r, g := s.rows[id], s.signed[id]
			if r.ByContract && r.Status == running && g.wait <= at.Number &&
				s.last[id].block != at.Hash {
				mine = append(mine, turn{r, g, 0})
			}
		}
		slices.SortFunc(mine, sooner)
		for i := range mine {
			mine[i].nth = i
		}
		turns = append(turns, mine...)
	}
	slices.SortFunc(turns, sooner)
	gas := uint64(0)
	for i := range turns {
		if gas += turns[i].of.need(); gas > roundSignatureGas {
			break
		}
		list = append(list, *turns[i].row)
	}
	return list
}

// judgeSignatures takes in what owners answered. One that refuses with little gas is asked with
// more in a later round; one that refuses with all there is can never be settled.
func (s *Service) judgeSignatures(at api.BlockRef, list []row, answers []chain.Result) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.asked) > mostAsked {
		s.asked = make(map[common.Address]uint64)
	}
	var refused []row
	for i := range list {
		r := &list[i]
		g := s.signed[r.ID]
		g.asked, g.rounds = at.Number, min(g.rounds+1, manyRounds)
		s.asked[r.User] = at.Number
		switch {
		case answers == nil:
			g.gas = signatureGas // slow: behind all others
		case answers[i].OK && eip712.ERC1271Accepts(answers[i].Data):
			g.block = at.Hash
		case g.need() < signatureGas:
			g.gas = signatureGas
		default:
			refused = append(refused, *r)
		}
		s.signed[r.ID] = g
	}
	if len(refused) == 0 {
		return nil
	}
	return s.updateHeld(func(c *change) error {
		for i := range refused {
			r, err := c.order(refused[i].ID)
			if err != nil {
				return err
			}
			if r.Seq != refused[i].Seq {
				continue
			}
			if err := c.move(r, move{on: unsettleable, block: at.Number, reason: "the owner is a " +
				"contract whose isValidSignature does not accept the signature any " +
				"more"}); err != nil {
				return err
			}
		}
		return nil
	})
}

// missRound takes in that all bids for an order reverted, which code of its owner, of who gets what
// it buys or of a token may do on purpose: the order waits for twice as long as the last time.
func (s *Service) missRound(id string, at api.BlockRef) {
	if s.rows[id] == nil {
		return
	}
	g := s.signed[id]
	g.missed = min(g.missed+1, maxMissedRounds)
	g.wait = at.Number + 1<<g.missed
	s.signed[id] = g
}

// wonRound takes in that a bid for an order could be simulated.
func (s *Service) wonRound(id string) {
	if g, failed := s.signed[id]; failed {
		g.missed, g.rounds = 0, 0
		s.signed[id] = g
	}
}
