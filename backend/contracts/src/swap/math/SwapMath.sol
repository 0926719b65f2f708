// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FullMath} from "./FullMath.sol";
import {SqrtPriceMath} from "./SqrtPriceMath.sol";

/// One step of a swap: from a price to a target price or as far as the amount goes, within one stretch of constant liquidity.
library SwapMath {
    uint256 private constant FEE_UNIT = 1e6;

    /// `amountRemaining` is the input left (positive) or the output left (negative); `feePpm` is hundredths of a basis point of the input.
    function computeSwapStep(uint160 current, uint160 target, uint128 liquidity, int256 amountRemaining, uint24 feePpm)
        internal
        pure
        returns (uint160 next, uint256 amountIn, uint256 amountOut, uint256 feeAmount)
    {
        bool zeroForOne = current >= target;
        bool exactIn = amountRemaining >= 0;
        uint256 left = exactIn ? uint256(amountRemaining) : uint256(-amountRemaining);

        if (exactIn) {
            uint256 leftLessFee = FullMath.mulDiv(left, FEE_UNIT - feePpm, FEE_UNIT);
            amountIn = _input(current, target, liquidity, zeroForOne);
            next = leftLessFee >= amountIn
                ? target
                : SqrtPriceMath.getNextSqrtPriceFromInput(current, liquidity, leftLessFee, zeroForOne);
        } else {
            amountOut = _output(current, target, liquidity, zeroForOne);
            next = left >= amountOut
                ? target
                : SqrtPriceMath.getNextSqrtPriceFromOutput(current, liquidity, left, zeroForOne);
        }

        bool reached = next == target;
        if (!(reached && exactIn)) amountIn = _input(current, next, liquidity, zeroForOne);
        if (!(reached && !exactIn)) amountOut = _output(current, next, liquidity, zeroForOne);
        if (!exactIn && amountOut > left) amountOut = left; // rounding never gives more than was asked for
        feeAmount = exactIn && !reached ? left - amountIn : FullMath.mulDivRoundingUp(amountIn, feePpm, FEE_UNIT - feePpm);
    }

    function _input(uint160 from, uint160 to, uint128 liquidity, bool zeroForOne) private pure returns (uint256) {
        return zeroForOne
            ? SqrtPriceMath.getAmount0Delta(to, from, liquidity, true)
            : SqrtPriceMath.getAmount1Delta(from, to, liquidity, true);
    }

    function _output(uint160 from, uint160 to, uint128 liquidity, bool zeroForOne) private pure returns (uint256) {
        return zeroForOne
            ? SqrtPriceMath.getAmount1Delta(to, from, liquidity, false)
            : SqrtPriceMath.getAmount0Delta(from, to, liquidity, false);
    }
}
