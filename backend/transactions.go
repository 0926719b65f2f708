package backend

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// transactions prepares those of a network and sends what is signed.
type transactions struct{ n *network }

// PrepareApprove implements api.Transactions.
func (t transactions) PrepareApprove(ctx context.Context, r api.ApproveRequest) (api.Transaction,
	error) {
	if r.Token == api.NativeToken {
		return api.Transaction{}, api.Invalid(
			api.FieldError{Field: "token",
				Reason: "is the native coin, which needs no approval"})
	}
	if err := t.n.chain.Refused(r.Spender); err != nil && !r.Amount.IsZero() {
		return api.Transaction{}, err // what was given before can be taken back
	}
	data := contracts.NewStandardToken().PackApprove(r.Spender, r.Amount.Big())
	if r.Kind != api.ERC20 {
		data = contracts.NewERC721Collection().PackSetApprovalForAll(
			r.Spender, !r.Amount.IsZero())
	}
	return t.n.chain.Prepare(ctx, chain.Call{From: r.Owner, To: r.Token, Data: data})
}

// PrepareWrap implements api.Transactions.
func (t transactions) PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction,
	error) {
	if r.Amount.IsZero() {
		return api.Transaction{}, api.Invalid(
			api.FieldError{Field: "amount", Reason: "must be above zero"})
	}
	c := chain.Call{From: r.Owner, To: t.n.Contracts.WrappedNative}
	if r.Unwrap {
		c.Data = contracts.NewWrappedNative().PackWithdraw(r.Amount.Big())
	} else {
		c.Data, c.Value = contracts.NewWrappedNative().PackDeposit(), r.Amount
	}
	return t.n.chain.Prepare(ctx, c)
}

// PrepareTransfer implements api.Transactions.
func (t transactions) PrepareTransfer(ctx context.Context,
	r api.TransferRequest) (api.Transaction, error) {
	c, err := transferCall(r)
	if err != nil {
		return api.Transaction{}, err
	}
	return t.n.chain.Prepare(ctx, c)
}

// PrepareClaim implements api.Transactions.
func (t transactions) PrepareClaim(ctx context.Context, r api.ClaimRequest) (api.Transaction,
	error) {
	held, err := t.n.tokens.UserTokens(ctx, r.Owner)
	if err != nil {
		return api.Transaction{}, err
	}
	var earned []common.Address
	for _, h := range held {
		if _, ok := h.Fees[r.Contract]; ok {
			earned = append(earned, h.Address)
		}
	}
	if len(earned) == 0 {
		return api.Transaction{}, api.Invalid(api.FieldError{Field: "contract",
			Reason: "holds no fees of a listed token for the owner: " +
				"/users/tokens names the contracts that do"})
	}
	data := contracts.NewFeeVault().PackBatchWithdrawAllERC20(earned, r.Owner)
	return t.n.chain.Prepare(ctx, chain.Call{From: r.Owner, To: r.Contract, Data: data})
}

// PrepareInvalidation implements api.Transactions.
func (t transactions) PrepareInvalidation(ctx context.Context,
	r api.InvalidateRequest) (api.Transaction, error) {
	delta, call := contracts.NewDelta(), chain.Call{From: r.Owner, To: t.n.Contracts.Delta}
	if call.To == (common.Address{}) {
		return api.Transaction{}, api.Errorf(api.UnsupportedChain,
			"network %d has no Delta contract", t.n.ChainID)
	}
	asks := call
	asks.Data = delta.PackIsNonceUsed(r.Owner, r.Nonce.Big())
	answer, err := t.n.chain.Call(ctx, common.Hash{}, asks)
	if err != nil {
		return api.Transaction{}, err
	}
	switch used, err := delta.UnpackIsNonceUsed(answer); {
	case err != nil:
		return api.Transaction{}, err
	case used:
		return api.Transaction{}, api.Errorf(api.OrderNotFillable, "the nonce %s of %s is used: "+
			"no order that has it can be settled any more", r.Nonce, api.Lower(r.Owner))
	}
	call.Data = delta.PackInvalidateNonce(r.Nonce.Big())
	return t.n.chain.Prepare(ctx, call)
}

// PrepareCall returns the transaction of a call on a network that somebody else has made,
// simulated, with nonce and gas.
func (s *service) PrepareCall(ctx context.Context, chainID uint64, c chain.Call) (api.Transaction,
	error) {
	n, err := s.network(chainID)
	if err != nil {
		return api.Transaction{}, err
	}
	return n.chain.Prepare(ctx, c)
}

// transferCall is the call that sends what r names.
func transferCall(r api.TransferRequest) (chain.Call, error) {
	c := chain.Call{From: r.Owner, To: r.Asset.Address}
	switch {
	case r.To == common.Address{}:
		return c, api.Invalid(api.FieldError{Field: "to",
			Reason: "is the zero address, where everything is lost: name the receiver"})
	case r.Amount.IsZero():
		return c, api.Invalid(api.FieldError{Field: "amount", Reason: "must be above zero"})
	case r.Asset.Address == api.NativeToken:
		c.To, c.Value = r.To, r.Amount
		return c, nil
	}
	switch r.Asset.Kind {
	case api.ERC721:
		if r.Amount != api.NewAmount(1) {
			return c, api.Invalid(api.FieldError{Field: "amount",
				Reason: "must be 1: there is one token of each id"})
		}
		c.Data = contracts.NewERC721Collection().PackSafeTransferFrom(
			r.Owner, r.To, r.Asset.ID.Big())
	case api.ERC1155:
		c.Data = contracts.NewERC1155Collection().PackSafeTransferFrom(
			r.Owner, r.To, r.Asset.ID.Big(), r.Amount.Big(), []byte{})
	default:
		c.Data = contracts.NewStandardToken().PackTransfer(r.To, r.Amount.Big())
	}
	return c, nil
}

// PrepareReplacement implements api.Transactions.
func (t transactions) PrepareReplacement(ctx context.Context,
	r api.ReplaceRequest) (api.Transaction, error) {
	return t.n.chain.PrepareReplacement(ctx, r.Hash, r.Cancel)
}

// Nonces implements api.Transactions.
func (t transactions) Nonces(ctx context.Context, account common.Address) (api.Nonces, error) {
	return t.n.chain.Nonces(ctx, account)
}

// IsContract implements api.Transactions.
func (t transactions) IsContract(ctx context.Context, address common.Address) (bool, error) {
	head, err := t.n.chain.Head(ctx)
	if err != nil {
		return false, err
	}
	code, err := t.n.chain.Code(ctx, head.Hash, address)
	return len(code) > 0, err
}

// SendTransaction implements api.Transactions.
func (t transactions) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	return t.n.chain.Send(ctx, raw)
}

// Movements implements api.Transactions.
func (t transactions) Movements(ctx context.Context, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	return t.n.chain.Movements(ctx, account, hashes)
}

// Receipt implements api.Transactions.
func (t transactions) Receipt(ctx context.Context, hash common.Hash) (api.Receipt, error) {
	r, err := t.n.chain.Receipt(ctx, hash)
	if err == nil && r.Block != nil && !r.Success {
		t.n.orders.Suspect(hash)
	}
	if err == nil && r.Block != nil {
		t.n.tell(r.Block.Number)
	}
	return r, err
}
