package calldata

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// The least that must be got is rounded down and never nothing; the most that may be spent is
// rounded up, and its fee too, so that a swap never fails for a unit. A limit of the caller's
// counts as it stands.
func TestLimits(t *testing.T) {
	t.Parallel()
	limit, none := api.NewAmount(777), api.Amount{}
	for _, c := range []struct {
		quoted    uint64
		slippage  int
		fee       int
		limit     *api.Amount
		least, at uint64
	}{
		{1001, 100, 0, nil, 990, 1012}, {1001, 0, 0, nil, 1001, 1001}, {1, 9999, 0, nil, 1, 2},
		{1001, 100, 0, &limit, 777, 777}, {1001, 100, 50, nil, 990, 1018},
		{1001, 100, 50, &limit, 777, 781}, {5, 50, 0, &none, 1, 0},
	} {
		if got := MinOut(api.NewAmount(c.quoted), c.slippage, c.limit); got.Uint64() != c.least {
			t.Errorf("of %d less %d bp at least %s, want %d", c.quoted, c.slippage, got, c.least)
		}
		got := MaxIn(api.NewAmount(c.quoted), c.slippage, c.fee, c.limit)
		if got.Uint64() != c.at {
			t.Errorf("of %d and %d bp at most %s, want %d", c.quoted, c.slippage, got, c.at)
		}
	}
	if known := Errors(); len(known) == 0 {
		t.Error("no error of the contracts has a name")
	} else {
		for _, abi := range known {
			if len(abi.Errors) == 0 {
				t.Error("an ABI without errors names none")
			}
		}
	}
}

// Version 6.2 keeps a unit of coins that it pays out before it compares them with the least: a swap
// without slippage must not ask for all of the quote, unless its sender does.
func TestCoinsOutLeaveAUnit(t *testing.T) {
	t.Parallel()
	token, given := common.Address{7}, api.NewAmount(1000)
	for _, c := range []struct {
		dest     common.Address
		version  api.SwapVersion
		slippage int
		limit    *api.Amount
		want     uint64
	}{
		{api.NativeToken, api.Version62, 0, nil, 999},
		{api.NativeToken, api.Version62, 0, &given, 1000},
		{api.NativeToken, api.Version62, 100, nil, 990},
		{api.NativeToken, api.Version5, 0, nil, 1000},
		{token, api.Version62, 0, nil, 1000},
	} {
		p := &Plan{Side: api.Sell, Src: common.Address{8}, Dest: c.dest}
		r := &api.PriceRoute{Side: api.Sell, Version: c.version, DestAmount: given}
		x := TermsOf(p, r, &api.SwapTerms{Slippage: c.slippage}, c.limit, 0)
		if x.To.Uint64() != c.want || x.Quoted.Uint64() != 1000 {
			t.Errorf("%+v: at least %s of %s, want %d", c, x.To, x.Quoted, c.want)
		}
	}
}
