package wallet

import (
	"crypto/ecdsa"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// Sign signs typed data with an account's key, or has the signer elsewhere sign that holds it,
// which takes up to SignerTime. It refuses, with a Refusal, accounts that are
// watch-only or locked, and development accounts for any chain but the local one.
func (w *Wallet) Sign(address common.Address, data eip712.TypedData) (eip712.Signature, error) {
	var s eip712.Signature
	if elsewhere, err := w.external(address, data.Domain.ChainID); elsewhere != nil {
		if err != nil {
			return s, err
		}
		return elsewhere.signData(address, data)
	}
	err := w.use(address, data.Domain.ChainID, func(k *ecdsa.PrivateKey) error {
		hash := data.Hash()
		raw, err := crypto.Sign(hash[:], k)
		if err != nil {
			return err
		}
		copy(s[:], raw)
		s[64] += 27
		return nil
	})
	return s, err
}

// SignTransaction signs a transaction with the key of the account it is from, under the same rules
// as Sign, and returns it as it is relayed. The transaction names its chain and pays at most the
// given prices (EIP-1559), or where the network has no base fee the given price (EIP-155).
func (w *Wallet) SignTransaction(
	address common.Address, t api.Transaction) (raw []byte, hash common.Hash, err error) {
	if t.From != address {
		return nil, hash, refuse(WrongAccount,
			"the transaction is from %s and cannot be signed by %s", t.From.Hex(), address.Hex())
	}
	if elsewhere, err := w.external(address, t.ChainID); elsewhere != nil {
		if err != nil {
			return nil, hash, err
		}
		if t.ChainID == 0 {
			return nil, hash, noNetwork()
		}
		return elsewhere.signTransaction(t)
	}
	err = w.use(address, t.ChainID, func(k *ecdsa.PrivateKey) error {
		if t.ChainID == 0 {
			return noNetwork()
		}
		signed, err := types.SignTx(t.Unsigned(), signerOf(t), k)
		if err != nil {
			return err
		}
		hash = signed.Hash()
		raw, err = signed.MarshalBinary()
		return err
	})
	return raw, hash, err
}

func noNetwork() error {
	return refuse(WrongChain, "the transaction is for network 0, which there is none of")
}

// SigningHash returns what a key signs of a transaction: nothing of one for network 0, which there
// is none of.
func SigningHash(t api.Transaction) common.Hash {
	if t.ChainID == 0 {
		return common.Hash{}
	}
	return signerOf(t).Hash(t.Unsigned())
}

func signerOf(t api.Transaction) types.Signer {
	return types.LatestSignerForChainID(api.NewAmount(t.ChainID).Big())
}

// use lends an account's key to f for a chain.
func (w *Wallet) use(address common.Address, chainID uint64,
	f func(*ecdsa.PrivateKey) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire()
	e, err := w.entry(address)
	if err != nil {
		return err
	}
	if err := w.account(e).CanSign(chainID); err != nil {
		return err
	}
	held, ok := w.open[address]
	switch e.Kind {
	case Development:
		held, ok = w.dev[address]
	case Session:
		held, ok = w.held[address]
	}
	if !ok {
		return refuse(Locked, "%s is locked: give its password to unlock it", e.Name)
	}
	w.used = w.o.Now()
	return withKey(held.key, f)
}
