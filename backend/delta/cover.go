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

// perOrder is how many calls tell of an order: nonce, filled, balance, allowance, allowance at Permit2.
const perOrder = 5

// coverage reads what the chain says of orders at a block.
func (s *Service) coverage(ctx context.Context, at api.BlockRef, list []row) ([]cover, error) {
	calls := make([]chain.Call, 0, perOrder*len(list))
	for i := range list {
		o := &list[i].Order
		spender := s.at.Delta
		if n := len(o.Permit); n == 1 || n == 96 || n == 192 {
			spender = s.at.Permit2
		}
		calls = append(calls,
			chain.Call{To: s.at.Delta, Data: deltaABI.PackIsNonceUsed(o.Owner, o.Nonce.Big())},
			chain.Call{To: s.at.Delta, Data: deltaABI.PackSwapFilledAmount(onChain(&list[i].DeltaRecord).Order)},
			chain.Call{To: o.SrcToken, Data: erc20ABI.PackBalanceOf(o.Owner)},
			chain.Call{To: o.SrcToken, Data: erc20ABI.PackAllowance(o.Owner, spender)},
			chain.Call{To: s.at.Permit2, Data: permit2ABI.PackAllowance(o.Owner, o.SrcToken, s.at.Delta)},
		)
	}
	answers, err := s.cfg.Network.BatchCall(ctx, at.Hash, calls)
	if err != nil {
		return nil, err
	}
	out := make([]cover, len(list))
	for i := range list {
		if out[i], err = s.judgeCover(ctx, at, &list[i], answers[perOrder*i:perOrder*(i+1)]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Service) judgeCover(ctx context.Context, at api.BlockRef, r *row, answers []chain.Result) (c cover, err error) {
	word := func(i int) api.Amount {
		if !answers[i].OK || len(answers[i].Data) < 32 {
			return api.Amount{}
		}
		return api.AmountFromBytes32([32]byte(answers[i].Data[:32]))
	}
	c.used = !word(0).IsZero()
	if r.Order.Fillable {
		c.filled = word(1)
	}
	o := &r.Order
	need := o.SrcAmount.Sub(c.filled)
	balance, allowance, permitted := word(2), word(3), word(4)
	switch n := len(o.Permit); {
	case balance.Less(need):
		c.lacks = fmt.Sprintf("owner %s holds %s of token %s and sells %s", api.Lower(o.Owner), balance, api.Lower(o.SrcToken), need)
	case allowance.Less(need) && n != 224 && n != 256:
		spender := s.at.Delta
		if n != 0 {
			spender = s.at.Permit2
		}
		c.lacks = fmt.Sprintf("owner %s allows %s to move %s of token %s, the order needs %s", api.Lower(o.Owner), api.Lower(spender), allowance, api.Lower(o.SrcToken), need)
	case n == 1 && permitted.Less(need):
		c.lacks = fmt.Sprintf("the allowance at Permit2 for %s is %s of token %s, the order needs %s", api.Lower(s.at.Delta), permitted, api.Lower(o.SrcToken), need)
	}
	if len(r.Signature) == 64 || c.lacks != "" {
		return c, nil
	}
	accepts, err := s.accepts(ctx, o.Owner, r.OrderHash, r.Signature, at.Hash)
	if err == nil && !accepts {
		c.broken = "the owner is a contract whose isValidSignature does not accept the signature any more"
	}
	return c, err
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
