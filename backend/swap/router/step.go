package router

import (
	"math"

	"bourse/backend/swap/pool"
)

// assemble sets the system of the step: of every pool its own, and what is left of it for the
// tokens outside.
func (n *interior) assemble() {
	n.factor.reset()
	n.value = n.amount * n.price[n.d.place[n.d.paid]]
	var a pool.Arbitrage
	var price, column [pool.MaxCoins]float64
	for k := range n.lodges {
		l := &n.lodges[k]
		clear(price[:])
		own := n.links[l.from:l.to]
		for _, t := range own {
			price[t.place] = t.price
		}
		n.d.x.snap.Venues[l.venue].Pool.Feeless(&price, &a)
		n.value += a.Value
		m := len(own)
		for i := range own {
			t := &own[i]
			t.get = a.Get[t.place]
			for j := range i {
				l.cells[i*m+j] = a.Bend[t.place][own[j].place]
			}
			l.cells[i*m+i] = a.Bend[t.place][t.place] + t.out.pull() + t.in.pull()
		}
		cholesky(l.cells[:m*m], m)
		// With B how the pool bends, D the pulls of its links and L their levers, this is what is
		// left of L²/D − L·(B + D)⁻¹·L, in a form that subtracts nothing large.
		for j := range own {
			for i := range own {
				column[i] = a.Bend[own[i].place][own[j].place]
			}
			substitute(l.cells[:m*m], column[:m])
			lever := own[j].lever() / (own[j].out.pull() + own[j].in.pull())
			for i := j; i < m; i++ {
				n.factor.add(own[i].token, own[j].token, own[i].lever()*column[i]*lever)
			}
			out, in := own[j].out.pull(), own[j].in.pull()
			width := own[j].out.slack + own[j].in.slack
			n.factor.add(own[j].token, own[j].token, width*width*out*in/(out+in))
		}
	}
	for k := range n.rungs {
		r := &n.rungs[k]
		sold, paid := r.give*n.price[r.sold], r.takes*n.price[r.paid]
		n.value += max(0, sold-paid)
		w := r.pull()
		n.factor.add(r.sold, r.sold, w*sold*sold)
		n.factor.add(r.paid, r.paid, w*paid*paid)
		n.factor.add(r.sold, r.paid, -w*sold*paid)
	}
	n.factor.decompose()
}

// pull is how fast a flow falls with its slack where their product stays.
func (f *flux) pull() float64 { return f.flow / f.slack }

func (r *rung) pull() float64 { return 1 / (1/r.fill.pull() + 1/r.open.pull()) }

// lever is how fast a link's flows change with the price outside, for the price inside.
func (t *link) lever() float64 {
	return (1-t.out.slack)*t.out.pull() + (1+t.in.slack)*t.in.pull()
}

// aim sets where the flows are to go for all products to be the target, after what the last step
// says that these will be off by.
func (n *interior) aim(target float64, corrected bool) {
	n.each(func(f *flux) {
		f.want = target
		if corrected {
			f.want -= f.dFlow * f.dSlack
		}
		f.want /= f.slack
	})
}

// each goes over all flows: those of links in both directions, and what rungs fill and leave open.
func (n *interior) each(do func(f *flux)) {
	for i := range n.links {
		do(&n.links[i].out)
		do(&n.links[i].in)
	}
	for i := range n.rungs {
		do(&n.rungs[i].fill)
		do(&n.rungs[i].open)
	}
}

// solve sets the step of all prices and flows to where they are wanted.
func (n *interior) solve() {
	clear(n.force)
	paid := n.d.place[n.d.paid]
	n.force[paid] = -n.amount * n.price[paid]
	var right [pool.MaxCoins]float64
	for k := range n.lodges {
		l := &n.lodges[k]
		own := n.links[l.from:l.to]
		m := len(own)
		for i := range own {
			t := &own[i]
			t.right = t.out.want - t.in.want - t.get
			right[i] = t.right
		}
		substitute(l.cells[:m*m], right[:m])
		for i := range own {
			t := &own[i]
			n.force[t.token] += t.lever()*right[i] - (1-t.out.slack)*t.out.want +
				(1+t.in.slack)*t.in.want
		}
	}
	for k := range n.rungs {
		r := &n.rungs[k]
		part := r.wanted()
		n.force[r.sold] -= (r.fill.flow + part) * r.give * n.price[r.sold]
		n.force[r.paid] += (r.fill.flow + part) * r.takes * n.price[r.paid]
	}
	n.factor.solve(n.force, n.step)
	for k := range n.lodges {
		l := &n.lodges[k]
		own := n.links[l.from:l.to]
		m := len(own)
		for i := range own {
			right[i] = own[i].right + own[i].lever()*n.step[own[i].token]
		}
		substitute(l.cells[:m*m], right[:m])
		for i := range own {
			t := &own[i]
			t.move = right[i]
			outside := n.step[t.token]
			t.out.dSlack = t.move - (1-t.out.slack)*outside
			t.in.dSlack = (1+t.in.slack)*outside - t.move
			t.out.dFlow = t.out.want - t.out.flow - t.out.pull()*t.out.dSlack
			t.in.dFlow = t.in.want - t.in.flow - t.in.pull()*t.in.dSlack
		}
	}
	for k := range n.rungs {
		r := &n.rungs[k]
		gain := r.give*n.price[r.sold]*n.step[r.sold] - r.takes*n.price[r.paid]*n.step[r.paid]
		r.fill.dFlow = r.wanted() + r.pull()*gain
		r.open.dFlow = -r.fill.dFlow
		r.open.dSlack = (r.open.want - r.open.flow - r.open.dFlow) / r.open.pull()
		r.fill.dSlack = r.open.dSlack - gain
	}
}

// wanted is how the part that is filled changes to where it is wanted, at the same prices.
func (r *rung) wanted() float64 {
	return ((r.fill.want-r.fill.flow)/r.fill.pull() - (r.open.want-r.open.flow)/r.open.pull()) *
		r.pull()
}

// reach is the longest part of the step by which no flow and no slack vanishes. It is the same for
// both, since deep pools answer small moves of prices with large flows.
func (n *interior) reach() (length float64) {
	length = 1
	n.each(func(f *flux) {
		if f.dFlow < 0 {
			length = min(length, -closest*f.flow/f.dFlow)
		}
		if f.dSlack < 0 {
			length = min(length, -closest*f.slack/f.dSlack)
		}
	})
	most := 0.0
	for i := range n.links {
		most = max(most, math.Abs(n.links[i].move))
	}
	for _, s := range n.step {
		most = max(most, math.Abs(s))
	}
	return min(length, farthest/most)
}

// product is what flows and slacks multiply to on average after a part of the step.
func (n *interior) product(length float64) float64 {
	sum := 0.0
	n.each(func(f *flux) { sum += (f.flow + length*f.dFlow) * (f.slack + length*f.dSlack) })
	return sum / float64(n.count())
}

func (n *interior) count() int { return 2 * (len(n.links) + len(n.rungs)) }

// advance makes a part of the step.
func (n *interior) advance(length float64) {
	for i, s := range n.step {
		n.price[i] *= 1 + length*s
	}
	for k := range n.lodges {
		l := &n.lodges[k]
		own := n.links[l.from:l.to]
		for i := range own {
			t := &own[i]
			grow := 1 + length*t.move
			t.price *= grow
			t.out.flow = (t.out.flow + length*t.out.dFlow) * grow
			t.in.flow = (t.in.flow + length*t.in.dFlow) * grow
			t.out.slack = (t.out.slack + length*t.out.dSlack) / grow
			t.in.slack = (t.in.slack + length*t.in.dSlack) / grow
		}
	}
	for k := range n.rungs {
		r := &n.rungs[k]
		for _, f := range []*flux{&r.fill, &r.open} {
			f.flow += length * f.dFlow
			f.slack += length * f.dSlack
		}
	}
}
