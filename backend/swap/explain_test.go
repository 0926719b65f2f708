package swap

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// A fill that fails names the orders that somebody else has taken, or that were taken back.
func TestFailedFillsNameTheOrdersThatAreGone(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	none := common.Address{}
	gone, part, good := f.order(none, none), f.order(none, none), f.order(none, none)
	half := api.NewAmount(1_500e6)
	r := f.request(part)
	r.SrcAmount = &half
	f.perform("half", r, f.usdc, api.Asset{Address: f.weth})
	f.perform("all of one", f.request(gone), f.usdc, api.Asset{Address: f.weth})
	whole := f.request(gone, part, good)
	list := f.swap.ordersIn(&whole)
	_, err := f.swap.BuildTransaction(t.Context(), whole)
	refused(t, "taken", err, api.TransactionFails, "may fail")
	for _, says := range []string{
		"order " + list[0].hash.Hex() + " was filled or cancelled",
		"of order " + list[1].hash.Hex() +
			" only 500000000000000000 of 1000000000000000000 are left",
	} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say that %s", err, says)
		}
	}
	if err != nil && strings.Contains(err.Error(), list[2].hash.Hex()) {
		t.Errorf("%v blames an order that can be filled", err)
	}
	_, err = f.swap.PrepareSwap(t.Context(), whole)
	refused(t, "taken, for signing", err, api.TransactionFails, list[0].hash.Hex())

	// The orders of a price route too.
	for i := 1; i < makers; i++ {
		f.post(i, f.usdc, f.weth, big.NewInt(3_100e6-int64(i)), big.NewInt(1e18))
	}
	f.mine()
	f.mine()
	route, err := f.swap.Prices(t.Context(), api.PriceRequest{Src: "WETH", Dest: "USDC",
		Amount: api.NewAmount(5e17), Version: api.Version5, User: f.user,
		IncludeMethods: []string{"swapOnAugustusRFQTryBatchFill"}})
	if err != nil {
		t.Fatal(err)
	}
	f.cancelOrders(&route, true)
	_, err = f.swap.BuildTransaction(t.Context(), api.BuildRequest{ChainID: api.LocalChainID,
		SrcAmount: &route.SrcAmount, HasSlippage: true, Route: encoded(t, route),
		Terms: api.SwapTerms{User: f.user}})
	refused(t, "a route of cancelled orders", err, api.TransactionFails, "was filled or cancelled")
}
