package wallet

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/binary"
	"io"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/tyler-smith/go-bip39"
)

// DerivationPath is where accounts of a mnemonic are found (BIP-44 for Ethereum); the account's
// index follows.
const DerivationPath = "m/44'/60'/0'/0/"

// newMnemonic returns twelve random words (BIP-39).
func newMnemonic(random io.Reader) (Secret, error) {
	entropy := make([]byte, 16)
	defer clear(entropy)
	if _, err := io.ReadFull(random, entropy); err != nil {
		return Secret{}, err
	}
	words, err := bip39.NewMnemonic(entropy)
	return NewSecret([]byte(words)), err
}

// tidyMnemonic puts single spaces between lower-case words and checks number, spelling and
// checksum. The error names the place of a faulty word, never the word.
func tidyMnemonic(words Secret) (Secret, error) {
	list := strings.Fields(strings.ToLower(string(words.Reveal())))
	switch len(list) {
	case 12, 15, 18, 21, 24:
	default:
		return Secret{}, refuse(BadInput,
			"a mnemonic has 12, 15, 18, 21 or 24 words; this one has %d", len(list))
	}
	for i, w := range list {
		if _, ok := bip39.GetWordIndex(w); !ok {
			return Secret{}, refuse(BadInput,
				"word %d of the mnemonic is not in the BIP-39 English list: check its "+
					"spelling", i+1)
		}
	}
	tidy := strings.Join(list, " ")
	if !bip39.IsMnemonicValid(tidy) {
		return Secret{}, refuse(BadInput,
			"the words do not belong together (their checksum is wrong): check each word and "+
				"their order")
	}
	return NewSecret([]byte(tidy)), nil
}

// deriveKeys returns the private keys of the accounts first … first+n−1 of a mnemonic at
// DerivationPath.
func deriveKeys(words Secret, first, n uint32) ([]Secret, error) {
	seed := bip39.NewSeed(string(words.Reveal()), "")
	defer clear(seed)
	node := newMaster(seed)
	defer node.wipe()
	const hardened = 1 << 31
	for _, i := range []uint32{44 + hardened, 60 + hardened, hardened, 0} {
		child, err := node.child(i)
		if err != nil {
			return nil, err
		}
		node.wipe()
		node = child
	}
	keys := make([]Secret, 0, n)
	for i := first; i < first+n; i++ {
		child, err := node.child(i)
		if err != nil {
			return nil, err
		}
		keys = append(keys, NewSecret(bytes.Clone(child.key[:])))
		child.wipe()
	}
	return keys, nil
}

// hdNode is a private extended key of BIP-32.
type hdNode struct{ key, chain [32]byte }

func newMaster(seed []byte) *hdNode { return split(hmacSHA512([]byte("Bitcoin seed"), seed)) }

func split(sum []byte) *hdNode {
	defer clear(sum)
	return &hdNode{[32]byte(sum[:32]), [32]byte(sum[32:])}
}

func (n *hdNode) wipe() { *n = hdNode{} }

// child is BIP-32's CKDpriv: indices from 2^31 are hardened. An index whose key falls outside the
// group order (1 in 2^127) is an error.
func (n *hdNode) child(index uint32) (*hdNode, error) {
	data := make([]byte, 0, 37)
	defer func() { clear(data[:cap(data)]) }()
	parent, err := crypto.ToECDSA(n.key[:])
	if err != nil {
		return nil, refuse(BadInput, "the mnemonic gives no valid key")
	}
	defer wipeKey(parent)
	number := new(big.Int).SetBytes(n.key[:])
	defer clear(number.Bits())
	if index >= 1<<31 {
		data = append(append(data, 0), n.key[:]...)
	} else {
		data = append(data, crypto.CompressPubkey(&parent.PublicKey)...)
	}
	c := split(hmacSHA512(n.chain[:], binary.BigEndian.AppendUint32(data, index)))
	tweak := new(big.Int).SetBytes(c.key[:])
	order := crypto.S256().Params().N
	k := new(big.Int).Add(tweak, number)
	if tweak.Cmp(order) >= 0 || k.Mod(k, order).Sign() == 0 {
		return nil, refuse(BadInput, "account %d of this mnemonic has no valid key: use the next "+
			"one", index)
	}
	defer clear(tweak.Bits())
	defer clear(k.Bits())
	k.FillBytes(c.key[:])
	return c, nil
}

func hmacSHA512(key, data []byte) []byte {
	h := hmac.New(sha512.New, key)
	h.Write(data)
	return h.Sum(nil)
}
