package router

import "math"

// spotRounds is how many improvements of a token's first price there may be, beyond which there is
// a cycle.
const spotRounds = 16

// spot prices every token at the pools' margins, so that no pool trades yet: halfway between what
// it brings by its best way to the destination and what it costs by its best way from the source,
// by which only the pools on good ways are close to trading. It tells whether there is a way.
func (d *dual) spot() bool {
	x := d.x
	worth, calm := d.margins(map[int32]float64{x.dest: 0}, true, false)
	if d.cycles = !calm; d.cycles {
		worth, _ = d.margins(map[int32]float64{x.dest: 0}, true, true)
	}
	whole := worth[x.src] // of the source in the destination
	if math.IsInf(whole, 0) {
		return false
	}
	cost, _ := d.margins(map[int32]float64{x.src: whole}, false, d.cycles)
	d.between(worth, cost)
	return true
}

// settle prices the tokens of a plan, which the curves are bent by, as its margins do, and the
// others halfway between what they bring and cost there.
func (d *dual) settle(p plan) {
	anchors, weights := map[int32]float64{}, map[int32]float64{}
	for i := range p {
		r := &p[i]
		value := 0.0
		see := func(token int32) {
			anchors[token] += value * float64(r.bps)
			weights[token] += float64(r.bps)
		}
		if d.x.q.Side == Buy {
			see(d.x.src)
			for k := range r.hops {
				value -= math.Log(d.x.mean(&r.hops[k]))
				see(r.hops[k].to)
			}
			continue
		}
		see(d.x.dest)
		for k := len(r.hops) - 1; k >= 0; k-- {
			value += math.Log(d.x.mean(&r.hops[k]))
			see(r.hops[k].from)
		}
	}
	for token := range anchors {
		anchors[token] /= weights[token]
	}
	d.settleAt(anchors)
}

// settleAt prices tokens as known, and the others halfway between what they bring and cost there.
func (d *dual) settleAt(anchors map[int32]float64) {
	worth, calm := d.margins(anchors, true, d.cycles)
	cost, too := d.margins(anchors, false, d.cycles)
	if !calm || !too {
		worth, _ = d.margins(anchors, true, true)
		cost, _ = d.margins(anchors, false, true)
	}
	d.between(worth, cost)
}

// between sets the prices halfway between two, in units of the token that is not fixed. Where these
// are far apart, since pools that hold little are all that trade the token one way, it takes what
// is next to the market's price.
func (d *dual) between(worth, cost []float64) {
	d.log = worth
	prices, base := d.x.snap.prices(), worth[d.unit]
	if d.loss == nil {
		d.loss = make([]float64, len(worth))
	}
	known := make([]bool, len(worth))
	var firm []int32
	for i, c := range cost {
		d.loss[i] = c - worth[i]
		middle := (worth[i] + c) / 2
		market := base + prices[i] - prices[d.unit]
		if d.loss[i] > overload && !math.IsNaN(market) {
			middle = min(max(market, worth[i]), c)
		} else {
			known[i] = true
			firm = append(firm, int32(i))
		}
		if d.log[i] = middle; math.IsInf(worth[i], 0) || math.IsInf(c, 0) {
			d.log[i] = math.NaN()
		}
	}
	if len(firm) < len(known) {
		d.relax(firm, known, false)
		d.relax(firm, known, true)
	}
	unit := d.log[d.unit]
	for i := range d.log {
		d.log[i] -= unit
	}
}

// margins is the logarithm of what every token brings at the pools' margins by its best way to
// tokens whose prices are known, or what it costs by its best way from these. Where it is limited,
// no pool pays more than the market's prices there, since profitable cycles would otherwise never
// end; calm is false if there are such.
func (d *dual) margins(known map[int32]float64, worth, limited bool) (log []float64, calm bool) {
	x, edges, sign := d.x, d.x.snap.in, 1.0
	var prices []float64
	if limited {
		prices = x.snap.prices()
	}
	if !worth {
		edges, sign = x.snap.out, -1
	}
	log = make([]float64, len(x.snap.Tokens))
	rounds := make([]uint8, len(log))
	waiting := make([]bool, len(log))
	queue := make([]int32, 0, len(log))
	for i := range log {
		log[i] = math.Inf(-int(sign))
	}
	for token := range int32(len(log)) {
		if value, ok := known[token]; ok {
			log[token] = value
			rounds[token] = math.MaxUint8
			queue = append(queue, token)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		token := queue[0]
		waiting[token] = false
		for _, id := range edges[token] {
			if x.barred[id] {
				continue
			}
			e := &x.snap.edges[id]
			next := e.from
			if !worth {
				next = e.to
			}
			pays := x.logs[id] - x.drag[id]
			if limited {
				pays = min(pays, prices[e.from]-prices[e.to])
			}
			value := log[token] + sign*pays
			if sign*(value-log[next]) <= 1e-12 || rounds[next] == math.MaxUint8 {
				continue
			}
			if log[next] = value; waiting[next] {
				continue
			}
			if rounds[next]++; rounds[next] > spotRounds {
				return log, false
			}
			waiting[next] = true
			queue = append(queue, next)
		}
	}
	return log, true
}
