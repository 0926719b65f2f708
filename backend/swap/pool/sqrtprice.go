package pool

import "github.com/holiman/uint256"

// amount0Delta is SqrtPriceMath.getAmount0Delta: liquidity·(b − a)/(a·b) for square-root prices a ≤
// b.
func amount0Delta(a, b, liquidity *uint256.Int, roundUp bool) (uint256.Int, bool) {
	var shifted, diff uint256.Int
	shifted.Lsh(liquidity, 96)
	diff.Sub(b, a)
	if roundUp {
		q, ok := mulDivUp(&shifted, &diff, b)
		return divUp(&q, a), ok
	}
	q, ok := mulDiv(&shifted, &diff, b)
	q.Div(&q, a)
	return q, ok
}

// amount1Delta is SqrtPriceMath.getAmount1Delta: liquidity·(b − a)/2^96 for square-root prices a ≤
// b.
func amount1Delta(a, b, liquidity *uint256.Int, roundUp bool) (uint256.Int, bool) {
	var diff, q uint256.Int
	diff.Sub(b, a)
	if diff.BitLen()+liquidity.BitLen() > 256 {
		if roundUp {
			return mulDivUp(liquidity, &diff, &q96)
		}
		return mulDiv(liquidity, &diff, &q96)
	}
	diff.Mul(&diff, liquidity)
	q.Rsh(&diff, 96)
	if roundUp && (diff[0] != 0 || uint32(diff[1]) != 0) {
		q.AddUint64(&q, 1)
	}
	return q, true
}

var q96 = uint256.Int{0, 1 << 32}

// nextFromInput is SqrtPriceMath.getNextSqrtPriceFromInput: the price after selling amount of token
// 0 (zeroForOne) or 1.
func nextFromInput(price, liquidity, amount *uint256.Int, zeroForOne bool) (next uint256.Int,
	ok bool) {
	if !zeroForOne {
		q, ok := shiftedQuotient(amount, liquidity, false)
		if !ok {
			return next, false
		}
		_, overflow := next.AddOverflow(price, &q)
		return next, !overflow && next.BitLen() <= 160
	}
	if amount.IsZero() {
		return *price, true
	}
	var shifted, product, bottom uint256.Int
	shifted.Lsh(liquidity, 96)
	if _, overflow := product.MulOverflow(amount, price); !overflow {
		if _, overflow := bottom.AddOverflow(&shifted, &product); !overflow {
			return mulDivUp(&shifted, price, &bottom)
		}
	}
	bottom.Div(&shifted, price)
	if _, overflow := bottom.AddOverflow(&bottom, amount); overflow {
		return next, false
	}
	return divUp(&shifted, &bottom), true
}

// nextFromOutput is SqrtPriceMath.getNextSqrtPriceFromOutput: the price after buying amount of
// token 1 (zeroForOne) or 0.
func nextFromOutput(price, liquidity, amount *uint256.Int, zeroForOne bool) (next uint256.Int,
	ok bool) {
	if zeroForOne {
		q, ok := shiftedQuotient(amount, liquidity, true)
		if !ok || !price.Gt(&q) {
			return next, false
		}
		next.Sub(price, &q)
		return next, true
	}
	if amount.IsZero() {
		return *price, true
	}
	var shifted, product uint256.Int
	shifted.Lsh(liquidity, 96)
	if _, overflow := product.MulOverflow(amount, price); overflow || !shifted.Gt(&product) {
		return next, false
	}
	product.Sub(&shifted, &product)
	next, ok = mulDivUp(&shifted, price, &product)
	return next, ok && next.BitLen() <= 160
}

// shiftedQuotient is amount·2^96/liquidity, rounded as asked.
func shiftedQuotient(amount, liquidity *uint256.Int, roundUp bool) (uint256.Int, bool) {
	if liquidity.IsZero() {
		return uint256.Int{}, false
	}
	if amount.BitLen() > 160 {
		if roundUp {
			return mulDivUp(amount, &q96, liquidity)
		}
		return mulDiv(amount, &q96, liquidity)
	}
	var shifted, q uint256.Int
	shifted.Lsh(amount, 96)
	if roundUp {
		return divUp(&shifted, liquidity), true
	}
	q.Div(&shifted, liquidity)
	return q, true
}

// step is the outcome of one swap step inside a range of constant liquidity. in includes the fee.
type step struct {
	price, in, out uint256.Int
}

// rangeAmounts are the amounts of moving the price from one ratio to another through the whole
// range, the fee not included. The side that is paid is rounded up, the other down.
func rangeAmounts(from, to, liquidity *uint256.Int) (in, out uint256.Int, ok bool) {
	var ok0, ok1 bool
	if to.Lt(from) {
		in, ok0 = amount0Delta(to, from, liquidity, true)
		out, ok1 = amount1Delta(to, from, liquidity, false)
	} else {
		in, ok0 = amount1Delta(from, to, liquidity, true)
		out, ok1 = amount0Delta(from, to, liquidity, false)
	}
	return in, out, ok0 && ok1
}

// withFee adds SwapMath's fee to an input that does not use up the whole amount: in +
// ceil(in·fee/(10^6 − fee)).
func (t *toll) withFee(in *uint256.Int) (uint256.Int, bool) {
	total, ok := mulDivUp(in, &t.fee, &t.keep)
	if !ok {
		return total, false
	}
	_, overflow := total.AddOverflow(&total, in)
	return total, !overflow
}

// stepIn is SwapMath.computeSwapStep for an exact input of amount > 0 from price towards target.
func (t *Ticks) stepIn(price, target, liquidity, amount *uint256.Int) (s step, ok bool) {
	zeroForOne := target.Lt(price)
	toll := t.tollOf(zeroForOne)
	less, ok := mulDiv(amount, &toll.keep, &million)
	if !ok {
		return s, false
	}
	in, out, ok := rangeAmounts(price, target, liquidity)
	if !ok {
		return s, false
	}
	if !less.Lt(&in) {
		s.price, s.out = *target, out
		s.in, ok = toll.withFee(&in)
		return s, ok
	}
	s.price, ok = nextFromInput(price, liquidity, &less, zeroForOne)
	if !ok {
		return s, false
	}
	if zeroForOne {
		s.out, ok = amount1Delta(&s.price, price, liquidity, false)
	} else {
		s.out, ok = amount0Delta(price, &s.price, liquidity, false)
	}
	s.in = *amount // what the rounded price does not need is fee
	return s, ok
}

// stepOut is SwapMath.computeSwapStep for an exact output of amount > 0 from price towards target.
func (t *Ticks) stepOut(price, target, liquidity, amount *uint256.Int) (s step, ok bool) {
	zeroForOne := target.Lt(price)
	in, out, ok := rangeAmounts(price, target, liquidity)
	if !ok {
		return s, false
	}
	s.price, s.out = *target, out
	if amount.Lt(&out) {
		s.price, ok = nextFromOutput(price, liquidity, amount, zeroForOne)
		if !ok {
			return s, false
		}
		s.out = *amount
		in, _, ok = rangeAmounts(price, &s.price, liquidity)
		if !ok {
			return s, false
		}
	}
	s.in, ok = t.tollOf(zeroForOne).withFee(&in)
	return s, ok
}
