package pools

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// What pools of Curve whose coins' prices differ are asked, beside prices and balances.
var (
	cryptoDy      = selector("get_dy(uint256,uint256,uint256)")
	cryptoScale   = selector("price_scale()")
	cryptoScales  = selector("price_scale(uint256)") // of the second coin on, where there are three
	cryptoHeld    = selector("balances(uint256)")
	cryptoFigures = [][]byte{selector("A()"), selector("gamma()"), selector("D()"),
		selector("mid_fee()"), selector("out_fee()"), selector("fee_gamma()"),
		selector("future_A_gamma_time()")}
)

// Answers to cryptoCalls, before those about prices, balances and samples.
const (
	cryptoFigureA = iota
	cryptoFigureGamma
	cryptoFigureD
	cryptoFigureMidFee
	cryptoFigureOutFee
	cryptoFigureFeeGamma
	cryptoFigureUntil // when a change of A and gamma ends
	cryptoFigureScales
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

// cryptoCalls read a pool: its figures, and what it says of samples of each coin for the next one.
func (p *Info) cryptoCalls() (calls []chain.Call) {
	ask := func(function []byte, arguments ...any) {
		calls = append(calls, chain.Call{To: p.Address,
			Data: slices.Concat(function, words32(arguments...))})
	}
	for _, function := range cryptoFigures {
		ask(function)
	}
	coins := len(p.Tokens)
	for k := range coins - 1 {
		if coins == 2 {
			ask(cryptoScale)
		} else {
			ask(cryptoScales, k)
		}
	}
	for k := range coins {
		ask(cryptoHeld, k)
	}
	for in := range coins {
		for _, amount := range p.cryptoSamples(in) {
			ask(cryptoDy, in, (in+1)%coins, common.BigToHash(amount))
		}
	}
	return calls
}

// crypto makes a pool of the answers to cryptoCalls: of the generation whose arithmetic gives what
// it says of all samples. One whose figures change with time just now is left out.
func (l *State) crypto(r []chain.Result, at uint64) (pool.Pool, error) {
	coins := len(l.Tokens)
	held := cryptoFigureScales + coins - 1
	samples := held + coins
	if slices.ContainsFunc(r[:samples], func(a chain.Result) bool { return !answers(a) }) ||
		word64(r[cryptoFigureUntil]) > at {
		return nil, pool.ErrCrypto
	}
	params := pool.CryptoParams{Coins: coins, A: firstWord(r[cryptoFigureA]),
		Gamma: firstWord(r[cryptoFigureGamma]), D: firstWord(r[cryptoFigureD]),
		MidFee: word64(r[cryptoFigureMidFee]), OutFee: word64(r[cryptoFigureOutFee]),
		FeeGamma: firstWord(r[cryptoFigureFeeGamma])}
	for k := range coins {
		params.Balances[k], params.Decimals[k] = firstWord(r[held+k]), l.Decimals[k]
		if k > 0 {
			params.Scales[k] = firstWord(r[cryptoFigureScales+k-1])
		}
	}
	for _, params.Closed = range []bool{true, false} {
		for _, params.Weighs = range []bool{false, true} {
			p, err := pool.NewCrypto(params)
			if err != nil {
				return nil, err
			}
			if l.says(p, r[samples:]) {
				return p, nil
			}
		}
	}
	return nil, pool.ErrCrypto
}

// says tells whether a pool says of samples what is computed, and something of one of each coin.
func (l *State) says(p *pool.Crypto, said []chain.Result) bool {
	coins := len(l.Tokens)
	for in := range coins {
		any := false
		for i, amount := range l.cryptoSamples(in) {
			r := said[i+in*len(said)/coins]
			pays, ok := p.Asks(in, (in+1)%coins, word(amount))
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
