package eip712_test

import (
	"encoding/json"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/eip712/eip712test"
)

// oracleHash hashes the JSON form of typed data with go-ethereum's own implementation, so JSON and
// hash are proven together.
func oracleHash(t interface{ Fatal(...any) }, data eip712.TypedData) common.Hash {
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

func TestTypedDataHashesAsGoEthereumDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := eip712test.TypedData.Draw(t, "data")
		if got, want := data.Hash(), oracleHash(t, data); got != want {
			t.Fatalf("%s hashes to %s, want %s", data.Message.Type, got, want)
		}
	})
}

func TestHandLaidOrderHashIsTheTypedDataHash(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o, chain, contract := eip712test.Order.Draw(t, "order"), rapid.Uint64().Draw(t, "chain"),
			eip712test.Address.Draw(t, "contract")
		want := eip712.OrderTypedData(chain, contract, o).Hash()
		if got := eip712.NewOrderHasher(chain, contract).Hash(&o); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}

// FuzzOrderHash compares the hand-laid hash with go-ethereum's typed-data package.
func FuzzOrderHash(f *testing.F) {
	f.Add([]byte("seed"))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		o, contract := eip712test.Order.Draw(t, "order"), eip712test.Address.Draw(t, "contract")
		want := oracleHash(t, eip712.OrderTypedData(1337, contract, o))
		if got := eip712.HashOrder(1337, contract, &o); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}))
}

func TestKnownPermitTypeHashes(t *testing.T) {
	t.Parallel()
	// The type strings of ERC-2612, DAI and Permit2, as their contracts have them.
	for _, c := range []struct {
		data eip712.TypedData
		want string
	}{
		{eip712.Permit{}.TypedData(), "Permit(address owner,address spender,uint256 " +
			"value,uint256 nonce,uint256 deadline)"},
		{eip712.DAIPermit{}.TypedData(),
			"Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)"},
		{eip712.Permit2Transfer{}.TypedData(1, common.Address{}),
			"PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 " +
				"deadline)TokenPermissions(address token,uint256 amount)"},
		{eip712.Permit2Allowance{}.TypedData(1, common.Address{}),
			"PermitSingle(PermitDetails details,address spender,uint256 " +
				"sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 " +
				"nonce)"},
	} {
		if got := c.data.EncodeType(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func BenchmarkHashOrder(b *testing.B) {
	o := api.Order{Expiry: 1893456000, MakerAmount: api.NewAmount(1), TakerAmount: api.MaxAmount}
	h := eip712.NewOrderHasher(1337, common.Address{1})
	b.ReportAllocs()
	for b.Loop() {
		h.Hash(&o)
	}
}
