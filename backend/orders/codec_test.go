package orders

import (
	"bytes"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/store"
)

func drawBig(t *rapid.T, label string) api.Amount {
	var w [32]byte
	b := rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, label)
	copy(w[32-len(b):], b)
	return api.AmountFromBytes32(w)
}

func drawBytes(t *rapid.T, label string, n int) []byte {
	return rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, label)
}

func drawStoredStatus(t *rapid.T) status {
	st := status{
		state:   state(rapid.IntRange(int(pending), int(expired)).Draw(t, "state")),
		refused: rapid.Bool().Draw(t, "refused"), permitted: rapid.Bool().Draw(t, "permitted"),
		small: rapid.Bool().Draw(t, "small"), fillable: drawBig(t, "fillable"),
		updated: int64(rapid.Uint32().Draw(t, "updated")), base: rapid.Uint64().Draw(t, "base"),
	}
	if rapid.Bool().Draw(t, "has tx") {
		st.tx = common.BytesToHash(drawBytes(t, "tx", 32))
	}
	return st
}

func drawRecord(t *rapid.T) record {
	address := func(label string) common.Address {
		if rapid.IntRange(0, 3).Draw(t, label+" zero") == 0 {
			return common.Address{}
		}
		return common.BytesToAddress(drawBytes(t, label, 20))
	}
	asset := func(label string, nft bool) api.Asset {
		a := api.Asset{Address: address(label)}
		if nft {
			a.Kind, a.ID = api.AssetKind(rapid.IntRange(0, 2).Draw(t, label+" kind")),
				drawBig(t, label+" id")
		}
		return a
	}
	nft := rapid.Bool().Draw(t, "nft")
	r := record{
		order: api.Order{
			NFT: nft, NonceAndMeta: api.PackNonce(drawBig(t, "nonce"), address("intended")),
			Expiry:     rapid.Uint64().Draw(t, "expiry"),
			MakerAsset: asset("sell", nft), TakerAsset: asset("buy", nft), Maker: address("maker"),
			Taker:       address("taker"),
			MakerAmount: drawBig(t, "give"), TakerAmount: drawBig(t, "ask"),
		},
		hash:       common.BytesToHash(drawBytes(t, "hash", 32)),
		signature:  drawBytes(t, "signature", rapid.IntRange(0, 70).Draw(t, "length")),
		byContract: rapid.Bool().Draw(t, "by contract"),
		fillOrKill: rapid.Bool().Draw(t, "fok"), created: int64(rapid.Uint32().Draw(t, "created")),
		first: drawStoredStatus(t),
	}
	if rapid.Bool().Draw(t, "private") {
		r.order.Taker = r.order.TakerFromMeta()
	}
	if rapid.Bool().Draw(t, "permit") {
		r.permit = drawBytes(t, "permit bytes", 224)
	}
	return r
}

// roundTrip encodes, decodes and encodes again.
func roundTrip[V any](t *rapid.T, c store.Codec[V], v V) {
	b, err := c.Append(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	back, err := c.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Append(nil, back)
	if err != nil || !bytes.Equal(b, again) {
		t.Fatalf("%+v came back as %+v, %v", v, back, err)
	}
	for n := range b { // a record that was cut short is refused
		if _, err := c.Decode(b[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes of %+v were taken for a whole record", n, len(b), v)
		}
	}
}

func TestCodecs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		roundTrip(t, recordCodec{}, r)
		b, _ := recordCodec{}.Append(nil, r)
		if back, err := (recordCodec{}).Decode(b); err != nil || back.order != r.order ||
			back.hash != r.hash || back.byContract != r.byContract || back.first != r.first ||
			back.fillOrKill != r.fillOrKill ||
			back.created != r.created || !bytes.Equal(back.signature, r.signature) ||
			!bytes.Equal(back.permit, r.permit) {
			t.Fatalf("%+v came back as %+v, %v", r, back, err)
		}
		st := drawStoredStatus(t)
		roundTrip(t, statusCodec{}, st)
		roundTrip(t, fundsCodec{}, fundsRecord{
			funds{drawBig(t, "balance"), drawBig(t, "allowance")}, rapid.Uint64().Draw(t, "base")})
		key := holdingKey{r.order.Maker, r.order.MakerAsset}
		roundTrip(t, undoCodec{}, undo{
			[]undoOrder{{7, st}, {rapid.Uint64().Draw(t, "id"), r.first}}, []holdingKey{key}})
		if back, err := (holdingKeys{}).DecodeKey(holdingKeys{}.AppendKey(nil, key)); err != nil ||
			back != key {
			t.Fatalf("%+v came back as %+v, %v", key, back, err)
		}
	})
}

// Whatever bytes are decoded, decoding ends without a panic, and what is accepted can be written
// and read again.
func FuzzDecode(f *testing.F) {
	r := record{order: api.Order{MakerAmount: api.NewAmount(5), TakerAmount: api.MaxAmount,
		Maker: common.HexToAddress("0x1")}, signature: make([]byte, 65), created: 9}
	r.first = status{state: pending, fillable: api.NewAmount(5), updated: 9,
		tx: common.HexToHash("0x2")}
	record, _ := recordCodec{}.Append(nil, r)
	status, _ := statusCodec{}.Append(nil, r.first)
	undone, _ := undoCodec{}.Append(nil, undo{[]undoOrder{{1, r.first}}, []holdingKey{{}}})
	for _, seed := range [][]byte{record, status, undone, nil} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := (recordCodec{}).Decode(b); err == nil {
			settles(t, recordCodec{}, r)
		}
		if s, err := (statusCodec{}).Decode(b); err == nil {
			settles(t, statusCodec{}, s)
		}
		if v, err := (fundsCodec{}).Decode(b); err == nil {
			settles(t, fundsCodec{}, v)
		}
		if u, err := (undoCodec{}).Decode(b); err == nil {
			settles(t, undoCodec{}, u)
		}
	})
}

// FuzzFill decodes any bytes as a stored fill with its key, and as a fill event of the order
// contract.
func FuzzFill(f *testing.F) {
	stored := api.Fill{ChainID: 1337, LogIndex: 3,
		Maker: common.HexToAddress("0x1"), MakerAmount: api.MaxAmount}
	fill, _ := store.JSON[api.Fill]{}.Append(nil, stored)
	compact, _ := fillCodec{}.Append(nil, stored)
	key := fillKeys{}.AppendKey(nil, fillKey{7, 8})
	f.Add(fill, key, make([]byte, 4*32), byte(4), false)
	f.Add(compact, key, make([]byte, 4*32), byte(4), false)
	f.Add([]byte(`{"makerAmount":"-1"}`), key[:3], make([]byte, 6*32), byte(4), true)
	f.Add([]byte(`{"makerAmount":1e999}`), key, make([]byte, 31), byte(1), true)
	s := &Service{chainID: 1337}
	f.Fuzz(func(t *testing.T, value, key, data []byte, topics byte, nft bool) {
		if v, err := (fillCodec{}).Decode(value); err == nil {
			settles(t, fillCodec{}, v)
		}
		if k, err := (fillKeys{}).DecodeKey(key); err == nil &&
			!bytes.Equal(fillKeys{}.AppendKey(nil, k), key) {
			t.Fatalf("key %x became %+v", key, k)
		}
		c := &orderChange{record: record{order: api.Order{NFT: nft}}}
		l := &types.Log{Topics: make([]common.Hash, topics%6), Data: data}
		if v, err := s.fillOf(c, l, api.BlockRef{}); err == nil {
			settles(t, fillCodec{}, v)
		}
	})
}

// Fills of every kind come back as they were, in less than half of the bytes of JSON, in which they
// are read as well.
func TestFillsAreStoredInFewBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		word := func(name string) (h common.Hash) {
			copy(h[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, name))
			return h
		}
		f := api.Fill{ChainID: rapid.Uint64().Draw(t, "chain"), OrderHash: r.hash,
			Maker: r.order.Maker, Taker: r.order.Taker, MakerAsset: r.order.MakerAsset,
			TakerAsset: r.order.TakerAsset, MakerAmount: r.order.MakerAmount,
			TakerAmount: r.order.TakerAmount, TxHash: word("transaction"),
			Block: api.BlockRef{Number: rapid.Uint64().Draw(t, "block"), Hash: word("hash"),
				Parent: word("parent"), Time: rapid.Uint64().Draw(t, "time")},
			LogIndex: uint(rapid.Uint32().Draw(t, "log"))}
		f.Payer = rapid.SampledFrom([]common.Address{{}, f.Taker, f.Maker, {7}}).Draw(t, "payer")
		roundTrip(t, fillCodec{}, f)
		text, err := store.JSON[api.Fill]{}.Append(nil, f)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := (fillCodec{}).Decode(text); err != nil || back != f {
			t.Fatalf("of JSON %+v came back as %+v, %v", f, back, err)
		}
		b, _ := fillCodec{}.Append(nil, f)
		if back, err := (fillCodec{}).Decode(b); err != nil || back != f || 2*len(b) > len(text) {
			t.Fatalf("%d bytes, %d of JSON: %+v came back as %+v, %v", len(b), len(text), f, back,
				err)
		}
	})
}

func settles[V any](t *testing.T, c store.Codec[V], v V) {
	once, err := c.Append(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	back, err := c.Decode(once)
	if err != nil {
		t.Fatalf("%+v is written %x and not read back: %v", v, once, err)
	}
	if twice, err := c.Append(nil, back); err != nil || !bytes.Equal(once, twice) {
		t.Fatalf("%x became %x, %v", once, twice, err)
	}
}
