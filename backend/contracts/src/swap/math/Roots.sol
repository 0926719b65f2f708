// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

library Roots {
    /// The largest integer whose square is at most `x`, by Newton's method from above.
    function sqrt(uint256 x) internal pure returns (uint256 root) {
        if (x < 2) return x;
        root = x;
        uint256 next = x / 2 + 1;
        while (next < root) {
            root = next;
            next = (x / root + root) / 2;
        }
    }
}
