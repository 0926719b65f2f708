package local_test

import (
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
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

// A receipt is read as the node tells it, with those logs alone that are wanted.
func TestReceipts(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{})
	node := ethclient.NewClient(c.Client())
	seen, logs, created := 0, 0, 0
	for number := uint64(1); number <= c.Head().Number; number++ {
		block, err := node.BlockByNumber(t.Context(), new(big.Int).SetUint64(number))
		if err != nil {
			t.Fatal(err)
		}
		for _, tx := range block.Transactions() {
			want, err := node.TransactionReceipt(t.Context(), tx.Hash())
			if err != nil {
				t.Fatal(err)
			}
			got, from, to, err := c.Receipt(t.Context(), tx.Hash(),
				func(*types.Log) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			want.Bloom, got.Bloom = types.Bloom{}, types.Bloom{}
			a, _ := json.Marshal(want)
			b, _ := json.Marshal(got)
			if string(a) != string(b) {
				t.Fatalf("receipt of %s is\n%s, want\n%s", tx.Hash(), b, a)
			}
			sender, err := types.LatestSignerForChainID(tx.ChainId()).Sender(tx)
			if err != nil || from != sender || tx.To() != nil && to != *tx.To() {
				t.Errorf("%s is from %s to %s: %v", tx.Hash(), from, to, err)
			}
			if tx.To() == nil {
				created++
			}
			seen, logs = seen+1, logs+len(got.Logs)
			last, _, _, err := c.Receipt(t.Context(), tx.Hash(), func(l *types.Log) bool {
				return len(got.Logs) > 0 && slices.Equal(l.Topics, got.Logs[0].Topics)
			})
			if err != nil || len(got.Logs) > 0 && (len(last.Logs) == 0 ||
				last.Logs[0].Index != got.Logs[0].Index) {
				t.Errorf("of %s with the first log wanted: %+v, %v", tx.Hash(), last, err)
			}
		}
	}
	if seen < 20 || logs == 0 || created == 0 {
		t.Errorf("%d receipts, %d of contracts, with %d logs were compared", seen, created, logs)
	}
	if r, _, _, err := c.Receipt(t.Context(), common.Hash{1}, nil); r != nil || err != nil {
		t.Errorf("of a transaction that is nowhere: %v, %v", r, err)
	}
}
