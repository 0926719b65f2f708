package chain

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"maps"
	"math/big"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
)

// Sender sends transactions of one of the program's own accounts, never of a user's. It hands out
// nonces itself, since a node's count of pending transactions lags. All methods may be called at
// the same time.
type Sender struct {
	net  *Network
	key  *ecdsa.PrivateKey
	from common.Address

	mu    sync.Mutex
	next  uint64 // the lowest nonce that may be free, if known
	known bool
	// resets counts how often next was taken from a node's count or given up, so that a count that
	// comes late is told from a new one
	resets uint64
	// nonces that were signed for, from the node's last count on, without those whose sending
	// failed
	taken map[uint64]bool
}

// maxTaken bounds what a sender remembers: with so many nonces the node is asked for its count.
const maxTaken = 1024

// NewSender returns a sender of the key's account.
func NewSender(net *Network, key *ecdsa.PrivateKey) *Sender {
	return &Sender{net: net, key: key, from: crypto.PubkeyToAddress(key.PublicKey),
		taken: make(map[uint64]bool)}
}

// Address returns the account.
func (s *Sender) Address() common.Address { return s.from }

// Prepare reads what Sign needs of the network: what to offer for a gas, and the account's next
// nonce where it is not known.
func (s *Sender) Prepare(ctx context.Context) (Fees, error) {
	fees, err := s.net.Fees(ctx)
	if err != nil {
		return Fees{}, err
	}
	return fees, s.count(ctx)
}

// count asks the node for the next nonce unless it is known. A count that was asked for before
// nonces were given back is as old as these, and asked for again.
func (s *Sender) count(ctx context.Context) error {
	for {
		s.mu.Lock()
		asked, needed := s.resets, !s.known || len(s.taken) >= maxTaken
		s.mu.Unlock()
		if !needed {
			return nil
		}
		counted, err := s.net.Nonce(ctx, s.from)
		if err != nil {
			return err
		}
		if s.learn(counted, asked) {
			return nil
		}
	}
}

// learn takes in a node's count that was asked for after so many resets, unless another came
// before it.
func (s *Sender) learn(counted, resets uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.resets != resets {
		return false
	}
	maps.DeleteFunc(s.taken, func(nonce uint64, _ bool) bool { return nonce < counted })
	s.next, s.known = counted, true
	s.resets++
	return true
}

// Sign signs a transaction with the next nonce, which is used up: send it with Send, even after a
// restart. It asks nobody, so that it may be called under a lock; without a Prepare since the last
// Reset, or since a transaction could not be sent, it is ChainUnavailable.
func (s *Sender) Sign(c Call, fees Fees) (*types.Transaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known {
		return nil, errNonceUnknown
	}
	for s.taken[s.next] { // others that were signed for may still be on their way
		s.next++
	}
	tx, err := s.sign(c, fees)
	if err == nil {
		s.taken[s.next] = true
	}
	return tx, err
}

var errNonceUnknown = api.Errorf(api.ChainUnavailable,
	"the nonce of the next transaction is not known any more")

// sign offers what lets fees rise meanwhile without leaving the transaction and all after it
// waiting; only the tip and the base fee of its block are paid.
func (s *Sender) sign(c Call, fees Fees) (*types.Transaction, error) {
	id := new(big.Int).SetUint64(s.net.ChainID())
	return types.SignNewTx(s.key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: s.next, To: &c.To, Value: c.Value.Big(), Data: c.Data, Gas: c.Gas,
		GasFeeCap: fees.Max.Big(), GasTipCap: fees.Tip.Big(),
	})
}

// Replace signs a transaction that waits again, with the same nonce, at the price of now and for at
// least an eighth more, as nodes ask of what is to take another's place. Either of the two can be
// mined, never both.
func (s *Sender) Replace(ctx context.Context, old *types.Transaction) (*types.Transaction, error) {
	fees, err := s.net.Fees(ctx)
	if err != nil {
		return nil, err
	}
	return types.SignNewTx(s.key, types.LatestSignerForChainID(old.ChainId()), &types.DynamicFeeTx{
		ChainID: old.ChainId(), Nonce: old.Nonce(), To: old.To(), Value: old.Value(),
		Data: old.Data(), Gas: old.Gas(),
		GasFeeCap: raised(api.MustBig(old.GasFeeCap()), fees.atMost(fees.Fast)).Big(),
		GasTipCap: raised(api.MustBig(old.GasTipCap()), fees.Fast).Big(),
	})
}

// Void signs a transaction that does nothing, in place of one that waits.
func (s *Sender) Void(ctx context.Context, old *types.Transaction) (*types.Transaction, error) {
	const least = 21_000 // of a transaction
	return s.Replace(ctx, types.NewTx(&types.DynamicFeeTx{ChainID: old.ChainId(), To: &s.from,
		Nonce: old.Nonce(), Gas: least, GasFeeCap: old.GasFeeCap(), GasTipCap: old.GasTipCap()}))
}

// Send relays a signed transaction. After an error its nonce is free again, unless the node counts
// it as used.
func (s *Sender) Send(ctx context.Context, tx *types.Transaction) error {
	raw, err := tx.MarshalBinary()
	if err == nil {
		_, err = s.net.SendRaw(ctx, raw)
	}
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.taken, tx.Nonce())
		s.forget()
	}
	return err
}

// Do simulates a transaction, signs and sends it. One that would fail is TransactionFails with the
// reason. A zero Gas is estimated, any other is taken without a simulation.
func (s *Sender) Do(ctx context.Context, c Call) (common.Hash, error) {
	c.From = s.from
	if c.Gas == 0 {
		simulation, err := s.net.Estimate(ctx, c)
		if err != nil {
			return common.Hash{}, err
		}
		c.Gas = simulation.Gas * gasMarginPercent / 100
	}
	for {
		fees, err := s.Prepare(ctx)
		if err != nil {
			return common.Hash{}, err
		}
		tx, err := s.Sign(c, fees)
		if errors.Is(err, errNonceUnknown) {
			continue // another transaction could not be sent meanwhile
		}
		if err != nil {
			return common.Hash{}, err
		}
		return tx.Hash(), s.Send(ctx, tx)
	}
}

// Reset forgets what was signed, as after a transaction that will not be sent: the node's count
// alone gives the next nonce.
func (s *Sender) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.taken)
	s.forget()
}

// forget has the node asked for its count before the next signature.
func (s *Sender) forget() {
	s.known = false
	s.resets++
}

// Wait returns the receipt of a transaction once it is mined. It outlasts a node that can't answer
// for a while and ends with ctx.
func (v *view) Wait(ctx context.Context, hash common.Hash) (*types.Receipt, error) {
	ticker := time.NewTicker(min(max(v.cfg.BlockTime/20, 20*time.Millisecond), time.Second))
	defer ticker.Stop()
	for {
		receipt, err := v.RawReceipt(ctx, hash)
		if receipt != nil || err != nil && api.TypeOf(err) != api.ChainUnavailable {
			return receipt, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-ticker.C:
		}
	}
}
