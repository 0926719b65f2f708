package facts

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
)

// Keys are those that a node has: the newest, by which it signs and seals, and older ones that some
// of the log may still be signed or sealed by.
type Keys []Key

// derived is a key of one purpose: who learns one of them learns no other one.
func (k *Key) derived(purpose string) []byte {
	key, err := hkdf.Key(sha256.New, k[:], nil, purpose, sha256.Size)
	if err != nil {
		panic(err) // it is short enough
	}
	return key
}

// ID names a key to people, and tells nothing of it.
func (k *Key) ID() string { return hex.EncodeToString(k.derived("bourse key id")[:4]) }

// Named returns the key of an id, nil if it is none of these.
func (k Keys) Named(id string) *Key {
	for i := range k {
		if k[i].ID() == id {
			return &k[i]
		}
	}
	return nil
}

// IDs names the keys.
func (k Keys) IDs() (list []string) {
	for i := range k {
		list = append(list, k[i].ID())
	}
	return list
}

// Open is Key.Open by whichever key fits.
func (k Keys) Open(name string, b []byte) (secret []byte, plain bool, err error) {
	secret, plain, err = (*Key)(nil).Open(name, b)
	for i := range k {
		if plain {
			break
		}
		if secret, plain, err = k[i].Open(name, b); err == nil {
			break
		}
	}
	return secret, plain, err
}

// Signer signs what is written into one log, by a key that every node has. What it signed holds in
// its own place of that log alone: under no other name, in no other stream and in no other log.
type Signer struct{ key []byte }

// Signer returns that of the log of an exchange, which both have a name.
func (k *Key) Signer(exchange, log string) *Signer {
	return &Signer{k.derived("bourse facts/" + exchange + "/" + log)}
}

// Sign signs parts of something, none of which can be taken for a piece of another.
func (s *Signer) Sign(parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	for _, part := range parts {
		mac.Write(binary.AppendUvarint(nil, uint64(len(part)))) //nolint:errcheck // it can't fail
		mac.Write(part)                                         //nolint:errcheck
	}
	return mac.Sum(nil)
}

// Encode is what package function Encode is, with a signature.
func (s *Signer) Encode(f Fact) []byte {
	b := binary.AppendUvarint([]byte{signed}, uint64(len(f.Body)))
	b = append(append(b, f.Body...), f.Hint...)
	b = append(b, s.Sign([]byte(f.Stream), []byte(f.Name), b)...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// Holds tells whether this signer signed the bytes of a fact for its stream and name, also where a
// newer program wrote them, whose formats end alike.
func (s *Signer) Holds(f Fact, b []byte) bool {
	if !IsSigned(b) {
		return false
	}
	text, mac := b[:len(b)-4-sha256.Size], b[len(b)-4-sha256.Size:len(b)-4]
	return hmac.Equal(mac, s.Sign([]byte(f.Stream), []byte(f.Name), text))
}

// IsSigned tells whether bytes of a fact come with a signature, whosever it is.
func IsSigned(b []byte) bool { return len(b) > 1+sha256.Size+4 && b[0] >= signed }
