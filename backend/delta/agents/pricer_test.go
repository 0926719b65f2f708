package agents

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// The executor and its program are taken out of a swap's calldata as they stand in it, and calldata
// of anything else is refused by name: agents would send what is in it.
func TestProgramsInCalldata(t *testing.T) {
	t.Parallel()
	executor, program := common.Address{0xe8}, []byte("the program")
	generic := contracts.NewAugustusV6Generic()
	good := generic.PackSwapExactAmountIn(executor, contracts.GenericData{
		FromAmount: big.NewInt(1), ToAmount: big.NewInt(2), QuotedAmount: big.NewInt(3),
	}, new(big.Int), nil, program)
	got, code, err := programOf(good)
	if err != nil || got != executor || !bytes.Equal(code, program) {
		t.Errorf("%s, %q, %v", got, code, err)
	}
	for name, calldata := range map[string][]byte{
		"nothing": nil, "half": good[:len(good)/2],
		"a selector": generic.GetABI().Methods[genericMethod].ID,
	} {
		if _, _, err := programOf(calldata); err == nil ||
			!strings.Contains(err.Error(), "not of "+genericMethod) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if w := word(api.NewAmount(258)); len(w) != 32 || new(big.Int).SetBytes(w).Int64() != 258 {
		t.Errorf("258 as a word is %x", w)
	}
}
