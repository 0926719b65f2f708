package facts

import (
	"encoding/json"
	"errors"

	"bourse/store"
)

// Position is a place in a log: everything up to a revision. It names the log, and the newest mark
// that the log had there, so that another log, or the same one brought back to an earlier state, is
// not taken for it. The zero Position is that of a log which does not count.
type Position struct {
	Log      string `json:"log,omitempty"` // its identity; empty before it had one
	Revision int64  `json:"revision"`
	Mark     Mark   `json:"mark,omitzero"`
	// Rule is that by which facts there are signed, as the log has it; empty where they are
	// not.
	Rule string `json:"rule,omitempty"`
}

// Mark is what a transaction of facts leaves behind in the log, in place of the one before.
type Mark struct {
	Revision int64  `json:"revision"`
	Token    string `json:"token"` // random
}

// UnmarshalJSON implements json.Unmarshaler. Earlier programs stored the revision alone.
func (p *Position) UnmarshalJSON(b []byte) error {
	*p = Position{}
	if len(b) > 0 && b[0] != '{' {
		return json.Unmarshal(b, &p.Revision)
	}
	type fields Position
	return json.Unmarshal(b, (*fields)(p))
}

// Progress is the table in which an applier keeps the position that it has come to.
type Progress struct{ *store.Table[uint64, Position] }

// NewProgress describes the table of a name.
func NewProgress(name string) Progress {
	return Progress{store.NewTable(name, store.Uint64Keys{}, store.JSON[Position]{})}
}

// At returns the position, the zero one before the first.
func (p Progress) At(tx *store.Tx) (Position, error) {
	at, err := p.Get(tx, 0)
	if errors.Is(err, store.ErrNotFound) {
		return Position{}, nil
	}
	return at, err
}

// Of is At of a store.
func (p Progress) Of(s *store.Store) (at Position, err error) {
	err = s.View(func(tx *store.Tx) error {
		at, err = p.At(tx)
		return err
	})
	return at, err
}

// Set stores a position; that of a log that does not count leaves what is there.
func (p Progress) Set(tx *store.Tx, at Position) error {
	if at.Revision == 0 {
		return nil
	}
	return p.Put(tx, 0, at)
}

// Forget makes a store one that follows no log.
func (p Progress) Forget(tx *store.Tx) error { return p.Delete(tx, 0) }
