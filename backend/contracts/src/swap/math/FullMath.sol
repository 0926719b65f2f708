// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Products of two words divided without losing the upper half.
library FullMath {
    /// floor(a · b / divisor); reverts when that does not fit in a word or the divisor is zero.
    ///
    /// The 512-bit product is known modulo 2^256 and modulo 2^256 − 1, hence entirely (Chinese remainders). Its remainder is subtracted, the
    /// powers of two are shifted out, and the rest is an exact division: multiplication by the inverse modulo 2^256, found by Newton's method.
    function mulDiv(uint256 a, uint256 b, uint256 divisor) internal pure returns (uint256) {
        unchecked {
            uint256 low = a * b;
            uint256 mm = mulmod(a, b, type(uint256).max);
            uint256 high = mm - low - (mm < low ? 1 : 0);
            if (high == 0) {
                require(divisor > 0);
                return low / divisor;
            }
            require(high < divisor);

            uint256 rest = mulmod(a, b, divisor);
            if (rest > low) high--;
            low -= rest;

            uint256 twos = divisor & (~divisor + 1);
            divisor /= twos;
            low /= twos;
            low |= high * ((~twos + 1) / twos + 1);

            uint256 inverse = (3 * divisor) ^ 2; // right to 4 bits; each step doubles them
            for (uint256 bits = 4; bits < 256; bits *= 2) {
                inverse *= 2 - divisor * inverse;
            }
            return low * inverse;
        }
    }

    function mulDivRoundingUp(uint256 a, uint256 b, uint256 divisor) internal pure returns (uint256 result) {
        result = mulDiv(a, b, divisor);
        if (mulmod(a, b, divisor) > 0) result++;
    }

    function divRoundingUp(uint256 a, uint256 divisor) internal pure returns (uint256) {
        return a / divisor + (a % divisor == 0 ? 0 : 1);
    }
}
