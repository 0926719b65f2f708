package api_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"bourse/backend/api"
)

// Basis points against fractions of the standard library.
func TestBasisPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := api.NewAmount(rapid.Uint64().Draw(t, "a"))
		of := api.NewAmount(rapid.Uint64Min(1).Draw(t, "of"))
		n := rapid.Uint64Range(0, 20_000).Draw(t, "n")
		down, rest := new(big.Int).QuoRem(new(big.Int).Mul(a.Big(), new(big.Int).SetUint64(n)),
			big.NewInt(10_000), new(big.Int))
		if got := a.BPS(n); got.Big().Cmp(down) != 0 {
			t.Errorf("%d bps of %s are %s, want %s", n, a, got, down)
		}
		if rest.Sign() > 0 {
			down.Add(down, big.NewInt(1))
		}
		if got := a.BPSUp(n); got.Big().Cmp(down) != 0 {
			t.Errorf("%d bps of %s, rounded up, are %s, want %s", n, a, got, down)
		}
		share := new(big.Int).Mul(a.Big(), big.NewInt(10_000))
		if share.Quo(share, of.Big()); !share.IsUint64() {
			share.SetUint64(math.MaxUint64)
		}
		if got := a.InBPS(of); got != share.Uint64() {
			t.Errorf("%s of %s is %d bps, want %s", a, of, got, share)
		}
	})
	if got := api.NewAmount(1).InBPS(api.Amount{}); got != math.MaxUint64 {
		t.Errorf("1 of nothing is %d bps", got)
	}
}
