package pools

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
	"bourse/store"
)

// keptPools holds, under a network's id and what logs name a pool by, the pools that were found,
// and keptBlocks the block that their states are of: a start goes on from there.
var (
	keptPools  = store.NewTable[poolPath, keptPool]("pools", pathKeys{}, store.JSON[keptPool]{})
	keptBlocks = store.NewTable[uint64, keptBlock]("pools' blocks", store.Uint64Keys{},
		store.JSON[keptBlock]{})
)

type keptBlock struct {
	Block   api.BlockRef
	BaseFee api.Amount
}

// keptPool is a pool in the store. Those of other kinds than the two whose logs tell all are
// listed and read anew at a start, since the state of a block long ago can't be read.
type keptPool struct {
	Info
	Spacing  int            `json:",omitempty"`
	Reserves *[2]api.Amount `json:",omitempty"`
	Slot     *slot          `json:",omitempty"`
	Ticks    []pool.Tick    `json:",omitempty"`
}

type poolPath struct {
	chain uint64
	key   string
}

type pathKeys struct{}

func (pathKeys) AppendKey(dst []byte, k poolPath) []byte {
	return append(binary.BigEndian.AppendUint64(dst, k.chain), k.key...)
}

func (pathKeys) DecodeKey(b []byte) (poolPath, error) {
	if len(b) <= 8 {
		return poolPath{}, store.ErrCorrupt
	}
	return poolPath{binary.BigEndian.Uint64(b), string(bytes.Clone(b[8:]))}, nil
}

// kept is what the store keeps of a pool.
func (l *State) kept() keptPool {
	k := keptPool{Info: *l.Info, Spacing: l.spacing}
	switch l.Kind {
	case pool.KindProduct:
		if l.Pool != nil {
			a, b := l.Pool.(*pool.Product).Reserves()
			k.Reserves = &[2]api.Amount{api.MustBig(a.ToBig()), api.MustBig(b.ToBig())}
		}
	case pool.KindConcentrated:
		if l.ticks != nil && !l.Family.feeMoves() { // which is asked for anew
			k.Slot, k.Ticks = &l.slot, l.list
		}
	}
	return k
}

// state makes the pool again; ok is false where it has to be read.
func (k keptPool) state() (l *State, ok bool) {
	info := k.Info
	info.spacing = k.Spacing
	if info.Key != nil && info.Key.Coin {
		info.coin = 1
	}
	l = &State{Info: &info}
	var err error
	switch {
	case k.Reserves != nil:
		l.Pool, err = pool.NewProduct(number(k.Reserves[0]), number(k.Reserves[1]), info.Fee)
	case k.Slot != nil:
		l.slot, l.list = *k.Slot, k.Ticks
		if l.ticks, err = pool.NewRuledTicks(l.list, l.rules()); err == nil {
			l.Pool, err = l.slot.pool(l.ticks)
		}
	default:
		return l, false
	}
	return l, err == nil
}

func number(a api.Amount) (v uint256.Int) {
	v.SetFromBig(a.Big())
	return v
}

// save writes what has changed since it last did so, with the block that it is of.
func (t *Tracker) save() error {
	t.searching.Lock()
	defer t.searching.Unlock()
	last := t.Newest()
	if last == nil {
		return nil
	}
	id, now := t.cfg.Network.ChainID(), make(map[string]*State, len(last.Pools))
	err := t.cfg.Store.Update(func(tx *store.Tx) error {
		for _, l := range last.Pools {
			key := l.key()
			if now[key] = l; t.saved[key] == l {
				continue
			}
			if err := keptPools.Put(tx, poolPath{id, key}, l.kept()); err != nil {
				return err
			}
		}
		for key := range t.saved {
			if now[key] != nil {
				continue
			}
			if err := keptPools.Delete(tx, poolPath{id, key}); err != nil {
				return err
			}
		}
		return keptBlocks.Put(tx, id, keptBlock{last.Block, last.BaseFee})
	})
	if err == nil {
		t.saved = now
	}
	return err
}

// Kept tells how many pools of each exchange a store has of a network, and the block that they are
// of; none of a network whose pools were not kept yet.
func Kept(s *store.Store, chainID uint64) (at api.BlockRef, count map[string]int, err error) {
	count = make(map[string]int)
	err = s.View(func(tx *store.Tx) error {
		kept, err := keptBlocks.Get(tx, chainID)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		at = kept.Block
		prefix := binary.BigEndian.AppendUint64(nil, chainID)
		return keptPools.Scan(tx, store.Prefix(prefix), func(_ poolPath, k keptPool) error {
			count[k.Exchange]++
			return nil
		})
	})
	return at, count, err
}

// load takes up what was saved. What can't be traded on as it is kept is read once the network is
// followed.
func (t *Tracker) load() error {
	id := t.cfg.Network.ChainID()
	var at keptBlock
	var list []keptPool
	err := t.cfg.Store.View(func(tx *store.Tx) (err error) {
		if at, err = keptBlocks.Get(tx, id); errors.Is(err, store.ErrNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		prefix := binary.BigEndian.AppendUint64(nil, id)
		return keptPools.Scan(tx, store.Prefix(prefix), func(_ poolPath, k keptPool) error {
			list = append(list, k)
			return nil
		})
	})
	if err != nil || len(list) == 0 {
		return err
	}
	t.restart()
	t.saved = make(map[string]*State, len(list))
	var pools []*State
	for _, k := range list {
		l, ok := k.state()
		t.saved[l.key()] = l
		// Wrappers come without figures, which the first quote reads. Others are soon found.
		wraps := l.Kind == pool.KindWrapper
		if !wraps && !l.triable() && l.Key == nil || !t.offers(l.Info) {
			continue
		}
		t.finding.found[l.key()] = l.Info
		if ok || wraps {
			pools = append(pools, l)
		}
	}
	s, err := t.snapshot(chain.Header{BlockRef: at.Block, BaseFee: at.BaseFee}, pools,
		nil)
	if err != nil {
		return err
	}
	t.push(s)
	t.reindex(s)
	return nil
}

// offers tells whether a pool is of an exchange and of tokens that are known, as they were when it
// was found.
func (t *Tracker) offers(p *Info) bool {
	return slices.ContainsFunc(t.cfg.Exchanges, func(e Exchange) bool {
		return e.Name == p.Exchange && e.Kind == p.Kind && e.Factory == p.Factory &&
			e.Family == p.Family && e.Router == p.Router && e.OneWay == p.OneWay &&
			(len(e.Fees) == 0 || slices.Contains(e.Fees, p.Fee) || p.Key != nil)
	}) && !slices.ContainsFunc(p.Tokens, func(a common.Address) bool { return !t.trades(a) })
}
