package local_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/chain/local"
)

// logger is a contract that writes empty logs until little gas is left: JUMPDEST, LOG0 of no bytes,
// and again while more than 10,000 gas are there.
var logger = common.FromHex("5b60006000a06127105a1160005700")

// A search for logs is answered as the node that stores them would, and refused where it would find
// more than a client can want or the process can hold, whatever anybody wrote into blocks.
func TestSearchesForLogsAreBounded(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{RPCAddr: "127.0.0.1:0"})
	w := newLogWriter(t, c)
	client, send, at := w.client, w.send, w.at
	few, some := send(&at, 1_000_000, nil), send(&at, 1_000_000, nil)
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	many := send(&at, 15_000_000, nil)
	search := func(from, to *big.Int) ([]types.Log, error) {
		return client.FilterLogs(t.Context(), ethereum.FilterQuery{FromBlock: from, ToBlock: to,
			Addresses: []common.Address{at}})
	}
	for _, s := range []struct {
		what     string
		from, to *big.Int
		want     int
		refused  string
	}{
		{"a few blocks", new(big.Int), new(big.Int).Sub(many.BlockNumber, common.Big1),
			len(few.Logs) + len(some.Logs), ""},
		{"one full block", many.BlockNumber, many.BlockNumber, len(many.Logs), ""},
		{"the newest block", big.NewInt(-2), big.NewInt(-2), len(many.Logs), ""},
		{"a full block and one more", some.BlockNumber, nil, 0, "more than 10000 logs"},
		{"too many blocks", new(big.Int), big.NewInt(10_000), 0, "exceeds 10000 blocks"},
		{"none", many.BlockNumber, few.BlockNumber, 0, "ends before"},
		{"what is not there yet", some.BlockNumber, new(big.Int).Add(many.BlockNumber, common.Big1),
			0, "beyond"},
	} {
		logs, err := search(s.from, s.to)
		if s.refused != "" {
			if err == nil || !strings.Contains(err.Error(), s.refused) {
				t.Errorf("%s: %d logs, %v", s.what, len(logs), err)
			}
			continue
		}
		if err != nil || len(logs) != s.want {
			t.Errorf("%s: %d of %d logs, %v", s.what, len(logs), s.want, err)
		}
	}
	if len(many.Logs) <= 10_000 {
		t.Errorf("the full block has %d logs, which refuses nothing", len(many.Logs))
	}
	logs, err := client.FilterLogs(t.Context(), ethereum.FilterQuery{BlockHash: &many.BlockHash})
	if err != nil || len(logs) != len(many.Logs) {
		t.Errorf("by hash: %d of %d logs, %v", len(logs), len(many.Logs), err)
	}
}
