package sshd

import (
	"context"
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// mostCancelled is how many orders one transaction or one signature cancels.
const mostCancelled = 50

// clear ends what an account has under way: it cancels its open orders and sends all that it holds
// to the faucet. It returns what came back of tokens once that is mined. What fails is lost, and
// nobody else's: the account has no other visitor.
func (v *Visitors) clear(ctx context.Context, by signer,
	lent *loan) (back map[common.Address]api.Amount, err error) {
	exchange := v.funds.exchange
	lending := v.funds.end(lent)
	if len(lending) == 0 {
		return nil, nil // nobody has used it
	}
	err = errors.Join(await(ctx, v.service, exchange, lending),
		v.cancelDelta(ctx, exchange, by))
	var sent []common.Hash
	send := func(t api.Transaction, prepared error) common.Hash {
		hash, failed := by.send(ctx, exchange, t, prepared)
		if failed != nil {
			err = errors.Join(err, failed)
			return common.Hash{}
		}
		sent = append(sent, hash)
		return hash
	}
	open, failed := openOrders(ctx, exchange, by.address)
	err = errors.Join(err, failed)
	for some := range slices.Chunk(open, mostCancelled) {
		send(exchange.PrepareCancel(ctx,
			api.CancelRequest{Maker: by.address, Hashes: some}))
	}
	held, failed := exchange.UserNFTs(ctx, by.address)
	err = errors.Join(err, failed)
	for _, n := range held {
		if !n.Balance.IsZero() {
			send(exchange.PrepareTransfer(ctx, api.TransferRequest{
				Owner: by.address, Asset: n.Asset, To: v.funds.faucet.address, Amount: n.Balance}))
		}
	}
	tokens, failed := exchange.UserTokens(ctx, by.address)
	err = errors.Join(err, failed)
	moved := map[common.Hash]api.UserToken{}
	for _, t := range tokens {
		if t.Address != api.NativeToken && !t.Balance.IsZero() {
			moved[send(exchange.PrepareTransfer(ctx, api.TransferRequest{
				Owner: by.address, To: v.funds.faucet.address, Amount: t.Balance,
				Asset: api.Asset{Kind: api.ERC20, Address: t.Address}}))] = t
		}
	}
	err = errors.Join(err, await(ctx, v.service, exchange, sent))
	back = map[common.Address]api.Amount{}
	for hash, t := range moved {
		if r, asked := exchange.Receipt(ctx, hash); asked == nil && r.Block != nil && r.Success {
			back[t.Address] = t.Balance
		}
	}
	coin, failed := v.coinBack(ctx, exchange, by)
	back[api.NativeToken] = coin
	return back, errors.Join(err, failed)
}

// coinBack sends the faucet the coins of an account but for the gas that this takes.
func (v *Visitors) coinBack(ctx context.Context, exchange api.Exchange,
	by signer) (api.Amount, error) {
	held, err := exchange.UserToken(ctx, by.address, api.NativeToken)
	if err != nil {
		return api.Amount{}, err
	}
	t, err := exchange.PrepareTransfer(ctx, api.TransferRequest{Owner: by.address,
		To: v.funds.faucet.address, Amount: api.NewAmount(1), Asset: coinAsset})
	if err != nil {
		return api.Amount{}, err
	}
	t.Value = held.Balance.Sub(t.MaxFee())
	hash, err := by.send(ctx, exchange, t, nil)
	if err == nil {
		err = await(ctx, v.service, exchange, []common.Hash{hash})
	}
	if err != nil {
		return api.Amount{}, err
	}
	return t.Value, nil
}

// openOrders are the hashes of an account's orders that could still be filled.
func openOrders(ctx context.Context, exchange api.Exchange,
	maker common.Address) (open []common.Hash, err error) {
	for _, q := range []api.OrderQuery{
		{Type: api.Limit}, {Type: api.P2P},
		{Type: api.Limit, NFT: true}, {Type: api.P2P, NFT: true}} {
		q.Maker, q.OrderBy = &maker, api.ByCreatedAt
		list, err := api.AllOrders(ctx, exchange, q, (*api.OrderRecord).Stands)
		if err != nil {
			return open, err
		}
		for _, o := range list {
			open = append(open, o.Hash)
		}
	}
	return open, nil
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

// cancelDelta ends the auctions of an account. One that is being settled goes on.
func (v *Visitors) cancelDelta(ctx context.Context, exchange api.Exchange, by signer) error {
	c, err := contractsOf(ctx, v.service)
	if err != nil {
		return err
	}
	open, err := api.AllDelta(ctx, exchange, api.DeltaQuery{User: by.address, Open: true},
		func(r *api.DeltaRecord) bool { return !r.Status.Final() })
	if err != nil {
		return err
	}
	var ids []string
	for _, o := range open {
		ids = append(ids, o.ID)
	}
	for some := range slices.Chunk(ids, mostCancelled) {
		signature, failed := by.wallet.Sign(by.address,
			eip712.CancellationsTypedData(api.LocalChainID, c.Delta, some))
		if failed == nil {
			failed = exchange.CancelDelta(ctx, some, signature.Compact())
		}
		err = errors.Join(err, failed)
	}
	return err
}
