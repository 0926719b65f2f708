package wallet

import (
	"fmt"
	"io"
	"log/slog"
)

// redacted is what every way of printing a Secret gives.
const redacted = "[secret]"

// Secret holds a password, private key or mnemonic. No way of printing, encoding or logging it shows its bytes: they sit behind a pointer, so
// that printing a struct that holds a Secret shows none of them either. Copies share the bytes; Wipe ends them all.
type Secret struct{ p *[]byte }

// NewSecret takes over b: the caller keeps no other copy.
func NewSecret(b []byte) Secret { return Secret{&b} }

// Reveal returns the bytes themselves, not a copy, for the one place that must show or use them; nil once wiped.
func (s Secret) Reveal() []byte {
	if s.p == nil {
		return nil
	}
	return *s.p
}

// Empty tells whether there is nothing in it, or nothing any more.
func (s Secret) Empty() bool { return len(s.Reveal()) == 0 }

// Wipe overwrites the bytes with zeros and forgets them.
func (s Secret) Wipe() {
	if s.p != nil {
		clear(*s.p)
		*s.p = nil
	}
}

// String returns a placeholder.
func (s Secret) String() string { return redacted }

// GoString returns a placeholder.
func (s Secret) GoString() string { return redacted }

// Format writes a placeholder for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// MarshalText writes a placeholder, in JSON as well.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue logs a placeholder.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }
