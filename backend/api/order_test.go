package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
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
	if nft {
		r.MakerAsset.Kind, r.MakerAsset.ID = ERC721, NewAmount(77)
		return r
	}
	r.UpdatedAt, r.FillOrKill, r.MakerBalance, r.SwappableBalance = 6, true, NewAmount(9),
		NewAmount(8)
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

func TestRecordJSONFields(t *testing.T) {
	listed, _ := json.Marshal(record(false))
	created, _ := record(false).MarshalCreated()
	nft, _ := json.Marshal(record(true))
	for _, tt := range []struct {
		name        string
		json        []byte
		has, hasNot string
	}{
		{"listed", listed, `"isFillOrKill":true`, `makerAssetType`},
		{"created", created, `"permitMakerAsset":null`, `isFillOrKill`},
		{"nft", nft, `"makerAssetType":2`, `updatedAt`},
		{"nft ids", nft, `"makerAssetId":"77"`, `swappableBalance`},
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
