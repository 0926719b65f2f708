package delta

import (
	"encoding/binary"
	"encoding/json"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/eip712"
	"bourse/store"
)

// Upgrade rewrites the orders of a network that are stored as JSON, and numbers those of each
// owner.
func Upgrade(chainID uint64) store.Upgrade {
	return func(tx *store.Tx) error {
		old, byUser := jsonOrders(chainID)
		var ids []string // of each owner the oldest first
		if err := byUser.Scan(tx, nil, false, func(id string, _ jsonRow) error {
			ids = append(ids, id)
			return nil
		}); err != nil {
			return err
		}
		fresh := tablesOf(chainID)
		for _, id := range ids {
			r, err := old.Get(tx, id)
			if err != nil {
				return err
			}
			if err := old.Delete(tx, id); err != nil {
				return err
			}
			r.ByContract = eip712.Verify(r.OrderHash, r.Signature, r.Order.Owner) != nil
			if err := fresh.add(tx, row(r)); err != nil {
				return err
			}
		}
		return nil
	}
}

// jsonRow is a row as version 0 of the store holds it.
type jsonRow row

// plainRecord is a record without its methods, whose UnmarshalJSON would hide what a row has beside
// it.
type plainRecord api.DeltaRecord

// UnmarshalJSON reads a row.
func (r *jsonRow) UnmarshalJSON(b []byte) error {
	var in struct {
		plainRecord
		Seq      uint64            `json:"seq"`
		Block    uint64            `json:"block"`
		ByOwner  bool              `json:"byOwner"`
		Award    *auction.Award    `json:"award"`
		Cooldown map[string]uint64 `json:"sitOut"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*r = jsonRow{DeltaRecord: api.DeltaRecord(in.plainRecord), Seq: in.Seq, Block: in.Block,
		ByOwner: in.ByOwner, Award: in.Award, Cooldown: in.Cooldown}
	r.Order.Fillable = r.PartiallyFillable
	return nil
}

// jsonOrders is the table of orders of version 0.
func jsonOrders(chainID uint64) (*store.Table[string, jsonRow], *store.Index[string, jsonRow]) {
	as := func(f func(string, row) [][]byte) func(string, jsonRow) [][]byte {
		return func(id string, r jsonRow) [][]byte { return f(id, row(r)) }
	}
	byUser := store.NewIndex("user", func(_ string, r jsonRow) [][]byte {
		return [][]byte{binary.BigEndian.AppendUint64(
			append([]byte(nil), r.User[:]...), uint64(r.CreatedAt.UnixMilli()))}
	})
	return store.NewTable(tableName(chainID, "orders"), store.StringKeys{}, store.JSON[jsonRow]{},
		store.NewIndex("hash", as(hashOf)), byUser, store.NewIndex("open", as(openOf)),
		store.NewIndex("block", as(blockOf))), byUser
}
