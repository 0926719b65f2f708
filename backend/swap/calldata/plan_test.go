package calldata

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"bourse/backend/api"
)

// TestSharesComeBack divides amounts from a few units to more than 64 bits: the shares that a plan
// finds in what its routes sell divide the whole into the same amounts.
func TestSharesComeBack(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 3))
	whole := big.NewInt(api.BPS)
	for range 2000 {
		all := new(big.Int).Rsh(new(big.Int).Mul(new(big.Int).SetUint64(random.Uint64()),
			new(big.Int).SetUint64(random.Uint64())), uint(random.IntN(124)))
		all.Add(all, big.NewInt(1))
		var p Plan
		rest := new(big.Int).Set(all)
		for left := api.BPS; left > 0; {
			share := 1 + random.IntN(left)
			left -= share
			amount := new(big.Int).Mul(all, big.NewInt(int64(share)))
			if amount.Quo(amount, whole); left == 0 {
				amount.Set(rest)
			}
			rest.Sub(rest, amount)
			half := new(big.Int).Rsh(amount, 1)
			p.Routes = append(p.Routes, Route{Hops: []Hop{{Legs: []Leg{
				{In: half}, {In: new(big.Int).Sub(amount, half)}}}, {Legs: []Leg{{In: all}}}}})
		}
		p.share()
		sum := 0
		for i, r := range p.Routes {
			sum += r.Share
			legs := r.Hops[0].Legs
			want := new(big.Int).Add(legs[0].In, legs[1].In)
			got := new(big.Int).Mul(all, big.NewInt(int64(r.Share)))
			if got.Quo(got, whole); i < len(p.Routes)-1 && got.Cmp(want) != 0 || r.Share < 0 {
				t.Fatalf("%d bps of %s are %s, not %s", r.Share, all, got, want)
			}
		}
		if sum != api.BPS {
			t.Fatalf("%d routes add up to %d bps", len(p.Routes), sum)
		}
	}
}
