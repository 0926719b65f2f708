package orders

import (
	"fmt"

	"bourse/backend/api"
	"bourse/store"
	"bourse/store/facts"
)

// tables are what one network's orders keep in the store.
type tables struct {
	orders   *store.Table[uint64, record]
	statuses *store.Table[uint64, status]
	holdings *store.Table[holdingKey, fundsRecord]
	fills    *store.Table[fillKey, api.Fill]
	ofOrder  *store.Index[fillKey, api.Fill]
	ofParty  *store.Index[fillKey, api.Fill]
	undos    *store.Table[uint64, undo]
	position *store.Table[uint64, []api.BlockRef]
	applied  facts.Progress
	snapshot *store.Table[uint64, []byte] // the mark of the file
}

func tablesOf(chainID uint64) tables {
	name := func(what string) string { return fmt.Sprintf("%d/%s", chainID, what) }
	var t tables
	t.orders = store.NewTable(name("orders"), store.Uint64Keys{}, recordCodec{}).Growing()
	t.statuses = store.NewTable(name("statuses"), store.Uint64Keys{}, statusCodec{})
	t.holdings = store.NewTable(name("holdings"), holdingKeys{}, fundsCodec{})
	t.ofOrder = store.NewIndex("order",
		func(_ fillKey, f api.Fill) [][]byte { return [][]byte{f.OrderHash[:]} })
	t.ofParty = store.NewIndex("party", func(_ fillKey, f api.Fill) [][]byte {
		if f.Maker == f.Taker {
			return [][]byte{f.Maker[:]}
		}
		return [][]byte{f.Maker[:], f.Taker[:]}
	})
	t.fills = store.NewTable(name("fills"), fillKeys{}, fillCodec{}, t.ofOrder,
		t.ofParty).Growing()
	t.undos = store.NewTable(name("undo"), store.Uint64Keys{}, undoCodec{})
	t.position = store.NewTable(name("position"), store.Uint64Keys{}, store.JSON[[]api.BlockRef]{})
	t.applied = Progress(chainID)
	t.snapshot = store.NewTable(name("snapshot"), store.Uint64Keys{}, store.Bytes{})
	return t
}

// Progress is where a network's orders keep how far they have followed the log of facts.
func Progress(chainID uint64) facts.Progress {
	return facts.NewProgress(fmt.Sprintf("%d/applied", chainID))
}

// Tables lists what the orders of a network keep in the store, for store.Check.
func Tables(chainID uint64) []store.Checkable {
	t := tablesOf(chainID)
	return []store.Checkable{t.orders, t.statuses, t.holdings, t.fills, t.undos, t.position,
		t.applied, t.snapshot}
}
