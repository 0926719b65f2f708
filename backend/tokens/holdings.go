package tokens

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// UserTokens returns the listed fungible tokens with what an account holds and has allowed, all on
// one block.
func (t *Tokens) UserTokens(ctx context.Context, account common.Address) ([]api.UserToken, error) {
	return t.holdings(ctx, account, t.listing.Load().fungible)
}

// UserToken does the same for one token, listed or not.
func (t *Tokens) UserToken(ctx context.Context, account, token common.Address) (api.UserToken,
	error) {
	found, err := t.Token(ctx, token)
	if err != nil {
		return api.UserToken{}, err
	}
	list, err := t.holdings(ctx, account, []api.Token{found})
	if err != nil {
		return api.UserToken{}, err
	}
	return list[0], nil
}

func (t *Tokens) holdings(ctx context.Context, account common.Address,
	list []api.Token) ([]api.UserToken, error) {
	head, err := t.net.Head(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.learnDomains(ctx, list); err != nil {
		return nil, err
	}
	abi := contracts.NewStandardToken()
	var calls []chain.Call
	for _, token := range list {
		if token.Address == api.NativeToken {
			continue
		}
		calls = append(calls, chain.Call{To: token.Address, Data: abi.PackBalanceOf(account)})
		for _, s := range t.spenders {
			calls = append(calls, chain.Call{
				To: token.Address, Data: abi.PackAllowance(account, s)})
		}
		calls = append(calls, t.permitCalls(account, token.Address)...)
	}
	addresses := make([]common.Address, len(list))
	for i, token := range list {
		addresses[i] = token.Address
	}
	for _, contract := range t.feeContracts {
		calls = append(calls, chain.FeesCall(contract, account, addresses))
	}
	answers, err := t.net.BatchCall(ctx, head.Hash, calls)
	if err != nil {
		return nil, err
	}
	holdings := make([]api.UserToken, len(list))
	for i, token := range list {
		h := api.UserToken{Token: token,
			Allowances: make(map[common.Address]api.Amount, len(t.spenders))}
		if token.Address == api.NativeToken {
			if h.Balance, err = t.net.Balance(ctx, head.Hash, account); err != nil {
				return nil, err
			}
			h.Allowance = api.MaxAmount // the native coin needs none
		} else {
			h.Balance, answers = answers[0].Word(0), answers[1:]
			for _, s := range t.spenders {
				h.Allowances[s], answers = answers[0].Word(0), answers[1:]
			}
			h.Allowance = h.Allowances[t.net.Contracts().SwapSpender()]
			n := len(t.permitCalls(account, token.Address))
			h.Permits, answers = t.permits(token.Address, answers[:n]), answers[n:]
		}
		holdings[i] = h
	}
	for i, contract := range t.feeContracts {
		for k, amount := range answers[i].Fees(len(list)) {
			holdings[k].Owes(contract, amount)
		}
	}
	return holdings, nil
}
