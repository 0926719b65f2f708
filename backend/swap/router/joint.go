package router

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/pool"
)

// Intent is an order of a batch as the joint optimum sees it: a pool that gives Sell raw units of
// one token for Ask of another, once.
type Intent struct {
	Src, Dest common.Address
	Sell      float64
	Ask       float64 // the least that pays for Sell, what its settlement costs included
	Bonus     float64 // what is gained where Ask is paid, in the unit of the tokens' worth
	Must      bool    // it is settled in any case
	Parts     bool    // a part of it can be settled alone
}

// Batch asks what intents and the pools of a block can do together.
type Batch struct {
	Intents []Intent
	// Worth is what a raw unit of each token of the intents is worth, in any unit. A unit more than
	// Ask is worth as much as this says to whoever bought it.
	Worth    map[common.Address]float64
	GasPrice float64 // of a unit of gas in the unit of worth
	// Without are venues that are left out, by their index: what is found is no bound then.
	Without map[int]bool
	// Near is the optimum of a batch much like this one on the same snapshot, at whose prices the
	// search begins; nil begins at the tokens' worth.
	Near *Joint
}

// Joint is the optimum of a batch by Lagrangian duality. Put a price on every token that is no less
// than its worth where intents buy it, let every pool be arbitraged against these prices and every
// intent be filled that gains by them: for any prices this is worth at least what any settlement of
// any of the intents gains, over rings of any length and all pools. Newton's method on the
// logarithms finds the prices at which it is worth least; what pools trade there is the optimum.
type Joint struct {
	// Bound is more than all that Worth values what intents can get above Ask, and Bonus, come to.
	Bound float64

	b     *Batch
	s     *Snapshot
	now   jointPoint
	low   []float64 // the least logarithm of each price; −∞ is none
	id    map[common.Address]int32
	own   []int32 // of the snapshot's tokens: their variables; −1: not traded
	ends  [][2]int32
	venue []int32
	coins []int32 // of the venues, one after the other: the variables of their tokens
	scale float64
	rest  float64 // the most of a token, by worth, that was sold and not bought, or not sold
	band  float64 // over which an intent is filled more and more, as a part of its worth
}

// jointPoint is a vector of prices with what it is worth and how that changes.
type jointPoint struct {
	log, price, grad []float64
	bend             []float64 // the matrix of second derivatives but for their diagonal part grad
	smooth           float64
}

const (
	jointTokens = 256  // whose prices are sought at most; those of the others are the market's
	jointRounds = 60   // of Newton's method for a band
	jointStep   = 0.5  // of a logarithm at a time
	jointExact  = 1e-9 // of the worth of all that is sold
	jointFar    = 1e-3 // of it: what is left over where the search has not come to its end
)

// Errors of batches.
var (
	ErrWorth    = errors.New("a token of the batch has no worth")
	ErrTogether = errors.New("the intents can't be settled together")
)

// Optimum finds the joint optimum of a batch. Where ctx ends early the bound holds but is not the
// least.
func (s *Snapshot) Optimum(ctx context.Context, b *Batch) (*Joint, error) {
	j := &Joint{b: b, s: s, Bound: math.Inf(1), id: make(map[common.Address]int32)}
	if err := j.prepare(); err != nil {
		return nil, err
	}
	bands := []float64{1e-3, 1e-4, 1e-5, 1e-6}
	if !slices.ContainsFunc(b.Intents, func(t Intent) bool { return !t.Must }) {
		bands = bands[len(bands)-1:] // nothing is filled more and more
	}
	if err := j.through(ctx, bands); err != nil {
		return nil, err
	}
	if b.Near != nil && j.rest > jointFar*j.scale {
		// the other batch's prices lead nowhere
		afresh := *b
		afresh.Near = nil
		return s.Optimum(ctx, &afresh)
	}
	if j.rest > jointFar*j.scale {
		// from a worth far off the pools' prices it steps over every level of the books between
		first := j.now
		if j.beginAtMarket() {
			if err := j.through(ctx, bands); err != nil {
				return nil, err
			}
			if first.smooth < j.now.smooth {
				j.now = first
			}
		}
	}
	return j, nil
}

// Price is a token's price at the optimum, 0 for one that the batch does not know.
func (j *Joint) Price(token common.Address) float64 {
	if i, ok := j.id[token]; ok {
		return j.now.price[i]
	}
	if i, ok := j.s.index[token]; ok && j.own[i] >= 0 {
		return j.now.price[j.own[i]]
	}
	return 0
}

// Margin is what an intent gains at the optimum's prices: it is filled where that is more than 0.
func (j *Joint) Margin(i int) float64 {
	e, t := j.ends[i], &j.b.Intents[i]
	return t.Sell*j.now.price[e[0]] - t.Ask*j.now.price[e[1]] + t.Bonus
}

// Fill is how much of an intent the optimum fills, from 0 to 1.
func (j *Joint) Fill(i int) float64 {
	t := &j.b.Intents[i]
	return 1 / (1 + math.Exp(-j.Margin(i)/(j.band*t.Sell*j.b.Worth[t.Src])))
}

// prepare numbers the tokens and gives them their first prices: what they are worth, and for those
// between them what the market says.
func (j *Joint) prepare() error {
	log := []float64{}
	add := func(token common.Address) (int32, error) {
		if i, ok := j.id[token]; ok {
			return i, nil
		}
		worth := j.b.Worth[token]
		if !(worth > 0) || math.IsInf(worth, 0) {
			return 0, ErrWorth
		}
		i := int32(len(log))
		j.id[token], log = i, append(log, math.Log(worth))
		j.low = append(j.low, math.Inf(-1))
		return i, nil
	}
	for i := range j.b.Intents {
		t := &j.b.Intents[i]
		src, err := add(t.Src)
		if err != nil {
			return err
		}
		dest, err := add(t.Dest)
		if err != nil {
			return err
		}
		j.ends = append(j.ends, [2]int32{src, dest})
		j.low[dest] = log[dest]
		j.scale += t.Sell * math.Exp(log[src])
	}
	j.spread(&log)
	n := len(log)
	j.now = newJointPoint(n)
	copy(j.now.log, log)
	if near := j.b.Near; near != nil {
		for token, i := range j.id {
			if k, ok := near.id[token]; ok {
				j.now.log[i] = max(j.low[i], near.now.log[k])
			}
		}
		for t, i := range j.own {
			if k := near.own[t]; i >= 0 && k >= 0 {
				j.now.log[i] = max(j.low[i], near.now.log[k])
			}
		}
	}
	return nil
}

// through goes to the optimum by narrower and narrower bands.
func (j *Joint) through(ctx context.Context, bands []float64) error {
	for _, j.band = range bands {
		if err := j.descend(ctx); err != nil {
			return err
		}
	}
	return nil
}

// beginAtMarket moves the search to the pools' prices, no token below its least; ok is false where
// pools price none that intents buy.
func (j *Joint) beginAtMarket() (ok bool) {
	market, shift := j.s.prices(), math.Inf(-1)
	for t, i := range j.own {
		if i >= 0 && !math.IsNaN(market[t]) {
			shift = max(shift, j.low[i]-market[t])
		}
	}
	if math.IsInf(shift, 0) {
		return false
	}
	there := newJointPoint(len(j.now.log))
	copy(there.log, j.now.log)
	for t, i := range j.own {
		if i >= 0 && !math.IsNaN(market[t]) {
			there.log[i] = max(j.low[i], market[t]+shift)
		}
	}
	j.now = there
	return true
}

func newJointPoint(n int) jointPoint {
	m := min(n, jointTokens)
	return jointPoint{log: make([]float64, n), price: make([]float64, n), grad: make([]float64, n),
		bend: make([]float64, m*m)}
}

// spread makes tokens that pools lead to from those of the intents part of the search, and all
// venues between tokens with a price part of the bound.
func (j *Joint) spread(log *[]float64) {
	s := j.s
	market := s.prices()
	j.own = make([]int32, len(s.Tokens))
	var queue []int32
	for t := range s.Tokens {
		j.own[t] = -1
		if i, ok := j.id[s.Tokens[t].Address]; ok {
			j.own[t] = i
			queue = append(queue, int32(t))
		}
	}
	slices.SortFunc(queue, func(a, b int32) int { return cmp.Compare(j.own[a], j.own[b]) })
	for ; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		if math.IsNaN(market[from]) {
			continue
		}
		for _, e := range s.out[from] {
			to := s.edges[e].to
			if j.own[to] >= 0 || s.Tokens[to].Taxed || s.Tokens[to].Strange ||
				math.IsNaN(market[to]) {
				continue
			}
			j.own[to] = int32(len(*log))
			*log = append(*log, (*log)[j.own[from]]+market[to]-market[from])
			j.low = append(j.low, math.Inf(-1))
			queue = append(queue, to)
		}
	}
	for v := range s.Venues {
		known := 0
		for _, t := range s.Venues[v].Tokens {
			if j.own[s.index[t]] >= 0 {
				known++
			}
		}
		if known > 1 && !j.b.Without[v] {
			j.venue = append(j.venue, int32(v))
			for _, t := range s.Venues[v].Tokens {
				j.coins = append(j.coins, j.own[s.index[t]])
			}
		}
	}
}

// visit lets every venue be arbitraged at a point.
func (j *Joint) visit(p *jointPoint, see func(v int32, coins []int32, a *pool.Arbitrage)) {
	j.s.arbitrage(j.venue, j.coins, p.price, see)
}

// evaluate sets what a point is worth, smoothed, and takes what it bounds.
func (j *Joint) evaluate(p *jointPoint) {
	n := min(len(p.log), jointTokens)
	for i, l := range p.log {
		p.price[i] = math.Exp(l)
	}
	clear(p.grad)
	clear(p.bend)
	p.smooth = 0
	net, size := 0.0, 0.0
	j.visit(p, func(_ int32, coins []int32, a *pool.Arbitrage) {
		if earned := a.Value + a.Slack; earned > 0 {
			p.smooth += a.Value
			net += max(0, earned-float64(a.Gas)*j.b.GasPrice)
		}
		for i, c := range coins {
			if c < 0 {
				continue
			}
			p.grad[c] += a.Get[i]
			size += math.Abs(a.Get[i])
			for k, d := range coins {
				if d >= 0 && max(int(c), int(d)) < n {
					p.bend[int(c)*n+int(d)] += a.Bend[i][k]
				}
			}
		}
	})
	for i := range j.b.Intents {
		net += j.intent(p, i)
	}
	j.Bound = min(j.Bound, net+(size+j.scale)*1e-12)
}

// intent adds an intent to a point and returns what it gains there.
func (j *Joint) intent(p *jointPoint, i int) float64 {
	t, n := &j.b.Intents[i], min(len(p.log), jointTokens)
	src, dest := int(j.ends[i][0]), int(j.ends[i][1])
	sold, paid := t.Sell*p.price[src], t.Ask*p.price[dest]
	gains := sold - paid + t.Bonus
	fill := 1.0
	if t.Must {
		p.smooth += gains
	} else {
		width := j.band * t.Sell * j.b.Worth[t.Src]
		x := gains / width
		fill = 1 / (1 + math.Exp(-x))
		p.smooth += width * (max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))))
		if w := fill * (1 - fill) / width; max(src, dest) < n {
			p.bend[src*n+src] += w * sold * sold
			p.bend[dest*n+dest] += w * paid * paid
			p.bend[src*n+dest] -= w * sold * paid
			p.bend[dest*n+src] -= w * sold * paid
		}
		gains = max(0, gains)
	}
	p.grad[src] += fill * sold
	p.grad[dest] -= fill * paid
	return gains
}

// Trade is what a pool swaps at the optimum.
type Trade struct {
	Venue   int // index in Snapshot.Venues
	In, Out int // positions of the tokens in the pool
	Pays    float64
	Gets    float64 // by the optimum's reckoning; the pool's arithmetic decides
	// Earned is what all swaps of the pool gain at the optimum's prices, Gas what they need at
	// least.
	Earned float64
	Gas    uint64
}

// Trades are what pools swap at the optimum's prices. A pool of several tokens matches what it is
// paid with what it pays in proportion.
func (j *Joint) Trades() (list []Trade) {
	j.visit(&j.now, func(v int32, coins []int32, a *pool.Arbitrage) {
		paid, got := 0.0, 0.0
		for i := range coins {
			paid -= min(0, a.Get[i])
			got += max(0, a.Get[i])
		}
		for i, in := range coins {
			for k, out := range coins {
				if in < 0 || out < 0 || a.Get[i] >= 0 || a.Get[k] <= 0 {
					continue
				}
				part := -a.Get[i] / paid * a.Get[k] / got
				list = append(list, Trade{Venue: int(v), In: i, Out: k,
					Pays:   part * paid / j.now.price[in],
					Gets:   part * got / j.now.price[out],
					Earned: a.Value, Gas: a.Gas})
			}
		}
	})
	return list
}
