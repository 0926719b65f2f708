package sshd

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet"
)

// shares is into how many parts the faucet's funds are cut: every visitor begins with one.
const shares = 256

// signer is an account that acts by itself, without a person.
type signer struct {
	wallet  *wallet.Wallet
	address common.Address
}

// send signs and relays a prepared transaction.
func (s signer) send(ctx context.Context, exchange api.Exchange, t api.Transaction,
	prepared error) (common.Hash, error) {
	if prepared != nil {
		return common.Hash{}, prepared
	}
	raw, _, err := s.wallet.SignTransaction(s.address, t)
	if err != nil {
		return common.Hash{}, err
	}
	return exchange.SendTransaction(ctx, raw)
}

// settlement makes the funds of an account what every visitor begins with.
type settlement struct {
	service  api.Service
	exchange api.Exchange // of the local network
	faucet   signer

	// pack makes the call that hands out tokens; see local.HandOut
	pack func(from, to common.Address, amounts map[common.Address]api.Amount) []byte

	mu    sync.Mutex                    // held while an account is looked at
	batch common.Address                // the contract that is called
	share map[common.Address]api.Amount // what every visitor begins with, by token
}

// settle takes what an account has beyond that, gives it what it lacks, and returns once both are
// mined. The account pays for the gas of what is taken, which it is given back.
func (s *settlement) settle(ctx context.Context, of signer) error {
	taken, err := s.take(ctx, of)
	if err := errors.Join(err, await(ctx, s.service, s.exchange, taken)); err != nil {
		return err
	}
	given, err := s.give(ctx, of.address)
	return errors.Join(err, await(ctx, s.service, s.exchange, given))
}

// take sends the faucet what an account has beyond its share.
func (s *settlement) take(ctx context.Context, from signer) ([]common.Hash, error) {
	return s.each(ctx, from.address, func(t api.UserToken, share api.Amount) (common.Hash, error) {
		most := share
		if t.Address == api.NativeToken { // a little more is not worth the gas
			most = most.Add(most.MulDiv(api.NewAmount(1), api.NewAmount(100)))
		}
		if !most.Less(t.Balance) {
			return common.Hash{}, nil
		}
		return s.move(ctx, from, s.faucet.address, t.Address, t.Balance.Sub(share))
	})
}

// give sends an account what it lacks of its share: the coin, then all tokens in one transaction,
// since a block has room for few if each token takes one.
func (s *settlement) give(ctx context.Context, to common.Address) ([]common.Hash, error) {
	var coin api.Amount
	tokens := map[common.Address]api.Amount{}
	sent, err := s.each(ctx, to, func(t api.UserToken, share api.Amount) (common.Hash, error) {
		switch {
		case !t.Balance.Less(share):
		case t.Address == api.NativeToken:
			coin = share.Sub(t.Balance)
		default:
			tokens[t.Address] = share.Sub(t.Balance)
		}
		return common.Hash{}, nil
	})
	if err != nil || coin.IsZero() && len(tokens) == 0 {
		return sent, err
	}
	return s.handOut(ctx, to, coin, tokens)
}

// Gas of a transaction that hands out tokens: far above what it uses.
const (
	handOutGas  = 100_000
	handOutEach = 100_000
)

func (s *settlement) handOut(ctx context.Context, to common.Address, coin api.Amount,
	tokens map[common.Address]api.Amount) (sent []common.Hash, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	least := coin
	if least.IsZero() {
		least = api.NewAmount(1) // not sent: it tells nonce and gas price of what is
	}
	t, err := s.exchange.PrepareTransfer(ctx, api.TransferRequest{
		Owner: s.faucet.address, To: to, Amount: least, Asset: coinAsset})
	if err == nil && !coin.IsZero() {
		var hash common.Hash
		hash, err = s.faucet.send(ctx, s.exchange, t, nil)
		sent, t.Nonce = append(sent, hash), t.Nonce+1
	}
	if err == nil && len(tokens) > 0 {
		var hash common.Hash
		t.To, t.Value, t.Data = s.batch, api.Amount{}, s.pack(s.faucet.address, to, tokens)
		t.Gas = handOutGas + handOutEach*uint64(len(tokens))
		hash, err = s.faucet.send(ctx, s.exchange, t, nil)
		sent = append(sent, hash)
	}
	return sent, err
}

// coinAsset is the native coin.
var coinAsset = api.Asset{Kind: api.ERC20, Address: api.NativeToken}

// each looks at what an account holds of every token, and returns the transactions that follow. One
// account is looked at after the other: many who come at once would otherwise keep the node busy
// for longer than its answers may take.
func (s *settlement) each(ctx context.Context, account common.Address,
	send func(api.UserToken, api.Amount) (common.Hash, error)) (sent []common.Hash, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	held, err := s.exchange.UserTokens(ctx, account)
	if err != nil {
		return nil, err
	}
	for _, t := range held {
		hash, err := send(t, s.share[t.Address])
		if err != nil {
			return sent, err
		}
		if hash != (common.Hash{}) {
			sent = append(sent, hash)
		}
	}
	return sent, nil
}

// begin reads once what every visitor begins with, and lets the batch contract hand it out.
func (s *settlement) begin(ctx context.Context) error {
	if s.share != nil {
		return nil
	}
	c, err := contractsOf(ctx, s.service)
	if err != nil {
		return err
	}
	s.batch = c.Multicall
	held, err := s.exchange.UserTokens(ctx, s.faucet.address)
	if err != nil {
		return err
	}
	share := map[common.Address]api.Amount{}
	var sent []common.Hash
	for _, t := range held {
		share[t.Address] = t.Balance.MulDiv(api.NewAmount(1), api.NewAmount(shares))
		if t.Address == api.NativeToken || t.Balance.IsZero() {
			continue
		}
		approval, err := s.exchange.PrepareApprove(ctx, api.ApproveRequest{
			Owner: s.faucet.address, Token: t.Address, Kind: api.ERC20,
			Spender: s.batch, Amount: api.MaxAmount})
		if api.TypeOf(err) == api.TransactionFails {
			// A token that has one allowance replaced by no other has that of an earlier start.
			continue
		}
		hash, err := s.faucet.send(ctx, s.exchange, approval, err)
		if err != nil {
			return err
		}
		sent = append(sent, hash)
	}
	if err := await(ctx, s.service, s.exchange, sent); err != nil {
		return err
	}
	s.share = share
	return nil
}

// move sends an amount of a token.
func (s *settlement) move(ctx context.Context, from signer, to, token common.Address,
	amount api.Amount) (common.Hash, error) {
	t, err := s.exchange.PrepareTransfer(ctx, api.TransferRequest{
		Owner: from.address, To: to, Amount: amount,
		Asset: api.Asset{Kind: api.ERC20, Address: token}})
	return from.send(ctx, s.exchange, t, err)
}

// await returns once an account's transactions, which are mined in their order, are all mined; one
// that failed is an error.
func await(ctx context.Context, service api.Service, exchange api.Exchange,
	sent []common.Hash) error {
	if len(sent) == 0 {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	blocks := service.Subscribe(ctx, api.TopicBlock)
	for last := sent[len(sent)-1]; ; {
		r, err := exchange.Receipt(ctx, last)
		if err != nil {
			return err
		}
		if r.Block != nil {
			break
		}
		if _, ok := <-blocks; !ok {
			return ctx.Err()
		}
	}
	var failed error
	for _, hash := range sent {
		r, err := exchange.Receipt(ctx, hash)
		if err == nil && (r.Block == nil || !r.Success) {
			err = fmt.Errorf("transaction %s failed: %s", hash, r.Reason)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
