package pool_test

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

// binsRecord is what a pair of the Liquidity Book did in an EVM.
type binsRecord struct {
	Step   uint64 `json:"bin_step"`
	Static struct {
		BaseFactor uint64 `json:"base_factor"`
		Filter     uint64 `json:"filter_period"`
		Decay      uint64 `json:"decay_period"`
		Reduction  uint64 `json:"reduction_factor"`
		Control    uint64 `json:"variable_fee_control"`
		Most       uint64 `json:"max_vol_acc"`
	}
	Vectors []struct {
		State, After binsState
		Time         uint64
		Down         bool `json:"x_for_y"`
		In, Out      string
	}
}

type binsState struct {
	Active      int
	Accumulated uint64 `json:"vol_acc"`
	Referred    uint64 `json:"vol_ref"`
	Reference   int    `json:"id_ref"`
	Last        uint64
	Bins        map[string][2]string
}

func (r *binsRecord) pool(t *testing.T, s binsState, now uint64) *pool.Bins {
	t.Helper()
	p := pool.BinsParams{Step: r.Step, Active: s.Active, BaseFactor: r.Static.BaseFactor,
		Filter: r.Static.Filter, Decay: r.Static.Decay, Reduction: r.Static.Reduction,
		Control: r.Static.Control, Most: r.Static.Most, Accumulated: s.Accumulated,
		Referred: s.Referred, Reference: s.Reference, Last: s.Last, Now: now}
	for id, held := range s.Bins {
		n, err := strconv.Atoi(id)
		if err != nil {
			t.Fatal(err)
		}
		p.Bins = append(p.Bins, pool.Bin{ID: n, Held: [2]uint256.Int{
			*uint256.MustFromDecimal(held[0]), *uint256.MustFromDecimal(held[1])}})
	}
	slices.SortFunc(p.Bins, func(a, b pool.Bin) int { return a.ID - b.ID })
	b, err := pool.NewBins(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Sales on a pair of the Liquidity Book pay what the contract paid, after pauses of seconds and of
// minutes, and leave the bin that trades with what it was left with; a purchase takes no more.
func TestBinsAreTheContract(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/bins.json")
	if err != nil {
		t.Fatal(err)
	}
	var r binsRecord
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Vectors) != 24 {
		t.Fatalf("%d sales are recorded", len(r.Vectors))
	}
	for i, v := range r.Vectors {
		in := 1
		if v.Down {
			in = 0
		}
		p := r.pool(t, v.State, v.Time)
		var s, bought pool.State
		p.Init(&s)
		q, err := p.ExactIn(&s, in, 1-in, *uint256.MustFromDecimal(v.In))
		if err != nil || q.Out.Dec() != v.Out {
			t.Errorf("%d: %s pays %s, %v, and %s on the contract", i, v.In, q.Out.Dec(), err, v.Out)
			continue
		}
		p.Init(&bought)
		b, err := p.ExactOut(&bought, in, 1-in, q.Out)
		if err != nil || b.In.Gt(&q.In) || b.Out.Lt(&q.Out) {
			t.Errorf("%d: %s for %s that cost %s: %v", i, b.In.Dec(), b.Out.Dec(), v.In, err)
		}
		// What a second sale in the same block pays is what one on the pair that is left does.
		left := v.After
		left.Bins = make(map[string][2]string)
		for id, held := range v.State.Bins {
			left.Bins[id] = held
		}
		for id, held := range v.After.Bins {
			left.Bins[id] = held
		}
		left.Last = v.Time
		var next pool.State
		after := r.pool(t, left, v.Time)
		after.Init(&next)
		half := *uint256.MustFromDecimal(v.In)
		half.Rsh(&half, 1)
		second, err1 := p.ExactIn(&s, in, 1-in, half)
		want, err2 := after.ExactIn(&next, in, 1-in, half)
		if err1 != err2 || second.Out != want.Out {
			t.Errorf("%d: a second sale pays %s, %v instead of %s, %v", i, second.Out.Dec(), err1,
				want.Out.Dec(), err2)
		}
		if _, err := p.ExactIn(&s, 1-in, in, half); err == nil {
			t.Errorf("%d: a sale back is quoted", i)
		}
	}
}

// binsSample is a pair of twenty bins on either side.
func binsSample() (*pool.Bins, error) {
	units := func(n, decimals int64) uint256.Int { return fromBig(mul(num(n), pow10(decimals))) }
	p := pool.BinsParams{Step: 20, Active: 1 << 23, BaseFactor: 8000, Filter: 30, Decay: 600,
		Reduction: 5000, Control: 120_000, Most: 350_000, Accumulated: 30_000, Referred: 10_000,
		Reference: 1<<23 - 2, Last: 1000, Now: 1005}
	for id := -20; id <= 20; id++ {
		b := pool.Bin{ID: p.Active + id}
		if id >= 0 {
			b.Held[0] = units(int64(100_000+1000*id), 18)
		}
		if id <= 0 {
			b.Held[1] = units(int64(90_000-1000*id), 18)
		}
		p.Bins = append(p.Bins, b)
	}
	return pool.NewBins(p)
}
