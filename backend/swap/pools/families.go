package pools

import (
	"errors"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// Family tells apart the exchanges whose concentrated pools swap as those of Uniswap do, and are
// called the same way, but are found otherwise, tell their state in other words, ask for fees that
// move, or call back by another name. The zero Family is Uniswap's own and of what copied it.
type Family string

// The families.
const (
	Slipstream Family = "slipstream"       // of Velodrome and Aerodrome
	SolidlyV3  Family = "solidly-v3"       // of Solidly, with a fee beside the price
	Pancake    Family = "pancake-v3"       // of PancakeSwap
	AlgebraV1  Family = "algebra-v1"       // of QuickSwap, Camelot, Swapr
	Integral   Family = "algebra-integral" // what came after it, with a plugin for each pool
	UniswapV4  Family = "uniswap-v4"       // one manager holds all pools
	Infinity   Family = "infinity-cl"      // of PancakeSwap, with a manager and a vault
)

// A pair has a pool of Velodrome, Aerodrome or Solidly for each tick spacing, and one of Algebra.
// What pools tell of price and ticks begins alike everywhere; PancakeSwap's log of a swap has two
// words more.
var (
	poolBySpacing      = selector("getPool(address,address,int24)")
	poolByPair         = selector("poolByPair(address,address)")
	feeOfPool          = selector("fee()")
	stateOfV1          = selector("globalState()")
	stateOfIntegral    = selector("safelyGetStateOfAMM()")
	wordsOfUniswap     = selector("tickBitmap(int16)")
	wordsOfAlgebra     = selector("tickTable(int16)")
	createdWithSpacing = eventID("PoolCreated(address,address,int24,address)")
	createdForPair     = eventID("Pool(address,address,address)")
	feeSet             = eventID("SetFee(uint24,uint24)")
	pancakeSwapped     = eventID("Swap(address,address,int256,int256,uint160,uint128,int24," +
		"uint128,uint128)")
)

// feeMoves tells whether the fee of a pool is what the pool says of it at the swap, not what it was
// made with.
func (f Family) feeMoves() bool { return f != "" && f != Pancake }

// onePool tells whether a pair has one pool, which no fee tells apart from others.
func (f Family) onePool() bool { return f == AlgebraV1 || f == Integral }

// OwnCallback tells whether pools call back by a name of their own, for which an executor must know
// that it may be called by any.
func (f Family) OwnCallback() bool {
	return f == Pancake || f == SolidlyV3 || f.onePool() || f.Held()
}

// Recent tells whether the executor of before can't trade on the exchange's pools.
func (e *Exchange) Recent() bool {
	return e.Family.OwnCallback() || e.Kind == pool.KindSolidly
}

// Executed tells whether only an executor can trade on the exchange's pools.
func (e *Exchange) Executed() bool {
	return e.Kind >= pool.KindVault || e.Family.OwnCallback() ||
		e.Family != "" && e.Router == (common.Address{})
}

// bitmap names the function that tells which ticks are initialised, 256 of them in a word.
func (f Family) bitmap() []byte {
	if f.onePool() {
		return wordsOfAlgebra
	}
	return wordsOfUniswap
}

// bitmapCall asks for a word of the bitmap.
func (p *Info) bitmapCall(word int) chain.Call {
	if p.Family.Held() {
		return p.load(p.entryAt(heldBitmap, word))
	}
	return chain.Call{To: p.Address, Data: append(p.Family.bitmap()[:4:4], twos(word)...)}
}

// tickCall asks for what liquidity begins and ends at a tick.
func (p *Info) tickCall(index int) chain.Call {
	if p.Family.Held() {
		return p.load(p.entryAt(heldTicks, index))
	}
	return chain.Call{To: p.Address, Data: pool3ABI.PackTicks(big.NewInt(int64(index)))}
}

// tick reads the answer: what liquidity there is at the tick, and by how much it grows there.
func (p *Info) tick(r chain.Result) (gross, net uint256.Int, ok bool) {
	if p.Family.Held() {
		if !answers(r) {
			return gross, net, false
		}
		net.SetBytes(r.Data[:16])
		net.ExtendSign(&net, uint256.NewInt(15))
		return unsigned(r.Data[16:32]), net, true
	}
	told := wordsOf(r.Data, 2)
	if !r.OK || told == nil {
		return gross, net, false
	}
	return unsigned(told[0]), unsigned(told[1]), true
}

var allOnes = new(big.Int).Sub(new(big.Int).Lsh(common.Big1, 256), common.Big1)

// packPair asks a factory by a function of two tokens.
func packPair(function []byte, a, b common.Address) []byte {
	return slices.Concat(function, common.LeftPadBytes(a[:], 32), common.LeftPadBytes(b[:], 32))
}

// packSpacing asks for the pool of two tokens and a tick spacing.
func packSpacing(a, b common.Address, spacing int) []byte {
	return append(packPair(poolBySpacing, a, b),
		common.LeftPadBytes(big.NewInt(int64(spacing)).Bytes(), 32)...)
}

var (
	errNoFee   = errors.New("the pool does not tell its fee")
	errNoPrice = errors.New("the pool does not tell its price")
)

// maxFee is a fee in parts per million that takes everything.
const maxFee = 1_000_000

// rules are those of the pool's swaps at the fee that counts.
func (l *State) rules() pool.TickRules {
	r := pool.TickRules{Spacing: l.spacing, Fees: l.charged, Wordless: l.Family == Integral}
	if !l.Family.feeMoves() {
		r.Fees = [2]uint32{l.Fee, l.Fee}
	}
	return r
}

// concentratedCalls read price, active liquidity, and the fee where the pool tells it.
func (p *Info) concentratedCalls() []chain.Call {
	var asks [][]byte
	switch p.Family {
	case UniswapV4, Infinity:
		return p.heldCalls()
	case Integral:
		asks = [][]byte{stateOfIntegral}
	case AlgebraV1:
		asks = [][]byte{stateOfV1, pool3ABI.PackLiquidity()}
	case Slipstream:
		asks = [][]byte{pool3ABI.PackSlot0(), pool3ABI.PackLiquidity(), feeOfPool}
	default:
		asks = [][]byte{pool3ABI.PackSlot0(), pool3ABI.PackLiquidity()}
	}
	calls := make([]chain.Call, len(asks))
	for i, data := range asks {
		calls[i] = chain.Call{To: p.Address, Data: data}
	}
	return calls
}

// Words of what a pool of Integral tells of itself, and a bit of its configuration: its plugin is
// called before each swap and may set any fee.
const (
	integralFee = 2 + iota
	integralConfig
	integralLiquidity
	integralWords

	pluginBeforeSwap = 1
)

// concentrated makes a pool of the answers of concentratedCalls.
func (l *State) concentrated(r []chain.Result) (pool.Pool, error) {
	if l.Family.Held() {
		return l.held(r)
	}
	told := wordsOf(r[0].Data, 2)
	if told == nil {
		return nil, errNoPrice
	}
	l.slot.Sqrt, l.slot.Tick = unsigned(told[0]), int(signed(told[1]).Int64())
	l.measured = false
	if l.Family == Integral {
		if told = wordsOf(r[0].Data, integralWords); told == nil {
			return nil, errNoPrice
		}
		l.slot.Liquidity = unsigned(told[integralLiquidity])
		config := unsigned(told[integralConfig])
		l.measured, l.moving = config.Uint64()&pluginBeforeSwap != 0, true
		if fee := unsigned(told[integralFee]); !l.measured {
			return l.withFee(fee, fee)
		}
		return l.slot.pool(l.ticks)
	}
	if !answers(r[1]) {
		return nil, errNoPrice
	}
	l.slot.Liquidity = firstWord(r[1])
	switch l.Family {
	case Slipstream:
		if !answers(r[2]) {
			return nil, errNoFee
		}
		return l.withFee(firstWord(r[2]), firstWord(r[2]))
	case SolidlyV3:
		if told = wordsOf(r[0].Data, 3); told == nil {
			return nil, errNoFee
		}
		fee := unsigned(told[2])
		if !fee.LtUint64(maxFee) {
			return nil, errNoFee
		}
		return l.charge([2]uint32{uint32(fee.Uint64()), uint32(fee.Uint64())})
	case AlgebraV1:
		l.measured, l.moving = true, true
	}
	return l.slot.pool(l.ticks)
}

// withFee is the pool at the fees that it asks for now of what is paid in each token. It may ask
// for others at its next block's first swap, so that the higher one of what it asked for last and
// what it asks for now counts.
func (l *State) withFee(told0, told1 uint256.Int) (pool.Pool, error) {
	if l.ticks == nil {
		return nil, nil
	}
	if !told0.LtUint64(maxFee) || !told1.LtUint64(maxFee) {
		return nil, errNoFee
	}
	asked := [2]uint32{uint32(told0.Uint64()), uint32(told1.Uint64())}
	fees := [2]uint32{max(asked[0], l.asked[0]), max(asked[1], l.asked[1])}
	l.asked, l.moving = asked, true
	return l.charge(fees)
}

// charge is the pool at fees, nil as long as its ticks are not read.
func (l *State) charge(fees [2]uint32) (pool.Pool, error) {
	if l.ticks == nil {
		return nil, nil
	}
	if fees != l.charged {
		rules := l.rules()
		rules.Fees = fees
		ticks, err := pool.NewRuledTicks(l.list, rules)
		if err != nil {
			return nil, err
		}
		l.charged, l.ticks = fees, ticks
	}
	return l.slot.pool(l.ticks)
}

// signed is the number of a word in two's complement.
func signed(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}

// wordsOf are the first n words of an answer or a log, nil where it has less.
func wordsOf(data []byte, n int) [][]byte {
	if len(data) < 32*n {
		return nil
	}
	list := make([][]byte, n)
	for i := range list {
		list[i] = data[32*i : 32*i+32]
	}
	return list
}

// unsigned is the number of a word.
func unsigned(b []byte) (v uint256.Int) {
	v.SetBytes(b)
	return v
}
