package delta

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
)

// The Delta contract of these tests, and Permit2.
var (
	deltaContract   = common.Address{0xde}
	permit2Contract = common.Address{0x92}
)

// node is a network's node whose answers a test sets. It speaks JSON-RPC, so that all that the
// orders ask goes through the real client.
type node struct {
	fails    map[string]bool // methods that it can't answer
	used     map[string]bool // nonces, as the contract's call asks for them
	codes    map[common.Address]hexutil.Bytes
	accepts  bool                    // what owners that are contracts say of signatures
	rich     map[common.Address]bool // who has of every token, and allows, more than orders sell
	gas      uint64                  // that the last of them was given
	txs      map[common.Hash]*types.Transaction
	receipts map[common.Hash]*types.Receipt
	head     types.Header
}

var errNode = errors.New("the disk of the node is gone")

func (n *node) fail(method string) error {
	if n.fails[method] {
		return errNode
	}
	return nil
}

// ChainId answers eth_chainId.
func (n *node) ChainId() (hexutil.Uint64, error) { return 1337, nil }

// GasPrice answers eth_gasPrice.
func (n *node) GasPrice() (*hexutil.Big, error) { return (*hexutil.Big)(big.NewInt(1)), nil }

// GetBlockByNumber answers eth_getBlockByNumber.
func (n *node) GetBlockByNumber(string, bool) (*types.Header, error) {
	return &n.head, n.fail("head")
}

// SimulateV1 is there, as on a node on which settlements can be tried; here none are.
func (n *node) SimulateV1(any, any) ([]any, error) { return []any{}, nil }

// GetCode answers eth_getCode.
func (n *node) GetCode(a common.Address, _ any) (hexutil.Bytes, error) {
	return n.codes[a], n.fail("code")
}

// Call answers eth_call: whether a nonce is used, or an owner's word on a signature.
func (n *node) Call(args struct {
	To   common.Address
	Data hexutil.Bytes
	Gas  hexutil.Uint64
}, _ any) (hexutil.Bytes, error) {
	if args.To == deltaContract {
		word := make([]byte, 32)
		if n.used[string(args.Data)] {
			word[31] = 1
		}
		return word, n.fail("nonce")
	}
	word := make([]byte, 32)
	n.gas = uint64(args.Gas)
	if len(args.Data) >= 36 && n.rich[common.Address(args.Data[16:36])] {
		word[0] = 1
	}
	if n.accepts {
		copy(word, args.Data[:4]) // ERC-1271: the selector is the yes
	}
	return word, n.fail("owner")
}

// GetTransactionReceipt answers eth_getTransactionReceipt.
func (n *node) GetTransactionReceipt(hash common.Hash) (any, error) {
	if r := n.receipts[hash]; r != nil {
		return r, n.fail("receipt")
	}
	return nil, n.fail("receipt")
}

// GetTransactionByHash answers eth_getTransactionByHash.
func (n *node) GetTransactionByHash(hash common.Hash) (json.RawMessage, error) {
	if err := n.fail("transaction"); err != nil || n.txs[hash] == nil {
		return nil, err
	}
	return n.txs[hash].MarshalJSON()
}

// spend makes an owner's nonce used.
func (n *node) spend(owner common.Address, nonce api.Amount) {
	n.used[string(settlement.ABI.PackIsNonceUsed(owner, nonce.Big()))] = true
}

// keeperOn is the orders on a node at block 1, whose time is that of the clock.
func keeperOn(t testing.TB) (*Service, *node) {
	t.Helper()
	n := &node{fails: make(map[string]bool), used: make(map[string]bool),
		codes:    make(map[common.Address]hexutil.Bytes),
		rich:     make(map[common.Address]bool),
		txs:      make(map[common.Hash]*types.Transaction),
		receipts: make(map[common.Hash]*types.Receipt),
		head: types.Header{Number: big.NewInt(1), Time: 1_800_000_000, Difficulty: new(big.Int),
			BaseFee: new(big.Int)}}
	server := rpc.NewServer()
	if err := server.RegisterName("eth", n); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	s := keeper(t)
	s.contracts = api.Contracts{Delta: deltaContract, Permit2: permit2Contract}
	net, err := chain.New(t.Context(), rpc.DialInProc(server), chain.Config{ChainID: 1337,
		Contracts: s.contracts, BlockTime: time.Second, Now: s.cfg.Now, Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	s.cfg.Network, s.cfg.Random = net, counter{}
	return s, n
}

// counter is randomness that counts.
type counter struct{}

func (counter) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(i + 1)
	}
	return len(p), nil
}

// exhausted is randomness that has ended.
type exhausted struct{}

func (exhausted) Read([]byte) (int, error) { return 0, errNode }

// trader is the key of an owner.
var trader, _ = crypto.ToECDSA(common.LeftPadBytes([]byte{7}, 32))

// sample is an order that can be submitted.
func sample(alter ...func(*api.DeltaOrder)) api.DeltaOrder {
	o := api.DeltaOrder{Owner: crypto.PubkeyToAddress(trader.PublicKey),
		SrcToken: common.Address{1}, DestToken: common.Address{2},
		SrcAmount: api.NewAmount(1000), DestAmount: api.NewAmount(10),
		ExpectedDestAmount: api.NewAmount(11), Nonce: api.NewAmount(5), Deadline: 1_800_000_100}
	for _, f := range alter {
		f(&o)
	}
	return o
}

// signedBy is a submission of an order with its owner's signature.
func signedBy(t testing.TB, o api.DeltaOrder) api.DeltaSubmission {
	t.Helper()
	return api.DeltaSubmission{ChainID: 1337, Order: o,
		Signature: signedHash(t, eip712.DeltaTypedData(1337, deltaContract, o).Hash())}
}

// signedHash is the trader's signature of a hash.
func signedHash(t testing.TB, hash common.Hash) []byte {
	t.Helper()
	signature, err := crypto.Sign(hash[:], trader)
	if err != nil {
		t.Fatal(err)
	}
	signature[64] += 27
	return signature
}

// mined has the node know a transaction of the trader with a log, in a block.
func (n *node) mined(t testing.TB, nonce, block uint64, logs ...*types.Log) *types.Receipt {
	t.Helper()
	tx, err := types.SignNewTx(trader, types.LatestSignerForChainID(big.NewInt(1337)),
		&types.DynamicFeeTx{ChainID: big.NewInt(1337), Nonce: nonce, To: &deltaContract,
			GasFeeCap: big.NewInt(9), GasTipCap: big.NewInt(1), Gas: 21_000})
	if err != nil {
		t.Fatal(err)
	}
	r := &types.Receipt{Status: 1, TxHash: tx.Hash(), BlockNumber: new(big.Int).SetUint64(block),
		BlockHash: common.Hash{byte(block)}, GasUsed: 21_000, EffectiveGasPrice: big.NewInt(3),
		Logs: logs, TransactionIndex: 2}
	if logs == nil {
		r.Logs = []*types.Log{}
	}
	for _, l := range logs {
		l.TxHash, l.BlockNumber, l.BlockHash = r.TxHash, block, r.BlockHash
	}
	n.txs[tx.Hash()], n.receipts[tx.Hash()] = tx, r
	return r
}

// settledLog is the contract's word that an order was settled: whole, or a part where there is a
// total.
func settledLog(t testing.TB, order common.Hash, spent, received, total int64) *types.Log {
	t.Helper()
	event := settlement.ABI.GetABI().Events["OrderSettled"]
	values := []any{common.Address{1}, common.Address{2}, big.NewInt(spent), big.NewInt(1),
		big.NewInt(received), big.NewInt(2), big.NewInt(3)} // the fees last
	if total > 0 {
		event = settlement.ABI.GetABI().Events["OrderPartiallyFilled"]
		values = append(values, big.NewInt(total))
	}
	data, err := event.Inputs.NonIndexed().Pack(values...)
	if err != nil {
		t.Fatal(err)
	}
	return &types.Log{Address: deltaContract, Data: data, Index: 4,
		Topics: []common.Hash{event.ID, {11: 9}, {11: 9}, order}}
}

// wants checks an error by its type and a part of its text.
func wants(t testing.TB, name string, err error, kind api.ErrorType, text string) {
	t.Helper()
	if api.TypeOf(err) != kind || !strings.Contains(fmt.Sprint(err), text) {
		t.Errorf("%s: %s %v, want %s with %q", name, api.TypeOf(err), err, kind, text)
	}
}
