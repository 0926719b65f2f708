package api

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
)

func TestParseAmountRefuses(t *testing.T) {
	for _, s := range []string{"", " 1", "1 ", "+1", "-1", "0x1", "1e3", "1.0", "1_000", "１",
		strings.Repeat("9", 78), strings.Repeat("1", 79)} {
		if a, err := ParseAmount(s); err == nil {
			t.Errorf("ParseAmount(%q) = %s, want an error", s, a)
		}
	}
}

func TestAmountJSONTakesStringsOnly(t *testing.T) {
	for _, s := range []string{`1`, `1.5`, `null`, `""`, `"-1"`, `"0x10"`, `true`, `{}`} {
		var a Amount
		if err := json.Unmarshal([]byte(s), &a); err == nil {
			t.Errorf("%s was read as %s, want an error", s, a)
		}
	}
}

func FuzzAmount(f *testing.F) {
	f.Add("0")
	f.Add("007")
	f.Add("115792089237316195423570985008687907853269984665640564039457584007913129639935")
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAmount(s)
		if err != nil {
			return
		}
		want, ok := new(big.Int).SetString(s, 10)
		if !ok || want.Cmp(a.Big()) != 0 {
			t.Fatalf("%q parsed as %s", s, a)
		}
		if again, err := ParseAmount(a.String()); err != nil || again != a {
			t.Fatalf("%s printed and parsed is %s (%v)", a, again, err)
		}
		if AmountFromBytes32(a.Bytes32()) != a {
			t.Fatal("bytes do not round-trip")
		}
	})
}

func FuzzMulDiv(f *testing.F) {
	f.Add([]byte{1}, []byte{2}, []byte{3})
	f.Fuzz(func(t *testing.T, x, y, z []byte) {
		a, b, c := fuzzAmount(x), fuzzAmount(y), fuzzAmount(z)
		if c.IsZero() {
			return
		}
		product := new(big.Int).Mul(a.Big(), b.Big())
		down, rest := new(big.Int).QuoRem(product, c.Big(), new(big.Int))
		up := new(big.Int).Set(down)
		if rest.Sign() > 0 {
			up.Add(up, big.NewInt(1))
		}
		for _, tt := range []struct {
			got  Amount
			want *big.Int
		}{{a.MulDiv(b, c), down}, {a.MulDivUp(b, c), up}} {
			if tt.want.BitLen() > 256 {
				tt.want = MaxAmount.Big()
			}
			if tt.got.Big().Cmp(tt.want) != 0 {
				t.Fatalf("%s·%s/%s = %s, want %s", a, b, c, tt.got, tt.want)
			}
		}
	})
}

func fuzzAmount(b []byte) Amount {
	if len(b) > 32 {
		b = b[:32]
	}
	return MustBig(new(big.Int).SetBytes(b))
}

func TestAddSubSaturate(t *testing.T) {
	one := NewAmount(1)
	if got := MaxAmount.Add(one); got != MaxAmount {
		t.Errorf("max+1 = %s", got)
	}
	if got := one.Sub(NewAmount(2)); !got.IsZero() {
		t.Errorf("1-2 = %s", got)
	}
}
