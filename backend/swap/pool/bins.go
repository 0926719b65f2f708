package pool

import (
	"errors"
	"fmt"
	"slices"

	"github.com/holiman/uint256"
)

const (
	gasBins = 65_000
	gasBin  = 16_500 // for each bin that is sold from
)

// ErrBins is of figures that no pair of the Liquidity Book has.
var ErrBins = errors.New("the pair's figures are out of range")

// Bin is what lies at one price: of both tokens in the active one, of one in the others.
type Bin struct {
	ID   int
	Held [2]uint256.Int
}

// BinsParams are the figures of a pair of the Liquidity Book, as it trades at a time.
type BinsParams struct {
	Step                     uint64 // between prices of bins, basis points
	Active                   int    // the bin that trades
	BaseFactor               uint64
	Filter, Decay, Reduction uint64 // seconds, seconds, basis points
	Control, Most            uint64 // of the fee's part that moves; its accumulator's limit
	Accumulated, Referred    uint64 // the accumulator after the last swap, and what it began with
	Reference                int    // the bin that it is counted from
	Last, Now                uint64 // when the pair traded last, and will
	Bins                     []Bin  // ascending, with those around the active one
}

// Bins is a pair of the Liquidity Book with the integer rules of its versions 2.1 and 2.2: each bin
// trades at one price until it is empty, for a fee that grows with how many bins a swap has moved
// on. After a swap it is sold to in the same direction alone.
type Bins struct {
	list   []bin
	active int       // position in list
	sides  [2]ladder // by the token that is paid
	first  float64   // the fee of the active bin
}

type bin struct {
	Bin
	price uint256.Int // of the first token in the second one, 128 binary places
	fee   uint256.Int // of 10¹⁸
}

const (
	binsUnit  = 10_000
	binsOne   = 1 << 23 // the bin of price one
	binsPower = 20      // binary digits of the power that a price is
)

var binsMaxFee = ten(17)

// NewBins makes a pair.
func NewBins(p BinsParams) (*Bins, error) {
	if p.Step == 0 || p.Step > binsUnit || p.Most >= 1<<20 || p.Control >= 1<<24 ||
		p.Accumulated >= 1<<24 || p.Referred >= 1<<24 || p.BaseFactor >= 1<<16 ||
		p.Reduction > binsUnit {
		return nil, ErrBins
	}
	if passed := p.Now - p.Last; p.Now < p.Last {
		return nil, fmt.Errorf("traded at %d: %w", p.Last, ErrBins)
	} else if passed >= p.Filter {
		p.Reference, p.Referred = p.Active, p.Accumulated*p.Reduction/binsUnit
		if passed >= p.Decay {
			p.Referred = 0
		}
	}
	b := &Bins{active: -1}
	for i := range p.Bins {
		one := bin{Bin: p.Bins[i]}
		var ok bool
		if one.price, ok = binPrice(p.Step, one.ID); !ok ||
			one.Held[0].BitLen() > 128 || one.Held[1].BitLen() > 128 ||
			i > 0 && one.ID <= p.Bins[i-1].ID {
			return nil, fmt.Errorf("bin %d: %w", one.ID, ErrBins)
		}
		if one.fee = p.fee(one.ID); one.fee.Gt(&binsMaxFee) {
			return nil, fmt.Errorf("bin %d: %w", one.ID, ErrBins)
		}
		if one.ID == p.Active {
			b.active = i
		}
		b.list = append(b.list, one)
	}
	if b.active < 0 {
		return nil, fmt.Errorf("bin %d is not there: %w", p.Active, ErrBins)
	}
	b.first = toFloat(&b.list[b.active].fee) / 1e18
	b.sides = [2]ladder{b.side(0), b.side(1)}
	return b, nil
}

// fee is what a bin takes of 10¹⁸ that it is paid.
func (p *BinsParams) fee(id int) (fee uint256.Int) {
	moved := id - p.Reference
	if moved < 0 {
		moved = -moved
	}
	accumulated := min(p.Referred+uint64(moved)*binsUnit, p.Most)
	var part uint256.Int
	part.SetUint64(accumulated * p.Step)
	part.Mul(&part, &part)
	part.Mul(&part, uint256.NewInt(p.Control))
	part.AddUint64(&part, 99)
	part.Div(&part, uint256.NewInt(100))
	fee.SetUint64(p.BaseFactor * p.Step * 10_000_000_000)
	return *fee.Add(&fee, &part)
}

// binPrice is the price of a bin, (1 + step)^(id − 2²³), with the contract's roundings. A base
// above one is turned over for its powers to fit, and its power turned back.
func binPrice(step uint64, id int) (price uint256.Int, ok bool) {
	power := id - binsOne
	over := power > 0
	if power < 0 {
		power = -power
	}
	var base, most uint256.Int
	most.SetAllOne()
	base.Lsh(uint256.NewInt(step), 128)
	base.Div(&base, uint256.NewInt(binsUnit))
	price.Lsh(uint256.NewInt(1), 128)
	base.Add(&base, &price)
	if power == 0 {
		return price, true
	}
	base.Div(&most, &base)
	for digit := range binsPower {
		if power>>digit&1 == 1 {
			price.Mul(&price, &base)
			price.Rsh(&price, 128)
		}
		base.Mul(&base, &base)
		base.Rsh(&base, 128)
	}
	if price.IsZero() || power>>binsPower > 0 {
		return price, false
	}
	if over {
		price.Div(&most, &price)
	}
	return price, true
}

// side are the bins that pay for a token, those of no better price than the ones before. Where the
// fee falls faster than the price, bins count together.
func (b *Bins) side(in int) ladder {
	type step struct{ takes, gives float64 }
	var steps []step
	for at := b.active; at >= 0 && at < len(b.list); at = next(at, in) {
		reserve := b.list[at].Held[1-in]
		if reserve.IsZero() {
			continue
		}
		takes, ok := b.list[at].takes(in, &reserve)
		if !ok || takes.IsZero() {
			break
		}
		s := step{toFloat(&takes), toFloat(&reserve)}
		for len(steps) > 0 {
			last := steps[len(steps)-1]
			if s.gives*last.takes <= last.gives*s.takes {
				break
			}
			s.takes += last.takes
			s.gives += last.gives
			steps = steps[:len(steps)-1]
		}
		steps = append(steps, s)
	}
	l := newLadder()
	for _, s := range steps {
		l.add(s.takes, s.gives)
	}
	return l
}

// next is the position of the bin that a sale of a token goes on to.
func next(at, in int) int {
	if in == 0 {
		return at - 1
	}
	return at + 1
}

// takes is what a bin must be paid for some of what it holds, fee included.
func (b *bin) takes(in int, pays *uint256.Int) (amount uint256.Int, ok bool) {
	if in == 0 {
		amount.Lsh(pays, 128)
		amount, ok = mulDivUp(&amount, &one, &b.price)
	} else {
		amount, ok = mulDivUp(pays, &b.price, &binsScale)
	}
	if !ok || amount.BitLen() > 128 {
		return amount, false
	}
	var rest uint256.Int
	rest.Sub(&ether, &b.fee)
	fee, ok := mulDivUp(&amount, &b.fee, &rest)
	amount.Add(&amount, &fee)
	return amount, ok && amount.BitLen() <= 128
}

// holds tells whether a bin has room for what a sale brings, by what all in it is worth then.
func (b *bin) holds(in int, paid, pays *uint256.Int) bool {
	var held [2]uint256.Int
	held[in].Add(&b.Held[in], paid)
	held[1-in].Sub(&b.Held[1-in], pays)
	first, over := held[0].MulOverflow(&held[0], &b.price)
	if over || held[1].BitLen() > 128 {
		return false
	}
	held[1].Lsh(&held[1], 128)
	_, over = first.AddOverflow(first, &held[1])
	return !over && !first.Gt(&binsRoom)
}

// binsRoom is what a bin's tokens may be worth, in the second one, 128 binary places.
var binsRoom = *uint256.MustFromDecimal(
	"65251743116719673010965625540244653191619923014385985379600384103134737")

var binsScale = *new(uint256.Int).Lsh(uint256.NewInt(1), 128)

// pays is what a bin of more than that pays for an amount.
func (b *bin) pays(in int, amount *uint256.Int) (out uint256.Int, ok bool) {
	fee, ok := mulDivUp(amount, &b.fee, &ether)
	if !ok || fee.Gt(amount) {
		return out, false
	}
	var rest uint256.Int
	rest.Sub(amount, &fee)
	if in == 0 {
		return mulDiv(&rest, &b.price, &binsScale)
	}
	return mulDiv(&rest, &binsScale, &b.price)
}

// Kind is KindBins.
func (b *Bins) Kind() Kind { return KindBins }

// Coins is 2.
func (b *Bins) Coins() int { return 2 }

// Init implements Pool. A state is the bin that trades, and, once it was sold to, which way and
// what is left in it.
func (b *Bins) Init(s *State) { s.pos, s.v[0], s.v[1] = b.active, uint256.Int{}, uint256.Int{} }

// left is what the bin that trades pays out at most.
func (b *Bins) left(s *State, in int) (left uint256.Int, ok bool) {
	if s.v[1].IsZero() {
		return b.list[s.pos].Held[1-in], true
	}
	return s.v[0], s.v[1].Uint64() == uint64(1+in)
}

// ExactIn sells to one bin after the other.
func (b *Bins) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	left, ok := b.left(s, in)
	if !ok || amount.BitLen() > 112 {
		return Quote{}, ErrLiquidity
	}
	q, rest, at := Quote{In: amount, Gas: gasBins}, amount, s.pos
	for {
		one := &b.list[at]
		if !left.IsZero() {
			most, ok := one.takes(in, &left)
			if !ok {
				return Quote{}, ErrLiquidity
			}
			paid := left
			if rest.Lt(&most) {
				if paid, ok = one.pays(in, &rest); !ok {
					return Quote{}, ErrLiquidity
				}
				if paid.Gt(&left) {
					paid = left
				}
				most = rest
			}
			if !one.holds(in, &most, &paid) {
				return Quote{}, ErrLiquidity
			}
			q.Gas += gasBin
			q.Out.Add(&q.Out, &paid)
			left.Sub(&left, &paid)
			rest.Sub(&rest, &most)
		}
		if rest.IsZero() {
			break
		}
		if at = next(at, in); at < 0 || at == len(b.list) {
			return Quote{}, ErrLiquidity
		}
		left = b.list[at].Held[out]
	}
	if q.Out.IsZero() {
		return Quote{}, ErrZero
	}
	s.pos, s.v[0] = at, left
	s.v[1].SetUint64(uint64(1 + in))
	return q, nil
}

// ExactOut sells what the pair asks for an amount by getSwapIn, for which it may pay a little more.
func (b *Bins) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	left, ok := b.left(s, in)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	var asks uint256.Int
	for rest, at := amount, s.pos; ; left = b.list[at].Held[out] {
		part := left
		if rest.Lt(&part) {
			part = rest
		}
		takes, ok := b.list[at].takes(in, &part)
		if !ok {
			return Quote{}, ErrLiquidity
		}
		asks.Add(&asks, &takes)
		if rest.Sub(&rest, &part); rest.IsZero() {
			return b.ExactIn(s, in, out, asks)
		}
		if at = next(at, in); at < 0 || at == len(b.list) {
			return Quote{}, ErrLiquidity
		}
	}
}

// Curve implements Pool.
func (b *Bins) Curve(s *State, in, out int) Curve {
	if checkPair(in, out, 2) != nil {
		return Curve{}
	}
	left, ok := b.left(s, in)
	if !ok {
		return Curve{}
	}
	l := &b.sides[in]
	given := toFloat(&b.list[s.pos].Held[out]) - toFloat(&left)
	for at := b.active; at != s.pos; at = next(at, in) {
		given += toFloat(&b.list[at].Held[out])
	}
	at := 0
	for at+1 < len(l.given) && l.given[at+1] <= given*(1+1e-12) {
		at++
	}
	if at+1 == len(l.given) {
		return Curve{}
	}
	price := l.price(at)
	return l.curve(at, price, max(0, given-l.given[at])/price)
}

// Arbitrage implements Pool.
func (b *Bins) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) { b.arbitrage(price, 1, a) }

// Feeless implements Pool. The fee is one of what is put in, here that of the bin that trades.
func (b *Bins) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	b.arbitrage(price, 1-b.first, a)
	return 1, 1 / (1 - b.first)
}

// arbitrage trades where the part gamma of what is put in is paid.
func (b *Bins) arbitrage(price *[MaxCoins]float64, gamma float64, a *Arbitrage) {
	a.none(2, gasBins+gasBin)
	if price[0] <= 0 || price[1] <= 0 {
		return
	}
	for in := range 2 {
		b.sides[in].arbitrage(in, 1-in, price[in]*gamma, price[1-in], a)
		if a.Get[1-in] > 0 {
			return
		}
	}
}

// Equal tells whether two pairs trade alike.
func (b *Bins) Equal(c *Bins) bool { return b.active == c.active && slices.Equal(b.list, c.list) }
