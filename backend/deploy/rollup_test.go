package deploy_test

import (
	"bytes"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/deploy"
)

// node is one of an empty chain, which charges for what it writes to the chain below if rollup is
// set: 2,000,000 gas for a contract, 300,000 for a call.
type node struct {
	rollup, broken bool
	told           uint64 // gas, in all
}

func (*node) ChainId() hexutil.Uint64 { return 42161 }

func (*node) GetBlockByNumber(rpc.BlockNumber, bool) *types.Header {
	return &types.Header{Number: big.NewInt(7), Time: uint64(time.Now().Unix()),
		BaseFee: big.NewInt(1e9), Difficulty: new(big.Int), GasLimit: 30_000_000}
}

func (*node) GetCode(common.Address, any) hexutil.Bytes { return nil }

func (*node) GetTransactionCount(common.Address, string) hexutil.Uint64 { return 0 }

func (*node) GetBalance(common.Address, any) *hexutil.Big { return new(hexutil.Big) }

func (*node) GasPrice() *hexutil.Big { return (*hexutil.Big)(big.NewInt(2e9)) }

// Call answers as NodeInterface.gasEstimateL1Component does.
func (n *node) Call(c struct {
	To    common.Address
	Input hexutil.Bytes
	Data  hexutil.Bytes
}, _ any) (hexutil.Bytes, error) {
	if !n.rollup || c.To != common.HexToAddress("0xC8") {
		return nil, nil
	}
	const selector, word = 4, 32
	data := append(c.Data, c.Input...)
	gas := uint64(300_000)
	if bytes.Equal(data[selector+word:selector+2*word], common.BigToHash(big.NewInt(1)).Bytes()) {
		gas = 2_000_000
	}
	if n.broken && gas == 2_000_000 {
		return hexutil.Bytes{1}, nil
	}
	n.told += gas
	return append(common.BigToHash(new(big.Int).SetUint64(gas)).Bytes(), make([]byte, 64)...), nil
}

// What a chain charges in gas for writing to the chain below is a part of each step's limit, with
// the margin of the rest, and so of the cost that is shown.
func TestRollupGas(t *testing.T) {
	t.Parallel()
	n := new(node)
	server := rpc.NewServer()
	t.Cleanup(server.Stop)
	if err := server.RegisterName("eth", n); err != nil {
		t.Fatal(err)
	}
	net, err := chain.New(t.Context(), rpc.DialInProc(server), chain.Config{ChainID: 42161,
		Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	operator, err := deploy.EnsureOperator(t.TempDir(),
		bytes.NewReader(bytes.Repeat([]byte{1}, 32)))
	if err != nil {
		t.Fatal(err)
	}
	cost := func() (*deploy.Deployment, api.Amount) {
		d, err := deploy.Open(t.Context(), deploy.Config{Network: net, Operator: operator})
		if err != nil {
			t.Fatal(err)
		}
		cost, _, err := d.Cost(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return d, cost
	}
	_, without := cost()
	n.rollup = true
	d, with := cost()
	probe := uint64(2_000_000) // the first step, asked to know whether there is such a chain
	fees, err := net.Fees(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	more := new(big.Int).SetUint64((n.told - probe) * 125 / 100)
	if got := with.Sub(without); got != api.MustBig(more.Mul(more, fees.Max.Big())) {
		t.Errorf("it costs %s wei more, want %s", got, more)
	}
	if _, steps := d.Steps(); n.told < 300_000*uint64(steps)+10*probe {
		t.Errorf("the node was asked for %d gas in all, of %d steps", n.told, steps)
	}
	n.broken = true
	_, err = deploy.Open(t.Context(), deploy.Config{Network: net, Operator: operator})
	if err == nil || !strings.Contains(err.Error(), "to the chain below") {
		t.Errorf("a node that does not tell: %v", err)
	}
}
