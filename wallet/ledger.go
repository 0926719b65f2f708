package wallet

import (
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rlp"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/wallet/ledger"
)

// ledgerAccounts is how many accounts of a Ledger are added where no path is named: the first ones
// where Ledger's own program has them.
const ledgerAccounts = 5

// ledgerKeys are accounts of a Ledger. The device is opened for each use, so that it can be
// detached in between.
type ledgerKeys struct {
	reach func() (ledger.Port, error)
	now   func() time.Time
	paths map[common.Address]accounts.DerivationPath
	mu    sync.Mutex // held while the device is in use
}

// attachLedger adds accounts of a Ledger: the one at a path, which a colon precedes, or the first.
func (w *Wallet) attachLedger(path string) ([]Account, error) {
	var paths []accounts.DerivationPath
	if path == "" {
		base := accounts.DerivationPath{44 + 1<<31, 60 + 1<<31, 1 << 31, 0, 0}
		for i := range uint32(ledgerAccounts) {
			p := append(accounts.DerivationPath{}, base...)
			p[2] += i
			paths = append(paths, p)
		}
	} else {
		text, ok := strings.CutPrefix(path, ":")
		p, err := accounts.ParseDerivationPath(text)
		if !ok || err != nil || !strings.HasPrefix(text, "m/") {
			return nil, refuse(BadInput, "an account of a Ledger is named by its path, such as "+
				"ledger:m/44'/60'/0'/0/0")
		}
		paths = append(paths, p)
	}
	reach := w.o.Ledger
	if reach == nil {
		reach = ledger.USB
	}
	k := &ledgerKeys{reach: reach, now: w.o.Now,
		paths: make(map[common.Address]accounts.DerivationPath)}
	var list []common.Address
	err := k.use(func(d *ledger.Device) error {
		for _, p := range paths {
			a, err := d.Address(p)
			if err != nil {
				return err
			}
			list = append(list, a)
			k.paths[a] = p
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return w.addOutside(list, "ledger", "ledger", k, Hardware), nil
}

// use opens the device for some commands.
func (k *ledgerKeys) use(f func(*ledger.Device) error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	port, err := k.reach()
	if err == nil {
		var d *ledger.Device
		if d, err = ledger.New(port, SignerTime, k.now); err == nil {
			err = f(d)
		}
		err = errors.Join(err, port.Close())
	}
	if err != nil {
		return refuse(SignerFailed, "%s", printableText(err.Error()))
	}
	return nil
}

// signData implements keyHolder.
func (k *ledgerKeys) signData(address common.Address, data eip712.TypedData) (
	eip712.Signature, error) {
	var rs [64]byte
	err := k.use(func(d *ledger.Device) (err error) {
		rs, err = d.SignTypedData(k.paths[address], data.Domain.Separator(), data.Message.Hash())
		return err
	})
	if err != nil {
		return eip712.Signature{}, err
	}
	signature, err := signatureBy(address, data.Hash(), rs)
	if err != nil {
		return eip712.Signature{}, err
	}
	signature[64] += 27
	return eip712.ParseSignature(signature)
}

// signTransaction implements keyHolder.
func (k *ledgerKeys) signTransaction(t api.Transaction) (raw []byte, hash common.Hash, err error) {
	payload, err := signedPayload(t)
	if err != nil {
		return nil, hash, err
	}
	unsigned := t.Unsigned()
	var rs [64]byte
	err = k.use(func(d *ledger.Device) (err error) {
		rs, err = d.SignTransaction(k.paths[t.From], payload, unsigned.Type() == types.LegacyTxType)
		return err
	})
	if err != nil {
		return nil, hash, err
	}
	signature, err := signatureBy(t.From, SigningHash(t), rs)
	if err != nil {
		return nil, hash, err
	}
	signed, err := unsigned.WithSignature(signerOf(t), signature)
	if err != nil {
		return nil, hash, err
	}
	raw, err = signed.MarshalBinary()
	return raw, signed.Hash(), err
}

// signedPayload is what is hashed for a transaction's signature.
func signedPayload(t api.Transaction) ([]byte, error) {
	tx, id := t.Unsigned(), api.NewAmount(t.ChainID).Big()
	var payload []byte
	var err error
	if tx.Type() == types.LegacyTxType {
		payload, err = rlp.EncodeToBytes([]any{tx.Nonce(), tx.GasPrice(), tx.Gas(), tx.To(),
			tx.Value(), tx.Data(), id, uint(0), uint(0)})
	} else {
		payload, err = rlp.EncodeToBytes([]any{id, tx.Nonce(), tx.GasTipCap(), tx.GasFeeCap(),
			tx.Gas(), tx.To(), tx.Value(), tx.Data(), tx.AccessList()})
		payload = append([]byte{tx.Type()}, payload...)
	}
	if err == nil && crypto.Keccak256Hash(payload) != SigningHash(t) {
		err = errors.New("a transaction of this kind can't be signed by a Ledger")
	}
	return payload, err
}

// signatureBy completes a signature by the parity under which it is an account's.
func signatureBy(address common.Address, hash common.Hash, rs [64]byte) ([]byte, error) {
	for parity := range byte(2) {
		signature := append(rs[:], parity)
		key, err := crypto.SigToPub(hash[:], signature)
		if err == nil && crypto.PubkeyToAddress(*key) == address {
			return signature, nil
		}
	}
	return nil, refuse(SignerFailed, "what the Ledger answered is not used: it is of another "+
		"account, or of other data. Attach the one that has %s", address.Hex())
}
