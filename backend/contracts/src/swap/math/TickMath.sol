// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Ticks and prices of concentrated liquidity: the price at tick i is 1.0001^i, kept as its square root with 96 fractional bits.
library TickMath {
    int24 internal constant MAX_TICK = 887272;
    int24 internal constant MIN_TICK = -MAX_TICK;
    uint160 internal constant MIN_SQRT_RATIO = 4295128739; // the square root at MIN_TICK
    uint160 internal constant MAX_SQRT_RATIO = 1461446703485210103287273052203988822378723970342; // at MAX_TICK

    /// sqrt(1.0001^tick) · 2^96, rounded up. The power is the product of sqrt(1.0001)^(−2^k), 128 fractional bits each, over the bits of |tick|.
    function getSqrtRatioAtTick(int24 tick) internal pure returns (uint160) {
        uint256 n = uint256(tick < 0 ? -int256(tick) : int256(tick));
        require(n <= uint256(int256(MAX_TICK)), "T");
        uint256 r = n & 0x1 != 0 ? 0xfffcb933bd6fad37aa2d162d1a594001 : 1 << 128;
        unchecked {
            if (n & 0x2 != 0) r = (r * 0xfff97272373d413259a46990580e213a) >> 128;
            if (n & 0x4 != 0) r = (r * 0xfff2e50f5f656932ef12357cf3c7fdcc) >> 128;
            if (n & 0x8 != 0) r = (r * 0xffe5caca7e10e4e61c3624eaa0941cd0) >> 128;
            if (n & 0x10 != 0) r = (r * 0xffcb9843d60f6159c9db58835c926644) >> 128;
            if (n & 0x20 != 0) r = (r * 0xff973b41fa98c081472e6896dfb254c0) >> 128;
            if (n & 0x40 != 0) r = (r * 0xff2ea16466c96a3843ec78b326b52861) >> 128;
            if (n & 0x80 != 0) r = (r * 0xfe5dee046a99a2a811c461f1969c3053) >> 128;
            if (n & 0x100 != 0) r = (r * 0xfcbe86c7900a88aedcffc83b479aa3a4) >> 128;
            if (n & 0x200 != 0) r = (r * 0xf987a7253ac413176f2b074cf7815e54) >> 128;
            if (n & 0x400 != 0) r = (r * 0xf3392b0822b70005940c7a398e4b70f3) >> 128;
            if (n & 0x800 != 0) r = (r * 0xe7159475a2c29b7443b29c7fa6e889d9) >> 128;
            if (n & 0x1000 != 0) r = (r * 0xd097f3bdfd2022b8845ad8f792aa5825) >> 128;
            if (n & 0x2000 != 0) r = (r * 0xa9f746462d870fdf8a65dc1f90e061e5) >> 128;
            if (n & 0x4000 != 0) r = (r * 0x70d869a156d2a1b890bb3df62baf32f7) >> 128;
            if (n & 0x8000 != 0) r = (r * 0x31be135f97d08fd981231505542fcfa6) >> 128;
            if (n & 0x10000 != 0) r = (r * 0x9aa508b5b7a84e1c677de54f3e99bc9) >> 128;
            if (n & 0x20000 != 0) r = (r * 0x5d6af8dedb81196699c329225ee604) >> 128;
            if (n & 0x40000 != 0) r = (r * 0x2216e584f5fa1ea926041bedfe98) >> 128;
            if (n & 0x80000 != 0) r = (r * 0x48a170391f7dc42444e8fa2) >> 128;
        }
        if (tick > 0) r = type(uint256).max / r;
        return uint160((r >> 32) + (r & type(uint32).max == 0 ? 0 : 1));
    }

    /// The greatest tick whose ratio is at most `sqrtPriceX96`. A base-2 logarithm with 14 fractional bits, scaled to base sqrt(1.0001), leaves two
    /// candidates at most.
    function getTickAtSqrtRatio(uint160 sqrtPriceX96) internal pure returns (int24) {
        require(sqrtPriceX96 >= MIN_SQRT_RATIO && sqrtPriceX96 < MAX_SQRT_RATIO, "R");
        uint256 ratio = uint256(sqrtPriceX96) << 32;
        uint256 msb = mostSignificantBit(ratio);
        uint256 r = msb >= 128 ? ratio >> (msb - 127) : ratio << (127 - msb);
        int256 log2 = (int256(msb) - 128) << 64;
        unchecked {
            for (uint256 bit = 63; bit >= 50; bit--) {
                r = (r * r) >> 127;
                uint256 f = r >> 128;
                log2 |= int256(f << bit);
                r >>= f;
            }
        }
        int256 scaled = log2 * 255738958999603826347141; // 128 fractional bits
        int24 low = int24((scaled - 3402992956809132418596140100660247210) >> 128);
        int24 high = int24((scaled + 291339464771989622907027621153398088495) >> 128);
        return low == high || getSqrtRatioAtTick(high) > sqrtPriceX96 ? low : high;
    }

    function mostSignificantBit(uint256 x) internal pure returns (uint256 bit) {
        require(x > 0);
        for (uint256 half = 128; half > 0; half /= 2) {
            if (x >> half > 0) {
                x >>= half;
                bit += half;
            }
        }
    }

    function leastSignificantBit(uint256 x) internal pure returns (uint256) {
        unchecked {
            return mostSignificantBit(x & (~x + 1));
        }
    }
}
