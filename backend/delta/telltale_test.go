package delta_test

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
)

// refusing is the code of an account that takes no coins where cond leaves anything but 0.
func refusing(cond ...byte) (code []byte) {
	to := byte(len(cond) + 4)
	code = append(cond, byte(vm.PUSH1), to, byte(vm.JUMPI), byte(vm.STOP), byte(vm.JUMPDEST),
		byte(vm.PUSH0), byte(vm.PUSH0), byte(vm.REVERT))
	return code
}

func ops(list ...vm.OpCode) (code []byte) {
	for _, op := range list {
		code = append(code, byte(op))
	}
	return code
}

// onChain is code that tells blocks of the local network from what is simulated: their randomness
// follows from the block before, as nobody can know of a network of others.
var onChain = ops(vm.PUSH1, 1, vm.NUMBER, vm.SUB, vm.BLOCKHASH, vm.PUSH0, vm.MSTORE, vm.PUSH1, 40,
	vm.PUSH0, vm.KECCAK256, vm.PREVRANDAO, vm.EQ)

// putCode puts contracts of some code on the chain.
func (w *world) putCode(codes ...[]byte) (list []common.Address) {
	w.Helper()
	for _, code := range codes {
		init := append([]byte{byte(vm.PUSH1), byte(len(code)), byte(vm.DUP1), byte(vm.PUSH1), 9,
			byte(vm.PUSH0), byte(vm.CODECOPY), byte(vm.PUSH0), byte(vm.RETURN)}, code...)
		list = append(list, w.byStranger(nil, init))
	}
	w.mine()
	return list
}

// byStranger sends a transaction of an account that is nobody's here; no receiver makes a contract,
// whose address it returns.
func (w *world) byStranger(to *common.Address, data []byte) (made common.Address) {
	w.Helper()
	o := newOutsider(w, local.House{}.Trader(2))
	nonce, err := o.node.PendingNonceAt(w.Context(), o.address)
	if err != nil {
		w.Fatal(err)
	}
	id := big.NewInt(api.LocalChainID)
	tx, err := types.SignNewTx(o.key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: 2_000_000, To: to, Data: data, GasFeeCap: big.NewInt(1e11),
		GasTipCap: big.NewInt(1)})
	if err == nil {
		err = o.node.SendTransaction(w.Context(), tx)
	}
	if err != nil {
		w.Fatal(err)
	}
	return crypto.CreateAddress(o.address, nonce)
}

// failures are the settlements of an order that failed on chain.
func (w *world) failures(id string) (r api.DeltaRecord, blocks []uint64) {
	w.Helper()
	r, err := apitest.On(w, api.LocalChainID).DeltaOrder(w.Context(), id)
	if err != nil {
		w.Fatal(err)
	}
	for _, tx := range r.Transactions {
		if tx.Status == 0 {
			blocks = append(blocks, tx.BlockNumber)
		}
	}
	return r, blocks
}

// Orders that settle in simulations alone cost the agents a few failures, further and further
// apart, and then end with the reason. Those that could tell a simulation by what it says of its
// block cost none. Honest orders beside them are settled by the next block.
func TestTelltaleOrdersCostLittle(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	codes := [][]byte{refusing(onChain...), refusing(onChain...), refusing(onChain...)}
	for _, tell := range [][]byte{ops(vm.GASPRICE), ops(vm.BASEFEE), ops(vm.PREVRANDAO),
		ops(vm.PUSH1, 100, vm.GASPRICE, vm.GT)} {
		codes = append(codes, refusing(tell...))
	}
	var hostile []string
	for i, at := range w.putCode(codes...) {
		hostile = append(hostile, w.submit(w.build(w.users[i%3], "30", "USDC", "ETH",
			func(r *api.DeltaBuildRequest) { r.Beneficiary = at })).ID)
	}
	begin := w.mine().Number
	const minute = 60 // blocks
	for i := range minute {
		if i%10 == 0 {
			r := w.submit(w.build(w.users[3], "100", "USDC", "WETH"))
			for range 2 { // the round, the settlement
				w.mine()
				if err := w.Idle(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if r, _ := w.failures(r.ID); r.Status != api.DeltaExecuted {
				t.Errorf("an honest order is %s: %s", r.Status, r.Reason)
			}
			continue
		}
		w.mine()
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	all := 0
	for i, id := range hostile {
		r, blocks := w.failures(id)
		all += len(blocks)
		t.Logf("order %d: %s, failed in blocks %v after %d: %s", i, r.Status, blocks, begin,
			r.Reason)
		if i >= 3 {
			if len(blocks) > 0 {
				t.Errorf("order %d failed on chain, though nothing can be told", i)
			}
			continue
		}
		if r.Status != api.DeltaFailed || !strings.Contains(r.Reason, "failed on chain 4 times") ||
			!strings.Contains(r.Reason, "coins") {
			t.Errorf("order %d is %s: %s", i, r.Status, r.Reason)
		}
		for k := 1; k < len(blocks); k++ {
			if apart := blocks[k] - blocks[k-1]; apart < 1<<(k-1) {
				t.Errorf("order %d failed again after %d blocks", i, apart)
			}
		}
		w.history(r)
	}
	if all > 12 {
		t.Errorf("%d settlements failed in a minute", all)
	}
	reverts := w.Reverts()[0]
	if reverts.Count != uint64(all) || reverts.Cost.IsZero() {
		t.Errorf("%d failed, the purse tells of %+v", all, reverts)
	}
}

// What failures cost a day counts over restarts, whatever the purse holds then; one that is empty
// has honest orders wait until another day begins.
func TestThePurseOutlivesARestart(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	dir, id, cost := t.TempDir(), "", api.Amount{}
	t.Run("a failure", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		for _, user := range w.users[:2] {
			w.approve(user, "USDC", w.contracts.Delta)
		}
		at := w.putCode(refusing(onChain...))[0]
		id = w.submit(w.build(w.users[0], "30", "USDC", "ETH",
			func(r *api.DeltaBuildRequest) { r.Beneficiary = at })).ID
		w.until(id, func(r api.DeltaRecord) bool { return len(r.Transactions) > 0 })
		if cost = w.Reverts()[0].Cost; cost.IsZero() {
			t.Fatal("a failure cost nothing")
		}
	})
	t.Run("the same day", func(t *testing.T) {
		w := openWorld(t, dir, nil, func(c *backend.Config) { c.Purse = cost })
		if r := w.Reverts()[0]; r.Count != 1 || r.Cost != cost || !r.Left.IsZero() {
			t.Errorf("after a restart the purse tells of %+v, one failure cost %s", r, cost)
		}
		honest := w.submit(w.build(w.users[1], "100", "USDC", "WETH")).ID
		for range 4 {
			w.mine()
			if err := w.Idle(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if r, failed := w.failures(honest); r.Status != api.DeltaRunning || len(failed) > 0 {
			t.Errorf("with an empty purse an order is %s: %s", r.Status, r.Reason)
		}
		id = honest
	})
	t.Run("the next day", func(t *testing.T) {
		w := openWorld(t, dir, nil, func(c *backend.Config) {
			now := c.Now
			c.Now = func() time.Time { return now().Add(24 * time.Hour) }
		})
		if r := w.Reverts()[0]; r.Count != 0 || r.Left.IsZero() {
			t.Errorf("the next day the purse tells of %+v", r)
		}
	})
}

// asksASwitch is the code of a beneficiary that takes no coins while a switch is on, and switching
// that of the switch, which keeps the word of its data and answers with it. Nothing of that can be
// told by simulation, and turning the switch in front of a block costs next to nothing.
func asksASwitch(at common.Address) []byte {
	cond := ops(vm.PUSH1, 32, vm.PUSH0, vm.PUSH0, vm.PUSH0, vm.PUSH20)
	cond = append(append(cond, at[:]...),
		ops(vm.GAS, vm.STATICCALL, vm.POP, vm.PUSH0, vm.MLOAD)...)
	return refusing(cond...)
}

func switching() []byte {
	answer := ops(vm.PUSH0, vm.SLOAD, vm.PUSH0, vm.MSTORE, vm.PUSH1, 32, vm.PUSH0, vm.RETURN)
	code := append(ops(vm.CALLDATASIZE, vm.PUSH1, vm.OpCode(4+len(answer)), vm.JUMPI), answer...)
	return append(code, ops(vm.JUMPDEST, vm.PUSH0, vm.CALLDATALOAD, vm.PUSH0, vm.SSTORE,
		vm.STOP)...)
}

// TestOneBlockEmptiesNoPurse: three accounts have forty orders settled at once, all of which fail
// in the same block, again and again. No account has more than one at a time in blocks beyond the
// first quarter of the purse, all of them use up no more than half, and newcomers are served as
// ever.
func TestOneBlockEmptiesNoPurse(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	const coins = 8e15
	w := openWorld(t, t.TempDir(), nil, func(c *backend.Config) { c.Purse = api.NewAmount(coins) })
	thieves, newcomer := w.users[1:4], w.users[0]
	for _, user := range w.users[:4] {
		w.approve(user, "USDC", w.contracts.Delta)
	}
	w.mine()
	theSwitch := w.putCode(switching())[0]
	var list []string
	for _, thief := range thieves {
		beneficiary := w.putCode(asksASwitch(theSwitch))[0]
		for range 13 {
			list = append(list, w.submit(w.build(thief, "100", "USDC", "ETH",
				func(r *api.DeltaBuildRequest) {
					slippage := 4000
					r.Beneficiary, r.Slippage = beneficiary, &slippage
				})).ID)
		}
	}
	turn := func(to byte, price int64) {
		w.call(thieves[0], theSwitch, common.LeftPadBytes([]byte{to}, 32), price)
	}
	quarter := api.NewAmount(coins / 4)
	for range 20 {
		flies, early := make(map[common.Address]int), w.Reverts()[0].Cost.Less(quarter)
		for _, id := range list {
			if r, _ := w.failures(id); r.Status == api.DeltaExecuting {
				flies[r.User]++
			}
		}
		for thief, n := range flies {
			if n > 1 && !early {
				t.Errorf("%d orders of %s are on their way beyond the first quarter", n, thief)
			}
		}
		if len(flies) > 0 {
			turn(1, 4) // the first of the block
			w.mine()
			turn(0, 1)
		}
		w.mine()
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	cost := w.Reverts()[0]
	if cost.Count < 3 {
		t.Errorf("%d settlements failed, which says little", cost.Count)
	}
	if api.NewAmount(coins / 2).Less(cost.Cost) {
		t.Errorf("%d settlements that others made fail cost %s coins of %s", cost.Count,
			cost.Cost.Units(18), api.NewAmount(coins).Units(18))
	}
	t.Logf("%d failed, %s coins, %s left", cost.Count, cost.Cost.Units(18), cost.Left.Units(18))
	w.await(w.submit(w.build(newcomer, "100", "USDC", "WETH")).ID, api.DeltaExecuted)
}
