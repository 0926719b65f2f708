package pools

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// told is an answer of words.
func told(words ...*big.Int) chain.Result {
	var data []byte
	for _, w := range words {
		data = append(data, common.BigToHash(new(big.Int).And(w,
			new(big.Int).Sub(new(big.Int).Lsh(common.Big1, 256), common.Big1))).Bytes()...)
	}
	return chain.Result{OK: true, Data: data}
}

// A pool that tells its fee itself trades at the higher one of what it told last and what it tells
// now. What it pays was measured on the original contract with a fee of 500.
func TestPoolThatTellsItsFee(t *testing.T) {
	t.Parallel()
	at := func(index int, net string) pool.Tick {
		n, _ := new(big.Int).SetString(net, 10)
		var u uint256.Int
		u.SetFromBig(n)
		return pool.Tick{Index: index, Net: u}
	}
	const wide, near = "1000000000000000000000", "300000000000000000000"
	l := &State{Info: &Info{Kind: pool.KindConcentrated, Family: Slipstream, spacing: 100},
		list: []pool.Tick{at(-600, wide), at(-200, near), at(100, "-"+near), at(600, "-"+wide)}}
	var err error
	if l.ticks, err = pool.NewTicks(l.list, l.spacing, 0); err != nil {
		t.Fatal(err)
	}
	active, _ := new(big.Int).SetString("1300000000000000000000", 10)
	one := new(big.Int).Lsh(common.Big1, 96)
	sold, paid := uint256.NewInt(12345678901234567890), uint256.NewInt(12223481657164956825)
	for _, c := range []struct {
		told, charged int64
	}{{500, 500}, {400, 500}, {400, 400}, {0, 400}, {0, 0}, {500, 500}} {
		answered := []chain.Result{told(one, common.Big0, common.Big0, common.Big1, common.Big1,
			common.Big1), told(active), told(big.NewInt(c.told))} // six words of price, no fee
		p, err := l.concentrated(answered)
		if err != nil {
			t.Fatal(err)
		}
		if int64(l.charged[0]) != c.charged || l.charged[1] != l.charged[0] || !l.moving {
			t.Errorf("told %d: %d counts, want %d", c.told, l.charged, c.charged)
		}
		var s pool.State
		p.Init(&s)
		q, err := p.ExactIn(&s, 0, 1, *sold)
		if err != nil || c.charged == 500 && q.Out != *paid ||
			c.charged < 500 && !q.Out.Gt(paid) {
			t.Errorf("at %d it pays %s, %v", c.charged, &q.Out, err)
		}
	}
	price := told(one, big.NewInt(-1))
	for name, r := range map[string][]chain.Result{
		"no fee":        {price, told(active), {}},
		"all of it":     {price, told(active), told(big.NewInt(1_000_000))},
		"a huge number": {price, told(active), told(big.NewInt(-1))},
		"no price":      {told(one), told(active), told(big.NewInt(500))},
	} {
		if p, err := l.concentrated(r); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
