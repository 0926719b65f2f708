package router

import "math"

// system is the linear system of a Newton step: every join of two tokens pulls their steps
// together, as a conductance does. Markets are sparse and hang on few tokens, so that it is solved
// by taking out one token after the other, those with the fewest joins first.
type system struct {
	n     int
	joins []join
	nodes []node
	order []int32
	cells []float64 // of the core's matrix
	place []int32   // of each token in it
}

const mostJoins = 16 // of a token that is taken out; what remains is a core

type join struct {
	a, b   int32
	weight float64
}

// node is a token that is not taken out yet, or what was known of it when it was.
type node struct {
	diag, right float64
	others      []join // the present joins; a is not used
}

func (s *system) reset(n int) { s.n, s.joins = n, s.joins[:0] }

func (s *system) join(a, b int32, weight float64) {
	if weight != 0 {
		s.joins = append(s.joins, join{a, b, weight})
	}
}

// solve sets step to minus the inverse of the system times grad. The token fixed stays, as do those
// that nothing pulls. What a token is worth falls with its price, whatever pools do.
func (s *system) solve(grad, step []float64, fixed int32) {
	s.prepare(grad, fixed)
	for i := range s.n {
		s.nodes[i].diag += max(0, grad[i])
	}
	s.finish(grad, step, fixed)
}

// relax is solve without a fixed token.
func (s *system) relax(grad, step []float64) {
	s.prepare(grad, -1)
	s.finish(grad, step, -1)
}

func (s *system) prepare(grad []float64, fixed int32) {
	for len(s.nodes) < s.n {
		s.nodes = append(s.nodes, node{})
	}
	for i := range s.n {
		n := &s.nodes[i]
		n.diag, n.right, n.others = 0, -grad[i], n.others[:0]
	}
	for _, j := range s.joins {
		s.add(j.a, j.b, j.weight, fixed)
		s.add(j.b, j.a, j.weight, fixed)
	}
}

// finish takes all tokens out and goes back from the last to the first.
func (s *system) finish(grad, step []float64, fixed int32) {
	most := 0.0
	for i := range s.n {
		most = max(most, s.nodes[i].diag)
	}
	s.order = s.order[:0]
	for i := range int32(s.n) {
		step[i] = 0
		s.nodes[i].diag += 1e-13 * most
		if i != fixed && (len(s.nodes[i].others) > 0 || grad[i] != 0) && s.nodes[i].diag > 0 {
			s.order = append(s.order, i)
		}
	}
	for at := range s.order {
		least := at
		for k := at + 1; k < len(s.order); k++ {
			if len(s.nodes[s.order[k]].others) < len(s.nodes[s.order[least]].others) {
				least = k
			}
		}
		if len(s.nodes[s.order[least]].others) > mostJoins {
			s.direct(s.order[at:], step)
			s.order = s.order[:at]
			break
		}
		s.order[at], s.order[least] = s.order[least], s.order[at]
		s.takeOut(s.order[at])
	}
	for at := len(s.order) - 1; at >= 0; at-- {
		i := s.order[at]
		n := &s.nodes[i]
		sum := n.right
		for _, o := range n.others {
			sum += o.weight * step[o.b]
		}
		if step[i] = sum / n.diag; math.IsNaN(step[i]) || math.IsInf(step[i], 0) {
			step[i] = 0
		}
	}
}

// direct solves for the tokens of a core, which are joined to each other only, by Cholesky's
// decomposition.
func (s *system) direct(core []int32, step []float64) {
	n := len(core)
	s.cells, s.place = sized(s.cells, n*n), append(s.place[:0], make([]int32, s.n)...)
	clear(s.cells)
	for at, i := range core {
		s.place[i] = int32(at)
	}
	for at, i := range core {
		node := &s.nodes[i]
		s.cells[at*n+at] = node.diag
		for _, o := range node.others {
			s.cells[at*n+int(s.place[o.b])] -= o.weight
		}
	}
	for i := range n {
		row := s.cells[i*n : i*n+i+1]
		for j := range i {
			other := s.cells[j*n : j*n+j+1]
			sum := row[j]
			for k, v := range row[:j] {
				sum -= v * other[k]
			}
			row[j] = sum / other[j]
		}
		sum := row[i]
		for _, v := range row[:i] {
			sum -= v * v
		}
		row[i] = math.Sqrt(max(sum, 1e-14*row[i]))
	}
	right := s.nodes
	for i := range n {
		sum := right[core[i]].right
		for k, v := range s.cells[i*n : i*n+i] {
			sum -= v * step[core[k]]
		}
		step[core[i]] = sum / s.cells[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		step[core[i]] /= s.cells[i*n+i]
		for k, v := range s.cells[i*n : i*n+i] {
			step[core[k]] -= v * step[core[i]]
		}
	}
}

// add joins a to b; what is joined to the fixed token is pulled back only.
func (s *system) add(a, b int32, weight float64, fixed int32) {
	n := &s.nodes[a]
	n.diag += weight
	if b == fixed || a == fixed {
		return
	}
	s.pull(n, b, weight)
}

// pull adds to the join of a node with b.
func (s *system) pull(n *node, b int32, weight float64) {
	for k := range n.others {
		if n.others[k].b == b {
			n.others[k].weight += weight
			return
		}
	}
	n.others = append(n.others, join{b: b, weight: weight})
}

// takeOut joins a token's neighbours to each other instead of to it.
func (s *system) takeOut(i int32) {
	n := &s.nodes[i]
	for k, o := range n.others {
		other := &s.nodes[o.b]
		for at := range other.others {
			if other.others[at].b == i {
				last := len(other.others) - 1
				other.others[at] = other.others[last]
				other.others = other.others[:last]
				break
			}
		}
		part := o.weight / n.diag
		other.right += part * n.right
		other.diag = max(other.diag-part*o.weight, 1e-14*other.diag)
		for _, p := range n.others[:k] {
			s.pull(other, p.b, part*p.weight)
			s.pull(&s.nodes[p.b], o.b, part*p.weight)
		}
	}
}
