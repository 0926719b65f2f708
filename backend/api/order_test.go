package api

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

func record(nft bool) OrderRecord {
	tx := common.HexToHash("0x77")
	r := OrderRecord{
		Order: Order{
			NFT: nft, Expiry: 1893456000, Maker: common.HexToAddress(
				"0x05182E579FDfCf69E4390c3411D8FeA1fb6467cf"),
			NonceAndMeta: PackNonce(NewAmount(9007199254740991),
				common.HexToAddress("0x2222222222222222222222222222222222222222")),
			MakerAsset:  Asset{Address: common.HexToAddress("0x33")},
			TakerAsset:  Asset{Address: common.HexToAddress("0x44")},
			MakerAmount: NewAmount(1000), TakerAmount: NewAmount(300),
		},
		ChainID: 1337, Hash: common.HexToHash("0x99"), Signature: []byte{1, 2, 3}, State: Pending,
		CreatedAt:       5,
		TransactionHash: &tx, FillableBalance: NewAmount(10),
	}
	r.MakerBalance, r.SwappableBalance = NewAmount(9), NewAmount(8)
	if nft {
		r.MakerAsset.Kind, r.MakerAsset.ID = ERC721, NewAmount(77)
		return r
	}
	r.UpdatedAt, r.FillOrKill = 6, true
	return r
}

func TestRecordJSONRoundTrips(t *testing.T) {
	for _, nft := range []bool{false, true} {
		want := record(nft)
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got OrderRecord
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("nft %v: %s\ngot  %+v\nwant %+v", nft, b, got, want)
		}
	}
}

// What records write is what encoding/json writes of the shape in which they are read, but that it
// escapes what HTML would need.
func TestRecordJSONIsItsShape(t *testing.T) {
	tricky := record(true)
	tricky.StateReason, tricky.State = "its \"maker\" \n\xff\u2028é", `un"known`
	tricky.PermitMakerAsset, tricky.Signature = []byte{0, 255}, nil
	empty := record(false)
	empty.TransactionHash, empty.NonceAndMeta, empty.MakerAmount = nil, Amount{}, MaxAmount
	empty.Expiry, empty.CreatedAt, empty.UpdatedAt = math.MaxUint64, math.MinInt64, -1
	for i, r := range []OrderRecord{record(false), record(true), tricky, empty} {
		for _, listed := range []bool{true, false} {
			want, err := json.Marshal(r.wire(listed))
			if err != nil {
				t.Fatal(err)
			}
			got := r.append([]byte("before "), listed)
			var spaced bytes.Buffer
			if err := json.Compact(&spaced, got[len("before "):]); err != nil ||
				!bytes.Equal(spaced.Bytes(), got[len("before "):]) {
				t.Errorf("record %d is not compact JSON: %v %s", i, err, got)
			}
			text := strings.ReplaceAll(string(want), `\u2028`, "\u2028")
			if text = strings.ReplaceAll(text, `\ufffd`, "\ufffd"); string(got) != "before "+text {
				t.Errorf("record %d writes\n%s\nnot\n%s", i, got, text)
			}
		}
	}
}

// wire is the record in the shape in which it is read.
func (r OrderRecord) wire(listed bool) orderJSON {
	w := orderJSON{
		Expiry: r.Expiry, CreatedAt: r.CreatedAt, TransactionHash: r.TransactionHash,
		ChainID:      r.ChainID,
		NonceAndMeta: r.NonceAndMeta, Maker: r.Maker, Taker: r.Taker,
		TakerFromMeta: r.TakerFromMeta(),
		MakerAsset:    r.MakerAsset.Address, TakerAsset: r.TakerAsset.Address,
		MakerAmount: r.MakerAmount, TakerAmount: r.TakerAmount, FillableBalance: r.FillableBalance,
		Signature: r.Signature, OrderHash: r.Hash, Type: r.Type(), State: r.State,
		StateReason: r.StateReason,
	}
	if len(r.PermitMakerAsset) > 0 {
		p := hexutil.Bytes(r.PermitMakerAsset)
		w.PermitMakerAsset = &p
	}
	w.SwappableBalance, w.MakerBalance = &r.SwappableBalance, &r.MakerBalance
	if r.NFT {
		w.MakerAssetID, w.MakerAssetType = &r.MakerAsset.ID, &r.MakerAsset.Kind
		w.TakerAssetID, w.TakerAssetType = &r.TakerAsset.ID, &r.TakerAsset.Kind
		return w
	}
	w.UpdatedAt = &r.UpdatedAt
	if listed {
		w.IsFillOrKill = &r.FillOrKill
	}
	return w
}

func TestRecordJSONFields(t *testing.T) {
	listed, _ := json.Marshal(record(false))
	fresh := record(false)
	created := fresh.AppendCreated(nil)
	nft, _ := json.Marshal(record(true))
	for _, tt := range []struct {
		name        string
		json        []byte
		has, hasNot string
	}{
		{"listed", listed, `"isFillOrKill":true`, `makerAssetType`},
		{"created", created, `"permitMakerAsset":null`, `isFillOrKill`},
		{"nft", nft, `"makerAssetType":2`, `updatedAt`},
		{"nft ids", nft, `"makerAssetId":"77"`, `isFillOrKill`},
		{"lower case", listed, `"maker":"0x05182e579fdfcf69e4390c3411d8fea1fb6467cf"`, `05182E`},
		{"taker", listed, `"takerFromMeta":"0x2222222222222222222222222222222222222222"`,
			`makerBalance":""`},
	} {
		if !strings.Contains(string(tt.json), tt.has) ||
			strings.Contains(string(tt.json), tt.hasNot) {
			t.Errorf("%s: want %s and not %s in %s", tt.name, tt.has, tt.hasNot, tt.json)
		}
	}
}

func TestPackAsset(t *testing.T) {
	threes := common.HexToAddress("0x3333333333333333333333333333333333333333")
	for kind, want := range map[AssetKind]string{
		ERC20:   "292300327466180583640736966543256603931186508595",
		ERC1155: "1753801964797083501844421799259539623587119051571",
		ERC721:  "3215303602127986420048106631975822643243051594547",
	} {
		a := Asset{Kind: kind, Address: threes, ID: NewAmount(7)}
		if got := a.Pack().String(); got != want {
			t.Errorf("%s packs to %s, want %s", kind, got, want)
		}
		if back, err := UnpackAsset(a.Pack(), a.ID); err != nil || back != a {
			t.Errorf("%s unpacks to %+v, %v", kind, back, err)
		}
	}
	for _, bad := range []Amount{{}, MaxAmount} {
		bad = bad.Add(Asset{Kind: 3, Address: threes}.Pack())
		if a, err := UnpackAsset(bad, Amount{}); err == nil {
			t.Errorf("%s unpacked to %+v, want an error", bad, a)
		}
	}
}

func TestParseAddressChecksum(t *testing.T) {
	good := "0x05182E579FDfCf69E4390c3411D8FeA1fb6467cf"
	for _, s := range []string{good, strings.ToLower(good), "0x" + strings.ToUpper(good[2:])} {
		if _, err := ParseAddress(s); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	for _, s := range []string{"", "0x", good[2:], good[:41], good + "0",
		strings.Replace(good, "2E", "2e", 1), "0x" + strings.Repeat("g", 40)} {
		if _, err := ParseAddress(s); err == nil {
			t.Errorf("%q was taken", s)
		}
	}
}
