package pool_test

import (
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/internal/poolfile"
	"bourse/backend/swap/pool"
)

func recorded(tb testing.TB) []poolfile.Market {
	tb.Helper()
	_, markets, err := poolfile.Load("../testdata/pools-concentrated.json")
	if err != nil {
		tb.Fatal(err)
	}
	return markets
}

func TestKnownAnswers(t *testing.T) {
	t.Parallel()
	p := recorded(t)[3].Pool
	for in, want := range map[uint64]string{
		1_000_000_000:   "367092299612919681",
		100_000_000_000: "36685972419760007912",
	} {
		var s pool.State
		p.Init(&s)
		q, err := p.ExactIn(&s, 0, 1, *uint256.NewInt(in))
		if err != nil || q.Out.Dec() != want {
			t.Errorf("%d USDC pay %s wei of WETH, %v; want %s", in, q.Out.Dec(), err, want)
		}
	}
}

func BenchmarkSingle(b *testing.B) {
	p := recorded(b)[3].Pool
	for _, c := range []struct {
		name   string
		amount uint64
	}{{"1kUSDC", 1e9}, {"100kUSDC", 1e11}, {"5MUSDC", 5e12}} {
		b.Run(c.name, func(b *testing.B) {
			var s pool.State
			amount := *uint256.NewInt(c.amount)
			b.ReportAllocs()
			var q pool.Quote
			for b.Loop() {
				p.Init(&s)
				var err error
				if q, err = p.ExactIn(&s, 0, 1, amount); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(q.Ticks), "ticks")
		})
	}
}
