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

// clear ends what an account has under way: it cancels its open orders, takes back its allowances,
// those within Permit2 too, and hands its NFTs to the faucet. It returns once all of that is mined.
func (v *Visitors) clear(ctx context.Context, by signer) error {
	c, err := contractsOf(ctx, v.service)
	if err != nil {
		return err
	}
	exchange, err := v.service.Exchange(api.LocalChainID)
	if err != nil {
		return err
	}
	auctioned, err := exchange.DeltaOrders(ctx, api.DeltaQuery{
		User: by.address, Page: 1, Limit: api.MaxPage})
	err = errors.Join(err, cancelDelta(ctx, exchange, by, c.Delta, auctioned))
	var sent []common.Hash
	send := func(t api.Transaction, prepared error) {
		hash, failed := by.send(ctx, exchange, t, prepared)
		if failed != nil {
			err = errors.Join(err, failed)
			return
		}
		sent = append(sent, hash)
	}
	open, failed := openOrders(ctx, exchange, by.address)
	err = errors.Join(err, failed)
	for len(open) > 0 {
		n := min(len(open), mostCancelled)
		send(exchange.PrepareCancel(ctx,
			api.CancelRequest{Maker: by.address, Hashes: open[:n]}))
		open = open[n:]
	}
	tokens, failed := exchange.UserTokens(ctx, by.address)
	err = errors.Join(err, failed)
	suspects := map[common.Address]bool{}
	for _, o := range auctioned {
		if o.Hidden {
			continue // the tokens that are listed are looked at below
		}
		suspects[o.Order.SrcToken] = true
	}
	for _, t := range tokens {
		if !t.Allowances[c.Permit2].IsZero() {
			suspects[t.Address] = true
		}
		for spender, amount := range t.Allowances {
			if !amount.IsZero() {
				send(exchange.PrepareApprove(ctx, api.ApproveRequest{
					Owner: by.address, Token: t.Address, Kind: api.ERC20, Spender: spender}))
			}
		}
	}
	allowed, failed := permitted(ctx, exchange, by.address, suspects)
	err = errors.Join(err, failed)
	if len(allowed) > 0 {
		send(v.lockdown(ctx, exchange, by, c, allowed))
	}
	held, failed := exchange.UserNFTs(ctx, by.address)
	err = errors.Join(err, failed)
	for _, n := range held {
		if !n.Balance.IsZero() {
			send(exchange.PrepareTransfer(ctx, api.TransferRequest{
				Owner: by.address, Asset: n.Asset, To: v.funds.faucet.address, Amount: n.Balance}))
		}
	}
	return errors.Join(err, await(ctx, v.service, exchange, sent))
}

// openOrders are the hashes of an account's orders that could still be filled.
func openOrders(ctx context.Context, exchange api.Exchange,
	maker common.Address) ([]common.Hash, error) {
	var open []common.Hash
	for _, q := range []api.OrderQuery{
		{Type: api.Limit}, {Type: api.P2P},
		{Type: api.Limit, NFT: true}, {Type: api.P2P, NFT: true}} {
		q.Maker, q.Limit, q.OrderBy = &maker, api.MaxPage, api.ByCreatedAt
		for {
			page, err := exchange.Orders(ctx, q)
			if err != nil {
				return open, err
			}
			for _, o := range page.Orders {
				if o.Stands() {
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

// permitted returns the tokens of which the Delta contract may move something by its allowance in
// Permit2, which outlives what the account allows Permit2 itself.
func permitted(ctx context.Context, exchange api.Exchange, of common.Address,
	among map[common.Address]bool) (tokens []common.Address, err error) {
	for token := range among {
		if token == api.NativeToken {
			continue
		}
		t, failed := exchange.UserToken(ctx, of, token)
		if failed != nil {
			err = errors.Join(err, failed)
		} else if t.Permits != nil && !t.Permits.Permit2.Amount.IsZero() {
			tokens = append(tokens, token)
		}
	}
	return tokens, err
}

// Gas of a transaction that takes allowances back from Permit2: far above what it uses.
const (
	lockdownGas  = 50_000
	lockdownEach = 20_000
)

func (v *Visitors) lockdown(ctx context.Context, exchange api.Exchange, by signer,
	c api.Contracts, tokens []common.Address) (api.Transaction, error) {
	t, err := exchange.PrepareTransfer(ctx, api.TransferRequest{
		Owner: by.address, To: v.funds.faucet.address, Amount: api.NewAmount(1),
		Asset: coinAsset}) // not sent: it tells nonce and fees of what is
	t.To, t.Value, t.Data = c.Permit2, api.Amount{}, v.lock(c.Delta, tokens)
	t.Gas = lockdownGas + lockdownEach*uint64(len(tokens))
	return t, err
}

// contractsOf returns those of the local network.
func contractsOf(ctx context.Context, service api.Service) (api.Contracts, error) {
	networks, err := service.Networks(ctx)
	for _, n := range networks {
		if n.ChainID == api.LocalChainID {
			return n.Contracts, nil
		}
	}
	return api.Contracts{}, errors.Join(err, errNoLocalNetwork)
}

var errNoLocalNetwork = errors.New("the exchange has no local network")

// cancelDelta ends the auctions of an account.
func cancelDelta(ctx context.Context, exchange api.Exchange, by signer, contract common.Address,
	orders []api.DeltaRecord) error {
	var ids []string
	for _, o := range orders {
		if !o.Status.Final() {
			ids = append(ids, o.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	signature, err := by.wallet.Sign(by.address,
		eip712.CancellationsTypedData(api.LocalChainID, contract, ids))
	if err != nil {
		return err
	}
	return exchange.CancelDelta(ctx, ids, signature.Compact())
}
