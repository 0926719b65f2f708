package sshd

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// mostCancelled is how many orders one transaction cancels.
const mostCancelled = 50

// clear ends what an account has under way: it cancels its open orders, takes back its allowances
// and hands its NFTs to the faucet. It returns once all of that is mined.
func (v *Visitors) clear(ctx context.Context, by signer) error {
	err := v.cancelDelta(ctx, by)
	var sent []common.Hash
	send := func(t api.Transaction, prepared error) {
		hash, failed := by.send(ctx, v.service, t, prepared)
		if failed != nil {
			err = errors.Join(err, failed)
			return
		}
		sent = append(sent, hash)
	}
	open, failed := v.openOrders(ctx, by.address)
	err = errors.Join(err, failed)
	for len(open) > 0 {
		n := min(len(open), mostCancelled)
		send(v.service.PrepareCancel(ctx, api.CancelRequest{
			ChainID: api.LocalChainID, Maker: by.address, Hashes: open[:n]}))
		open = open[n:]
	}
	tokens, failed := v.service.UserTokens(ctx, api.LocalChainID, by.address)
	err = errors.Join(err, failed)
	for _, t := range tokens {
		for spender, amount := range t.Allowances {
			if !amount.IsZero() {
				send(v.service.PrepareApprove(ctx, api.ApproveRequest{ChainID: api.LocalChainID,
					Owner: by.address, Token: t.Address, Kind: api.ERC20, Spender: spender}))
			}
		}
	}
	held, failed := v.service.UserNFTs(ctx, api.LocalChainID, by.address)
	err = errors.Join(err, failed)
	for _, n := range held {
		if !n.Balance.IsZero() {
			send(v.service.PrepareTransfer(ctx, api.TransferRequest{ChainID: api.LocalChainID,
				Owner: by.address, Asset: n.Asset, To: v.funds.faucet.address, Amount: n.Balance}))
		}
	}
	return errors.Join(err, await(ctx, v.service, sent))
}

// openOrders are the hashes of an account's orders that could still be filled.
func (v *Visitors) openOrders(ctx context.Context, maker common.Address) ([]common.Hash, error) {
	var open []common.Hash
	for _, q := range []api.OrderQuery{
		{Type: api.Limit}, {Type: api.P2P},
		{Type: api.Limit, NFT: true}, {Type: api.P2P, NFT: true}} {
		q.ChainID, q.Maker, q.Limit, q.OrderBy = api.LocalChainID, &maker, api.MaxPage,
			api.ByCreatedAt
		for {
			page, err := v.service.Orders(ctx, q)
			if err != nil {
				return open, err
			}
			for _, o := range page.Orders {
				if o.State.Open() {
					open = append(open, o.Hash)
				}
			}
			if !page.HasMore {
				break
			}
			q.Offset += api.MaxPage
		}
	}
	return open, nil
}

// cancelDelta ends the auctions of an account.
func (v *Visitors) cancelDelta(ctx context.Context, by signer) error {
	orders, err := v.service.DeltaOrders(ctx, api.DeltaQuery{
		User: by.address, ChainID: api.LocalChainID, Page: 1, Limit: api.MaxPage})
	if err != nil {
		return err
	}
	var ids []string
	for _, o := range orders {
		if !o.Status.Final() {
			ids = append(ids, o.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	networks, err := v.service.Networks(ctx)
	if err != nil {
		return err
	}
	for _, n := range networks {
		if n.ChainID != api.LocalChainID {
			continue
		}
		signature, err := by.wallet.Sign(by.address,
			eip712.CancellationsTypedData(n.ChainID, n.Contracts.Delta, ids))
		if err != nil {
			return err
		}
		return v.service.CancelDelta(ctx, ids, signature.Compact())
	}
	return nil
}
