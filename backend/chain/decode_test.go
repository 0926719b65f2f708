package chain

import (
	"encoding/json"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// FuzzHeader: whatever a node says, a header is taken only if its hash is that of its contents.
func FuzzHeader(f *testing.F) {
	for _, h := range []*types.Header{
		{Number: big.NewInt(1), Difficulty: new(big.Int), Time: 5},
		{Number: big.NewInt(1 << 40), Difficulty: big.NewInt(1), BaseFee: big.NewInt(7),
			GasLimit: 60_000_000, Extra: []byte("extra")},
	} {
		raw, err := json.Marshal(h)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`null`))
	f.Add([]byte(`{"number":"0x0"}`))
	f.Add([]byte(`"0x1"`))
	n := &nodes{cfg: Config{ChainID: 1}}
	f.Fuzz(func(t *testing.T, raw []byte) {
		h, err := n.header(raw)
		if err != nil {
			return
		}
		var full types.Header
		if err := json.Unmarshal(raw, &full); err != nil {
			t.Fatalf("took what does not decode: %v", err)
		}
		if h.Hash != full.Hash() || h.Number != full.Number.Uint64() ||
			h.Parent != full.ParentHash || h.Bloom != full.Bloom {
			t.Fatalf("%+v of %+v", h, full)
		}
	})
}

// FuzzLogs: logs are taken only if they belong to the block, are in order and make its bloom.
func FuzzLogs(f *testing.F) {
	l := types.Log{BlockNumber: 7, Topics: nil, Data: []byte{1}}
	for _, logs := range [][]types.Log{{}, {l}, {l, l}} {
		raw, err := json.Marshal(logs)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	n := newNetwork(Config{ChainID: 1})
	f.Fuzz(func(t *testing.T, raw []byte) {
		var logs []types.Log
		if json.Unmarshal(raw, &logs) != nil || len(logs) == 0 {
			return
		}
		receipt := &types.Receipt{}
		for i := range logs {
			receipt.Logs = append(receipt.Logs, &logs[i])
		}
		h := Header{Bloom: types.CreateBloom(receipt)}
		h.Hash, h.Number = logs[0].BlockHash, logs[0].BlockNumber
		err := n.checkLogs(h, logs)
		for i, l := range logs {
			bad := l.BlockHash != h.Hash || l.BlockNumber != h.Number || l.Removed || i > 0 &&
				l.Index <= logs[i-1].Index
			if bad && err == nil {
				t.Fatalf("took log %d of %+v", i, logs)
			}
		}
		h.Bloom[100] ^= 1
		if n.checkLogs(h, logs) == nil {
			t.Fatal("took logs that do not make the bloom")
		}
	})
}

// A receipt says that a contract was created by calling nobody.
func TestReceiptOfACreation(t *testing.T) {
	t.Parallel()
	creator := common.Address{1}
	for name, tc := range map[string]struct{ to, want string }{
		"a creation": {`null`, "0x0000000000000000000000000000000000000000"},
		"a call": {`"0x0900000000000000000000000000000000000000"`,
			"0x0900000000000000000000000000000000000000"},
	} {
		text := fmt.Sprintf(`{"transactionHash":"%s","blockHash":"%s","blockNumber":"0x7",`+
			`"transactionIndex":"0x0","cumulativeGasUsed":"0x5208","gasUsed":"0x5208","logs":[],`+
			`"logsBloom":"0x%x","status":"0x1","type":"0x2","from":"%s","to":%s}`,
			common.Hash{2}, common.Hash{3}, types.Bloom{}, creator, tc.to)
		var r minedReceipt
		if err := json.Unmarshal([]byte(text), &r); err != nil || r.From != creator ||
			r.To != common.HexToAddress(tc.want) || r.GasUsed != 21_000 {
			t.Errorf("%s: from %s to %s, %v", name, r.From, r.To, err)
		}
	}
}
