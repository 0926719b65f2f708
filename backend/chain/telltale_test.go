package chain_test

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
)

// sight is something that code can see of where it runs.
type sight struct {
	name string
	code []byte // leaves it on the stack
}

func ops(list ...vm.OpCode) (code []byte) {
	for _, op := range list {
		code = append(code, byte(op))
	}
	return code
}

// cost is the gas that code uses which leaves one word.
func cost(code []byte) []byte {
	code = append(ops(vm.GAS), code...)
	return append(code, ops(vm.POP, vm.GAS, vm.SWAP1, vm.SUB)...)
}

// sights are all that a contract can see beside its own state and what it is called with.
var sights = []sight{
	{"gas price", ops(vm.GASPRICE)},
	{"base fee", ops(vm.BASEFEE)},
	{"blob base fee", ops(vm.BLOBBASEFEE)},
	{"coinbase", ops(vm.COINBASE)},
	{"number", ops(vm.NUMBER)},
	{"timestamp", ops(vm.TIMESTAMP)},
	{"gas limit", ops(vm.GASLIMIT)},
	{"chain id", ops(vm.CHAINID)},
	{"origin", ops(vm.ORIGIN)},
	{"caller", ops(vm.CALLER)},
	{"value", ops(vm.CALLVALUE)},
	{"last block hash", ops(vm.PUSH1, 1, vm.NUMBER, vm.SUB, vm.BLOCKHASH)},
	{"own balance", ops(vm.SELFBALANCE)},
	{"balance of the origin", ops(vm.ORIGIN, vm.BALANCE)},
	{"balance of the coinbase", ops(vm.COINBASE, vm.BALANCE)},
	{"code of the origin", ops(vm.ORIGIN, vm.EXTCODEHASH)},
	{"size of the coinbase's code", ops(vm.COINBASE, vm.EXTCODESIZE)},
	{"blob", ops(vm.PUSH0, vm.BLOBHASH)},
	{"price of the origin's balance", cost(ops(vm.ORIGIN, vm.BALANCE))},
	{"price of the coinbase's balance", cost(ops(vm.COINBASE, vm.BALANCE))},
	{"price of a slot", cost(ops(vm.PUSH0, vm.SLOAD))},
	{"price of a stranger's code", cost(ops(vm.NUMBER, vm.EXTCODESIZE))},
	{"gas left", ops(vm.GAS)},
	{"randomness", ops(vm.PREVRANDAO)},
}

// putCode puts code on a chain and returns where it is.
func putCode(t *testing.T, c *local.Chain, n *chain.Network, code []byte) common.Address {
	t.Helper()
	key := local.House{}.Trader(1)
	from := crypto.PubkeyToAddress(key.PublicKey)
	nonce, err := n.Nonce(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	fees, err := n.Fees(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	size := []byte{byte(len(code) >> 8), byte(len(code))}
	init := bytes.Join([][]byte{ops(vm.PUSH2), size, ops(vm.DUP1, vm.PUSH1, 12, vm.PUSH0,
		vm.CODECOPY, vm.PUSH0, vm.RETURN)}, nil)
	init = append(init, make([]byte, 12-len(init))...)
	id := big.NewInt(api.LocalChainID)
	raw, err := types.MustSignNewTx(key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: 3_000_000, Data: append(init, code...),
		GasFeeCap: fees.Max.Big(), GasTipCap: fees.Tip.Big()}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.SendRaw(t.Context(), raw); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	return crypto.CreateAddress(from, nonce)
}

// witness is code that logs all that it sees.
func witness() (code []byte) {
	for i, s := range sights {
		code = append(append(code, s.code...), byte(vm.PUSH2), byte(i*32>>8), byte(i*32),
			byte(vm.MSTORE))
	}
	size := 32 * len(sights)
	return append(code, byte(vm.PUSH2), byte(size>>8), byte(size), byte(vm.PUSH0), byte(vm.LOG0))
}

// A contract sees of a simulation what it will see of the block in which the transaction is mined,
// so that it can't behave better there. Of what nobody can know before, which is the block's
// randomness, it sees that there is some, and another one each time.
func TestSimulationsCannotBeToldFromBlocks(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	c := openLocal(t, local.Config{Now: func() time.Time { return now }})
	n := connectAs(t, c, c.Client(), chain.Config{Trusted: true, Timeout: time.Minute,
		BlockTime: time.Second})
	at := putCode(t, c, n, witness())
	sender := chain.NewSender(n, local.House{}.Trader(0))
	call := chain.Call{From: sender.Address(), To: at, Gas: 900_000}
	head, err := n.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	calls := []chain.Call{call, call} // the second comes after what the first has paid
	simulated, err := n.SimulateBundle(t.Context(), head.BlockRef, calls...)
	if err != nil {
		t.Fatal(err)
	}
	again, err := n.SimulateBundle(t.Context(), head.BlockRef, call)
	if err != nil {
		t.Fatal(err)
	}
	for i, call := range calls {
		hash, err := sender.Do(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			receipt, err := n.RawReceipt(t.Context(), hash)
			if err != nil || receipt == nil || len(receipt.Logs) != 1 || simulated[i].Err != nil {
				t.Fatalf("%+v, %v, %v", receipt, err, simulated[i].Err)
			}
			compareSights(t, simulated[i].Logs[0].Data, receipt.Logs[0].Data)
		}()
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	one, two := simulated[0].Logs[0].Data, again[0].Logs[0].Data
	last := 32 * (len(sights) - 1)
	if bytes.Equal(one[last:], two[last:]) || bytes.Equal(one[last:], make([]byte, 32)) {
		t.Errorf("the randomness of two simulations is %x and %x", one[last:], two[last:])
	}
}

func compareSights(t *testing.T, simulated, mined []byte) {
	t.Helper()
	for i, s := range sights[:len(sights)-1] {
		got, want := simulated[32*i:32*i+32], mined[32*i:32*i+32]
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %x in the simulation, %x in the block", s.name, got, want)
		}
	}
}

// A transaction of a user's that would fail once it is sent is told so before it is signed, though
// a contract can tell a call that pays nothing, or one on the newest block, from the next block.
func TestPreparedTransactionsAreTriedAsTheyAreSent(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	c := openLocal(t, local.Config{Now: func() time.Time { return now }})
	n := connectAs(t, c, c.Client(), chain.Config{Trusted: true, Timeout: time.Minute,
		BlockTime: time.Second})
	after := func(op vm.OpCode, word uint64) []byte { // it is more than that
		code := binary.BigEndian.AppendUint64(ops(vm.PUSH8), word)
		return append(code, ops(op, vm.GT)...)
	}
	last := c.Head().Number + 10
	for name, tell := range map[string][]byte{
		"gas price":          ops(vm.GASPRICE),
		"gas price and base": ops(vm.BASEFEE, vm.GASPRICE, vm.SUB),
		"number":             after(vm.NUMBER, last),
		"randomness":         ops(vm.PREVRANDAO),
	} {
		at := byte(len(tell) + 4)
		refuses := append(tell, ops(vm.PUSH1, vm.OpCode(at), vm.JUMPI, vm.STOP, vm.JUMPDEST,
			vm.PUSH0, vm.PUSH0, vm.REVERT)...)
		to := putCode(t, c, n, refuses)
		for name == "number" && c.Head().Number < last {
			if _, err := c.Mine(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		tx, err := n.Prepare(t.Context(), chain.Call{From: user(), To: to})
		if api.TypeOf(err) != api.TransactionFails {
			t.Errorf("%s: prepared is %+v, %v", name, tx, err)
		}
	}
	fine := putCode(t, c, n, ops(vm.GASPRICE, vm.POP, vm.STOP))
	if _, err := n.Prepare(t.Context(), chain.Call{From: user(), To: fine}); err != nil {
		t.Errorf("one that does not fail: %v", err)
	}
}

// A transaction that its sender can't pay fails by itself, and the others of its bundle are
// simulated without it.
func TestSimulationsArePaidFor(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	poor := common.Address{0x90, 0x0d}
	calls := []chain.Call{
		{From: user(), To: common.Address{1}, Gas: 100_000},
		{From: poor, To: common.Address{1}, Gas: 100_000},
		{From: user(), To: common.Address{1}, Gas: 100_000},
		{From: user(), To: common.Address{1}, Gas: 1000},
	}
	list, err := n.SimulateBundle(t.Context(), c.Head(), calls...)
	if err != nil {
		t.Fatal(err)
	}
	for i, fails := range []bool{false, true, false, true} {
		if err := list[i].Err; fails != (api.TypeOf(err) == api.TransactionFails) ||
			!fails && (err != nil || list[i].Gas == 0) {
			t.Errorf("call %d: %v", i, err)
		}
	}
}
