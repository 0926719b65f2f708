package swap

import (
	"errors"
	"math/big"
	mathrand "math/rand/v2"
	"strconv"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/calldata"
)

// onModule is a swap of the user on the stability module alone.
func (w *world) onModule(side api.Side, src, dest string, amount api.Amount) api.SwapRequest {
	return api.SwapRequest{
		Price: api.PriceRequest{ChainID: api.LocalChainID, Version: api.Version62, Side: side,
			Src: src, Dest: dest, Amount: amount, IncludeExchanges: []string{"makerpsm"}},
		Terms: api.SwapTerms{User: w.user},
	}
}

// Swaps on a stability module deliver what they promise to the wei, both ways and for both sides,
// and name the gas that they take.
func TestSwapsOnAStabilityModule(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	random := mathrand.New(mathrand.NewPCG(3, 4))
	for i := range 12 {
		side, pair := api.Sell, [2]string{"DAI", "USDC"}
		if i&1 > 0 {
			side = api.Buy
		}
		if i&2 > 0 {
			pair = [2]string{"USDC", "DAI"}
		}
		fixed := w.tokens[pair[i&1]]
		amount := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(fixed.Decimals-4)), nil)
		amount.Mul(amount, big.NewInt(1+random.Int64N(1_000_000_000)))
		amount.Add(amount, big.NewInt(random.Int64N(1_000_000)))
		r := w.onModule(side, pair[0], pair[1], api.MustBig(amount))
		r.Terms.Slippage = []int{0, 50}[i/4%2]
		route, p, err := w.swap.Swap(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if route.ContractMethod != calldata.ModuleMethod {
			t.Fatalf("%s is performed by %s", describeRoute(route), route.ContractMethod)
		}
		taken := w.checkDelivery("module", r, route, p)
		named, err := strconv.ParseUint(route.GasCost, 10, 64)
		// the first of each kind also pay for allowances and balances that nobody had
		if warm := i >= 8; err != nil || warm && (named*100 < taken*95 || named*100 > taken*105) {
			t.Errorf("%s %s for %s names %s gas, takes %d", side, pair[0], pair[1],
				route.GasCost, taken)
		}
	}
	w.modulesTakePart()
	w.modulesAreLeftOut()
}

// modulesTakePart wants the module beside other exchanges, and instead of them where it is better.
func (w *world) modulesTakePart() {
	w.Helper()
	r := w.onModule(api.Sell, "USDC", "DAI", units(100_000, 6))
	r.Price.IncludeExchanges, r.Price.OtherPrices = nil, true
	few, err := w.swap.Prices(w.Context(), r.Price)
	if err != nil {
		w.Fatal(err)
	}
	alone := units(99_980, 18)
	for i, o := range few.Others {
		if i > 0 && few.Others[i-1].DestAmount.Less(o.DestAmount) {
			w.Errorf("others are not in order: %v", few.Others)
		}
		if o.Exchange == api.MakerPSM && o.DestAmount == alone {
			alone = api.Amount{}
		}
	}
	if !alone.IsZero() || few.ContractMethod == calldata.ModuleMethod {
		w.Errorf("100,000 USDC by %s, others %v", few.ContractMethod, few.Others)
	}
	r.Price.Amount = units(15_000_000, 6)
	many, err := w.swap.Prices(w.Context(), r.Price)
	if err != nil {
		w.Fatal(err)
	}
	if many.ContractMethod != calldata.ModuleMethod || many.DestAmount != units(14_997_000, 18) {
		w.Errorf("15,000,000 USDC bring %s by %s", many.DestAmount, many.ContractMethod)
	}
}

// modulesAreLeftOut wants no route on the module where it can't pay, where a list, a version or a
// receiver leaves it out, and where a hop more is needed.
func (w *world) modulesAreLeftOut() {
	w.Helper()
	for name, change := range map[string]func(*api.SwapRequest){
		"too much":  func(r *api.SwapRequest) { r.Price.Amount = units(25_000_000, 6) },
		"version 5": func(r *api.SwapRequest) { r.Price.Version = api.Version5 },
		"method": func(r *api.SwapRequest) {
			r.Price.ExcludeMethods = []string{calldata.ModuleMethod}
		},
		"pool": func(r *api.SwapRequest) {
			r.Price.ExcludePools = []common.Address{w.swap.cfg.Contracts.StabilityModule}
		},
		"receiver": func(r *api.SwapRequest) { r.Terms.Receiver = common.Address{1} },
		"fee": func(r *api.SwapRequest) {
			r.Terms.PartnerAddress, r.Terms.PartnerFeeBps = common.Address{1}, 10
		},
		"another token": func(r *api.SwapRequest) { r.Price.Dest = "USDT" },
		"the coin":      func(r *api.SwapRequest) { r.Price.Dest = "ETH" },
	} {
		r := w.onModule(api.Sell, "USDC", "DAI", units(1000, 6))
		change(&r)
		var e *api.Error
		if _, _, err := w.swap.Swap(w.Context(), r); !errors.As(err, &e) || e.Type != api.NoRoute {
			w.Errorf("%s: got %v, want no route", name, err)
		}
	}
}

func units(whole, decimals int64) api.Amount {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals), nil)
	return api.MustBig(unit.Mul(unit, big.NewInt(whole)))
}
