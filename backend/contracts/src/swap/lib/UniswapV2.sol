// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "../../lib/Tokens.sol";

interface IUniswapV2Pair {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 updatedAt);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

interface IUniswapV2Factory {
    function getPair(address tokenA, address tokenB) external view returns (address);
    function createPair(address tokenA, address tokenB) external returns (address);
    function swapFee() external view returns (uint256);
}

/// Amounts of constant-product pools (Uniswap V2) and the two calls that a swap needs. `factor` is what a pool leaves of 10,000 after its fee.
library UniswapV2 {
    uint256 internal constant UNIT = 10_000;

    /// in · factor · reserveOut / (reserveIn · 10,000 + in · factor), rounded down.
    function amountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut, uint256 factor)
        internal
        pure
        returns (uint256)
    {
        uint256 afterFee = amountIn * factor;
        return afterFee * reserveOut / (reserveIn * UNIT + afterFee);
    }

    /// The least input for `amount` out: reserveIn · out · 10,000 / ((reserveOut − out) · factor), plus one.
    function amountInFor(uint256 amount, uint256 reserveIn, uint256 reserveOut, uint256 factor)
        internal
        pure
        returns (uint256)
    {
        require(amount < reserveOut, "UniswapV2: INSUFFICIENT_LIQUIDITY");
        return reserveIn * amount * UNIT / ((reserveOut - amount) * factor) + 1;
    }

    function reserves(address pair, bool zeroForOne) internal view returns (uint256 reserveIn, uint256 reserveOut) {
        (uint256 reserve0, uint256 reserve1,) = IUniswapV2Pair(pair).getReserves();
        return zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function tokenIn(address pair, bool zeroForOne) internal view returns (address) {
        return zeroForOne ? IUniswapV2Pair(pair).token0() : IUniswapV2Pair(pair).token1();
    }

    /// What the pair, which already has its input, gives for it. Asking its balance serves tokens that take a tax on the way.
    function swapReceived(address pair, address token, bool zeroForOne, uint256 factor, address to)
        internal
        returns (uint256 amount)
    {
        (uint256 reserveIn, uint256 reserveOut) = reserves(pair, zeroForOne);
        amount = amountOut(IERC20(token).balanceOf(pair) - reserveIn, reserveIn, reserveOut, factor);
        swap(pair, zeroForOne, amount, to);
    }

    function swap(address pair, bool zeroForOne, uint256 amount, address to) internal {
        IUniswapV2Pair(pair).swap(zeroForOne ? 0 : amount, zeroForOne ? amount : 0, to, "");
    }
}
