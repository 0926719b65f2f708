package pool

import (
	"fmt"

	"github.com/holiman/uint256"
)

const (
	gasStable      = 65_000
	stableCoins    = MaxCoins // the largest stable pool
	stableD        = MaxCoins // where State keeps the invariant of its balances, 0 when unknown
	amplifierUnits = 100      // A_PRECISION
	maxRounds      = 255
	maxBanked      = 112 // bits of a balance in 18 decimals
	maxOffPeg      = 1e14
)

var (
	ether    = *uint256.NewInt(1_000_000_000_000_000_000)
	feeUnits = *uint256.NewInt(10_000_000_000)
	ampUnits = *uint256.NewInt(amplifierUnits)
)

// StableParams are the figures of a stable pool as its contract stores them.
type StableParams struct {
	Balances  []uint256.Int // raw
	Rates     []uint256.Int // 10^18 times 10^(18−decimals)
	Amplifier uint64        // A times 100, as A_precise() has it
	Fee       uint64        // of the output, over 10^10
	AdminFee  uint64        // part of the fee that leaves the pool, over 10^10
	Style     StableStyle
	// OffPeg, over 10^10, is by how much the fee is higher where balances are far apart (NG).
	OffPeg uint64
}

// Stable is an amplified-invariant pool of 2 to 8 coins with the integer rules of Curve's
// StableSwap.
type Stable struct {
	n                int
	balances, rates  [stableCoins]uint256.Int
	amp, units       uint64 // A·n in units of which so many are 1
	style            StableStyle
	offPeg           uint64 // 0 where the fee does not grow
	fee, adminFee, d uint256.Int
	gamma            float64
	// A·n, what the product of the balances adds to the invariant's slopes, the balances in 18
	// decimals, and those of a raw unit
	ann, product float64
	left         float64 // of each unit that is taken out, how much stays for the liquidity
	xp, rate     [stableCoins]float64
}

// NewStable makes a stable pool.
func NewStable(p StableParams) (*Stable, error) {
	if p.Amplifier < amplifierUnits || p.Amplifier > 1e12 || p.Fee >= 1e10 || p.AdminFee > 1e10 {
		return nil, fmt.Errorf("stable pool: amplifier %d, fee %d or admin fee %d is out of range",
			p.Amplifier, p.Fee, p.AdminFee)
	}
	if p.OffPeg > maxOffPeg || p.Style > StableGuarded {
		return nil, fmt.Errorf("stable pool: style %d or growth of the fee %d is out of range",
			p.Style, p.OffPeg)
	}
	s := &Stable{gamma: 1 - float64(p.Fee)/1e10, style: p.Style}
	if p.OffPeg > 1e10 {
		s.offPeg = p.OffPeg
	}
	s.fee.SetUint64(p.Fee)
	s.adminFee.SetUint64(p.AdminFee)
	if err := s.fill(p.Balances, p.Rates, p.Amplifier, amplifierUnits); err != nil {
		return nil, err
	}
	return s, nil
}

// fill gives a pool its balances and rates and an amplification in units of which so many are 1.
func (p *Stable) fill(balances, rates []uint256.Int, amplifier, units uint64) error {
	p.n = len(balances)
	if p.n < 2 || p.n > stableCoins || len(rates) != p.n {
		return fmt.Errorf("stable pool: %d balances and %d rates", p.n, len(rates))
	}
	p.amp, p.units = amplifier*uint64(p.n), units
	for i := range p.n {
		p.balances[i], p.rates[i] = balances[i], rates[i]
		if rates[i].IsZero() || rates[i].BitLen() > 128 || balances[i].IsZero() ||
			balances[i].BitLen() > 128 {
			return fmt.Errorf("stable pool: balance or rate of coin %d is out of range", i)
		}
	}
	var st State
	p.Init(&st)
	xp := p.scaled(&st)
	d, ok := p.invariant(&xp)
	if !ok {
		return fmt.Errorf("stable pool: balances have no invariant")
	}
	p.d = d
	p.measure(&xp)
	return nil
}

// measure prepares what arbitrage needs.
func (p *Stable) measure(xp *[stableCoins]uint256.Int) {
	d := toFloat(&p.d)
	least := 1 - (1-p.gamma)*max(1, float64(p.offPeg)/1e10) // what is left after the highest fee
	p.left = (1/max(least, 0.01) - 1) * (1 - toFloat(&p.adminFee)/1e10)
	p.ann, p.product = float64(p.amp)/float64(p.units), d
	for i := range p.n {
		p.xp[i], p.rate[i] = toFloat(&xp[i]), toFloat(&p.rates[i])/1e18
		p.product *= d / (p.xp[i] * float64(p.n))
	}
}

// Kind is KindStable.
func (p *Stable) Kind() Kind { return KindStable }

// Coins is the number of coins.
func (p *Stable) Coins() int { return p.n }

// Init implements Pool.
func (p *Stable) Init(s *State) {
	copy(s.v[:], p.balances[:])
	s.v[stableD] = p.d
}

// ExactIn is exchange: the coin's output after the fee, with one unit kept for rounding.
func (p *Stable) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, p.n); err != nil {
		return Quote{}, err
	}
	xp := p.scaled(s)
	if !p.prepare(s, &xp) {
		return Quote{}, ErrLiquidity
	}
	return p.exchange(s, &xp, in, out, amount)
}

// exchange swaps; the state's invariant is known and xp are its balances in 18 decimals.
func (p *Stable) exchange(s *State, xp *[stableCoins]uint256.Int, in, out int,
	amount uint256.Int) (Quote, error) {
	got, admin, err := p.output(s, xp, in, out, &amount)
	if err != nil {
		return Quote{}, err
	}
	var left, gone uint256.Int
	gone.Add(&got, &admin)
	if _, under := left.SubOverflow(&s.v[out], &gone); under {
		return Quote{}, ErrLiquidity
	}
	s.v[in].Add(&s.v[in], &amount)
	s.v[out] = left
	s.v[stableD].Clear()
	return Quote{In: amount, Out: got, Gas: gasStable + 5_000*uint64(p.n)}, nil
}

// output is what amount buys and the admin fee, both in raw units of out.
func (p *Stable) output(s *State, xp *[stableCoins]uint256.Int, in, out int,
	amount *uint256.Int) (got, admin uint256.Int, err error) {
	if amount.BitLen() > 128 {
		return got, admin, ErrLiquidity
	}
	var x, dy, fee uint256.Int
	x.Mul(amount, &p.rates[in])
	x.Div(&x, &ether)
	x.Add(&x, &xp[in])
	y, ok := p.solve(xp, in, out, &x, &s.v[stableD])
	if !ok || !y.Lt(&xp[out]) {
		return got, admin, ErrLiquidity
	}
	dy.Sub(&xp[out], &y)
	dy.SubUint64(&dy, 1)
	rate, ok := p.feeAt(&xp[in], &x, &xp[out], &y)
	if !ok {
		return got, admin, ErrLiquidity
	}
	fee.Mul(&dy, &rate)
	fee.Div(&fee, &feeUnits)
	dy.Sub(&dy, &fee)
	got = p.raw(&dy, out)
	if got.IsZero() {
		return got, admin, ErrZero
	}
	fee.Mul(&fee, &p.adminFee)
	fee.Div(&fee, &feeUnits)
	return got, p.raw(&fee, out), nil
}

// ExactOut finds the least input for which exchange pays at least amount, or for which a contract
// that rounds once more says a unit more, so that what it says can be relied on. The contract has
// no exact output; Out says what exchange pays for In.
func (p *Stable) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, p.n); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	if p.Rounds() {
		amount.AddUint64(&amount, 1)
	}
	xp := p.scaled(s)
	if !amount.Lt(&s.v[out]) || !p.prepare(s, &xp) {
		return Quote{}, ErrLiquidity
	}
	guess, ok := p.input(s, &xp, in, out, &amount)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	least, ok := p.leastInput(s, &xp, in, out, &amount, guess)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	return p.exchange(s, &xp, in, out, least)
}

// input is get_dx: close to the input that pays amount, before the integer solver's last units.
func (p *Stable) input(s *State, xp *[stableCoins]uint256.Int, in, out int,
	amount *uint256.Int) (uint256.Int, bool) {
	var need, keep, y, x uint256.Int
	need.Mul(amount, &p.rates[out])
	need = divUp(&need, &ether)
	keep.Sub(&feeUnits, &p.fee)
	need.Mul(&need, &feeUnits)
	need = divUp(&need, &keep)
	need.AddUint64(&need, 1)
	if !need.Lt(&xp[out]) {
		return x, false
	}
	y.Sub(&xp[out], &need)
	x, ok := p.solve(xp, out, in, &y, &s.v[stableD])
	if !ok || x.BitLen() > maxBanked {
		return x, false
	}
	if _, under := x.SubOverflow(&x, &xp[in]); under {
		x.Clear()
	}
	return p.raw(&x, in), true
}

// pays tells whether the contract says that x buys at least amount.
func (p *Stable) pays(s *State, xp *[stableCoins]uint256.Int, in, out int, amount,
	x *uint256.Int) bool {
	told, ok := p.told(s, xp, in, out, x)
	return ok && !told.Lt(amount)
}

// leastInput is the least input that pays amount, searched outward from a close guess.
func (p *Stable) leastInput(s *State, xp *[stableCoins]uint256.Int, in, out int,
	amount *uint256.Int, guess uint256.Int) (uint256.Int, bool) {
	if guess.IsZero() {
		guess = one
	}
	low, high := uint256.Int{}, guess // low does not pay, high does once found
	var step uint256.Int
	for step = one; !p.pays(s, xp, in, out, amount, &high); step.Lsh(&step, 1) {
		if step.BitLen() > maxBanked {
			return high, false
		}
		low = high
		high.Add(&high, &step)
	}
	if low.IsZero() { // the guess paid: look for a failing value below it
		for step = one; high.Gt(&step); step.Lsh(&step, 1) {
			low.Sub(&high, &step)
			if !p.pays(s, xp, in, out, amount, &low) {
				break
			}
			high = low
			low.Clear()
		}
	}
	for {
		var mid uint256.Int
		mid.Sub(&high, &low)
		if !mid.GtUint64(1) {
			return high, true
		}
		mid.Rsh(&mid, 1)
		mid.Add(&mid, &low)
		if p.pays(s, xp, in, out, amount, &mid) {
			high = mid
		} else {
			low = mid
		}
	}
}

// scaled are the balances in 18 decimals.
func (p *Stable) scaled(s *State) (xp [stableCoins]uint256.Int) {
	for i := range p.n {
		xp[i].Mul(&s.v[i], &p.rates[i])
		xp[i].Div(&xp[i], &ether)
	}
	return xp
}

// raw converts 18 decimals to units of coin i, rounding down.
func (p *Stable) raw(x *uint256.Int, i int) (v uint256.Int) {
	v.Mul(x, &ether)
	v.Div(&v, &p.rates[i])
	return v
}

// prepare makes the state's invariant known.
func (p *Stable) prepare(s *State, xp *[stableCoins]uint256.Int) bool {
	if !s.v[stableD].IsZero() {
		return true
	}
	d, ok := p.invariant(xp)
	if ok {
		s.v[stableD] = d
	}
	return ok
}

// Curve implements Pool from the invariant's derivatives.
func (p *Stable) Curve(s *State, in, out int) Curve {
	xp := p.scaled(s)
	if checkPair(in, out, p.n) != nil || !p.prepare(s, &xp) {
		return Curve{}
	}
	ann, d := p.ann, toFloat(&s.v[stableD])
	k := d
	for i := range p.n {
		k *= d / (toFloat(&xp[i]) * float64(p.n))
	}
	x, y := toFloat(&xp[in]), toFloat(&xp[out])
	gx, gy := ann+k/x, ann+k/y
	price := gx / gy
	kSlope := k * (price/y - 1/x)
	slope := ((kSlope/x-k/x/x)*gy - gx*(kSlope/y+k*price/y/y)) / (gy * gy)
	rateIn, rateOut := toFloat(&p.rates[in])/1e18, toFloat(&p.rates[out])/1e18
	limit := y / price / rateIn // beyond what the flat part of the market can pay
	depth := -2 * price / slope / rateIn
	if !(depth > 0 && depth < 1e9*limit) { // so flat that rounding hides the slope
		depth = 1e9 * limit
	}
	gamma := p.gamma
	if fee, ok := p.feeAt(&xp[in], &xp[in], &xp[out], &xp[out]); ok && p.offPeg > 0 {
		gamma = 1 - toFloat(&fee)/1e10
	}
	return Curve{Price: gamma * price * rateIn / rateOut, Depth: depth, Limit: limit}
}
