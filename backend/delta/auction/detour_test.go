package auction

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// twoWays pay one price by all pools and another one round some.
type twoWays struct{ all, round uint64 }

func (p twoWays) Best(_ context.Context, _ api.BlockRef, _, _ common.Address, _ api.Amount,
	without ...common.Address) (Route, error) {
	pays := p.all
	if len(without) > 0 {
		pays = p.round
	}
	if pays == 0 {
		return Route{}, api.Errorf(api.NoRoute, "no route")
	}
	return Route{Received: api.NewAmount(pays)}, nil
}

// A way round some pools is gone as long as it brings about what it is worth: of a pool that shows
// more than that the more counts nothing, and nobody is led round good pools to bad ones.
func TestTheWayRoundPools(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		all, round, fair, gets uint64
	}{
		"as good":                       {10_000, 10_000, 10_000, 10_000},
		"a bit less":                    {10_000, 9_950, 10_000, 9_950},
		"too little":                    {10_000, 9_949, 10_000, 10_000},
		"none":                          {10_000, 0, 10_000, 10_000},
		"a pool shows more than worth":  {11_000, 9_960, 10_000, 9_960},
		"an amount that moves all":      {9_000, 8_960, 10_000, 8_960},
		"too little of that":            {9_000, 8_900, 10_000, 9_000},
		"nobody knows what it is worth": {10_000, 9_949, 0, 10_000},
	} {
		t.Run(name, func(t *testing.T) {
			m := Market{Pricer: twoWays{c.all, c.round}}
			if c.fair > 0 {
				m.Fair = func(uint64, common.Address, common.Address) (float64, bool) {
					return float64(c.fair) / 1000, true
				}
			}
			b := NewBatch(m, api.BlockRef{}, api.NewAmount(1))
			r, err := b.Best(t.Context(), common.Address{1}, common.Address{2}, api.NewAmount(1000),
				common.Address{9})
			if err != nil || r.Received != api.NewAmount(c.gets) {
				t.Errorf("got %s, %v", r.Received, err)
			}
			r, err = b.Best(t.Context(), common.Address{1}, common.Address{2}, api.NewAmount(1000))
			if err != nil || r.Received != api.NewAmount(c.all) {
				t.Errorf("another order got %s, %v", r.Received, err)
			}
		})
	}
}
