package pool

import (
	"math"

	"github.com/holiman/uint256"
)

// The range of ticks of concentrated liquidity.
const (
	MinTick = -887272
	MaxTick = 887272
)

// tickFactors[i] is 2^128 / sqrt(1.0001)^(2^i), the constants of Uniswap's TickMath.
var tickFactors = [20]uint256.Int{
	*uint256.MustFromHex("0xfffcb933bd6fad37aa2d162d1a594001"),
	*uint256.MustFromHex("0xfff97272373d413259a46990580e213a"),
	*uint256.MustFromHex("0xfff2e50f5f656932ef12357cf3c7fdcc"),
	*uint256.MustFromHex("0xffe5caca7e10e4e61c3624eaa0941cd0"),
	*uint256.MustFromHex("0xffcb9843d60f6159c9db58835c926644"),
	*uint256.MustFromHex("0xff973b41fa98c081472e6896dfb254c0"),
	*uint256.MustFromHex("0xff2ea16466c96a3843ec78b326b52861"),
	*uint256.MustFromHex("0xfe5dee046a99a2a811c461f1969c3053"),
	*uint256.MustFromHex("0xfcbe86c7900a88aedcffc83b479aa3a4"),
	*uint256.MustFromHex("0xf987a7253ac413176f2b074cf7815e54"),
	*uint256.MustFromHex("0xf3392b0822b70005940c7a398e4b70f3"),
	*uint256.MustFromHex("0xe7159475a2c29b7443b29c7fa6e889d9"),
	*uint256.MustFromHex("0xd097f3bdfd2022b8845ad8f792aa5825"),
	*uint256.MustFromHex("0xa9f746462d870fdf8a65dc1f90e061e5"),
	*uint256.MustFromHex("0x70d869a156d2a1b890bb3df62baf32f7"),
	*uint256.MustFromHex("0x31be135f97d08fd981231505542fcfa6"),
	*uint256.MustFromHex("0x9aa508b5b7a84e1c677de54f3e99bc9"),
	*uint256.MustFromHex("0x5d6af8dedb81196699c329225ee604"),
	*uint256.MustFromHex("0x2216e584f5fa1ea926041bedfe98"),
	*uint256.MustFromHex("0x48a170391f7dc42444e8fa2"),
}

var (
	maxUint256 = *new(uint256.Int).SetAllOne()

	// minSqrtRatio and maxSqrtRatio are the ratios at MinTick and MaxTick; a pool's price stays
	// between.
	minSqrtRatio = *uint256.NewInt(4295128739)
	maxSqrtRatio = *uint256.MustFromDecimal("1461446703485210103287273052203988822378723970342")
)

// SqrtRatioAtTick is sqrt(1.0001^tick)·2^96 with the rounding of TickMath.getSqrtRatioAtTick, for
// MinTick ≤ tick ≤ MaxTick.
func SqrtRatioAtTick(tick int) uint256.Int {
	abs := tick
	if abs < 0 {
		abs = -abs
	}
	var ratio uint256.Int
	ratio[2] = 1 // 2^128
	for i := range tickFactors {
		if abs>>i&1 == 1 {
			ratio.Mul(&ratio, &tickFactors[i])
			ratio.Rsh(&ratio, 128)
		}
	}
	if tick > 0 {
		ratio.Div(&maxUint256, &ratio)
	}
	low := uint32(ratio[0])
	ratio.Rsh(&ratio, 32)
	if low != 0 {
		ratio.AddUint64(&ratio, 1)
	}
	return ratio
}

// TickAtSqrtRatio is the greatest tick whose ratio does not exceed sqrtPrice, as
// TickMath.getTickAtSqrtRatio has it, for minSqrtRatio ≤ sqrtPrice < maxSqrtRatio.
func TickAtSqrtRatio(sqrtPrice uint256.Int) int {
	// The logarithm only proposes; comparing with exact ratios decides.
	const logBase = 4.999750016664167e-05 // ln(1.0001)/2
	tick := int(math.Floor((math.Log(toFloat(&sqrtPrice)) - 96*math.Ln2) / logBase))
	tick = max(MinTick, min(tick, MaxTick-1))
	for tick < MaxTick-1 {
		if r := SqrtRatioAtTick(tick + 1); r.Gt(&sqrtPrice) {
			break
		}
		tick++
	}
	for tick > MinTick {
		if r := SqrtRatioAtTick(tick); !r.Gt(&sqrtPrice) {
			break
		}
		tick--
	}
	return tick
}
