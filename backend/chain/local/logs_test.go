package local_test

import (
	"math/big"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/chain/local"
)

// The logs that are read without JSON-RPC are those that the node tells, of all blocks of the
// deployment, and of each only those that are wanted.
func TestLogsAreTheNodes(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{})
	client := ethclient.NewClient(c.Client())
	all := 0
	for number := range c.Head().Number + 1 {
		h, err := client.HeaderByNumber(t.Context(), new(big.Int).SetUint64(number))
		if err != nil {
			t.Fatal(err)
		}
		hash := h.Hash()
		told, err := client.FilterLogs(t.Context(), ethereum.FilterQuery{BlockHash: &hash})
		if err != nil {
			t.Fatal(err)
		}
		read, err := c.Logs(t.Context(), hash, func(*types.Log) bool { return true })
		if err != nil || len(read) != len(told) || len(read) > 0 && !reflect.DeepEqual(read, told) {
			t.Fatalf("block %d: read %d logs, the node tells %d, %v", number, len(read), len(told),
				err)
		}
		all += len(read)
		var some []types.Log
		for i := range told {
			if len(told[i].Topics) == 3 {
				some = append(some, told[i])
			}
		}
		read, err = c.Logs(t.Context(), hash,
			func(l *types.Log) bool { return len(l.Topics) == 3 })
		if err != nil || !reflect.DeepEqual(read, some) {
			t.Fatalf("block %d: %d wanted logs, want %d, %v", number, len(read), len(some), err)
		}
	}
	if all < 100 {
		t.Errorf("compared %d logs alone", all)
	}
	any := func(*types.Log) bool { return true }
	if _, err := c.Logs(t.Context(), [32]byte{1}, any); err == nil {
		t.Error("logs of a block that there is not")
	}
}
