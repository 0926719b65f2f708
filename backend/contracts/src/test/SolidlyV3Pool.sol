// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../lib/Tokens.sol";
import {TickMath} from "../swap/math/TickMath.sol";
import {Ticks} from "../swap/pools/Ticks.sol";
import {IUniswapV3PoolDeployer} from "../swap/pools/UniswapV3Pool.sol";
import {Concentrated} from "./Concentrated.sol";

interface ISolidlyV3Callbacks {
    function solidlyV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external;
    function solidlyV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external;
}

/// A pool of concentrated liquidity as Solidly made them: its fee stands beside its price, and whoever the factory lets change it does so at any
/// time, here anybody. Fees stay out of what liquidity earns, and nothing is ever taken out here.
contract SolidlyV3Pool {
    using Concentrated for Concentrated.Liquidity;

    struct Slot0 {
        uint160 sqrtPriceX96;
        int24 tick;
        uint24 fee; // millionths of the input
        bool unlocked;
    }

    address public immutable token0;
    address public immutable token1;
    int24 public immutable tickSpacing;
    Slot0 public slot0;
    Concentrated.Liquidity private held;

    event Initialize(uint160 sqrtPriceX96, int24 tick);
    event Mint(
        address sender,
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event SetFee(uint24 feeOld, uint24 feeNew);
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    modifier lock() {
        require(slot0.unlocked, "LOK");
        slot0.unlocked = false;
        _;
        slot0.unlocked = true;
    }

    constructor() {
        uint24 fee;
        (, token0, token1, fee, tickSpacing) = IUniswapV3PoolDeployer(msg.sender).parameters();
        slot0.fee = fee;
    }

    function liquidity() external view returns (uint128) {
        return held.active;
    }

    function tickBitmap(int16 word) external view returns (uint256) {
        return held.bitmap[word];
    }

    function ticks(int24 tick) external view returns (uint128 gross, int128 net, bool initialized) {
        Ticks.Info storage info = held.ticks[tick];
        return (info.liquidityGross, info.liquidityNet, info.initialized);
    }

    function initialize(uint160 price) external {
        require(slot0.sqrtPriceX96 == 0, "AI");
        (slot0.sqrtPriceX96, slot0.tick, slot0.unlocked) = (price, TickMath.getTickAtSqrtRatio(price), true);
        emit Initialize(price, slot0.tick);
    }

    function setFee(uint24 fee) external lock {
        require(fee <= 100_000);
        emit SetFee(slot0.fee, fee);
        slot0.fee = fee;
    }

    function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        lock
        returns (uint256 amount0, uint256 amount1)
    {
        (amount0, amount1) = held.add(slot0.sqrtPriceX96, slot0.tick, tickSpacing, lower, upper, amount);
        uint256 before0 = IERC20(token0).balanceOf(address(this));
        uint256 before1 = IERC20(token1).balanceOf(address(this));
        ISolidlyV3Callbacks(msg.sender).solidlyV3MintCallback(amount0, amount1, data);
        require(before0 + amount0 <= IERC20(token0).balanceOf(address(this)), "M0");
        require(before1 + amount1 <= IERC20(token1).balanceOf(address(this)), "M1");
        emit Mint(msg.sender, recipient, lower, upper, amount, amount0, amount1);
    }

    function swap(address recipient, bool zeroForOne, int256 specified, uint160 limit, bytes calldata data)
        external
        lock
        returns (int256 amount0, int256 amount1)
    {
        require(specified != 0, "AS");
        Concentrated.Swapped memory s;
        (s.remaining, s.price, s.tick, s.liquidity) = (specified, slot0.sqrtPriceX96, slot0.tick, held.active);
        held.swap(s, tickSpacing, slot0.fee, zeroForOne, limit);
        (slot0.sqrtPriceX96, slot0.tick, held.active) = (s.price, s.tick, s.liquidity);

        int256 used = specified - s.remaining;
        (amount0, amount1) = zeroForOne == (specified > 0) ? (used, s.calculated) : (s.calculated, used);
        (int256 paid, int256 got) = zeroForOne ? (amount0, amount1) : (amount1, amount0);
        if (got < 0) Tokens.safeTransfer(zeroForOne ? token1 : token0, recipient, uint256(-got));
        address tokenIn = zeroForOne ? token0 : token1;
        uint256 before = IERC20(tokenIn).balanceOf(address(this));
        ISolidlyV3Callbacks(msg.sender).solidlyV3SwapCallback(amount0, amount1, data);
        require(before + uint256(paid) <= IERC20(tokenIn).balanceOf(address(this)), "IIA");
        emit Swap(msg.sender, recipient, amount0, amount1, s.price, s.liquidity, s.tick);
    }
}
