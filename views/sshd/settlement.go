package sshd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet"
)

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

// settlement lends visitors what they begin with, and takes it back.
type settlement struct {
	service  api.Service
	exchange api.Exchange // of the local network
	faucet   signer
	now      func() time.Time

	// pack makes the call that hands out tokens, see local.HandOut; full is a whole purse
	pack func(from, to common.Address, amounts map[common.Address]api.Amount) []byte
	full func(api.Token) api.Amount

	mu     sync.Mutex                // held while something is lent
	batch  common.Address            // the contract that is called
	purses map[common.Address]*purse // by token
}

// loan is what a visitor's account is lent. The zero loan but for whose it is is to be made.
type loan struct {
	to     common.Address
	tokens map[common.Address]api.Amount // nil until it is decided
	coin   api.Amount
	sent   []common.Hash // the tokens, then the coin
	ended  bool          // nothing more is sent
}

// errEnded is told where a visitor has left before all was lent.
var errEnded = errors.New("the visitor has left")

// end has nothing more sent for a loan and returns what was.
func (s *settlement) end(l *loan) []common.Hash {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.ended = true
	return l.sent
}

// lend gives an account what a visitor begins with, and returns once it is mined. Where it fails it
// can be called again. One account is lent to after the other: many who come at once would
// otherwise keep the node busy for longer than its answers may take.
func (s *settlement) lend(ctx context.Context, l *loan) error {
	sent, err := s.handOut(ctx, l)
	if err != nil {
		return err
	}
	return await(ctx, s.service, s.exchange, sent)
}

// decide takes what a loan is out of the purses. What is the least of all matters: a purse that is
// low lends less, and none refuses.
func (s *settlement) decide(ctx context.Context, l *loan) error {
	held, err := s.exchange.UserTokens(ctx, s.faucet.address)
	if err != nil {
		return err
	}
	l.tokens = map[common.Address]api.Amount{}
	for _, t := range held {
		p := s.purses[t.Address]
		if p == nil {
			p = &purse{full: s.full(t.Token)}
			s.purses[t.Address] = p
		}
		switch share := p.lend(t.Balance, s.now()); {
		case share.IsZero():
		case t.Address == api.NativeToken:
			l.coin = share
		default:
			l.tokens[t.Address] = share
		}
	}
	return nil
}

// settle puts into the purses what came back of a loan, and returns what part of it did not, by the
// token of which least did.
func (s *settlement) settle(l *loan, back map[common.Address]api.Amount) (lost int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.tokens == nil {
		return 0
	}
	lent := maps.Clone(l.tokens)
	lent[api.NativeToken] = l.coin
	for token, p := range s.purses {
		amount := back[token]
		if token == api.NativeToken && len(l.sent) < 2 || len(l.sent) == 0 {
			amount = amount.Add(lent[token]) // was never sent
		}
		p.back(amount, s.now())
		if missing := lent[token].Sub(amount); !missing.IsZero() {
			n, _ := missing.MulDiv(api.NewAmount(whole), lent[token]).Uint64()
			lost = max(lost, int64(n))
		}
	}
	return lost
}

// Gas of a transaction that hands out tokens: far above what it uses.
const (
	handOutGas  = 100_000
	handOutEach = 100_000
)

func (s *settlement) handOut(ctx context.Context, l *loan) ([]common.Hash, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.ended {
		return nil, errEnded
	}
	err := s.begin(ctx)
	if err == nil && l.tokens == nil {
		err = s.decide(ctx, l)
	}
	if err != nil || len(l.sent) == 2 {
		return l.sent, err
	}
	// its nonce and gas price are those of what is sent before it
	t, err := s.exchange.PrepareTransfer(ctx, api.TransferRequest{
		Owner: s.faucet.address, To: l.to, Amount: l.coin, Asset: coinAsset})
	if err == nil && len(l.sent) == 0 {
		first := t
		first.To, first.Value = s.batch, api.Amount{}
		first.Data = s.pack(s.faucet.address, l.to, l.tokens)
		first.Gas = handOutGas + handOutEach*uint64(len(l.tokens))
		t.Nonce++
		err = s.sendTo(ctx, l, first)
	}
	if err == nil {
		err = s.sendTo(ctx, l, t)
	}
	return l.sent, err
}

func (s *settlement) sendTo(ctx context.Context, l *loan, t api.Transaction) error {
	hash, err := s.faucet.send(ctx, s.exchange, t, nil)
	if err == nil {
		l.sent = append(l.sent, hash)
	}
	return err
}

// coinAsset is the native coin.
var coinAsset = api.Asset{Kind: api.ERC20, Address: api.NativeToken}

// begin lets the batch contract hand out the faucet's tokens, once.
func (s *settlement) begin(ctx context.Context) error {
	if s.purses != nil {
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
	var sent []common.Hash
	for _, t := range held {
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
	s.purses = map[common.Address]*purse{}
	return nil
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
