package pools

import (
	"errors"
	"math/big"

	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// sample is a question to a stable pool, whose answer is compared with what is computed here: pools
// of an unknown make are traded on only where both say the same.
type sample struct {
	in, out int
	amount  *big.Int
}

// samples are sales of three sizes.
func (p *Info) samples() (list []sample) {
	n := len(p.Tokens)
	for i, whole := range []int64{1, 1000, 100_000} {
		amount := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p.Decimals[i%n])), nil)
		list = append(list, sample{i % n, (i + 1) % n, amount.Mul(amount, big.NewInt(whole))})
	}
	return list
}

// Figures of a stable pool, as stableCalls asks for them. Not all pools tell the last three.
const (
	figureA = iota
	figureFee
	figureAdminFee
	figureOffPeg
	figureFutureA
	figureRates
	stableFigures
)

// stableCalls read a stable pool: its figures, the balances of its coins, and samples of its
// prices.
func (p *Info) stableCalls() []chain.Call {
	amplifier := curveABI.PackAPrecise()
	if p.style == pool.StableClassic {
		amplifier = curveABI.PackA()
	}
	datas := [][]byte{amplifier, curveABI.PackFee(), curveABI.PackAdminFee(),
		curveABI.PackOffpegFeeMultiplier(), movingABI.PackFutureA(), curveABI.PackStoredRates()}
	for i := range p.Tokens {
		datas = append(datas, curveABI.PackBalances(big.NewInt(int64(i))))
	}
	for _, s := range p.samples() {
		datas = append(datas, curveABI.PackGetDy(big.NewInt(int64(s.in)), big.NewInt(int64(s.out)),
			s.amount))
	}
	calls := make([]chain.Call, len(datas))
	for i, data := range datas {
		calls[i] = chain.Call{To: p.Address, Data: data}
	}
	return calls
}

var errStable = errors.New("the stable pool is not one whose arithmetic is known")

// stable makes a pool of the answers of stableCalls, and tells whether its figures move by
// themselves.
func (l *State) stable(r []chain.Result) (pool.Pool, error) {
	var params pool.StableParams
	for i, to := range []*uint64{&params.Amplifier, &params.Fee, &params.AdminFee, &params.OffPeg} {
		if i == figureOffPeg && l.style != pool.StableNG {
			continue
		}
		if !answers(r[i]) {
			return nil, errStable
		}
		figure := firstWord(r[i])
		if !figure.IsUint64() {
			return nil, errStable
		}
		*to = figure.Uint64()
	}
	rates, moving, err := l.ratesOf(r[figureRates])
	if err != nil {
		return nil, err
	}
	future := r[figureFutureA]
	l.moving = moving ||
		answers(future) && firstWord(future) != *uint256.NewInt(params.Amplifier)
	if l.style == pool.StableClassic {
		params.Amplifier *= 100
	}
	params.Rates = rates
	n := stableFigures + len(l.Tokens)
	for _, balance := range r[stableFigures:n] {
		if !answers(balance) {
			return nil, errStable
		}
		params.Balances = append(params.Balances, firstWord(balance))
	}
	for _, params.Style = range l.styles() {
		p, err := pool.NewStable(params)
		if err != nil {
			return nil, err
		}
		if l.agrees(p, r[n:]) {
			return p, nil
		}
	}
	return nil, errStable
}

// styles are those that the pool may have: nothing but its answers tells some apart.
func (l *State) styles() []pool.StableStyle {
	if l.style == pool.StablePlain {
		return []pool.StableStyle{pool.StablePlain, pool.StableGuarded, pool.StableNG}
	}
	return []pool.StableStyle{l.style}
}

// ratesOf reads the rates of a pool's coins, which pools tell as a list or as an array, or are
// those of coins that are worth the same for ever. Others move with each block.
func (l *State) ratesOf(r chain.Result) (rates []uint256.Int, moving bool, err error) {
	told := r.Data
	if len(told) == 32*(len(l.Tokens)+2) {
		told = told[64:] // after where the list is and its length
	}
	if !r.OK || len(told) == 0 {
		told = nil
	}
	if told == nil && l.style == pool.StableNG || told != nil && len(told) != 32*len(l.Tokens) {
		return nil, false, errStable
	}
	for i, decimals := range l.Decimals {
		rate := word(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(36-decimals)), nil))
		if told != nil {
			still := rate
			rate.SetBytes(told[32*i : 32*i+32])
			moving = moving || rate != still
		}
		rates = append(rates, rate)
	}
	return rates, moving, nil
}

// agrees holds a pool's answers to the samples against what is computed.
func (l *State) agrees(p *pool.Stable, r []chain.Result) bool {
	var now pool.State
	p.Init(&now)
	for i, s := range l.samples() {
		told, ok := p.Told(&now, s.in, s.out, word(s.amount))
		if !ok {
			continue // which is not offered either
		}
		if !answers(r[i]) || told != firstWord(r[i]) {
			return false
		}
	}
	return true
}
