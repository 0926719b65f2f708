package facts

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// Key is what secrets are sealed by. Every node has it, and the log does not.
type Key [32]byte

// sealedFormat is the first byte of a secret that is sealed: a program that does not know of seals
// takes it for a newer program's fact, and stops.
const sealedFormat = 0x80

// Errors of a log that is written with a key.
var (
	ErrSealed = errors.New("what the nodes of the exchange write is signed and sealed: start " +
		"this node with their key (--cluster-secret)")
	ErrKey = errors.New("what the nodes of the exchange write is signed and sealed by another " +
		"key than this node's (--cluster-secret)")
	ErrOpen = errors.New("somebody put a secret in the clear in the place of a sealed one")
)

func (k *Key) cipher() cipher.AEAD {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		panic(err) // the key is as long as it must be
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return aead
}

// Seal returns a secret as a log keeps it that strangers read: it can be opened with the key alone,
// and under its own name.
func (k *Key) Seal(name string, secret []byte) []byte {
	b := k.cipher().Seal([]byte{sealedFormat}, nil, secret, []byte(name))
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// Open is the way back of Seal. A nil key opens what is not sealed, as every key does: plain tells
// that it was not.
func (k *Key) Open(name string, b []byte) (secret []byte, plain bool, err error) {
	if len(b) < 5 || b[0] != sealedFormat {
		secret, _, err := Decode(b)
		return secret, true, err
	}
	if k == nil {
		return nil, false, ErrSealed
	}
	secret, err = k.cipher().Open(nil, nil, b[1:len(b)-4], []byte(name))
	if err != nil {
		return nil, false, ErrKey
	}
	return secret, false, nil
}
