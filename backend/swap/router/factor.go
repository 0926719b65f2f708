package router

import (
	"math"
	"math/bits"
	"slices"
)

// factor solves symmetric positive definite systems of one pattern by Cholesky's method, in an
// order of the variables in which few entries arise that the system does not have.
type factor struct {
	n     int
	place []int32   // of each variable in the order; −1 for one that is left out
	order []int32   // the variables
	rows  [][]int32 // of each place, the later ones that its row of the factor has
	cells []float64 // the upper half, n to a row
	right []float64
	row   []float64
}

// pattern collects which variables share an entry.
type pattern struct {
	n, words int
	bits     []uint64
}

func newPattern(n int) *pattern {
	words := (n + 63) / 64
	return &pattern{n: n, words: words, bits: make([]uint64, n*words)}
}

func (p *pattern) row(i int32) []uint64 { return p.bits[int(i)*p.words : (int(i)+1)*p.words] }

func (p *pattern) join(a, b int32) {
	p.row(a)[b>>6] |= 1 << (b & 63)
	p.row(b)[a>>6] |= 1 << (a & 63)
}

// reached tells which variables share entries with one, directly or over others.
func (p *pattern) reached(from int32) []bool {
	seen := make([]bool, p.n)
	seen[from] = true
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		for _, i := range list(p.row(queue[0])) {
			if !seen[i] {
				seen[i] = true
				queue = append(queue, i)
			}
		}
	}
	return seen
}

// newFactor orders the variables of a pattern but those that are left out, always taking next the
// one that shares entries with the fewest others.
func newFactor(p *pattern, without []bool) *factor {
	f := &factor{place: make([]int32, p.n)}
	degree := make([]int, p.n)
	left := make([]uint64, p.words)
	for i := range int32(p.n) {
		f.place[i] = -1
		if !without[i] {
			left[i>>6] |= 1 << (i & 63)
			f.n++
		}
	}
	for i := range int32(p.n) {
		row := p.row(i)
		for w := range row {
			row[w] &= left[w]
		}
		row[i>>6] &^= 1 << (i & 63)
		degree[i] = count(row)
	}
	for range f.n {
		next := int32(-1)
		for i := range int32(p.n) {
			if left[i>>6]>>(i&63)&1 == 1 && (next < 0 || degree[i] < degree[next]) {
				next = i
			}
		}
		f.place[next] = int32(len(f.order))
		f.order = append(f.order, next)
		left[next>>6] &^= 1 << (next & 63)
		own := p.row(next)
		members := list(own)
		f.rows = append(f.rows, members)
		for _, i := range members {
			row := p.row(i)
			for w := range row {
				row[w] |= own[w]
			}
			row[i>>6] &^= 1 << (i & 63)
			row[next>>6] &^= 1 << (next & 63)
			degree[i] = count(row)
		}
	}
	for _, row := range f.rows {
		for k, i := range row {
			row[k] = f.place[i]
		}
		slices.Sort(row)
	}
	f.cells, f.right, f.row = make([]float64, f.n*f.n), make([]float64, f.n), make([]float64, f.n)
	return f
}

func count(row []uint64) (n int) {
	for _, w := range row {
		n += bits.OnesCount64(w)
	}
	return n
}

func list(row []uint64) []int32 {
	members := make([]int32, 0, count(row))
	for k, w := range row {
		for ; w != 0; w &= w - 1 {
			members = append(members, int32(k*64+bits.TrailingZeros64(w)))
		}
	}
	return members
}

// reset sets all entries to zero.
func (f *factor) reset() {
	for k, row := range f.rows {
		cells := f.cells[k*f.n : (k+1)*f.n]
		cells[k] = 0
		for _, i := range row {
			cells[i] = 0
		}
	}
}

// add adds to the entry of two variables, or to that of one; of two it is called in one order only.
func (f *factor) add(a, b int32, v float64) {
	if i, k := f.place[a], f.place[b]; i >= 0 && k >= 0 {
		f.cells[int(min(i, k))*f.n+int(max(i, k))] += v
	}
}

// decompose replaces the entries by their factor: rows scaled to a diagonal of one, which holds
// the pivots.
func (f *factor) decompose() {
	for k, row := range f.rows {
		own := f.cells[k*f.n : (k+1)*f.n]
		pivot := own[k]
		if !(pivot > 0) {
			own[k] = math.Inf(1) // the variable stays
			for _, i := range row {
				own[i] = 0
			}
			continue
		}
		values := f.row[:len(row)]
		for a, i := range row {
			values[a] = own[i]
		}
		for a, i := range row {
			part := values[a] / pivot
			if part == 0 {
				continue
			}
			other := f.cells[int(i)*f.n : (int(i)+1)*f.n]
			rest := values[a:]
			for b, j := range row[a:] {
				other[j] -= part * rest[b]
			}
			own[i] = part
		}
	}
}

// solve sets x to what the system maps to right; the variable that is left out is 0.
func (f *factor) solve(right, x []float64) {
	y := f.right
	for k, i := range f.order {
		y[k] = right[i]
	}
	for k, row := range f.rows {
		own := f.cells[k*f.n : (k+1)*f.n]
		for _, i := range row {
			y[i] -= own[i] * y[k]
		}
	}
	for k := f.n - 1; k >= 0; k-- {
		own := f.cells[k*f.n : (k+1)*f.n]
		sum := y[k] / own[k]
		for _, i := range f.rows[k] {
			sum -= own[i] * y[i]
		}
		y[k] = sum
	}
	for i, k := range f.place {
		if x[i] = 0; k >= 0 {
			x[i] = y[k]
		}
	}
}

// cholesky factors a small symmetric system, of which the lower half is given, in place.
func cholesky(cells []float64, n int) {
	for i := range n {
		row := cells[i*n : i*n+i+1]
		for k := range i {
			other := cells[k*n : k*n+k+1]
			sum := row[k]
			for l, v := range row[:k] {
				sum -= v * other[l]
			}
			row[k] = sum / other[k]
		}
		diag := row[i]
		for _, v := range row[:i] {
			diag -= v * v
		}
		row[i] = math.Sqrt(max(diag, 1e-12*row[i], math.SmallestNonzeroFloat64))
	}
}

// substitute solves a system that cholesky has factored in place of its right side.
func substitute(cells, right []float64) {
	n := len(right)
	for i := range n {
		for k, v := range cells[i*n : i*n+i] {
			right[i] -= v * right[k]
		}
		right[i] /= cells[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		right[i] /= cells[i*n+i]
		for k := range i {
			right[k] -= cells[i*n+k] * right[i]
		}
	}
}
