package delta

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// The ABIs that coverage is read by. They are immutable.
var (
	erc20ABI   = contracts.NewStandardToken()
	permit2ABI = contracts.NewPermit2()
)

// cover is what the chain says of an order at a block.
type cover struct {
	used   bool       // its nonce
	filled api.Amount // of a fillable order
	lacks  string     // what is missing to settle it, in words; empty: nothing
	broken string     // why it can never settle
}

// questions are calls to be made in one read, each of them once.
type questions struct {
	calls []chain.Call
	place map[question]int
}

type question struct {
	to   common.Address
	data string
}

// ask returns the place of the answer.
func (q *questions) ask(to common.Address, data []byte) int {
	key := question{to, string(data)}
	at, asked := q.place[key]
	if !asked {
		at = len(q.calls)
		q.calls, q.place[key] = append(q.calls, chain.Call{To: to, Data: data}), at
	}
	return at
}

// coverQuestions are the places of what tells of an order.
type coverQuestions struct{ nonce, filled, balance, allowance, permitted int }

// coverage reads what the chain says of orders at a block.
func (s *Service) coverage(ctx context.Context, at api.BlockRef, list []row) ([]cover, error) {
	q := questions{place: make(map[question]int)}
	asked := make([]coverQuestions, len(list))
	for i := range list {
		asked[i] = s.askCover(&q, &list[i])
	}
	answers, err := s.cfg.Network.BatchCall(ctx, at.Hash, q.calls)
	if err != nil {
		return nil, err
	}
	out := make([]cover, len(list))
	for i := range list {
		if out[i], err = s.judgeCover(ctx, at, &list[i], asked[i], answers); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// throughPermit2 tells whether an order's tokens are moved by Permit2, whose allowance of the token counts then.
func throughPermit2(o *api.DeltaOrder) bool { n := len(o.Permit); return n == 1 || n == 96 || n == 192 }

func (s *Service) askCover(q *questions, r *row) (c coverQuestions) {
	o := &r.Order
	spender := s.at.Delta
	if throughPermit2(o) {
		spender = s.at.Permit2
	}
	c.nonce = q.ask(s.at.Delta, deltaABI.PackIsNonceUsed(o.Owner, o.Nonce.Big()))
	if o.Fillable {
		c.filled = q.ask(s.at.Delta, deltaABI.PackSwapFilledAmount(onChain(&r.DeltaRecord).Order))
	}
	c.balance = q.ask(o.SrcToken, erc20ABI.PackBalanceOf(o.Owner))
	c.allowance = q.ask(o.SrcToken, erc20ABI.PackAllowance(o.Owner, spender))
	if n := len(o.Permit); n == 1 || n == 192 {
		c.permitted = q.ask(s.at.Permit2, permit2ABI.PackAllowance(o.Owner, o.SrcToken, s.at.Delta))
	}
	return c
}

// answered is the n-th word of an answer, 0 where there is none.
func answered(r chain.Result, n int) api.Amount {
	if !r.OK || len(r.Data) < 32*(n+1) {
		return api.Amount{}
	}
	return api.AmountFromBytes32([32]byte(r.Data[32*n : 32*(n+1)]))
}

func (s *Service) judgeCover(ctx context.Context, at api.BlockRef, r *row, q coverQuestions, answers []chain.Result) (c cover, err error) {
	o := &r.Order
	c.used = !answered(answers[q.nonce], 0).IsZero()
	if o.Fillable {
		c.filled = answered(answers[q.filled], 0)
	}
	need := o.SrcAmount.Sub(c.filled)
	balance, allowance := answered(answers[q.balance], 0), answered(answers[q.allowance], 0)
	signed := c.filled.IsZero() && len(o.Permit) > 96 // the first part brings its allowance along
	switch n := len(o.Permit); {
	case balance.Less(need):
		c.lacks = fmt.Sprintf("the owner holds %s and the order sells %s", s.sum(balance, o.SrcToken), s.sum(need, o.SrcToken))
	case allowance.Less(need) && (throughPermit2(o) || !signed):
		spender := "the Delta contract"
		if throughPermit2(o) {
			spender = "Permit2"
		}
		c.lacks = fmt.Sprintf("the owner lets %s move %s and the order needs %s", spender, s.sum(allowance, o.SrcToken), s.sum(need, o.SrcToken))
	case n == 1 || n == 192 && !signed:
		c.lacks = s.lacksAtPermit2(o, need, answers[q.permitted], at.Time)
	}
	if !r.ByContract || c.lacks != "" {
		return c, nil
	}
	accepts, err := s.accepts(ctx, o.Owner, r.OrderHash, r.Signature, at.Hash)
	if err == nil && !accepts {
		c.broken = "the owner is a contract whose isValidSignature does not accept the signature any more"
	}
	return c, err
}

// lacksAtPermit2 says what an existing allowance at Permit2, which is an amount and the last second at which it is good, lacks.
func (s *Service) lacksAtPermit2(o *api.DeltaOrder, need api.Amount, allowance chain.Result, now uint64) string {
	amount, expiration := answered(allowance, 0), answered(allowance, 1)
	switch {
	case amount.Less(need):
		return fmt.Sprintf("the allowance at Permit2 for the Delta contract is %s and the order needs %s", s.sum(amount, o.SrcToken), s.sum(need, o.SrcToken))
	case !api.NewAmount(now).Less(expiration): // the next block is later
		seconds, _ := expiration.Uint64()
		return fmt.Sprintf("the allowance at Permit2 for the Delta contract ended at %s", moment(seconds))
	}
	return ""
}

// registered lists the agents that the contract lets settle.
func (s *Service) registered(ctx context.Context) ([]common.Address, error) {
	registry := contracts.NewPortikusV2()
	answer, err := s.cfg.Network.Call(ctx, common.Hash{}, chain.Call{To: s.cfg.Contracts.Registry, Data: registry.PackGetAgents()})
	if err != nil {
		return nil, err
	}
	return registry.UnpackGetAgents(answer)
}
