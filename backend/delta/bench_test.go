package delta_test

import (
	"crypto/ecdsa"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// ownerOrders is how many orders an owner of the crowd has.
const ownerOrders = 50

// trader is an owner with a key of its own.
type trader struct {
	key     *ecdsa.PrivateKey
	address common.Address
}

// crowd makes owners that hold what they sell and let the Delta contract take it.
func (w *world) crowd(n int, pairs [][3]string) (owners []trader) {
	w.Helper()
	token, id := contracts.NewStandardToken(), big.NewInt(api.LocalChainID)
	hold := func(from int, tx api.Transaction) {
		nonce, err := w.rpc.PendingNonceAt(w.Context(), w.users[from])
		if err != nil {
			w.Fatal(err)
		}
		tx.ChainID, tx.From, tx.Nonce, tx.Gas = api.LocalChainID, w.users[from], nonce, 100_000
		tx.GasPrice = api.NewAmount(1e11)
		w.send(tx, nil)
	}
	for i := range n {
		key, err := crypto.ToECDSA(crypto.Keccak256(fmt.Append(nil, "crowd", i)))
		if err != nil {
			w.Fatal(err)
		}
		o := trader{key, crypto.PubkeyToAddress(key.PublicKey)}
		owners = append(owners, o)
		p := pairs[i%len(pairs)]
		each := w.amount(p[0], p[1]).MulDiv(api.NewAmount(2*ownerOrders), api.NewAmount(1))
		hold(i%4, api.Transaction{To: o.address, Value: api.NewAmount(1e17)})
		hold(i%4, api.Transaction{To: w.tokens[p[1]].Address,
			Data: token.PackTransfer(o.address, each.Big())})
		if i%8 == 7 || i == n-1 {
			w.mine()
		}
	}
	for i, o := range owners {
		src := w.tokens[pairs[i%len(pairs)][1]].Address
		tx, err := types.SignNewTx(o.key, types.LatestSignerForChainID(id), &types.LegacyTx{
			To: &src, Gas: 100_000, GasPrice: big.NewInt(1e11),
			Data: token.PackApprove(w.contracts.Delta, api.MaxAmount.Big())})
		if err == nil {
			err = w.rpc.SendTransaction(w.Context(), tx)
		}
		if err != nil {
			w.Fatal(err)
		}
	}
	w.mine()
	w.mine()
	return owners
}

// many submits orders that differ in amount, of many owners and four pairs, which ask for basis
// points of what they are quoted.
func (w *world) many(n int, asks uint64) {
	w.Helper()
	pairs := [][3]string{{"20", "USDC", "WETH"}, {"0.02", "WETH", "USDC"}, {"25", "DAI", "WETH"},
		{"0.0005", "WBTC", "USDC"}}
	owners := w.crowd((n+ownerOrders-1)/ownerOrders, pairs)
	var templates []api.DeltaOrder
	for _, p := range pairs {
		o := w.build(w.users[0], p[0], p[1], p[2])
		o.DestAmount = o.ExpectedDestAmount.MulDiv(api.NewAmount(asks), api.NewAmount(10_000))
		o.ExpectedDestAmount = o.ExpectedDestAmount.Max(o.DestAmount)
		templates = append(templates, o)
	}
	for i := range n {
		owner := i / ownerOrders
		o := templates[owner%len(pairs)]
		o.Owner, o.Nonce = owners[owner].address, o.Nonce.Add(api.NewAmount(uint64(i)))
		o.SrcAmount = o.SrcAmount.Add(api.NewAmount(uint64(i)))
		hash := eip712.DeltaTypedData(api.LocalChainID, w.contracts.Delta, o).Hash()
		signature, err := crypto.Sign(hash[:], owners[owner].key)
		if err == nil {
			signature[64] += 27
			_, _, err = apitest.On(w, api.LocalChainID).SubmitDelta(w.Context(),
				api.DeltaSubmission{
					Order: o, Signature: signature})
		}
		if err != nil {
			w.Fatal(err)
		}
	}
}

// BenchmarkRound holds a round of open orders: snapshot, bids of all agents, simulation on the
// contract, awards on disk. The first round is of orders that nobody has looked at, the next one of
// those that the first left over, on the next block, whose settlements moved every pool. Of orders
// that wait for a better price none is settled: no pool moves, and once each had its turn the last
// round asks for nothing again.
func BenchmarkRound(b *testing.B) {
	for _, c := range []struct {
		orders int
		asks   uint64
		rounds int
	}{{1000, 9_900, 2}, {5000, 9_900, 2}, {1000, 13_000, 24}} {
		b.Run(fmt.Sprintf("%d-at-%d", c.orders, c.asks), func(b *testing.B) {
			var first, last time.Duration
			for b.Loop() {
				b.StopTimer()
				w := newWorld(b)
				w.many(c.orders, c.asks)
				hold := func() time.Duration {
					w.mine()
					start := time.Now()
					if err := w.Idle(b.Context()); err != nil {
						b.Fatal(err)
					}
					return time.Since(start)
				}
				b.StartTimer()
				first += hold()
				for range c.rounds - 1 {
					last = hold()
				}
			}
			b.ReportMetric(float64(first.Milliseconds())/float64(b.N), "first-ms")
			b.ReportMetric(float64(last.Milliseconds()), "last-ms")
		})
	}
}

// BenchmarkSettle takes an order from submission to EXECUTED on the local network as it runs by
// itself, and reports the median.
func BenchmarkSettle(b *testing.B) {
	w := openWorld(b, b.TempDir(), nil,
		func(c *backend.Config) { c.Manual, c.Now = false, time.Now })
	w.approve(w.users[0], "USDC", w.contracts.Delta)
	events := w.Subscribe(b.Context(), api.TopicAuction)
	settle := func() {
		r := w.submit(w.build(w.users[0], "1000", "USDC", "WETH"))
		for e := range events {
			if now, err := apitest.On(w, api.LocalChainID).DeltaOrder(b.Context(),
				r.ID); err != nil || e.Key == r.ID &&
				now.Status == api.DeltaExecuted {
				if err != nil {
					b.Error(err)
				}
				return
			}
		}
	}
	settle() // and with it the approval is mined
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		settle()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "p50-ms")
}
