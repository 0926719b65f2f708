package delta_test

import (
	"crypto/ecdsa"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// Somebody fills blocks with logs: what looks like transfers of a contract that nobody knows,
// 16,642 in each, and allowances of a listed token, which all followers want. What follows the
// chain has each block in less than half the time that it takes to read its logs once as JSON, and
// an order is settled within as many blocks as without.
func TestAFloodOfLogsHoldsNobodyUp(t *testing.T) {
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	quiet := w.blocksToSettle(func() {})
	allow := contracts.NewStandardToken().PackApprove(w.users[1], new(big.Int))
	for i, kind := range []struct {
		name string
		code string // goes round until little gas is left
		data []byte
		logs int // at least
	}{
		{"nobody's", "5b6020356000357f" +
			crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)")).Hex()[2:] +
			"60206000a36127105a1160005700", slices.Concat(word(w.users[1]), word(w.users[1])),
			2 * 8_321},
		{"a listed token's", "60446020600037" + "5b600060006044600060006000355af150" +
			"6175305a1160075700", slices.Concat(word(w.tokens["USDC"].Address), allow), 10_000},
	} {
		f := w.newFlood(local.House{}.Trader(3+i), kind.code, kind.data)
		follow, read := time.Hour, time.Hour
		for range 5 {
			f.fill()
			head, err := w.Local().Mine(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if err := w.Ready(t.Context()); err != nil {
				t.Fatal(err)
			}
			follow, began = min(follow, time.Since(began)), time.Now()
			logs, err := w.rpc.FilterLogs(t.Context(), ethereum.FilterQuery{BlockHash: &head.Hash})
			if err != nil || len(logs) < kind.logs {
				t.Fatalf("%s: the block has %d logs, %v", kind.name, len(logs), err)
			}
			read = min(read, time.Since(began))
		}
		t.Logf("%s: following a block takes %s, reading its logs %s", kind.name, follow, read)
		if follow > read/2 {
			t.Errorf("%s: following a block full of logs takes %s, reading them as JSON %s",
				kind.name, follow, read)
		}
		if busy := w.blocksToSettle(f.fill); busy > quiet+1 {
			t.Errorf("%s: the order took %d blocks, without logs %d", kind.name, busy, quiet)
		}
	}
}

// blocksToSettle tells how many blocks an order takes; before is called before each.
func (w *world) blocksToSettle(before func()) (blocks int) {
	w.Helper()
	id := w.submit(w.build(w.users[1], "300", "USDC", "WETH")).ID
	for ; ; blocks++ {
		r, err := apitest.On(w, api.LocalChainID).DeltaOrder(w.Context(), id)
		if err != nil {
			w.Fatal(err)
		}
		if r.Status == api.DeltaExecuted {
			return blocks
		}
		if blocks > 20 {
			w.Fatalf("the order is %s after %d blocks", r.Status, blocks)
		}
		before()
		w.mine()
		if err := w.Idle(w.Context()); err != nil {
			w.Fatal(err)
		}
	}
}

// flood is somebody with a contract that writes as many logs as its gas pays for.
type flood struct {
	*world
	key   *ecdsa.PrivateKey // of an account that has sent nothing
	nonce uint64
	at    common.Address
	data  []byte
}

func (w *world) newFlood(key *ecdsa.PrivateKey, code string, data []byte) *flood {
	w.Helper()
	f := &flood{world: w, key: key, data: data,
		at: crypto.CreateAddress(crypto.PubkeyToAddress(key.PublicKey), 0)}
	body := common.FromHex(code)
	f.put(nil, 300_000, append([]byte{0x60, byte(len(body)), 0x80, 0x60, 0x0b, 0x60, 0, 0x39,
		0x60, 0, 0xf3}, body...))
	w.mine()
	return f
}

// fill sends two transactions of a quarter of a block's gas each.
func (f *flood) fill() {
	for range 2 {
		f.put(&f.at, 15_000_000, f.data)
	}
}

func (f *flood) put(to *common.Address, gas uint64, data []byte) {
	f.Helper()
	id := big.NewInt(api.LocalChainID)
	err := f.rpc.SendTransaction(f.Context(), types.MustSignNewTx(f.key,
		types.LatestSignerForChainID(id), &types.DynamicFeeTx{ChainID: id, Nonce: f.nonce,
			Gas: gas, To: to, Data: data, GasTipCap: big.NewInt(params.GWei),
			GasFeeCap: big.NewInt(100 * params.GWei)}))
	if err != nil {
		f.Fatal(err)
	}
	f.nonce++
}

func word(a common.Address) []byte { return common.LeftPadBytes(a[:], 32) }
