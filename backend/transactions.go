package backend

import (
	"context"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"

	"github.com/ethereum/go-ethereum/common"
)

// PrepareFill implements api.Service.
func (b *Backend) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	n, err := b.network(r.ChainID)
	if err != nil {
		return api.Transaction{}, err
	}
	return n.orders.PrepareFill(ctx, r)
}

// PrepareCancel implements api.Service.
func (b *Backend) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction, error) {
	n, err := b.network(r.ChainID)
	if err != nil {
		return api.Transaction{}, err
	}
	return n.orders.PrepareCancel(ctx, r)
}

// PrepareApprove implements api.Service.
func (b *Backend) PrepareApprove(ctx context.Context, r api.ApproveRequest) (api.Transaction, error) {
	n, err := b.network(r.ChainID)
	if err != nil {
		return api.Transaction{}, err
	}
	if r.Token == api.NativeToken {
		return api.Transaction{}, api.Invalid(api.FieldError{Field: "token", Reason: "is the native coin, which needs no approval"})
	}
	data := contracts.NewStandardToken().PackApprove(r.Spender, r.Amount.Big())
	if r.Kind != api.ERC20 {
		data = contracts.NewERC721Collection().PackSetApprovalForAll(r.Spender, !r.Amount.IsZero())
	}
	return n.chain.Prepare(ctx, chain.Call{From: r.Owner, To: r.Token, Data: data})
}

// PrepareWrap implements api.Service.
func (b *Backend) PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction, error) {
	n, err := b.network(r.ChainID)
	if err != nil {
		return api.Transaction{}, err
	}
	if r.Amount.IsZero() {
		return api.Transaction{}, api.Invalid(api.FieldError{Field: "amount", Reason: "must be above zero"})
	}
	c := chain.Call{From: r.Owner, To: n.Contracts.WrappedNative}
	if r.Unwrap {
		c.Data = contracts.NewWrappedNative().PackWithdraw(r.Amount.Big())
	} else {
		c.Data, c.Value = contracts.NewWrappedNative().PackDeposit(), r.Amount
	}
	return n.chain.Prepare(ctx, c)
}

// SendTransaction implements api.Service.
func (b *Backend) SendTransaction(ctx context.Context, chainID uint64, raw []byte) (common.Hash, error) {
	n, err := b.network(chainID)
	if err != nil {
		return common.Hash{}, err
	}
	return n.chain.SendRaw(ctx, raw)
}

// Receipt implements api.Service.
func (b *Backend) Receipt(ctx context.Context, chainID uint64, hash common.Hash) (api.Receipt, error) {
	n, err := b.network(chainID)
	if err != nil {
		return api.Receipt{}, err
	}
	return n.chain.Outcome(ctx, hash)
}
