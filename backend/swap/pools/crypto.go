package pools

import (
	"math/big"
	"slices"

	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// What pools of Curve of two coins whose prices differ are asked.
var (
	cryptoDy      = selector("get_dy(uint256,uint256,uint256)")
	cryptoFigures = [][]byte{selector("A()"), selector("gamma()"), selector("D()"),
		selector("price_scale()"), selector("mid_fee()"), selector("out_fee()"),
		selector("fee_gamma()"), selector("balances(uint256)"), selector("balances(uint256)"),
		selector("future_A_gamma_time()")}
)

// Answers to cryptoCalls, before those about samples.
const (
	cryptoFigureA = iota
	cryptoFigureGamma
	cryptoFigureD
	cryptoFigureScale
	cryptoFigureMidFee
	cryptoFigureOutFee
	cryptoFigureFeeGamma
	cryptoFigureFirst
	cryptoFigureSecond
	cryptoFigureUntil // when a change of A and gamma ends
)

// cryptoSamples are sales of three sizes, of parts of a pool's coin that so many digits show.
func (p *Info) cryptoSamples(in int) (list []*big.Int) {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p.Decimals[in])), nil)
	for _, size := range []int64{1_003, 123_457, 98_765_432} { // ten-thousandths
		v := new(big.Int).Mul(unit, big.NewInt(size))
		list = append(list, v.Add(v.Div(v, big.NewInt(10_000)), big.NewInt(7)))
	}
	return list
}

// cryptoCalls read a pool: its figures, and what it says of samples.
func (p *Info) cryptoCalls() (calls []chain.Call) {
	for i, function := range cryptoFigures {
		data := slices.Clone(function)
		if i == cryptoFigureFirst || i == cryptoFigureSecond {
			data = append(data, words32(i-cryptoFigureFirst)...)
		}
		calls = append(calls, chain.Call{To: p.Address, Data: data})
	}
	for in := range 2 {
		for _, amount := range p.cryptoSamples(in) {
			calls = append(calls, chain.Call{To: p.Address,
				Data: append(slices.Concat(cryptoDy, words32(in, 1-in)), twosOf(amount)...)})
		}
	}
	return calls
}

func twosOf(v *big.Int) []byte { w := word(v); return w.PaddedBytes(32) }

// crypto makes a pool of the answers to cryptoCalls: of the generation whose arithmetic gives what
// it says of all samples. One whose figures change with time just now is left out.
func (l *State) crypto(r []chain.Result, at uint64) (pool.Pool, error) {
	for _, a := range r[:cryptoFigureUntil] {
		if !answers(a) {
			return nil, pool.ErrCrypto
		}
	}
	if until := r[cryptoFigureUntil]; !answers(until) || word64(until) > at {
		return nil, pool.ErrCrypto
	}
	params := pool.CryptoParams{
		Balances: [2]uint256.Int{firstWord(r[cryptoFigureFirst]),
			firstWord(r[cryptoFigureSecond])},
		Decimals: [2]int{l.Decimals[0], l.Decimals[1]}, A: firstWord(r[cryptoFigureA]),
		Gamma: firstWord(r[cryptoFigureGamma]), D: firstWord(r[cryptoFigureD]),
		Scale: firstWord(r[cryptoFigureScale]), MidFee: word64(r[cryptoFigureMidFee]),
		OutFee: word64(r[cryptoFigureOutFee]), FeeGamma: firstWord(r[cryptoFigureFeeGamma])}
	for _, params.Closed = range []bool{true, false} {
		for _, params.Weighs = range []bool{false, true} {
			p, err := pool.NewCrypto(params)
			if err != nil {
				return nil, err
			}
			if l.says(p, r[cryptoFigureUntil+1:]) {
				return p, nil
			}
		}
	}
	return nil, pool.ErrCrypto
}

// says tells whether a pool says of samples what is computed, and something of one both ways.
func (l *State) says(p *pool.Crypto, said []chain.Result) bool {
	for in := range 2 {
		any := false
		for i, amount := range l.cryptoSamples(in) {
			r := said[i+in*len(said)/2]
			pays, ok := p.Asks(in, word(amount))
			if !ok || pays.IsZero() {
				continue // which is not offered either
			}
			if !answers(r) || firstWord(r) != pays {
				return false
			}
			any = true
		}
		if !any {
			return false
		}
	}
	return true
}

// word64 is the number that an answer begins with, the greatest of 64 bits where it is more.
func word64(r chain.Result) uint64 {
	v := firstWord(r)
	if !v.IsUint64() {
		return 1<<64 - 1
	}
	return v.Uint64()
}
