package chain_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// What one of two nodes says is outvoted where the other says something else; who does not answer,
// or whose word is the same, outvotes nothing.
func TestNodesAreHeldAgainstEachOther(t *testing.T) {
	t.Parallel()
	two := newTwoNodes(t, time.Minute)
	token := contracts.NewStandardToken()
	calls := []chain.Call{
		{To: tokenOf(t, two.chain, "LINK"), Data: token.PackDecimals()},
		{To: tokenOf(t, two.chain, "USDC"), Data: token.PackDecimals()},
	}
	block := two.chain.Head().Hash
	answers := make([][]byte, len(calls))
	for i, decimals := range []byte{18, 6} {
		answers[i] = append(make([]byte, 31), decimals)
	}
	lied := slices.Clone(answers)
	lied[1] = append(make([]byte, 31), 18)
	for name, c := range map[string]struct {
		other   fault // what the node that is not in use does
		told    [][]byte
		against []int
	}{
		"both say the same":          {nil, answers, nil},
		"the one in use lied":        {nil, lied, []int{1}},
		"the other one does":         {each("eth_call", lie), answers, []int{0, 1}},
		"the other one is out":       {status(500, "oops"), answers, nil},
		"it refuses what it is told": {changed("", refuse), answers, nil},
	} {
		if c.other != nil {
			two.nodes[1].set(c.other)
		}
		against := two.net.Outvoted(t.Context(), block, calls, c.told)
		if !slices.Equal(against, c.against) {
			t.Errorf("%s: outvoted are %v, want %v", name, against, c.against)
		}
		two.nodes[1].heal()
		two.later.Add(int64(10 * time.Minute)) // a node that failed is asked again by then
	}
}

// lie is another number than any token has decimals.
func lie(json.RawMessage) any { return fmt.Sprintf("0x%064x", 99) }
