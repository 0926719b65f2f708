package backend

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bourse/backend/delta"
	"bourse/backend/orders"
	"bourse/backend/swap/seal"
	"bourse/store"
	"bourse/store/facts"
	"bourse/store/facts/etcd"
)

// followed is a stream of facts that a store holds what became of.
type followed struct {
	stream   string
	progress facts.Progress
}

// streamsOf lists the streams of the networks that a store knows.
func streamsOf(tx *store.Tx) (list []followed, chains []uint64, err error) {
	names, err := tx.Tables()
	known := make(map[string]bool)
	add := func(stream string, progress facts.Progress) {
		if !known[stream] {
			list = append(list, followed{stream, progress})
		}
		known[stream] = true
	}
	for _, name := range names {
		number, what, _ := strings.Cut(name, "/")
		id, bad := strconv.ParseUint(number, 10, 64)
		switch {
		case bad != nil:
		case what == "position" || what == "applied":
			if !slices.Contains(chains, id) {
				chains = append(chains, id)
			}
			add(orders.Stream(id), orders.Progress(id))
		case what == "delta position" || what == "delta applied":
			add(delta.Stream(id), delta.Progress(id))
		}
	}
	return list, chains, err
}

// errNoOrders says that there is no store to bring in.
var errNoOrders = errors.New("the folder holds no orders: start the nodes with empty folders")

// ImportStore makes the data folder of a single machine, which no process uses, that of the first
// node of a new exchange: the open orders are in its log from then on, and everything else in the
// folder, a backup of which every other node starts from. It returns how many orders those are.
func ImportStore(ctx context.Context, dir string, log *etcd.Log) (open int, err error) {
	path := storeIn(dir)
	if _, err := os.Stat(path); err != nil {
		return 0, err
	}
	s, err := store.Open(path, store.Options{Upgrades: upgrades()})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var list []followed
	var chains []uint64
	if err := s.View(func(tx *store.Tx) (err error) {
		list, chains, err = streamsOf(tx)
		return err
	}); err != nil {
		return 0, err
	}
	if len(list) == 0 {
		return 0, errNoOrders
	}
	var streams []string
	for _, f := range list {
		streams = append(streams, f.stream)
	}
	err = log.Seed(ctx, streams, func(add func(facts.Fact) error) error {
		return s.View(func(tx *store.Tx) error {
			for _, id := range chains {
				if err := orders.OpenFacts(tx, id, func(f facts.Fact) error {
					open++
					return add(f)
				}); err != nil {
					return err
				}
			}
			return nil
		})
	}, keeping(s, list))
	if err != nil {
		return 0, err
	}
	own, err := seal.Key(s, crand.Reader)
	if err == nil {
		_, err = log.Secret(ctx, secretName, own) // price objects that are out there stay good
	}
	return open, err
}

// keeping stores a position in a log as that of streams.
func keeping(s *store.Store, list []followed) func(facts.Position) error {
	return func(at facts.Position) error {
		return s.Update(func(tx *store.Tx) error {
			for _, f := range list {
				if err := f.progress.Set(tx, at); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// ExportStore writes the store of a node's folder, which may be in use, to a new data folder: that
// of a single machine. A node that has not applied all of the log yet is refused.
func ExportStore(ctx context.Context, from, to string, log *etcd.Log) (err error) {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	path := filepath.Join(to, storeFile)
	newest, err := log.Newest(ctx) // before the copy is made
	if err != nil {
		return err
	}
	if err := BackupStore(from, path); err != nil {
		return err
	}
	if err = becomeSingle(path, newest); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// becomeSingle lets a store go that followed a log, if it has all of it.
func becomeSingle(path string, newest map[string]int64) (err error) {
	s, err := store.Open(path, store.Options{Upgrades: upgrades()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Update(func(tx *store.Tx) error {
		list, _, err := streamsOf(tx)
		if err != nil {
			return err
		}
		for stream := range newest {
			if !slices.ContainsFunc(list, func(f followed) bool { return f.stream == stream }) {
				return fmt.Errorf("the node does not have %s, which the exchange has: export "+
					"another node", stream)
			}
		}
		for _, f := range list {
			have, err := f.progress.At(tx)
			if err != nil {
				return err
			}
			if have.Revision < newest[f.stream] {
				return fmt.Errorf("the node has applied %s up to revision %d of %d: wait until "+
					"it is level (bourse cluster status), or export another node", f.stream,
					have.Revision, newest[f.stream])
			}
			if err := f.progress.Forget(tx); err != nil {
				return err
			}
		}
		return nil
	})
}
