// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {TickMath} from "../math/TickMath.sol";

/// The ticks at which liquidity changes: what each one knows, and a bitmap to find the next one.
library Ticks {
    struct Info {
        uint128 liquidityGross; // all positions that begin or end here
        int128 liquidityNet; // added when the price crosses upwards
        uint256 feeGrowthOutside0X128; // fees per unit of liquidity on the side where the price is not
        uint256 feeGrowthOutside1X128;
        bool initialized;
    }

    /// Adds `delta` to a position's end at `tick`; reports whether the tick became used or unused.
    function update(
        mapping(int24 => Info) storage self,
        int24 tick,
        int24 currentTick,
        int128 delta,
        uint256[2] memory feeGrowthGlobal,
        bool upper,
        uint128 maxLiquidity
    ) internal returns (bool flipped) {
        Info storage info = self[tick];
        uint128 gross = addDelta(info.liquidityGross, delta);
        require(gross <= maxLiquidity, "LO");
        flipped = (gross == 0) != (info.liquidityGross == 0);
        if (info.liquidityGross == 0) {
            // By convention all growth before a tick is used happened below it.
            if (tick <= currentTick) {
                info.feeGrowthOutside0X128 = feeGrowthGlobal[0];
                info.feeGrowthOutside1X128 = feeGrowthGlobal[1];
            }
            info.initialized = true;
        }
        info.liquidityGross = gross;
        info.liquidityNet = upper ? info.liquidityNet - delta : info.liquidityNet + delta;
    }

    function cross(mapping(int24 => Info) storage self, int24 tick, uint256[2] memory feeGrowthGlobal)
        internal
        returns (int128)
    {
        Info storage info = self[tick];
        unchecked {
            info.feeGrowthOutside0X128 = feeGrowthGlobal[0] - info.feeGrowthOutside0X128;
            info.feeGrowthOutside1X128 = feeGrowthGlobal[1] - info.feeGrowthOutside1X128;
        }
        return info.liquidityNet;
    }

    /// Fees per unit of liquidity within a range. Only differences of these numbers mean anything: they wrap round.
    function feeGrowthInside(
        mapping(int24 => Info) storage self,
        int24 lower,
        int24 upper,
        int24 currentTick,
        uint256[2] memory feeGrowthGlobal
    ) internal view returns (uint256 inside0, uint256 inside1) {
        Info storage l = self[lower];
        Info storage u = self[upper];
        unchecked {
            (uint256 below0, uint256 below1) = currentTick >= lower
                ? (l.feeGrowthOutside0X128, l.feeGrowthOutside1X128)
                : (feeGrowthGlobal[0] - l.feeGrowthOutside0X128, feeGrowthGlobal[1] - l.feeGrowthOutside1X128);
            (uint256 above0, uint256 above1) = currentTick < upper
                ? (u.feeGrowthOutside0X128, u.feeGrowthOutside1X128)
                : (feeGrowthGlobal[0] - u.feeGrowthOutside0X128, feeGrowthGlobal[1] - u.feeGrowthOutside1X128);
            inside0 = feeGrowthGlobal[0] - below0 - above0;
            inside1 = feeGrowthGlobal[1] - below1 - above1;
        }
    }

    function flip(mapping(int16 => uint256) storage bitmap, int24 tick, int24 tickSpacing) internal {
        require(tick % tickSpacing == 0, "tick not on the spacing");
        int24 compressed = tick / tickSpacing;
        bitmap[int16(compressed >> 8)] ^= 1 << uint8(uint24(compressed));
    }

    /// The next used tick at or below `tick` (`lte`) or above it, looking no further than one word of the bitmap; the word's end when there is none.
    function nextWithinOneWord(mapping(int16 => uint256) storage bitmap, int24 tick, int24 tickSpacing, bool lte)
        internal
        view
        returns (int24 next, bool initialized)
    {
        int24 compressed = tick / tickSpacing;
        if (tick < 0 && tick % tickSpacing != 0) compressed--; // towards minus infinity
        if (lte) {
            uint256 bit = uint8(uint24(compressed));
            uint256 masked = bitmap[int16(compressed >> 8)] & (type(uint256).max >> (255 - bit));
            initialized = masked != 0;
            uint256 found = initialized ? TickMath.mostSignificantBit(masked) : 0;
            next = (compressed - int24(uint24(bit - found))) * tickSpacing;
        } else {
            compressed++;
            uint256 bit = uint8(uint24(compressed));
            uint256 masked = bitmap[int16(compressed >> 8)] & (type(uint256).max << bit);
            initialized = masked != 0;
            uint256 found = initialized ? TickMath.leastSignificantBit(masked) : 255;
            next = (compressed + int24(uint24(found - bit))) * tickSpacing;
        }
    }

    /// So that the sum over all usable ticks fits.
    function maxLiquidityPerTick(int24 tickSpacing) internal pure returns (uint128) {
        int24 highest = (TickMath.MAX_TICK / tickSpacing) * tickSpacing;
        int24 lowest = (TickMath.MIN_TICK / tickSpacing) * tickSpacing;
        return type(uint128).max / (uint24((highest - lowest) / tickSpacing) + 1);
    }

    function addDelta(uint128 x, int128 delta) internal pure returns (uint128) {
        return delta < 0 ? x - uint128(-delta) : x + uint128(delta);
    }
}
