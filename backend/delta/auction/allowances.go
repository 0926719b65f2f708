package auction

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// erc20ABI packs calls of tokens. It is immutable.
var erc20ABI = contracts.NewStandardToken()

// EnsureAllowances sends the approvals that agents who settle by their own tokens still need.
func (a *Auctioneer) EnsureAllowances(ctx context.Context) error {
	for _, m := range a.cfg.Agents {
		if !m.Spends {
			continue
		}
		for _, t := range a.cfg.Tokens.List() {
			if t.Address == api.NativeToken || t.TransferTax > 0 {
				continue
			}
			if err := a.approve(ctx, m, t.Address); err != nil {
				return err
			}
		}
	}
	return nil
}

// idle are the agents that trade back what settlements took, as far as none of these is on its way.
func (a *Auctioneer) idle() []BuiltinAgent {
	busy := make(map[common.Address]bool)
	for _, o := range a.cfg.Orders.InFlight() {
		busy[o.Award.Address] = true
	}
	return slices.DeleteFunc(slices.Clone(a.cfg.Agents), func(m BuiltinAgent) bool {
		return m.Restock == nil || busy[m.Sender.Address()]
	})
}

// restock lets agents trade back what settlements took. What fails is tried again on the next
// block.
func (a *Auctioneer) restock(ctx context.Context, at api.BlockRef, idle []BuiltinAgent) {
	for _, m := range idle {
		if err := m.Restock(ctx, at); err != nil && ctx.Err() == nil {
			a.cfg.Logger.Info("an agent could not trade its tokens back", "agent", m.Agent.Name(),
				"chain", a.cfg.Market.ChainID, "error", err)
		}
	}
}

// enough is an allowance that never has to be renewed: more than half of it is never moved.
var enough = api.MaxAmount.MulDiv(api.NewAmount(1), api.NewAmount(2))

// approve lets the settlement contract move an agent's tokens, if it may not yet.
func (a *Auctioneer) approve(ctx context.Context, m BuiltinAgent, token common.Address) error {
	_, err := Approve(ctx, a.cfg.Node, common.Hash{}, m.Sender, token, a.cfg.Market.Contracts.Delta,
		enough)
	return err
}

// Caller asks contracts, at a block or, where that is zero, at the newest one.
type Caller interface {
	Call(ctx context.Context, block common.Hash, c chain.Call) ([]byte, error)
}

// Approve lets a contract move an account's tokens where, at a block, it may move less than least.
// It returns the transaction, zero where none was sent.
func Approve(ctx context.Context, node Caller, block common.Hash, s Sender, token,
	spender common.Address, least api.Amount) (sent common.Hash, err error) {
	answer, err := node.Call(ctx, block, chain.Call{
		To: token, Data: erc20ABI.PackAllowance(s.Address(), spender)})
	if err != nil {
		return sent, err
	}
	if allowance, err := erc20ABI.UnpackAllowance(answer); err != nil ||
		!api.MustBig(allowance).Less(least) {
		return sent, err
	}
	return s.Do(ctx, chain.Call{
		To: token, Data: erc20ABI.PackApprove(spender, api.MaxAmount.Big())})
}
