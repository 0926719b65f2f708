package delta

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/store"
)

// row is an order as it is kept.
type row struct {
	api.DeltaRecord
	Seq     uint64            `json:"seq"`   // of the last event
	Block   uint64            `json:"block"` // of the last change
	ByOwner bool              `json:"byOwner,omitempty"`
	Award   *award            `json:"award,omitempty"`  // the last one
	SitOut  map[string]uint64 `json:"sitOut,omitempty"` // agents that failed, to the round from which they may bid again
}

// award is a won round on its way to the chain.
type award struct {
	Round    uint64         `json:"round"`
	Agent    string         `json:"agent"`
	Address  common.Address `json:"address"`
	TxHash   common.Hash    `json:"txHash"` // zero where the agent sends on its own
	Raw      hexutil.Bytes  `json:"raw,omitempty"`
	Nonce    uint64         `json:"nonce"`
	Block    uint64         `json:"block"` // that was judged on
	Until    uint64         `json:"until"` // the last block in which an agent that sends on its own may settle
	Received api.Amount     `json:"received"`
	Spent    api.Amount     `json:"spent"`
}

// plainRecord is a record without its methods, whose UnmarshalJSON would hide what a row has beside it.
type plainRecord api.DeltaRecord

// UnmarshalJSON reads a row.
func (r *row) UnmarshalJSON(b []byte) error {
	var in struct {
		plainRecord
		Seq     uint64            `json:"seq"`
		Block   uint64            `json:"block"`
		ByOwner bool              `json:"byOwner"`
		Award   *award            `json:"award"`
		SitOut  map[string]uint64 `json:"sitOut"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*r = row{DeltaRecord: api.DeltaRecord(in.plainRecord), Seq: in.Seq, Block: in.Block, ByOwner: in.ByOwner, Award: in.Award, SitOut: in.SitOut}
	r.Order.Fillable = r.PartiallyFillable
	return nil
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

// tables are what one network's Delta orders keep in the store.
type tables struct {
	orders   *store.Table[string, row]
	byHash   *store.Index[string, row]
	byUser   *store.Index[string, row]
	open     *store.Index[string, row]
	byBlock  *store.Index[string, row] // by the block of the last change
	events   *store.Table[entryKey, api.DeltaEvent]
	rounds   *store.Table[entryKey, api.DeltaRoundEntry]
	position *store.Table[uint64, []api.BlockRef]
	counters *store.Table[uint64, uint64]
}

// The single records of their tables.
const (
	positionKey = 0
	roundKey    = 0
)

func tablesOf(chainID uint64) tables {
	name := func(what string) string { return fmt.Sprintf("%d/delta %s", chainID, what) }
	var t tables
	t.byHash = store.NewIndex("hash", func(_ string, r row) [][]byte { return [][]byte{r.OrderHash[:]} })
	t.byUser = store.NewIndex("user", func(_ string, r row) [][]byte {
		return [][]byte{binary.BigEndian.AppendUint64(append([]byte(nil), r.User[:]...), uint64(r.CreatedAt.UnixMilli()))}
	})
	t.open = store.NewIndex("open", func(_ string, r row) [][]byte {
		if r.Status.Final() {
			return nil
		}
		return [][]byte{{1}}
	})
	t.byBlock = store.NewIndex("block", func(_ string, r row) [][]byte { return [][]byte{binary.BigEndian.AppendUint64(nil, r.Block)} })
	t.orders = store.NewTable(name("orders"), store.StringKeys{}, store.JSON[row]{}, t.byHash, t.byUser, t.open, t.byBlock)
	t.events = store.NewTable(name("events"), entryKeys{}, store.JSON[api.DeltaEvent]{})
	t.rounds = store.NewTable(name("rounds"), entryKeys{}, store.JSON[api.DeltaRoundEntry]{})
	t.position = store.NewTable(name("position"), store.Uint64Keys{}, store.JSON[[]api.BlockRef]{})
	t.counters = store.NewTable(name("counters"), store.Uint64Keys{}, store.JSON[uint64]{})
	return t
}

// Tables lists what the Delta orders of a network keep in the store, for store.Check.
func Tables(chainID uint64) []store.Checkable {
	t := tablesOf(chainID)
	return []store.Checkable{t.orders, t.events, t.rounds, t.position, t.counters}
}

// find returns the order with a hash; ok is false if there is none.
func (t *tables) find(tx *store.Tx, hash common.Hash) (r row, ok bool, err error) {
	err = t.byHash.Scan(tx, hash[:], false, func(_ string, found row) error {
		r, ok = found, true
		return store.Stop
	})
	return r, ok, err
}
