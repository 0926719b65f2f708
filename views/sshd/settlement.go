package sshd

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

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
func (s signer) send(ctx context.Context, service api.Service, t api.Transaction,
	prepared error) (common.Hash, error) {
	if prepared != nil {
		return common.Hash{}, prepared
	}
	raw, _, err := s.wallet.SignTransaction(s.address, t)
	if err != nil {
		return common.Hash{}, err
	}
	return service.SendTransaction(ctx, api.LocalChainID, raw)
}

// settlement makes the funds of an account what every visitor begins with.
type settlement struct {
	service api.Service
	faucet  signer

	mu    sync.Mutex // held while the faucet's transactions are sent, one after the other
	begin map[common.Address]api.Amount
}

// settle takes what an account has beyond that, gives it what it lacks, and returns once both are
// mined. The account pays for the gas of what is taken, which it is given back.
func (s *settlement) settle(ctx context.Context, to signer) error {
	tokens, err := s.service.UserTokens(ctx, api.LocalChainID, to.address)
	if err != nil {
		return err
	}
	begin, err := s.share(ctx)
	if err != nil {
		return err
	}
	var sent []common.Hash
	for _, t := range tokens {
		most := begin[t.Address]
		if t.Address == api.NativeToken { // a little more is not worth the gas
			most = most.Add(most.MulDiv(api.NewAmount(1), api.NewAmount(100)))
		}
		if !most.Less(t.Balance) {
			continue
		}
		hash, err := s.move(ctx, to, s.faucet.address, t.Address,
			t.Balance.Sub(begin[t.Address]))
		if err != nil {
			return err
		}
		sent = append(sent, hash)
	}
	if err := await(ctx, s.service, sent); err != nil {
		return err
	}
	if sent, err = s.give(ctx, to, tokens, begin); err != nil {
		return err
	}
	return await(ctx, s.service, sent)
}

// give sends an account what it lacks. The coin is read anew: it has paid for gas meanwhile.
func (s *settlement) give(ctx context.Context, to signer, tokens []api.UserToken,
	begin map[common.Address]api.Amount) (sent []common.Hash, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range tokens {
		if t.Address == api.NativeToken {
			if t, err = s.service.UserToken(ctx, api.LocalChainID, to.address,
				t.Address); err != nil {
				return sent, err
			}
		}
		if !t.Balance.Less(begin[t.Address]) {
			continue
		}
		hash, err := s.move(ctx, s.faucet, to.address, t.Address,
			begin[t.Address].Sub(t.Balance))
		if err != nil {
			return sent, err
		}
		sent = append(sent, hash)
	}
	return sent, nil
}

// move sends an amount of a token.
func (s *settlement) move(ctx context.Context, from signer, to, token common.Address,
	amount api.Amount) (common.Hash, error) {
	t, err := s.service.PrepareTransfer(ctx, api.TransferRequest{ChainID: api.LocalChainID,
		Owner: from.address, To: to, Amount: amount,
		Asset: api.Asset{Kind: api.ERC20, Address: token}})
	return from.send(ctx, s.service, t, err)
}

// share is what every visitor begins with, by token.
func (s *settlement) share(ctx context.Context) (map[common.Address]api.Amount, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begin != nil {
		return s.begin, nil
	}
	held, err := s.service.UserTokens(ctx, api.LocalChainID, s.faucet.address)
	if err != nil {
		return nil, err
	}
	s.begin = map[common.Address]api.Amount{}
	for _, t := range held {
		s.begin[t.Address] = t.Balance.MulDiv(api.NewAmount(1), api.NewAmount(shares))
	}
	return s.begin, nil
}

// awaitPause is the time between two looks at a transaction: blocks come at once when there are
// any.
const awaitPause = 100 * time.Millisecond

// await returns once transactions are mined; one that failed is an error.
func await(ctx context.Context, service api.Service, sent []common.Hash) error {
	tick := time.NewTicker(awaitPause)
	defer tick.Stop()
	var failed error
	for _, hash := range sent {
		for {
			r, err := service.Receipt(ctx, api.LocalChainID, hash)
			if err != nil {
				return err
			}
			if r.Block != nil {
				if !r.Success {
					failed = errors.Join(failed, fmt.Errorf("%s: %s", hash, r.Reason))
				}
				break
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-tick.C:
			}
		}
	}
	return failed
}
