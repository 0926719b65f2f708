package wallet

import (
	"fmt"
	"io"
	"log/slog"
)

// redacted is what every way of printing a Secret gives.
const redacted = "[secret]"

// Secret holds a password, private key or mnemonic. No way of printing, encoding or logging it
// shows its bytes. They sit in a closure, because package fmt looks into the unexported fields of a
// struct, through pointers too, without asking the Format method. Copies share the bytes; Wipe ends
// them all.
type Secret struct{ at func() *[]byte }

// NewSecret takes over b: the caller keeps no other copy.
func NewSecret(b []byte) Secret { return Secret{func() *[]byte { return &b }} }

// Reveal returns the bytes themselves, not a copy, for the one place that must show or use them;
// nil once wiped.
func (s Secret) Reveal() []byte {
	if s.at == nil {
		return nil
	}
	return *s.at()
}

// Empty tells whether there is nothing in it, or nothing any more.
func (s Secret) Empty() bool { return len(s.Reveal()) == 0 }

// Wipe overwrites the bytes with zeros and forgets them.
func (s Secret) Wipe() {
	if s.at != nil {
		clear(s.Reveal())
		*s.at() = nil
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
