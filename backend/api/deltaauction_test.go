package api_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// An order to sign comes back as it was written, and typed data of anything else is refused: the
// signer makes the types anew.
func TestDeltaToSign(t *testing.T) {
	t.Parallel()
	for _, fillable := range []bool{false, true} {
		want := api.DeltaToSign{ChainID: 1337, Contract: common.HexToAddress("0xde17a0"),
			Order: api.DeltaOrder{
				Owner: common.HexToAddress("0x1"), SrcToken: common.HexToAddress("0x2"),
				DestToken: common.HexToAddress("0x3"), SrcAmount: api.NewAmount(4),
				DestAmount: api.NewAmount(5), ExpectedDestAmount: api.NewAmount(6), Deadline: 7,
				Nonce: api.MaxAmount, Permit: []byte{1}, Fillable: fillable,
			}}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got api.DeltaToSign
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s came back as %+v, %v", text, got, err)
		}
		for old, changed := range map[string]string{
			`"Portikus"`: `"Other"`, `"2.0.0"`: `"3.0.0"`,
			`{"name":"nonce","type":"uint256"}`:  `{"name":"nonce","type":"uint128"}`,
			`{"name":"owner","type":"address"},`: ``, `"types":{`: `"types":{"Extra":[],`,
			want.Order.TypeName() + `":[`: `Elsewhere":[`,
			`{"name":"srcToken","type":"address"},{"name":"destToken","type":"address"}`: `{"name":"destToken","type":"address"},{"name":"srcToken","type":"address"}`,
		} {
			other := strings.Replace(string(text), old, changed, 1)
			if err := json.Unmarshal([]byte(other), &got); other == string(text) ||
				api.TypeOf(err) != api.ValidationError {
				t.Errorf("%s is taken: %v", other, err)
			}
		}
	}
}
