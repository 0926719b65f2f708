// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SqrtPriceMath} from "../swap/math/SqrtPriceMath.sol";
import {SwapMath} from "../swap/math/SwapMath.sol";
import {TickMath} from "../swap/math/TickMath.sol";
import {Ticks} from "../swap/pools/Ticks.sol";

/// Concentrated liquidity that earns nothing, for pools that stand for those of other exchanges.
library Concentrated {
    using Ticks for mapping(int24 => Ticks.Info);
    using Ticks for mapping(int16 => uint256);

    struct Liquidity {
        uint128 active;
        mapping(int24 => Ticks.Info) ticks;
        mapping(int16 => uint256) bitmap;
    }

    struct Swapped {
        int256 remaining; // of the specified amount, above 0 of what is paid
        int256 calculated; // of the other one
        uint160 price;
        int24 tick;
        uint128 liquidity;
    }

    /// Adds liquidity to a range, which costs both amounts.
    function add(Liquidity storage self, uint160 price, int24 tick, int24 spacing, int24 lower, int24 upper, uint128 amount)
        internal
        returns (uint256 amount0, uint256 amount1)
    {
        require(amount > 0 && amount <= uint128(type(int128).max));
        require(lower < upper && lower >= TickMath.MIN_TICK && upper <= TickMath.MAX_TICK, "T");
        int128 delta = int128(amount);
        uint128 most = Ticks.maxLiquidityPerTick(spacing);
        uint256[2] memory none;
        if (self.ticks.update(lower, tick, delta, none, false, most)) self.bitmap.flip(lower, spacing);
        if (self.ticks.update(upper, tick, delta, none, true, most)) self.bitmap.flip(upper, spacing);
        uint160 from = TickMath.getSqrtRatioAtTick(lower);
        uint160 to = TickMath.getSqrtRatioAtTick(upper);
        if (tick < lower) price = from;
        if (tick >= upper) price = to;
        if (tick < upper) amount0 = uint256(SqrtPriceMath.getAmount0Delta(price, to, delta));
        if (tick >= lower) amount1 = uint256(SqrtPriceMath.getAmount1Delta(from, price, delta));
        if (tick >= lower && tick < upper) self.active = Ticks.addDelta(self.active, delta);
    }

    function swap(Liquidity storage self, Swapped memory s, int24 spacing, uint24 fee, bool zeroForOne, uint160 limit)
        internal
        view
    {
        require(
            zeroForOne ? limit < s.price && limit > TickMath.MIN_SQRT_RATIO : limit > s.price && limit < TickMath.MAX_SQRT_RATIO,
            "SPL"
        );
        bool exactIn = s.remaining > 0;
        while (s.remaining != 0 && s.price != limit) _step(self, s, spacing, fee, zeroForOne, exactIn, limit);
    }

    function _step(
        Liquidity storage self,
        Swapped memory s,
        int24 spacing,
        uint24 fee,
        bool zeroForOne,
        bool exactIn,
        uint160 limit
    ) private view {
        (int24 next, bool initialized) = self.bitmap.nextWithinOneWord(s.tick, spacing, zeroForOne);
        if (next < TickMath.MIN_TICK) next = TickMath.MIN_TICK;
        if (next > TickMath.MAX_TICK) next = TickMath.MAX_TICK;
        uint160 priceNext = TickMath.getSqrtRatioAtTick(next);
        uint160 start = s.price;
        uint160 target = (zeroForOne ? priceNext < limit : priceNext > limit) ? limit : priceNext;
        (uint160 price, uint256 amountIn, uint256 amountOut, uint256 feeAmount) =
            SwapMath.computeSwapStep(start, target, s.liquidity, s.remaining, fee);
        s.price = price;
        (int256 paid, int256 got) = (int256(amountIn + feeAmount), int256(amountOut));
        (s.remaining, s.calculated) = exactIn ? (s.remaining - paid, s.calculated - got) : (s.remaining + got, s.calculated + paid);
        if (price == priceNext) {
            if (initialized) {
                int128 net = self.ticks[next].liquidityNet;
                s.liquidity = Ticks.addDelta(s.liquidity, zeroForOne ? -net : net);
            }
            s.tick = zeroForOne ? next - 1 : next;
        } else if (price != start) {
            s.tick = TickMath.getTickAtSqrtRatio(price);
        }
    }
}
