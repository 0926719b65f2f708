package agents

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap"
	"bourse/backend/swap/pools"
	"bourse/backend/tokens"
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

// Where no state of the pools is known there is no route, and the pricer says why.
func TestNoRouteWithoutPools(t *testing.T) {
	t.Parallel()
	net, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{"http://127.0.0.1:1"}},
		chain.Config{ChainID: 1337}) // which nobody asks
	if err != nil {
		t.Fatal(err)
	}
	list := tokens.New(net, nil, nil, nil)
	p := SwapPricer{ChainID: 1337, Swaps: swap.Open(swap.Config{Network: net, Tokens: list,
		Pools: pools.Open(pools.Config{Network: net, Tokens: list})})}
	route, err := p.Best(t.Context(), api.BlockRef{Number: 7}, common.Address{1},
		common.Address{2}, api.NewAmount(1))
	if api.TypeOf(err) != api.RateChanged || !strings.Contains(err.Error(), "block 7") ||
		len(route.Calls) != 0 {
		t.Errorf("%+v, %v", route, err)
	}
}
