// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FullMath} from "./FullMath.sol";

/// Amounts between two prices and prices after an amount, for one stretch of constant liquidity L (Uniswap V3 whitepaper, 6.2): token0 is
/// L / sqrt(P), token1 is L · sqrt(P). Everything is rounded in the pool's favour.
library SqrtPriceMath {
    uint256 private constant Q96 = 1 << 96;

    function getNextSqrtPriceFromInput(uint160 sqrtP, uint128 liquidity, uint256 amountIn, bool zeroForOne)
        internal
        pure
        returns (uint160)
    {
        require(sqrtP > 0 && liquidity > 0);
        return zeroForOne ? _afterToken0(sqrtP, liquidity, amountIn, true) : _afterToken1(sqrtP, liquidity, amountIn, true);
    }

    function getNextSqrtPriceFromOutput(uint160 sqrtP, uint128 liquidity, uint256 amountOut, bool zeroForOne)
        internal
        pure
        returns (uint160)
    {
        require(sqrtP > 0 && liquidity > 0);
        return
            zeroForOne ? _afterToken1(sqrtP, liquidity, amountOut, false) : _afterToken0(sqrtP, liquidity, amountOut, false);
    }

    /// Token0 between two prices: L · (1/sqrt(lower) − 1/sqrt(upper)).
    function getAmount0Delta(uint160 a, uint160 b, uint128 liquidity, bool roundUp) internal pure returns (uint256) {
        if (a > b) (a, b) = (b, a);
        require(a > 0);
        uint256 numerator = uint256(liquidity) << 96;
        return roundUp
            ? FullMath.divRoundingUp(FullMath.mulDivRoundingUp(numerator, b - a, b), a)
            : FullMath.mulDiv(numerator, b - a, b) / a;
    }

    /// Token1 between two prices: L · (sqrt(upper) − sqrt(lower)).
    function getAmount1Delta(uint160 a, uint160 b, uint128 liquidity, bool roundUp) internal pure returns (uint256) {
        if (a > b) (a, b) = (b, a);
        return roundUp ? FullMath.mulDivRoundingUp(liquidity, b - a, Q96) : FullMath.mulDiv(liquidity, b - a, Q96);
    }

    /// Signed, for a change of liquidity: what comes in is rounded up, what goes out down.
    function getAmount0Delta(uint160 a, uint160 b, int128 liquidity) internal pure returns (int256) {
        return liquidity < 0
            ? -int256(getAmount0Delta(a, b, uint128(-liquidity), false))
            : int256(getAmount0Delta(a, b, uint128(liquidity), true));
    }

    function getAmount1Delta(uint160 a, uint160 b, int128 liquidity) internal pure returns (int256) {
        return liquidity < 0
            ? -int256(getAmount1Delta(a, b, uint128(-liquidity), false))
            : int256(getAmount1Delta(a, b, uint128(liquidity), true));
    }

    /// L · sqrt(P) / (L ± amount · sqrt(P)), rounded up; where the product overflows, L / (L / sqrt(P) + amount).
    function _afterToken0(uint160 sqrtP, uint128 liquidity, uint256 amount, bool add) private pure returns (uint160) {
        if (amount == 0) return sqrtP;
        uint256 numerator = uint256(liquidity) << 96;
        unchecked {
            uint256 product = amount * sqrtP;
            bool fits = product / amount == sqrtP;
            if (add) {
                uint256 sum = numerator + product;
                if (fits && sum >= numerator) return uint160(FullMath.mulDivRoundingUp(numerator, sqrtP, sum));
            } else {
                require(fits && numerator > product);
                return _toUint160(FullMath.mulDivRoundingUp(numerator, sqrtP, numerator - product));
            }
        }
        return uint160(FullMath.divRoundingUp(numerator, numerator / sqrtP + amount));
    }

    /// sqrt(P) ± amount / L, rounded down.
    function _afterToken1(uint160 sqrtP, uint128 liquidity, uint256 amount, bool add) private pure returns (uint160) {
        if (add) return _toUint160(sqrtP + FullMath.mulDiv(amount, Q96, liquidity));
        uint256 quotient = FullMath.mulDivRoundingUp(amount, Q96, liquidity);
        require(sqrtP > quotient);
        return uint160(sqrtP - quotient);
    }

    function _toUint160(uint256 x) private pure returns (uint160 y) {
        require((y = uint160(x)) == x);
    }
}
