// Package seal signs price objects, so that the service knows its own when a client brings them
// back: HMAC-SHA-256 over what the object is, of which network, when it was made, and the canonical
// JSON of all its fields but hmac, keyed by a secret that is made at first start and kept in the
// store.
package seal

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"bourse/store"
)

// MaxAge is how long after it was sealed an object may be used.
const MaxAge = 30 * time.Second

const (
	field    = "hmac"
	keySize  = 32
	timeSize = 8 // of the milliseconds before the sum
)

// Errors of Check.
var (
	ErrForeign = errors.New("the object is none of ours, of another kind or network, or changed")
	ErrStale   = fmt.Errorf("the object is older than %s", MaxAge)
)

var secrets = store.NewTable("secrets", store.StringKeys{}, store.JSON[[]byte]{})

// Kind says what an object is, so that one is not taken for another.
type Kind string

// The kinds.
const (
	PriceRoute Kind = "price route"
	DeltaPrice Kind = "delta price"
)

// Seal signs and checks price objects of one kind on one network.
type Seal struct {
	kind  Kind
	chain uint64
	key   []byte
	now   func() time.Time
}

// Open returns a seal whose key is in the store, made when it is missing.
func Open(s *store.Store, random io.Reader, now func() time.Time, kind Kind,
	chainID uint64) (*Seal, error) {
	key, err := Key(s, random)
	return New(key, now, kind, chainID), err
}

// New returns a seal with a key.
func New(key []byte, now func() time.Time, kind Kind, chainID uint64) *Seal {
	return &Seal{kind, chainID, key, now}
}

// Key returns the store's key, made when it is missing.
func Key(s *store.Store, random io.Reader) (key []byte, err error) {
	err = s.Update(func(tx *store.Tx) (err error) {
		if key, err = secrets.Get(tx, field); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		key = make([]byte, keySize)
		if _, err := io.ReadFull(random, key); err != nil {
			return err
		}
		return secrets.Put(tx, field, key)
	})
	if err != nil {
		return nil, fmt.Errorf("the secret of price objects: %w", err)
	}
	return key, nil
}

// Sign returns the hmac of an object, which must encode as a JSON object: the hexadecimal time in
// milliseconds and sum. Its own hmac field does not count.
func (s *Seal) Sign(object any) (string, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return "", err
	}
	canonical, _, err := parse(text)
	made := binary.BigEndian.AppendUint64(nil, uint64(s.now().UnixMilli()))
	return hex.EncodeToString(append(made, s.sum(made, canonical)...)), err
}

// Check tells whether text is a JSON object of the seal's kind and network with the hmac that Sign
// gave it, no field changed, added or removed (ErrForeign), not longer ago than MaxAge (ErrStale).
// Another order of keys or other spaces are no change.
func (s *Seal) Check(text []byte) error {
	canonical, claim, err := parse(text)
	given, bad := hex.DecodeString(claim)
	if err != nil || bad != nil || len(given) != timeSize+sha256.Size {
		return ErrForeign
	}
	made := given[:timeSize]
	if !hmac.Equal(s.sum(made, canonical), given[timeSize:]) {
		return ErrForeign
	}
	age := s.now().Sub(time.UnixMilli(int64(binary.BigEndian.Uint64(made))))
	if age > MaxAge {
		return ErrStale
	}
	return nil
}

func (s *Seal) sum(made, canonical []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	fmt.Fprintf(h, "%s\x00%d\x00", s.kind, s.chain)
	h.Write(made)
	h.Write(canonical)
	return h.Sum(nil)
}

// parse returns an object's canonical form and what it says its hmac is.
func parse(text []byte) (canonical []byte, claim string, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // numbers count as they are written
	var object map[string]any
	if err := d.Decode(&object); err != nil {
		return nil, "", err
	}
	if _, err := d.Token(); err != io.EOF || object == nil {
		return nil, "", errors.New("not one JSON object")
	}
	claim, _ = object[field].(string)
	delete(object, field)
	canonical, err = json.Marshal(object) // sorts keys
	return canonical, claim, err
}
