// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Powers of numbers with 18 decimals, by exp(y · ln x). Logarithm and exponential take out factors e^(2^k) from a table and finish with a Taylor
/// series; constants and the order of operations are those of Balancer V2, so that every digit is.
library LogExpMath {
    int256 private constant ONE_18 = 1e18;
    int256 private constant ONE_20 = 1e20;
    int256 private constant ONE_36 = 1e36;
    int256 private constant MAX_NATURAL_EXPONENT = 130e18;
    int256 private constant MIN_NATURAL_EXPONENT = -41e18;
    int256 private constant LN_36_LOWER_BOUND = ONE_18 - 1e17; // near one the logarithm is taken with 36 decimals
    int256 private constant LN_36_UPPER_BOUND = ONE_18 + 1e17;
    uint256 private constant MILD_EXPONENT_BOUND = 2 ** 254 / uint256(ONE_20);

    // x_k and a_k = e^(x_k): x with 18 decimals and a with none for k < 2, both with 20 decimals from there.
    int256 private constant X0 = 128e18;
    int256 private constant A0 = 38877084059945950922200000000000000000000000000000000000;
    int256 private constant X1 = 64e18;
    int256 private constant A1 = 6235149080811616882910000000;

    function pow(uint256 x, uint256 y) internal pure returns (uint256) {
        if (y == 0) return uint256(ONE_18);
        if (x == 0) return 0;
        require(x >> 255 == 0, "BAL#006");
        require(y < MILD_EXPONENT_BOUND, "BAL#007");
        int256 base = int256(x);
        int256 exponent = int256(y);
        int256 product;
        if (LN_36_LOWER_BOUND < base && base < LN_36_UPPER_BOUND) {
            int256 ln36 = _ln36(base);
            product = (ln36 / ONE_18) * exponent + ((ln36 % ONE_18) * exponent) / ONE_18;
        } else {
            product = _ln(base) * exponent;
        }
        product /= ONE_18;
        require(MIN_NATURAL_EXPONENT <= product && product <= MAX_NATURAL_EXPONENT, "BAL#008");
        return uint256(_exp(product));
    }

    /// The table from k = 2 on: (x_k, a_k), 20 decimals.
    function _factor(uint256 k) private pure returns (int256, int256) {
        if (k == 2) return (3200000000000000000000, 7896296018268069516100000000000000);
        if (k == 3) return (1600000000000000000000, 888611052050787263676000000);
        if (k == 4) return (800000000000000000000, 298095798704172827474000);
        if (k == 5) return (400000000000000000000, 5459815003314423907810);
        if (k == 6) return (200000000000000000000, 738905609893065022723);
        if (k == 7) return (100000000000000000000, 271828182845904523536);
        if (k == 8) return (50000000000000000000, 164872127070012814685);
        if (k == 9) return (25000000000000000000, 128402541668774148407);
        if (k == 10) return (12500000000000000000, 113314845306682631683);
        return (6250000000000000000, 106449445891785942956);
    }

    function _exp(int256 x) private pure returns (int256) {
        if (x < 0) return (ONE_18 * ONE_18) / _exp(-x);
        int256 first = 1;
        if (x >= X0) (x, first) = (x - X0, A0);
        else if (x >= X1) (x, first) = (x - X1, A1);
        x *= 100;

        int256 product = ONE_20;
        for (uint256 k = 2; k <= 9; k++) {
            (int256 xk, int256 ak) = _factor(k);
            if (x >= xk) {
                x -= xk;
                product = (product * ak) / ONE_20;
            }
        }

        int256 series = ONE_20 + x;
        int256 term = x;
        for (int256 n = 2; n <= 12; n++) {
            term = ((term * x) / ONE_20) / n;
            series += term;
        }
        return (((product * series) / ONE_20) * first) / 100;
    }

    function _ln(int256 a) private pure returns (int256) {
        if (a < ONE_18) return -_ln((ONE_18 * ONE_18) / a);
        int256 sum;
        if (a >= A0 * ONE_18) (a, sum) = (a / A0, sum + X0);
        if (a >= A1 * ONE_18) (a, sum) = (a / A1, sum + X1);
        sum *= 100;
        a *= 100;
        for (uint256 k = 2; k <= 11; k++) {
            (int256 xk, int256 ak) = _factor(k);
            if (a >= ak) {
                a = (a * ONE_20) / ak;
                sum += xk;
            }
        }

        // ln a = 2 · (z + z³/3 + z⁵/5 + …) with z = (a − 1) / (a + 1)
        int256 z = ((a - ONE_20) * ONE_20) / (a + ONE_20);
        int256 squared = (z * z) / ONE_20;
        int256 term = z;
        int256 series = z;
        for (int256 n = 3; n <= 11; n += 2) {
            term = (term * squared) / ONE_20;
            series += term / n;
        }
        return (sum + series * 2) / 100;
    }

    function _ln36(int256 x) private pure returns (int256) {
        x *= ONE_18;
        int256 z = ((x - ONE_36) * ONE_36) / (x + ONE_36);
        int256 squared = (z * z) / ONE_36;
        int256 term = z;
        int256 series = z;
        for (int256 n = 3; n <= 15; n += 2) {
            term = (term * squared) / ONE_36;
            series += term / n;
        }
        return series * 2;
    }
}
