package pins_test

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/pins"
)

// What an honest service offers is not marked: its routes bring no less than the pools that are
// looked at here, whatever is swapped.
func TestHonestPricesPass(t *testing.T) {
	t.Parallel()
	b, err := backend.Open(t.Context(), backend.Config{Dir: t.TempDir(), Now: time.Now, Seed: 1,
		Accounts: accounts, Manual: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	defer func() {
		cancel()
		<-ended
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := b.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	node, _ := b.Chain(api.LocalChainID)
	s := pins.New(b, "there", load(t), map[uint64]*chain.Network{api.LocalChainID: node}, nil,
		witness(t, "there"))
	exchange, held, most := apitest.On(s, api.LocalChainID), 0, 0.0
	for _, src := range plan.Tokens {
		for _, dest := range plan.Tokens {
			worth, known, err := exchange.PriceUSD(t.Context(), src.Address)
			if src.Address == dest.Address || err != nil || !known ||
				!slices.Contains([]string{"ETH", "USDC", "AAVE"}, dest.Symbol) {
				continue
			}
			for _, usd := range []float64{20, 20_000} {
				n, _ := big.NewFloat(usd / worth.Float(src.Decimals, 18) *
					math.Pow10(src.Decimals)).Int(nil)
				loss := 100.0
				route, err := exchange.Prices(t.Context(), api.PriceRequest{
					ChainID: api.LocalChainID, Src: src.Address.Hex(), Dest: dest.Address.Hex(),
					SrcDecimals: &src.Decimals, DestDecimals: &dest.Decimals,
					Amount: api.MustBig(n), Side: api.Sell, Version: api.Version62,
					MaxImpact: &loss})
				if err != nil || route.Own.IsZero() {
					continue
				}
				held++
				worse := 1 - route.DestAmount.Float()/route.Own.Float()
				if most = max(most, worse); worse >= 0.009 { // a hundredth is marked
					t.Errorf("%v USD of %s for %s: the service is %.2f %% worse than pools", usd,
						src.Symbol, dest.Symbol, 100*worse)
				}
			}
		}
	}
	if t.Logf("%d prices were held against pools, %.3f %% worse at most", held, 100*most); held <
		40 {
		t.Errorf("%d prices were held against pools", held)
	}
}
