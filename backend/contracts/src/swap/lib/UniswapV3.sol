// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {TickMath} from "../math/TickMath.sol";

interface IUniswapV3Pool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function fee() external view returns (uint24);
    function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes calldata data)
        external
        returns (int256 amount0, int256 amount1);
    function mint(address recipient, int24 tickLower, int24 tickUpper, uint128 amount, bytes calldata data)
        external
        returns (uint256 amount0, uint256 amount1);
}

interface IUniswapV3Factory {
    function getPool(address tokenA, address tokenB, uint24 fee) external view returns (address);
}

/// The call that a swap on a concentrated-liquidity pool (Uniswap V3) needs, with no limit on the price.
library UniswapV3 {
    /// Positive `specified`: an exact input; negative: an exact output. Both answers are positive.
    function swap(address pool, bool zeroForOne, int256 specified, address to, bytes memory data)
        internal
        returns (uint256 amountIn, uint256 amountOut)
    {
        (int256 amount0, int256 amount1) = IUniswapV3Pool(pool).swap(to, zeroForOne, specified, limit(zeroForOne), data);
        return zeroForOne ? (uint256(amount0), uint256(-amount1)) : (uint256(amount1), uint256(-amount0));
    }

    /// The price that no swap reaches.
    function limit(bool zeroForOne) internal pure returns (uint160) {
        return zeroForOne ? TickMath.MIN_SQRT_RATIO + 1 : TickMath.MAX_SQRT_RATIO - 1;
    }

    function toInt256(uint256 amount) internal pure returns (int256 result) {
        require((result = int256(amount)) >= 0);
    }
}
