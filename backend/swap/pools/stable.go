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

// stableCalls read a stable pool: its figures, the balances of its coins, and samples of its
// prices.
func (p *Info) stableCalls() []chain.Call {
	datas := [][]byte{curveABI.PackFee(), curveABI.PackAdminFee()}
	switch p.style {
	case pool.StableClassic:
		datas = append(datas, curveABI.PackA())
	case pool.StableNG:
		datas = append(datas, curveABI.PackAPrecise(), curveABI.PackOffpegFeeMultiplier(),
			curveABI.PackStoredRates())
	default:
		datas = append(datas, curveABI.PackAPrecise())
	}
	for i := range p.Tokens {
		datas = append(datas, curveABI.PackBalances(big.NewInt(int64(i))))
	}
	calls := make([]chain.Call, len(datas))
	for i, data := range datas {
		calls[i] = chain.Call{To: p.Address, Data: data}
	}
	for _, s := range p.samples() {
		calls = append(calls, chain.Call{To: p.Address, Data: curveABI.PackGetDy(
			big.NewInt(int64(s.in)), big.NewInt(int64(s.out)), s.amount)})
	}
	return calls
}

// stableAnswers is how many answers of stableCalls must be there.
func (p *Info) stableAnswers() int { return len(p.stableCalls()) - len(p.samples()) }

var errStable = errors.New("the stable pool is not one whose arithmetic is known")

// stable makes a pool of the answers of stableCalls. Coins whose rates move by themselves are not
// traded, since no log tells what they are a block later.
func (l *State) stable(r []chain.Result) (pool.Pool, error) {
	figures := r[:l.stableAnswers()]
	numbers := make([]*big.Int, len(figures))
	var rates []*big.Int
	for i, a := range figures {
		if !answers(a) {
			return nil, errStable
		}
		numbers[i] = new(big.Int).SetBytes(a.Data[:32])
	}
	params := pool.StableParams{Style: l.style}
	for i, to := range []*uint64{&params.Fee, &params.AdminFee, &params.Amplifier} {
		if !numbers[i].IsUint64() {
			return nil, errStable
		}
		*to = numbers[i].Uint64()
	}
	switch l.style {
	case pool.StableClassic:
		params.Amplifier *= 100
	case pool.StableNG:
		var err error
		if rates, err = curveABI.UnpackStoredRates(figures[4].Data); err != nil ||
			len(rates) != len(l.Tokens) || !numbers[3].IsUint64() {
			return nil, errStable
		}
		params.OffPeg = numbers[3].Uint64()
	}
	for i, balance := range numbers[len(numbers)-len(l.Tokens):] {
		rate := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(36-l.Decimals[i])), nil)
		if rates != nil && rates[i].Cmp(rate) != 0 {
			return nil, errStable
		}
		params.Balances = append(params.Balances, word(balance))
		params.Rates = append(params.Rates, word(rate))
	}
	p, err := pool.NewStable(params)
	if err != nil {
		return nil, err
	}
	return p, l.compare(p, r[len(figures):])
}

// compare holds a pool's answers to the samples against what is computed.
func (l *State) compare(p *pool.Stable, r []chain.Result) error {
	var now pool.State
	p.Init(&now)
	for i, s := range l.samples() {
		told, ok := p.Told(&now, s.in, s.out, word(s.amount))
		if !ok {
			continue // which is not offered either
		}
		if !answers(r[i]) || told != *new(uint256.Int).SetBytes(r[i].Data[:32]) {
			return errStable
		}
	}
	return nil
}
