package store

import (
	"encoding/binary"
	"fmt"
)

var versionKey = []byte("version")

func putVersion(tx *Tx, version int) error {
	value := binary.LittleEndian.AppendUint32(make([]byte, sumSize), uint32(version))
	return tx.put(metaBucket, versionKey, seal(metaBucket, versionKey, value), nil, false)
}

func getVersion(tx *Tx) (int, error) {
	b, err := tx.get(metaBucket, versionKey)
	if err != nil {
		return 0, err
	}
	if len(b) != 4 {
		return 0, corrupt("meta", "the version is missing")
	}
	return int(binary.LittleEndian.Uint32(b)), nil
}

// upgrade runs the functions that the file has not seen yet, each one in a transaction of its own
// with the version it leads to, so that a crash between two of them resumes at the right one.
func (s *Store) upgrade() error {
	want := len(s.options.Upgrades)
	have := 0
	err := s.View(func(tx *Tx) (err error) { have, err = getVersion(tx); return err })
	if err != nil {
		return err
	}
	if have > want {
		return fmt.Errorf("%w: %s has version %d, this program writes version %d; use the "+
			"program that wrote it", ErrNewer, s.path, have, want)
	}
	for v := have; v < want; v++ {
		r := &request{done: make(chan error, 1), fn: func(tx *Tx) error {
			if err := s.options.Upgrades[v](tx); err != nil {
				return err
			}
			return putVersion(tx, v+1)
		}}
		s.commit([]*request{r})
		if err := <-r.done; err != nil {
			return fmt.Errorf("upgrade store from version %d to %d: %w", v, v+1, err)
		}
	}
	return nil
}
