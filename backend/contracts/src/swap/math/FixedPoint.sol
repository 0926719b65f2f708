// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {LogExpMath} from "./LogExpMath.sol";

/// Numbers with 18 decimals; every operation says which way it rounds.
library FixedPoint {
    uint256 internal constant ONE = 1e18;
    uint256 private constant MAX_POW_RELATIVE_ERROR = 10_000; // 1e-14

    function mulDown(uint256 a, uint256 b) internal pure returns (uint256) {
        return a * b / ONE;
    }

    function mulUp(uint256 a, uint256 b) internal pure returns (uint256) {
        uint256 product = a * b;
        return product == 0 ? 0 : (product - 1) / ONE + 1;
    }

    function divDown(uint256 a, uint256 b) internal pure returns (uint256) {
        return a * ONE / b;
    }

    function divUp(uint256 a, uint256 b) internal pure returns (uint256) {
        return a == 0 ? 0 : (a * ONE - 1) / b + 1;
    }

    /// x^y, rounded up by the error bound of the power; whole powers that pools with equal weights need are computed exactly.
    function powUp(uint256 x, uint256 y) internal pure returns (uint256) {
        if (y == ONE) return x;
        if (y == 2 * ONE) return mulUp(x, x);
        if (y == 4 * ONE) {
            uint256 square = mulUp(x, x);
            return mulUp(square, square);
        }
        uint256 raw = LogExpMath.pow(x, y);
        return raw + mulUp(raw, MAX_POW_RELATIVE_ERROR) + 1;
    }

    function complement(uint256 x) internal pure returns (uint256) {
        return x < ONE ? ONE - x : 0;
    }
}
