package wallet_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/wallet"
)

// oracleHash hashes the JSON form of typed data with go-ethereum's own implementation, so JSON and hash are proven together.
func oracleHash(t interface{ Fatal(...any) }, data wallet.TypedData) common.Hash {
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	var other apitypes.TypedData
	if err := json.Unmarshal(raw, &other); err != nil {
		t.Fatal(err)
	}
	hash, _, err := apitypes.TypedDataAndHash(other)
	if err != nil {
		t.Fatal(err, string(raw))
	}
	return common.BytesToHash(hash)
}

var (
	genAmount = rapid.Custom(func(t *rapid.T) api.Amount {
		b := rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "amount")
		return api.MustBig(new(big.Int).SetBytes(b))
	})
	genAddress = rapid.Custom(func(t *rapid.T) common.Address {
		return common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "address"))
	})
	genOrder = rapid.Custom(func(t *rapid.T) api.Order {
		o := api.Order{
			NFT: rapid.Bool().Draw(t, "nft"), NonceAndMeta: genAmount.Draw(t, "nonce"), Expiry: rapid.Uint64().Draw(t, "expiry"),
			MakerAsset: api.Asset{Address: genAddress.Draw(t, "makerAsset")}, TakerAsset: api.Asset{Address: genAddress.Draw(t, "takerAsset")},
			Maker: genAddress.Draw(t, "maker"), Taker: genAddress.Draw(t, "taker"),
			MakerAmount: genAmount.Draw(t, "makerAmount"), TakerAmount: genAmount.Draw(t, "takerAmount"),
		}
		if o.NFT {
			for _, a := range []*api.Asset{&o.MakerAsset, &o.TakerAsset} {
				a.Kind, a.ID = api.AssetKind(rapid.IntRange(0, 2).Draw(t, "kind")), genAmount.Draw(t, "id")
			}
		}
		return o
	})
	genTypedData = rapid.Custom(func(t *rapid.T) wallet.TypedData {
		chain, contract := rapid.Uint64Range(1, 1<<40).Draw(t, "chain"), genAddress.Draw(t, "contract")
		amount := func(name string) api.Amount { return genAmount.Draw(t, name) }
		address := func(name string) common.Address { return genAddress.Draw(t, name) }
		// The oracle takes an empty name for none.
		token := wallet.Domain{Name: rapid.StringN(1, -1, -1).Draw(t, "name"), Version: "1", ChainID: chain, Contract: contract}
		uint48 := rapid.Uint64Range(0, 1<<48-1)
		switch rapid.IntRange(0, 6).Draw(t, "type") {
		case 0:
			return wallet.OrderTypedData(chain, contract, genOrder.Draw(t, "order"))
		case 1:
			return wallet.DeltaTypedData(chain, contract, wallet.DeltaOrder{
				Owner: address("owner"), Beneficiary: address("beneficiary"), SrcToken: address("src"), DestToken: address("dest"),
				SrcAmount: amount("srcAmount"), DestAmount: amount("destAmount"), ExpectedDestAmount: amount("expected"),
				Deadline: rapid.Uint64().Draw(t, "deadline"), Nonce: amount("nonce"), PartnerAndFee: amount("partner"),
				Permit: rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "permit"), Fillable: rapid.Bool().Draw(t, "fillable"),
			})
		case 2:
			return wallet.CancellationsTypedData(chain, contract, rapid.SliceOf(rapid.String()).Draw(t, "ids"))
		case 3:
			return wallet.Permit{Token: token, Owner: address("owner"), Spender: address("spender"), Value: amount("value"),
				Nonce: amount("nonce"), Deadline: amount("deadline")}.TypedData()
		case 4:
			return wallet.DAIPermit{Token: token, Holder: address("holder"), Spender: address("spender"), Nonce: amount("nonce"),
				Expiry: amount("expiry"), Allowed: rapid.Bool().Draw(t, "allowed")}.TypedData()
		case 5:
			return wallet.Permit2Transfer{Token: address("token"), Amount: amount("amount"), Spender: address("spender"),
				Nonce: amount("nonce"), Deadline: amount("deadline")}.TypedData(chain, contract)
		}
		return wallet.Permit2Allowance{Token: address("token"), Amount: api.MustBig(address("amount").Big()),
			Expiration: uint48.Draw(t, "expiration"), Nonce: uint48.Draw(t, "nonce"), Spender: address("spender"),
			SigDeadline: amount("deadline")}.TypedData(chain, contract)
	})
)

func TestTypedDataHashesAsGoEthereumDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := genTypedData.Draw(t, "data")
		if got, want := data.Hash(), oracleHash(t, data); got != want {
			t.Fatalf("%s hashes to %s, want %s", data.Message.Type, got, want)
		}
	})
}

func TestHandLaidOrderHashIsTheTypedDataHash(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o, chain, contract := genOrder.Draw(t, "order"), rapid.Uint64().Draw(t, "chain"), genAddress.Draw(t, "contract")
		want := wallet.OrderTypedData(chain, contract, o).Hash()
		if got := wallet.NewOrderHasher(chain, contract).Hash(&o); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}

// FuzzOrderHash compares the hand-laid hash with go-ethereum's typed-data package.
func FuzzOrderHash(f *testing.F) {
	f.Add([]byte("seed"))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		o, contract := genOrder.Draw(t, "order"), genAddress.Draw(t, "contract")
		want := oracleHash(t, wallet.OrderTypedData(1337, contract, o))
		if got := wallet.HashOrder(1337, contract, &o); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}))
}

func TestKnownPermitTypeHashes(t *testing.T) {
	t.Parallel()
	// The type strings of ERC-2612, DAI and Permit2, as their contracts have them.
	for _, c := range []struct {
		data wallet.TypedData
		want string
	}{
		{wallet.Permit{}.TypedData(), "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"},
		{wallet.DAIPermit{}.TypedData(), "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)"},
		{wallet.Permit2Transfer{}.TypedData(1, common.Address{}), "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"},
		{wallet.Permit2Allowance{}.TypedData(1, common.Address{}), "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"},
	} {
		if got := c.data.EncodeType(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func BenchmarkHashOrder(b *testing.B) {
	o := api.Order{Expiry: 1893456000, MakerAmount: api.NewAmount(1), TakerAmount: api.MaxAmount}
	h := wallet.NewOrderHasher(1337, common.Address{1})
	b.ReportAllocs()
	for b.Loop() {
		h.Hash(&o)
	}
}
