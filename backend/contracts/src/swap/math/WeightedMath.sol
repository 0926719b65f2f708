// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FixedPoint} from "./FixedPoint.sol";

/// Swaps that keep Π balance^weight constant (Balancer whitepaper). All numbers have 18 decimals; a swap may move at most 30 % of a balance.
library WeightedMath {
    using FixedPoint for uint256;

    uint256 private constant MAX_IN_RATIO = 0.3e18;
    uint256 private constant MAX_OUT_RATIO = 0.3e18;

    /// balanceOut · (1 − (balanceIn / (balanceIn + amountIn))^(weightIn / weightOut)), rounded down.
    function outGivenIn(uint256 balanceIn, uint256 weightIn, uint256 balanceOut, uint256 weightOut, uint256 amountIn)
        internal
        pure
        returns (uint256)
    {
        require(amountIn <= balanceIn.mulDown(MAX_IN_RATIO), "BAL#304");
        uint256 base = balanceIn.divUp(balanceIn + amountIn);
        uint256 power = base.powUp(weightIn.divDown(weightOut));
        return balanceOut.mulDown(power.complement());
    }

    /// balanceIn · ((balanceOut / (balanceOut − amountOut))^(weightOut / weightIn) − 1), rounded up.
    function inGivenOut(uint256 balanceIn, uint256 weightIn, uint256 balanceOut, uint256 weightOut, uint256 amountOut)
        internal
        pure
        returns (uint256)
    {
        require(amountOut <= balanceOut.mulDown(MAX_OUT_RATIO), "BAL#305");
        uint256 base = balanceOut.divUp(balanceOut - amountOut);
        uint256 power = base.powUp(weightOut.divUp(weightIn));
        return balanceIn.mulUp(power - FixedPoint.ONE);
    }
}
