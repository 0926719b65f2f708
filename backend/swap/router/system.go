package router

const (
	solveRounds = 200  // of conjugate gradients
	solveExact  = 1e-2 // of the residual's size: where they end
)

// system is a linear system in which every join of two tokens pulls their steps together, as a
// conductance does. It is solved by conjugate gradients, preconditioned by the
// diagonal.
type system struct {
	n     int
	joins []join
	// The joins of token i, each once, are at starts[i] to starts[i+1].
	starts, others []int32
	weights        []float64
	place          []int32 // in others of the latest join of the row with a token
	diag           []float64
	residual, way  []float64
	image          []float64
}

type join struct {
	a, b   int32
	weight float64
}

func (s *system) reset(n int) { s.n, s.joins = n, s.joins[:0] }

func (s *system) join(a, b int32, weight float64) {
	if weight != 0 {
		s.joins = append(s.joins, join{a, b, weight})
	}
}

// relax sets step to minus the inverse of the system times grad.
func (s *system) relax(grad, step []float64) {
	s.assemble()
	s.iterate(grad, step)
}

// assemble sorts the joins by token and adds up those of the same two.
func (s *system) assemble() {
	s.starts, s.place = sized(s.starts, s.n+1), sized(s.place, s.n)
	s.diag = sized(s.diag, s.n)
	clear(s.starts)
	clear(s.diag)
	for _, j := range s.joins {
		s.diag[j.a] += j.weight
		s.diag[j.b] += j.weight
		s.starts[j.a]++
		s.starts[j.b]++
	}
	sum := int32(0)
	for i, count := range s.starts {
		s.starts[i], sum = sum, sum+count
	}
	s.others, s.weights = sized(s.others, int(sum)), sized(s.weights, int(sum))
	copy(s.place, s.starts)
	for _, j := range s.joins {
		s.put(j.a, j.b, j.weight)
		s.put(j.b, j.a, j.weight)
	}
	s.merge()
}

func (s *system) put(a, b int32, weight float64) {
	at := s.place[a]
	s.others[at], s.weights[at] = b, weight
	s.place[a]++
}

// merge adds up the joins of the same two tokens.
func (s *system) merge() {
	for i := range s.place {
		s.place[i] = -1
	}
	end, begin := int32(0), int32(0)
	for i := range int32(s.n) {
		first, last := begin, s.starts[i+1]
		begin, s.starts[i] = last, end
		for at := first; at < last; at++ {
			other := s.others[at]
			if old := s.place[other]; old >= s.starts[i] {
				s.weights[old] += s.weights[at]
				continue
			}
			s.place[other] = end
			s.others[end], s.weights[end] = other, s.weights[at]
			end++
		}
	}
	s.starts[s.n] = end
}

func (s *system) iterate(grad, step []float64) {
	s.residual, s.way, s.image = sized(s.residual, s.n), sized(s.way, s.n), sized(s.image, s.n)
	most := 0.0
	for _, d := range s.diag {
		most = max(most, d)
	}
	size := 0.0
	for i := range s.n {
		step[i], s.residual[i], s.way[i] = 0, 0, 0
		if s.diag[i] += 1e-13 * most; s.diag[i] > 0 {
			s.residual[i] = -grad[i]
			s.way[i] = -grad[i] / s.diag[i]
			size += s.residual[i] * s.way[i]
		}
	}
	end := size * solveExact * solveExact
	for range solveRounds {
		if !(size > end) {
			return
		}
		bend := s.apply()
		if !(bend > 0) {
			return
		}
		length, next := size/bend, 0.0
		for i := range s.n {
			step[i] += length * s.way[i]
			s.residual[i] -= length * s.image[i]
			if s.diag[i] > 0 {
				next += s.residual[i] * s.residual[i] / s.diag[i]
			}
		}
		for i := range s.n {
			if s.diag[i] > 0 {
				s.way[i] = s.residual[i]/s.diag[i] + next/size*s.way[i]
			}
		}
		size = next
	}
}

// apply sets image to the system times way and returns their product.
func (s *system) apply() (product float64) {
	for i := range s.n {
		sum := s.diag[i] * s.way[i]
		weights := s.weights[s.starts[i]:s.starts[i+1]]
		for k, other := range s.others[s.starts[i]:s.starts[i+1]] {
			sum -= weights[k] * s.way[other]
		}
		s.image[i] = sum
		product += s.way[i] * sum
	}
	return product
}
