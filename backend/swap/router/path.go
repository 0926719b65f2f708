package router

import (
	"math"
	"slices"
)

// MaxHops is the largest number of hops on a route that a search makes up. Each costs the gas of a
// pool and of the transfers around it.
const MaxHops = 12

// path is a sequence of edges from source to destination.
type path struct {
	edges [MaxHops]int32
	n     int
}

// label is the best known way to carry an amount to a token in a number of hops: the amount (fixed
// output for Buy, where the walk leads from destination to source), and the edge that brought it
// there.
type label struct {
	amount float64 // 0 if the token is not reached
	edge   int32
}

// labels are the tables of one walk, one row a hop, with the tokens that it reached.
type labels struct {
	rows    [MaxHops + 1][]label
	reached [MaxHops + 1][]int32
	top     []float64 // the best amount at a token in any number of hops so far
	away    []int8    // hops from a token to the walk's end and one, 0 for those that lead nowhere
}

func newLabels(tokens, hops int) (l labels) {
	for k := range hops + 1 {
		l.rows[k] = make([]label, tokens)
	}
	l.away, l.top = make([]int8, tokens), make([]float64, tokens)
	return l
}

// ends are where a walk starts and finishes, and the edges at a token in its direction.
func (x *search) ends() (start, finish int32, leaving, entering [][]int32) {
	if x.q.Side == Sell {
		return x.src, x.dest, x.out, x.in
	}
	return x.dest, x.src, x.in, x.out
}

// far is the token to which an edge leads in the walk's direction, near the one it comes from.
func (x *search) far(id int32) int32 {
	if x.q.Side == Sell {
		return x.snap.edges[id].to
	}
	return x.snap.edges[id].from
}

func (x *search) near(id int32) int32 {
	if x.q.Side == Sell {
		return x.snap.edges[id].from
	}
	return x.snap.edges[id].to
}

// carry moves an amount over an edge by its curve: output for Sell, needed input for Buy. Not
// positive if it cannot.
func (x *search) carry(id int32, amount float64) float64 {
	if !x.open(id) {
		return 0
	}
	e := &x.snap.edges[id]
	c := &x.curves[id]
	if x.q.Side == Sell {
		if e.from == x.src {
			amount *= x.q.keepSrc()
		}
		out := c.Out(amount)
		if e.to == x.dest {
			out *= x.q.keepDest()
		}
		return out
	}
	if e.to == x.dest {
		amount /= x.q.keepDest()
	}
	if c.Price == 0 {
		return 0
	}
	in := c.In(amount)
	if e.from == x.src {
		in /= x.q.keepSrc()
	}
	return in
}

// better compares amounts carried to the same token.
func (x *search) better(a, b float64) bool {
	if x.q.Side == Sell {
		return a > b
	}
	return b == 0 || a < b
}

// find is the path that carries an amount best, judged by curves, with the gas of pools that the
// plan does not use yet counted by weight. Paths over the tokens of a known route are left out.
func (x *search) find(amount, gasWeight float64, known plan) (path, bool) {
	start, finish, leaving, entering := x.ends()
	x.walk(start, finish, amount, leaving)
	best, bestValue, hop := int32(-1), math.Inf(-1), 0
	for _, id := range entering[finish] {
		for k := 1; k <= x.hops; k++ {
			value := x.finish(k, id, gasWeight, bestValue)
			if value > bestValue && !x.follows(x.trace(id, k), known) {
				best, bestValue, hop = id, value, k
			}
		}
	}
	if best < 0 {
		return path{}, false
	}
	return x.trace(best, hop), true
}

// follows tells whether a path has the tokens of one of the routes.
func (x *search) follows(p path, known plan) bool {
	return slices.ContainsFunc(known, func(r route) bool {
		if len(r.hops) != p.n {
			return false
		}
		for k := range r.hops {
			if e := &x.snap.edges[p.edges[k]]; e.from != r.hops[k].from || e.to != r.hops[k].to {
				return false
			}
		}
		return true
	})
}

// measure counts the hops from every token to the walk's end.
func (x *search) measure() {
	_, finish, _, entering := x.ends()
	away := x.labels.away
	clear(away)
	away[finish] = 1
	for queue := []int32{finish}; len(queue) > 0; queue = queue[1:] {
		token := queue[0]
		if int(away[token]) > x.hops {
			continue
		}
		for _, id := range entering[token] {
			if other := x.near(id); away[other] == 0 {
				away[other] = away[token] + 1
				queue = append(queue, other)
			}
		}
	}
}

// walk fills the tables for up to hops − 1 hops.
func (x *search) walk(start, finish int32, amount float64, leaving [][]int32) {
	l := &x.labels
	for k := range l.reached {
		for _, token := range l.reached[k] {
			l.rows[k][token], l.top[token] = label{}, 0
		}
		l.reached[k] = l.reached[k][:0]
	}
	l.rows[0][start].amount = amount
	l.reached[0] = append(l.reached[0], start)
	for k := 1; k < x.hops; k++ {
		for _, token := range l.reached[k-1] {
			x.relax(token, k, start, finish, leaving[token])
		}
	}
}

func (x *search) relax(token int32, k int, start, finish int32, edges []int32) {
	l := &x.labels
	from := l.rows[k-1][token]
	for _, id := range edges {
		to := x.far(id)
		if to == start || to == finish || l.away[to] == 0 || k+int(l.away[to])-1 > x.hops {
			continue
		}
		value, at := x.carry(id, from.amount), &l.rows[k][to]
		if !(value > 0) || l.top[to] != 0 && !x.better(value, l.top[to]) || x.passes(id, to, k) {
			continue
		}
		if at.amount == 0 {
			l.reached[k] = append(l.reached[k], to)
		}
		*at, l.top[to] = label{value, id}, value
	}
}

// finish values a path whose hop k is the edge id into the final token, net of gas; larger is
// better. −∞ is none, or one that is not better than least.
func (x *search) finish(k int, id int32, gasWeight, least float64) (value float64) {
	none := math.Inf(-1)
	from := x.labels.rows[k-1][x.near(id)]
	if from.amount == 0 {
		return none
	}
	value = x.carry(id, from.amount)
	if !(value > 0) {
		return none
	}
	if x.q.Side == Buy {
		value = -value
	}
	if value <= least || x.passes(id, x.far(id), k) {
		return none
	}
	if gasWeight == 0 || x.gas == 0 {
		return value
	}
	p := x.trace(id, k)
	for _, e := range p.edges[:p.n] {
		if x.used[e] == 0 {
			value -= gasWeight * x.gas * gasGuess
		}
	}
	return value
}

// gasGuess is what a pool more costs about.
const gasGuess = gasLeg + 60_000

func (x *search) sameVenue(a, b int32) bool {
	return x.snap.edges[a].venue == x.snap.edges[b].venue
}

// passes tells whether the walk to hop k−1 already went through the venue of id or the token to.
func (x *search) passes(id, to int32, k int) bool {
	token := x.near(id)
	for k--; k > 0; k-- {
		at := x.labels.rows[k][token]
		if token == to || x.sameVenue(id, at.edge) {
			return true
		}
		token = x.near(at.edge)
	}
	return false
}

// trace reads a path from the tables, in the order source to destination.
func (x *search) trace(last int32, hops int) path {
	p := path{n: hops}
	id := last
	for k := hops; k > 0; k-- {
		at := k - 1
		if x.q.Side == Buy {
			at = hops - k
		}
		p.edges[at] = id
		if k > 1 {
			id = x.labels.rows[k-1][x.near(id)].edge
		}
	}
	return p
}
