package pools

import (
	"errors"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// What factories and pairs of Solidly, and of those that came after it, are asked, and tell.
var (
	pairOfKind   = selector("getPair(address,address,bool)")
	poolOfKind   = selector("getPool(address,address,bool)")
	feeOfPair    = selector("getFee(address,bool)")
	feeOfKind    = selector("getFee(bool)")
	pairFee      = selector("pairFee(address)")
	realFee      = selector("getRealFee(address)")
	pausedNow    = selector("isPaused()")
	getAmountOut = selector("getAmountOut(uint256,address)")
	syncedWide   = eventID("Sync(uint256,uint256)")
	madeOfKind   = eventID("PairCreated(address,address,bool,address,uint256)")
	poolOfKindIs = eventID("PoolCreated(address,address,bool,address,uint256)")
)

// Answers to solidlyCalls, before those about samples.
const (
	figureReserves = iota
	figureStopped
	figureFees      // of which a factory, or a pair, answers one
	solidlyFees     = 5
	solidlyFigures  = figureFees + solidlyFees
	solidlyDecimals = 18 // that the curve counts in, and tokens have at most
)

var errSolidly = errors.New("the pair is not one whose arithmetic is known")

// solidlyKinds asks an exchange for both pairs of two tokens.
func (e *Exchange) solidlyKinds(a, b common.Address) (infos []*Info, calls []chain.Call) {
	for _, stable := range []int{0, 1} {
		for _, function := range [][]byte{pairOfKind, poolOfKind} {
			p := e.info(common.Address{}, a, b)
			p.Stable = stable == 1
			infos = append(infos, p)
			calls = append(calls, chain.Call{To: e.Factory,
				Data: slices.Concat(function, words32(a, b, stable))})
		}
	}
	return infos, calls
}

// solidlySamples are sales of three sizes each way, in parts of what a pair has.
func (p *Info) solidlySamples(in int) (list []*big.Int) {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p.Decimals[in])), nil)
	for _, size := range []int64{1_003, 1_234_567, 987_654_321} { // thousandths
		v := new(big.Int).Mul(unit, big.NewInt(size))
		list = append(list, v.Add(v.Div(v, big.NewInt(1000)), big.NewInt(7)))
	}
	return list
}

// solidlyCalls read a pair: its reserves, whether its factory has stopped trade, its fee wherever
// that may be told, and what it says of samples.
func (p *Info) solidlyCalls() []chain.Call {
	stable := 0
	if p.Stable {
		stable = 1
	}
	of := func(to common.Address, function []byte, arguments ...any) chain.Call {
		return chain.Call{To: to, Data: slices.Concat(function, words32(arguments...))}
	}
	calls := []chain.Call{{To: p.Address, Data: pairABI.PackGetReserves()},
		of(p.Factory, pausedNow), of(p.Factory, feeOfPair, p.Address, stable),
		of(p.Factory, feeOfKind, stable), of(p.Factory, pairFee, p.Address),
		of(p.Factory, realFee, p.Address), of(p.Address, feeOfPool)}
	for in, token := range p.Tokens {
		for _, amount := range p.solidlySamples(in) {
			calls = append(calls, of(p.Address, getAmountOut, common.BigToHash(amount), token))
		}
	}
	return calls
}

// solidly makes a pair of the answers to solidlyCalls: of the fee and the curve that explain what
// it says of all samples.
func (l *State) solidly(r []chain.Result) (pool.Pool, error) {
	reserves := wordsOf(r[figureReserves].Data, 2)
	stopped := answers(r[figureStopped]) && firstWord(r[figureStopped]) != (uint256.Int{})
	if reserves == nil || stopped {
		return nil, errSolidly
	}
	params := pool.SolidlyParams{Stable: l.Stable,
		Reserves: [2]uint256.Int{unsigned(reserves[0]), unsigned(reserves[1])},
		Decimals: [2]int{l.Decimals[0], l.Decimals[1]}}
	for _, fee := range r[figureFees:solidlyFigures] {
		if !answers(fee) {
			continue
		}
		for _, digits := range []uint64{4, 18, 6} { // that the fee may have
			params.Fee = firstWord(fee)
			params.Unit.Exp(uint256.NewInt(10), uint256.NewInt(digits))
			for _, params.Settles = range []bool{true, false} {
				p, err := pool.NewSolidly(params)
				if err == nil && l.pays(p, r[solidlyFigures:]) {
					return p, nil
				}
				if !l.Stable {
					break
				}
			}
		}
	}
	return nil, errSolidly
}

// pays tells whether a pair says of samples what is computed, and says something of one at least.
func (l *State) pays(p *pool.Solidly, said []chain.Result) bool {
	any := false
	for in := range 2 {
		for i, amount := range l.solidlySamples(in) {
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
	}
	return any
}

// setSolidly takes in the reserves that a pair's log tells.
func (c *change) setSolidly(l *types.Log) error {
	told := wordsOf(l.Data, 2)
	before, ok := c.state.Pool.(*pool.Solidly)
	if told == nil || !ok {
		return errSolidly
	}
	params := before.Params()
	params.Reserves = [2]uint256.Int{unsigned(told[0]), unsigned(told[1])}
	next := *c.state
	var err error
	if next.Pool, err = pool.NewSolidly(params); err == nil {
		c.state = &next
	}
	return err
}
