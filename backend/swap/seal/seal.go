// Package seal signs price objects, so that the service knows its own when a client brings them back: HMAC-SHA-256 over the canonical JSON of all
// fields but hmac, keyed by a secret that is made at first start and kept in the store.
package seal

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"bourse/store"
)

const (
	field   = "hmac"
	keySize = 32
)

var secrets = store.NewTable("secrets", store.StringKeys{}, store.JSON[[]byte]{})

// Seal signs and checks price objects.
type Seal struct{ key []byte }

// Open reads the secret, or makes it from random where there is none.
func Open(s *store.Store, random io.Reader) (*Seal, error) {
	var key []byte
	err := s.Update(func(tx *store.Tx) (err error) {
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
	return &Seal{key}, nil
}

// Sign returns the hmac of an object, which must encode as a JSON object. Its own hmac field does not count.
func (s *Seal) Sign(object any) (string, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return "", err
	}
	sum, _, err := s.sum(text)
	return hex.EncodeToString(sum), err
}

// Check tells whether text is a JSON object with the hmac that Sign gave it: no field changed, added or removed. Another order of keys or other
// spaces are no change.
func (s *Seal) Check(text []byte) bool {
	sum, claim, err := s.sum(text)
	given, bad := hex.DecodeString(claim)
	return err == nil && bad == nil && hmac.Equal(sum, given)
}

// sum also returns what the object says its hmac is.
func (s *Seal) sum(text []byte) (sum []byte, claim string, err error) {
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
	canonical, err := json.Marshal(object) // sorts keys
	if err != nil {
		return nil, "", err
	}
	h := hmac.New(sha256.New, s.key)
	h.Write(canonical)
	return h.Sum(nil), claim, nil
}
