package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/params"
)

// The settlement contract's domain at the address and on the chain of a real network is that of the
// reference, and so are the order hashes that the tests here compare the contract's events with.
func TestReferenceDeltaOrders(t *testing.T) {
	t.Parallel()
	var vectors struct{ Published, Generated []deltaVector }
	readJSON(t, "testdata/vectors.json", &vectors)
	c := newDeltaChain(t)
	code, err := c.client.CodeAt(t.Context(), c.Delta, nil)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, v := range append(vectors.Published, vectors.Generated...) {
		if v.Domain.Name != "Portikus" {
			continue
		}
		checked++
		if got := v.separator(t, code, c.delta.PackDOMAINSEPARATOR()); got != v.DomainSeparator {
			t.Errorf("%s: domain separator %s, want %s", v.Label, got, v.DomainSeparator)
		}
		message := map[string]any{}
		for name, value := range v.Message {
			message[name] = value
			if number, ok := value.(float64); ok {
				message[name] = big.NewInt(int64(number))
			}
		}
		if got := digest(t, deltaDomain(v.Domain.VerifyingContract, v.Domain.ChainID),
			v.PrimaryType+deltaFields, message); got != v.Hash {
			t.Errorf("%s: hash %s, want %s", v.Label, got, v.Hash)
		}
	}
	if checked < 2 {
		t.Fatalf("only %d orders checked", checked)
	}
}

type deltaVector struct {
	Label, PrimaryType string
	Domain             struct {
		Name              string
		ChainID           int64
		VerifyingContract common.Address
	}
	Message               map[string]any
	Hash, DomainSeparator common.Hash
}

func (v deltaVector) separator(t *testing.T, code, call []byte) common.Hash {
	t.Helper()
	config := *params.MergedTestChainConfig
	config.ChainID = big.NewInt(v.Domain.ChainID)
	statedb, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	if err != nil {
		t.Fatal(err)
	}
	statedb.SetCode(v.Domain.VerifyingContract, code, 0)
	answer, _, err := runtime.Call(
		v.Domain.VerifyingContract, call,
		&runtime.Config{ChainConfig: &config, State: statedb, GasLimit: gasLimit, Time: 1,
			BlockNumber: big.NewInt(1)})
	if err != nil {
		t.Fatal(err)
	}
	return common.BytesToHash(answer)
}
