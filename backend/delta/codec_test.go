package delta

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/store"
)

func bytesOf(t *rapid.T, dst []byte, name string) {
	copy(dst, rapid.SliceOfN(rapid.Byte(), len(dst), len(dst)).Draw(t, name))
}

func drawAmount(t *rapid.T, name string) api.Amount {
	var w [32]byte
	n := rapid.IntRange(0, 32).Draw(t, name+" length")
	bytesOf(t, w[32-n:], name)
	return api.AmountFromBytes32(w)
}

func drawID(t *rapid.T) string {
	var id uuid.UUID
	bytesOf(t, id[:], "id")
	return id.String()
}

func drawTransaction(t *rapid.T, order string) api.DeltaTransaction {
	number := rapid.Uint64()
	tx := api.DeltaTransaction{
		ID: drawID(t), BlockNumber: number.Draw(t, "block"), GasUsed: number.Draw(t, "gas"),
		GasPrice: number.Draw(t, "price"), BlobGasUsed: number.Draw(t, "blob"),
		BlobGasPrice: number.Draw(t, "blob price"), Index: rapid.Uint().Draw(t, "index"),
		Status: number.Draw(t, "status"), Received: drawAmount(t, "received"),
		Spent: drawAmount(t, "spent"), FilledPercent: number.Draw(t, "percent"),
		ProtocolFee: drawAmount(t, "protocol"), PartnerFee: drawAmount(t, "partner"),
		Agent: rapid.String().Draw(t, "agent"), AuctionID: order,
	}
	for _, b := range [][]byte{tx.Hash[:], tx.BlockHash[:], tx.From[:], tx.To[:]} {
		bytesOf(t, b, "field")
	}
	return tx
}

func drawRow(t *rapid.T) row {
	number, text, permit := rapid.Uint64(), rapid.String(), rapid.SliceOfN(rapid.Byte(), 0, 256)
	o := api.DeltaOrder{
		SrcAmount: drawAmount(t, "src"), DestAmount: drawAmount(t, "dest"),
		ExpectedDestAmount: drawAmount(t, "expected"), Nonce: drawAmount(t, "nonce"),
		PartnerAndFee: drawAmount(t, "fee"),
		Deadline:      rapid.Uint64Range(0, 1<<37).Draw(t, "deadline"),
		Fillable:      rapid.Bool().Draw(t, "fillable"),
		Permit:        append([]byte(nil), permit.Draw(t, "permit")...),
	}
	for _, b := range [][]byte{o.Owner[:], o.Beneficiary[:], o.SrcToken[:], o.DestToken[:]} {
		bytesOf(t, b, "address")
	}
	if o.Form = api.DeltaForm(rapid.IntRange(0, 3).Draw(t, "form")); o.Form != api.FirstForm {
		o.Buy, o.Metadata = rapid.Bool().Draw(t, "buy"),
			append([]byte(nil), permit.Draw(t, "metadata")...)
		o.Slices, o.Interval, o.SliceAmount = rapid.Uint32().Draw(t, "slices"),
			number.Draw(t, "interval"), drawAmount(t, "slice")
	}
	r := row{DeltaRecord: api.DeltaRecord{
		ID: drawID(t), DeltaVersion: text.Draw(t, "version"),
		Status: rapid.SampledFrom(statuses[1:]).Draw(t, "status"), Reason: text.Draw(t, "reason"),
		User: o.Owner, Order: o, Signature: append([]byte(nil), permit.Draw(t, "signature")...),
		ChainID: number.Draw(t, "chain"), PartiallyFillable: o.Fillable,
		Partner: text.Draw(t, "partner"), FilledAmount: drawAmount(t, "filled"),
		ExpiresAt:    time.Unix(int64(o.Deadline), 0).UTC(),
		CreatedAt:    time.UnixMilli(rapid.Int64Range(0, 1<<42).Draw(t, "created")).UTC(),
		UpdatedAt:    time.Unix(0, rapid.Int64Range(0, 1<<62).Draw(t, "updated")).UTC(),
		Transactions: []api.DeltaTransaction{},
	}, Seq: number.Draw(t, "seq"), Block: number.Draw(t, "block"),
		Loose:   number.Draw(t, "loose"),
		ByOwner: rapid.Bool().Draw(t, "by owner"), ByContract: rapid.Bool().Draw(t, "by contract")}
	if o.Form != api.FirstForm {
		r.tell(rapid.Bool().Draw(t, "limit"))
	}
	bytesOf(t, r.OrderHash[:], "hash")
	if rapid.Bool().Draw(t, "awarded") {
		r.Award = &auction.Award{
			Round: number.Draw(t, "round"), Agent: text.Draw(t, "agent"),
			Nonce: number.Draw(t, "nonce"), Block: number.Draw(t, "judged"),
			Until:    number.Draw(t, "until"),
			Received: drawAmount(t, "received"), Spent: drawAmount(t, "spent"),
			Raw: append([]byte(nil), permit.Draw(t, "raw")...),
		}
		bytesOf(t, r.Award.Address[:], "agent")
		bytesOf(t, r.Award.TxHash[:], "transaction")
		for range rapid.IntRange(0, 2).Draw(t, "former") {
			var hash common.Hash
			bytesOf(t, hash[:], "former")
			r.Award.Former = append(r.Award.Former, hash)
		}
	}
	if rapid.Bool().Draw(t, "was held") {
		r.Held = &api.DeltaHeld{Fired: rapid.Bool().Draw(t, "fired")}
		r.Held.Below, r.Held.Trail.Buys = rapid.Bool().Draw(t, "below"),
			rapid.Bool().Draw(t, "piece")
		r.Held.NotBefore, r.Held.Trail.Bps = number.Draw(t, "begins"), number.Draw(t, "trail")
		r.Held.Worth, r.Held.Trail.Price, r.Held.Trail.From = drawAmount(t, "worth"),
			drawAmount(t, "distance"), drawAmount(t, "from")
	}
	for range rapid.IntRange(0, 3).Draw(t, "failed agents") {
		if r.Cooldown == nil {
			r.Cooldown = make(map[string]uint64)
		}
		r.Cooldown[text.Draw(t, "failed")] = number.Draw(t, "until")
	}
	for range rapid.IntRange(0, 3).Draw(t, "transactions") {
		r.Transactions = append(r.Transactions, drawTransaction(t, r.ID))
	}
	return r
}

// What is stored of an order is read back as it was, and in no other length.
func TestRowsAreReadAsTheyWereStored(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := drawRow(t)
		b, err := rowCodec{}.Append(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := rowCodec{}.Decode(b)
		if err != nil || !reflect.DeepEqual(got, r) {
			t.Fatalf("%v\n%+v\nbecame\n%+v", err, r, got)
		}
		if _, err := (rowCodec{}).Decode(append(b, 0)); err == nil {
			t.Fatal("a byte too many is not noticed")
		}
		if _, err := (rowCodec{}).Decode(
			b[:rapid.IntRange(0, len(b)-1).Draw(t, "cut")]); err == nil {
			t.Fatal("missing bytes are not noticed")
		}
	})
}

// FuzzRow: whatever bytes decode to is stored and read back as it is.
func FuzzRow(f *testing.F) {
	b, err := rowCodec{}.Append(nil,
		row{DeltaRecord: api.DeltaRecord{
			ID: uuid.Nil.String(), Status: running, CreatedAt: time.UnixMilli(1),
			UpdatedAt: time.Unix(1, 0)}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := rowCodec{}.Decode(b)
		if err != nil {
			return
		}
		again, err := rowCodec{}.Append(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		back, err := rowCodec{}.Decode(again)
		if err != nil || !reflect.DeepEqual(back, r) {
			t.Fatalf("%v: %+v became %+v", err, r, back)
		}
	})
}

// A store whose orders are JSON is opened with all of them, listed as before.
func TestUpgradeFromJSON(t *testing.T) {
	t.Parallel()
	const chainID = 1337
	path := filepath.Join(t.TempDir(), "old.db")
	old, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	owners := []common.Address{{1}, {2}}
	var rows []row
	table, _ := jsonOrders(chainID)
	err = old.Update(func(tx *store.Tx) error {
		for i := range 40 {
			r := rapid.Custom(drawRow).Example(i)
			r.Order.Owner, r.User = owners[i%2], owners[i%2]
			r.CreatedAt = time.UnixMilli(int64(1_800_000_000_000 + 1000*i)).UTC()
			rows = append(rows, r)
			if err := table.Put(tx, r.ID, jsonRow(r)); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, old.Close()); err != nil {
		t.Fatal(err)
	}
	fresh, err := store.Open(path, store.Options{Upgrades: []store.Upgrade{Upgrade(chainID)}})
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	s := &Service{cfg: Config{Store: fresh}, tables: tablesOf(chainID)}
	for i, owner := range owners {
		list, err := s.DeltaOrders(t.Context(), api.DeltaQuery{User: owner, Page: 1, Limit: 100})
		if err != nil || len(list) != 20 {
			t.Fatalf("%d orders: %v", len(list), err)
		}
		for n, got := range list {
			want := rows[len(rows)-2+i-2*n]
			x, _ := json.Marshal(got)
			y, _ := json.Marshal(want.DeltaRecord)
			if string(x) != string(y) {
				t.Errorf("order %d of %s:\n%s\nwas\n%s", n, owner, x, y)
			}
		}
	}
	if report, err := fresh.Check(Tables(chainID)...); err != nil || len(report.Problems) > 0 {
		t.Error(report.Problems, err)
	}
}
