package delta

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/store"
	"bourse/store/facts"
)

// row is an order as it is kept.
type row struct {
	api.DeltaRecord
	Seq     uint64         `json:"seq"`   // of the last event
	Block   uint64         `json:"block"` // of the last change
	ByOwner bool           `json:"byOwner,omitempty"`
	Award   *auction.Award `json:"award,omitempty"` // the last one
	// Loose is the block until which a transaction of an award that was given up may still come.
	Loose uint64 `json:"loose,omitempty"`
	// Outside is how many settlements failed on chain by what others did, see ownDoing.
	Outside uint64 `json:"outside,omitempty"`
	// ByContract says that the owner is a contract, which may stop accepting its signature.
	ByContract bool `json:"-"`
	// Lock is the hash of the secret by which the order can be read, of one that a trigger holds or
	// held to its end; the zero hash is opened by none. nil: everybody reads it.
	Lock *common.Hash `json:"-"`
	// Cooldown are agents that failed, to the round from which they may bid again.
	Cooldown map[string]uint64 `json:"sitOut,omitempty"`
}

// entryKey names an event or a round of an order.
type entryKey struct {
	order string
	seq   uint64
}

type entryKeys struct{}

func (entryKeys) AppendKey(dst []byte, k entryKey) []byte {
	return binary.BigEndian.AppendUint64(append(dst, k.order...), k.seq)
}

func (entryKeys) DecodeKey(b []byte) (entryKey, error) {
	if len(b) <= 8 {
		return entryKey{}, errors.New("the key of an order's entry is too short")
	}
	return entryKey{string(b[:len(b)-8]), binary.BigEndian.Uint64(b[len(b)-8:])}, nil
}

// ownerKey numbers the orders of an owner from 0 in the order in which they came.
type ownerKey struct {
	owner  common.Address
	number uint64
}

type ownerKeys struct{}

func (ownerKeys) AppendKey(dst []byte, k ownerKey) []byte {
	return binary.BigEndian.AppendUint64(append(dst, k.owner[:]...), k.number)
}

func (ownerKeys) DecodeKey(b []byte) (ownerKey, error) {
	if len(b) != common.AddressLength+8 {
		return ownerKey{}, errors.New("the key of an owner's order has the wrong length")
	}
	return ownerKey{common.Address(b[:common.AddressLength]),
		binary.BigEndian.Uint64(b[common.AddressLength:])}, nil
}

// tables are what one network's Delta orders keep in the store.
type tables struct {
	orders   *store.Table[string, row]
	byHash   *store.Index[string, row]
	open     *store.Index[string, row]
	byBlock  *store.Index[string, row]      // by the block of the last change
	owners   *store.Table[ownerKey, []byte] // ids
	tried    *store.Table[string, []byte]   // ids of orders with transactions, by triedKey
	events   *store.Table[entryKey, api.DeltaEvent]
	rounds   *store.Table[entryKey, api.DeltaRoundEntry]
	triggers *store.Table[string, api.DeltaTrigger]
	position *store.Table[uint64, []api.BlockRef]
	counters *store.Table[uint64, uint64]
	applied  facts.Progress
}

// The single records of their tables.
const (
	positionKey = 0
	roundKey    = 0
)

func tablesOf(chainID uint64) tables {
	t := tables{
		byHash: store.NewIndex("hash", hashOf), open: store.NewIndex("open", openOf),
		byBlock: store.NewIndex("block", blockOf),
		owners:  store.NewTable(tableName(chainID, "owners"), ownerKeys{}, store.Bytes{}),
		tried:   store.NewTable(tableName(chainID, "tried"), store.StringKeys{}, store.Bytes{}),
		events: store.NewTable(tableName(chainID, "events"), entryKeys{},
			store.JSON[api.DeltaEvent]{}),
		rounds: store.NewTable(tableName(chainID, "rounds"), entryKeys{},
			store.JSON[api.DeltaRoundEntry]{}),
		triggers: store.NewTable(tableName(chainID, "triggers"), store.StringKeys{},
			store.JSON[api.DeltaTrigger]{}),
		position: store.NewTable(tableName(chainID, "position"), store.Uint64Keys{},
			store.JSON[[]api.BlockRef]{}),
		counters: store.NewTable(tableName(chainID, "counters"), store.Uint64Keys{},
			store.JSON[uint64]{}),
		applied: Progress(chainID),
	}
	t.orders = store.NewTable(tableName(chainID, "orders"), store.StringKeys{}, rowCodec{},
		t.byHash, t.open, t.byBlock)
	return t
}

func tableName(chainID uint64, what string) string {
	return fmt.Sprintf("%d/delta %s", chainID, what)
}

func hashOf(_ string, r row) [][]byte { return [][]byte{r.OrderHash[:]} }

func openOf(_ string, r row) [][]byte {
	if r.Status.Final() {
		return nil
	}
	return [][]byte{{1}}
}

func blockOf(_ string, r row) [][]byte {
	return [][]byte{binary.BigEndian.AppendUint64(nil, r.Block)}
}

// Progress is where a network's orders keep how far they have followed the log of facts.
func Progress(chainID uint64) facts.Progress {
	return facts.NewProgress(tableName(chainID, "applied"))
}

// Tables lists what the Delta orders of a network keep in the store, for store.Check.
func Tables(chainID uint64) []store.Checkable {
	t := tablesOf(chainID)
	return []store.Checkable{t.orders, t.owners, t.tried, t.events, t.rounds,
		t.triggers, t.position, t.counters, t.applied}
}

// triedKey orders what was sent for an owner by when its orders came.
func triedKey(r *row) string {
	key := binary.BigEndian.AppendUint64(r.User.Bytes(), uint64(r.CreatedAt.UnixMilli()))
	return string(append(key, r.ID...))
}

// put stores an order that changed.
func (t *tables) put(tx *store.Tx, r *row) error {
	if len(r.Transactions) > 0 {
		if err := t.tried.Put(tx, triedKey(r), []byte(r.ID)); err != nil {
			return err
		}
	}
	return t.orders.Put(tx, r.ID, *r)
}

// count returns how many orders an owner has.
func (t *tables) count(tx *store.Tx, owner common.Address) (n uint64, err error) {
	all := store.Prefix(owner[:])
	all.Reverse = true
	err = t.owners.Scan(tx, all, func(newest ownerKey, _ []byte) error {
		n = newest.number + 1
		return store.ErrStop
	})
	return n, err
}

// add stores an order that is not stored yet.
func (t *tables) add(tx *store.Tx, r row) error {
	n, err := t.count(tx, r.User)
	if err != nil {
		return err
	}
	if err := t.owners.Put(tx, ownerKey{r.User, n}, []byte(r.ID)); err != nil {
		return err
	}
	return t.orders.Put(tx, r.ID, r)
}

// find returns the order with a hash; ok is false if there is none.
func (t *tables) find(tx *store.Tx, hash common.Hash) (r row, ok bool, err error) {
	err = t.byHash.Scan(tx, hash[:], false, func(_ string, found row) error {
		r, ok = found, true
		return store.ErrStop
	})
	return r, ok, err
}
