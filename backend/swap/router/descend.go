package router

import (
	"context"
	"math"
	"slices"
)

const searchRounds = 12 // of the search along a step

// descend goes to the least of the value smoothed by the present band.
func (j *Joint) descend(ctx context.Context) error {
	n := len(j.now.log)
	next, step := newJointPoint(n), make([]float64, n)
	j.evaluate(&j.now)
	for range jointRounds {
		if j.Bound < -1e-9*j.scale {
			return ErrTogether
		}
		promise, unbalanced := j.newton(step)
		j.rest = unbalanced
		if ctx.Err() != nil || unbalanced <= jointExact*j.scale || promise <= 0 {
			break
		}
		j.search(&next, step, promise)
		j.now, next = next, j.now
	}
	return nil
}

// search sets next to a point along a step where the value hardly falls any more, by regula falsi
// between one where it falls and one where it rises.
func (j *Joint) search(next *jointPoint, step []float64, promise float64) {
	length := 1.0
	for range searchRounds {
		slope, stopped := j.ahead(next, step, length)
		switch {
		case slope > promise/2:
			length *= min(max(promise/(promise+slope), 0.1), 0.9)
		case stopped && next.smooth > j.now.smooth: // on the way, and it rose before
			length /= 2
		default:
			return
		}
	}
}

// ahead sets next to the point at a length along a step, and returns how the value rises there, and
// whether a price was stopped at its least.
func (j *Joint) ahead(next *jointPoint, step []float64, length float64) (slope float64,
	stopped bool) {
	for i := range step {
		to := j.now.log[i] + length*step[i]
		next.log[i] = max(j.low[i], to)
		stopped = stopped || to < j.low[i]
	}
	j.evaluate(next)
	for i := range step {
		if next.log[i] > j.low[i] || step[i] > 0 {
			slope += next.grad[i] * step[i]
		}
	}
	return slope, stopped
}

// newton sets step to Newton's for the prices that are free to move, and returns what it promises
// and the most of a token, by worth, that is sold and not bought or the other way round. Prices at
// their least that the step would lower further stay there, and the others' step is found without
// them.
func (j *Joint) newton(step []float64) (promise, unbalanced float64) {
	p := &j.now
	var free []int
	for i := range min(len(step), jointTokens) {
		if p.log[i] > j.low[i] || p.grad[i] < 0 {
			free = append(free, i)
			unbalanced = max(unbalanced, math.Abs(p.grad[i]))
		}
	}
	for {
		promise = j.solve(step, free)
		rest := slices.DeleteFunc(slices.Clone(free), func(i int) bool {
			return p.log[i] <= j.low[i] && step[i] < 0
		})
		if len(rest) == len(free) {
			return promise, unbalanced
		}
		free = rest
	}
}

// solve sets step to Newton's for some prices.
func (j *Joint) solve(step []float64, free []int) (promise float64) {
	p, n, m := &j.now, min(len(step), jointTokens), len(free)
	clear(step)
	most := 0.0
	for _, i := range free {
		most = max(most, p.bend[i*n+i]+max(0, p.grad[i]))
	}
	cells, right := make([]float64, m*m), make([]float64, m)
	for a, i := range free {
		right[a] = -p.grad[i]
		for b, k := range free[:a+1] {
			cells[a*m+b] = p.bend[i*n+k]
		}
		cells[a*m+a] += max(0, p.grad[i]) + 1e-10*most + 1e-18*j.scale
	}
	cholesky(cells, m)
	substitute(cells, right)
	longest := 0.0
	for _, s := range right {
		longest = max(longest, math.Abs(s))
	}
	shrink := min(1, jointStep/longest)
	for a, i := range free {
		if step[i] = right[a] * shrink; math.IsNaN(step[i]) {
			step[i] = 0
		}
		promise -= step[i] * p.grad[i]
	}
	return promise
}
