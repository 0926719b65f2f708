package chain_test

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
)

// flood sends transactions each of which writes as many logs as its gas pays for, of a contract
// that nobody knows: it goes round LOG3 of what a transfer tells until little gas is left.
type flood struct {
	testing.TB
	client *rpc.Client
	at     common.Address
	nonce  uint64
}

// floodGas is what one transaction has, for 8,321 logs of 32 bytes.
const floodGas = 15_000_000

func newFlood(t testing.TB, client *rpc.Client) *flood {
	f := &flood{TB: t, client: client}
	code := common.FromHex("5b6020356000357f" +
		crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)")).Hex()[2:] +
		"60206000a36127105a1160005700")
	f.at = crypto.CreateAddress(crypto.PubkeyToAddress(local.House{}.Trader(2).PublicKey), 0)
	f.send(nil, 300_000, append([]byte{0x60, byte(len(code)), 0x80, 0x60, 0x0b, 0x60, 0, 0x39,
		0x60, 0, 0xf3}, code...))
	return f
}

func (f *flood) send(to *common.Address, gas uint64, data []byte) {
	f.Helper()
	id := big.NewInt(api.LocalChainID)
	tx := types.MustSignNewTx(local.House{}.Trader(2), types.LatestSignerForChainID(id),
		&types.DynamicFeeTx{ChainID: id, Nonce: f.nonce, Gas: gas, To: to, Data: data,
			GasTipCap: big.NewInt(params.GWei), GasFeeCap: big.NewInt(100 * params.GWei)})
	raw, err := tx.MarshalBinary()
	if err == nil {
		err = f.client.CallContext(f.Context(), nil, "eth_sendRawTransaction",
			"0x"+common.Bytes2Hex(raw))
	}
	if err != nil {
		f.Fatal(err)
	}
	f.nonce++
}

// block puts two transactions into the pool, half a block of gas.
func (f *flood) block() {
	f.Helper()
	word := common.LeftPadBytes(payee(0).Bytes(), 32)
	for range 2 {
		f.send(&f.at, floodGas, append(word, word...))
	}
}

// BenchmarkFlood measures from a block of 16,642 logs that nobody wants being there to four
// followers having it.
func BenchmarkFlood(b *testing.B) {
	for _, direct := range []bool{false, true} {
		name := "json"
		if direct {
			name = "direct"
		}
		b.Run(name, func(b *testing.B) {
			c := openLocal(b, local.Config{Dir: b.TempDir()})
			cfg := chain.Config{Trusted: true}
			if direct {
				cfg.Logs = c.Logs
			}
			n := connectAs(b, c, c.Client(), cfg)
			var followers []chain.Follower
			for range 4 {
				followers = append(followers, &balances{net: n, token: tokenOf(b, c, "LINK")})
			}
			f := newFlood(b, c.Client())
			if _, err := c.Mine(b.Context()); err != nil {
				b.Fatal(err)
			}
			w := chain.NewWatcher(n, chain.WatcherConfig{Now: time.Now,
				Rand: func() float64 { return 0 }},
				followers...)
			for b.Loop() {
				b.StopTimer()
				f.block()
				if _, err := c.Mine(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if err := w.Round(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
