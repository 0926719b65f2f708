package backend

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/delta"
	"bourse/backend/orders"
	"bourse/store"
	"bourse/store/facts"
	"bourse/store/facts/etcd"
)

// Repaired is what a repair has found.
type Repaired struct {
	Open    int // orders of the first folder that can be filled
	Brought int // that only other folders had
	Delta   int // Delta orders of which others knew more
}

// repair puts the log of an exchange together from what the folders of its nodes have.
type repair struct {
	whole  *store.Store   // what the nodes start from
	others []*store.Store // copies of the other folders
	list   []followed     // by whole
	chains []uint64       // of it
	known  map[string]map[common.Hash]bool
	found  Repaired
}

// RepairStore puts the log of an exchange together again that was lost, or has lost something, and
// makes the folder to, which is new, that from whose copies all nodes start. The folders of the
// nodes are left as they are. It begins with a copy of the first one; what only the others have of
// limit orders goes into the log after it, where all nodes take it in, and what they know better of
// Delta orders into the copy. What only the log has stays in it.
func RepairStore(ctx context.Context, to string, dirs []string, log *etcd.Log) (found Repaired,
	err error) {
	path := filepath.Join(to, storeFile)
	if _, err := os.Stat(path); err == nil {
		return found, fmt.Errorf("%s is there already: name a new folder", path)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return found, err
	}
	copies, err := os.MkdirTemp(to, ".repair-")
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(copies)) }()
	r := &repair{known: make(map[string]map[common.Hash]bool)}
	defer func() { err = errors.Join(err, r.close()) }()
	for i, dir := range dirs {
		at := filepath.Join(copies, fmt.Sprint(i))
		if err := BackupStore(dir, at); err != nil {
			return found, err
		}
		s, err := store.Open(at, store.Options{Upgrades: upgrades()})
		if err != nil {
			return found, err
		}
		if i == 0 {
			r.whole = s
		} else {
			r.others = append(r.others, s)
		}
	}
	if err := r.merge(); err != nil {
		return found, err
	}
	if err := r.fill(ctx, log); err != nil {
		return found, err
	}
	return r.found, r.whole.Backup(path)
}

func (r *repair) close() error {
	var errs []error
	for _, s := range append(r.others, r.whole) {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}

// merge brings what the other folders know better of Delta orders.
func (r *repair) merge() error {
	for _, other := range r.others {
		err := other.View(func(from *store.Tx) error {
			_, chains, err := streamsOf(from)
			if err != nil {
				return err
			}
			return r.whole.Update(func(tx *store.Tx) error {
				for _, id := range chains {
					n, err := delta.Unite(tx, from, id)
					if err != nil {
						return err
					}
					r.found.Delta += n
				}
				return nil
			})
		})
		if err != nil {
			return err
		}
	}
	return r.whole.View(func(tx *store.Tx) (err error) {
		if r.list, r.chains, err = streamsOf(tx); err != nil {
			return err
		}
		if len(r.list) == 0 {
			return errNoOrders
		}
		for _, id := range r.chains {
			if r.known[orders.Stream(id)], err = orders.Hashes(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// fill fills the log.
func (r *repair) fill(ctx context.Context, log *etcd.Log) error {
	var streams []string
	for _, f := range r.list {
		streams = append(streams, f.stream)
	}
	return log.Repair(ctx, etcd.Store{Streams: streams,
		// entries of Delta orders that were applied come to nothing when they come again
		Has: func(stream, name string) (bool, error) {
			return r.known[stream][common.HexToHash(name)], nil
		},
		Open: func(add func(facts.Fact) error) error {
			return r.whole.View(func(tx *store.Tx) error {
				for _, id := range r.chains {
					if err := orders.OpenFacts(tx, id, func(f facts.Fact) error {
						r.found.Open++
						return add(f)
					}); err != nil {
						return err
					}
				}
				return nil
			})
		},
		Keep:   keeping(r.whole, r.list),
		Others: r.bring,
	})
}

// bring adds the orders that only other folders have, ended ones too: what became of those each
// node reads of the chain.
func (r *repair) bring(add func(facts.Fact) error) error {
	for _, other := range r.others {
		err := other.View(func(tx *store.Tx) error {
			_, chains, err := streamsOf(tx)
			if err != nil {
				return err
			}
			for _, id := range chains {
				if err := orders.Facts(tx, id, func(f facts.Fact, _ bool) error {
					hash := common.HexToHash(f.Name)
					if r.known[f.Stream][hash] {
						return nil
					}
					if r.known[f.Stream] == nil {
						r.known[f.Stream] = make(map[common.Hash]bool)
					}
					r.known[f.Stream][hash] = true
					r.found.Brought++
					return add(f)
				}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
