package swap

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/swap/calldata"
)

// orderMethods are the methods that can fill orders, and whether they turn to pools when no order
// is left.
var orderMethods = []struct {
	version api.SwapVersion
	side    api.Side
	name    string
	pools   bool
}{
	{api.Version62, api.Sell, "swapExactAmountIn", true},
	{api.Version62, api.Buy, "swapExactAmountOut", true},
	{api.Version62, api.Sell, "swapOnAugustusRFQTryBatchFill", false},
	{api.Version62, api.Buy, "swapOnAugustusRFQTryBatchFill", false},
	{api.Version5, api.Sell, "simpleSwap", false}, {api.Version5, api.Sell, "multiSwap", false},
	{api.Version5, api.Sell, "megaSwap", false},
	{api.Version5, api.Buy, "simpleBuy", false}, {api.Version5, api.Buy, "buy", false},
}

// An order that vanishes between the price and the transaction is replaced by another one or a
// pool, within the slippage.
func TestVanishedOrdersAreReplaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.openBook()
	weth, usdc := w.tokens["WETH"].Address, w.tokens["USDC"].Address
	e18 := big.NewInt(1e18)
	for round, m := range orderMethods {
		if testing.Short() && round%3 > 0 {
			continue
		}
		for _, all := range []bool{false, true} {
			name := fmt.Sprintf("%s %s %s, all gone: %v", m.version, m.side, m.name, all)
			for i := 1; i < makers; i++ {
				w.post(i, usdc, weth, big.NewInt(3_040_000_000+int64(1000*round-i)), e18)
			}
			w.mine()
			r := api.SwapRequest{
				Price: api.PriceRequest{
					Src: "WETH", Dest: "USDC", Side: m.side, Version: m.version,
					Amount:         api.NewAmount(700_000_000_000_000_000),
					IncludeMethods: []string{m.name},
				},
				Terms: api.SwapTerms{User: w.user, Slippage: 300},
			}
			if m.side == api.Buy {
				r.Price.Amount = api.NewAmount(2_000_000_000)
			}
			route, p, err := w.swap.swap(t.Context(), r)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			w.cancelOrders(&route, all)
			before, after := [2]*big.Int{w.holds(weth, w.user), w.holds(usdc, w.user)},
				[2]*big.Int{}
			receipt := w.do(chain.Call{From: p.From, To: p.To, Data: p.Data, Gas: 3_000_000})
			after[0], after[1] = w.holds(weth, w.user), w.holds(usdc, w.user)
			if all && !m.pools {
				outcome, err := w.net.Receipt(t.Context(), receipt.TxHash)
				if receipt.Status != 0 || err != nil || outcome.Reason == "" {
					t.Errorf("%s: %+v, %v", name, outcome, err)
				}
				continue
			}
			if receipt.Status != 1 {
				outcome, _ := w.net.Receipt(t.Context(), receipt.TxHash)
				t.Errorf("%s: failed: %s\n%s", name, outcome.Reason, describeRoute(route))
				continue
			}
			spent, got := new(big.Int).Sub(before[0], after[0]),
				new(big.Int).Sub(after[1], before[1])
			most, least := calldata.MaxIn(route.SrcAmount, 300, 0, nil),
				calldata.MinOut(route.DestAmount, 300, nil)
			if m.side == api.Sell {
				most = route.SrcAmount.Big()
			} else {
				least = route.DestAmount.Big()
			}
			if spent.Cmp(most) > 0 || got.Cmp(least) < 0 {
				t.Errorf("%s: spent %s of at most %s, got %s of at least %s", name, spent, most,
					got, least)
			}
		}
	}
}

// cancelOrders takes back the best order of a route, or all of them and those that stand by.
func (w *world) cancelOrders(route *api.PriceRoute, all bool) {
	w.Helper()
	p, err := w.swap.encoder.PlanOf(route)
	if err != nil {
		w.Fatal(err)
	}
	orders := make(map[common.Hash]common.Address)
	for _, part := range p.Routes {
		for _, l := range part.Hops[0].Legs {
			if l.Exchange != api.LimitOrders {
				continue
			}
			for i, o := range l.Orders {
				if all || i == 0 {
					orders[o.OrderHash] = o.Maker
				}
			}
		}
	}
	if len(orders) == 0 {
		w.Fatalf("no order in the route\n%s", describeRoute(*route))
	}
	for hash, maker := range orders {
		for i := range makers {
			key := local.House{}.Trader(i)
			if crypto.PubkeyToAddress(key.PublicKey) != maker {
				continue
			}
			call := chain.Call{To: w.net.Contracts().AugustusRFQ,
				Data: rfqABI.PackCancelOrder(hash), Gas: 100_000}
			if _, err := chain.NewSender(w.net, key).Do(w.Context(), call); err != nil {
				w.Fatal(err)
			}
		}
	}
	w.mine()
}
