package api_test

import (
	"math/big"
	"testing"

	"bourse/backend/api"
)

// FuzzUnpackAsset holds the packed integers to their layout by arithmetic of its own: what unpacks
// is kind × 2^160 + address with a kind of at most 2, packs back to the same integer, and nothing
// else unpacks.
func FuzzUnpackAsset(f *testing.F) {
	for _, hex := range []string{"0", "1", "ffffffffffffffffffffffffffffffffffffffff",
		"10000000000000000000000000000000000000000",
		"2bc4ca0eda7647a8ab7c2061c2e118a18a936f13d", "30000000000000000000000000000000000000000",
		"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"} {
		n, _ := new(big.Int).SetString(hex, 16)
		f.Add(n.Bytes(), n.Bytes())
	}
	f.Fuzz(func(t *testing.T, packed, id []byte) {
		if len(packed) > 32 || len(id) > 32 {
			return
		}
		n, number := new(big.Int).SetBytes(packed), api.MustBig(new(big.Int).SetBytes(id))
		kind := new(big.Int).Rsh(n, 160)
		a, err := api.UnpackAsset(api.MustBig(n), number)
		if known := kind.Cmp(big.NewInt(2)) <= 0; known != (err == nil) {
			t.Fatalf("%x unpacks: %v", n, err)
		}
		if err != nil {
			return
		}
		address := new(big.Int).Sub(n, new(big.Int).Lsh(kind, 160))
		if uint64(a.Kind) != kind.Uint64() || a.Address.Big().Cmp(address) != 0 || a.ID != number ||
			a.Pack().Big().Cmp(n) != 0 {
			t.Fatalf("%x unpacks to %+v, which packs to %s", n, a, a.Pack())
		}
	})
}
