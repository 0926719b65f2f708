// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../lib/Tokens.sol";
import {SqrtPriceMath} from "../swap/math/SqrtPriceMath.sol";
import {SwapMath} from "../swap/math/SwapMath.sol";
import {TickMath} from "../swap/math/TickMath.sol";
import {Ticks} from "../swap/pools/Ticks.sol";
import {IUniswapV3PoolDeployer} from "../swap/pools/UniswapV3Pool.sol";

interface ISolidlyV3Callbacks {
    function solidlyV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external;
    function solidlyV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external;
}

/// A pool of concentrated liquidity as Solidly made them: its fee stands beside its price, and whoever the factory lets change it does so at any
/// time, here anybody. Fees stay out of what liquidity earns, and nothing is ever taken out here.
contract SolidlyV3Pool {
    using Ticks for mapping(int24 => Ticks.Info);
    using Ticks for mapping(int16 => uint256);

    struct Slot0 {
        uint160 sqrtPriceX96;
        int24 tick;
        uint24 fee; // millionths of the input
        bool unlocked;
    }

    struct Swapped {
        int256 remaining; // of the specified amount
        int256 calculated; // of the other one
        uint160 price;
        int24 tick;
        uint128 liquidity;
    }

    address public immutable token0;
    address public immutable token1;
    int24 public immutable tickSpacing;
    Slot0 public slot0;
    uint128 public liquidity;
    mapping(int24 => Ticks.Info) private tickInfo;
    mapping(int16 => uint256) public tickBitmap;

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

    function ticks(int24 tick) external view returns (uint128 gross, int128 net, bool initialized) {
        Ticks.Info storage info = tickInfo[tick];
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
        require(amount > 0 && amount <= uint128(type(int128).max));
        require(lower < upper && lower >= TickMath.MIN_TICK && upper <= TickMath.MAX_TICK, "T");
        int128 delta = int128(amount);
        uint128 most = Ticks.maxLiquidityPerTick(tickSpacing);
        uint256[2] memory none;
        if (tickInfo.update(lower, slot0.tick, delta, none, false, most)) tickBitmap.flip(lower, tickSpacing);
        if (tickInfo.update(upper, slot0.tick, delta, none, true, most)) tickBitmap.flip(upper, tickSpacing);
        uint160 from = TickMath.getSqrtRatioAtTick(lower);
        uint160 to = TickMath.getSqrtRatioAtTick(upper);
        uint160 price = slot0.tick < lower ? from : slot0.tick < upper ? slot0.sqrtPriceX96 : to;
        if (price != to) amount0 = uint256(SqrtPriceMath.getAmount0Delta(price, to, delta));
        if (slot0.tick >= lower) amount1 = uint256(SqrtPriceMath.getAmount1Delta(from, price, delta));
        if (slot0.tick >= lower && slot0.tick < upper) liquidity = Ticks.addDelta(liquidity, delta);
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
        Swapped memory s = Swapped(specified, 0, slot0.sqrtPriceX96, slot0.tick, liquidity);
        require(
            zeroForOne ? limit < s.price && limit > TickMath.MIN_SQRT_RATIO : limit > s.price && limit < TickMath.MAX_SQRT_RATIO,
            "SPL"
        );
        while (s.remaining != 0 && s.price != limit) _step(s, zeroForOne, specified > 0, limit);
        (slot0.sqrtPriceX96, slot0.tick, liquidity) = (s.price, s.tick, s.liquidity);

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

    function _step(Swapped memory s, bool zeroForOne, bool exactIn, uint160 limit) private view {
        (int24 next, bool initialized) = tickBitmap.nextWithinOneWord(s.tick, tickSpacing, zeroForOne);
        if (next < TickMath.MIN_TICK) next = TickMath.MIN_TICK;
        if (next > TickMath.MAX_TICK) next = TickMath.MAX_TICK;
        uint160 priceNext = TickMath.getSqrtRatioAtTick(next);
        uint160 start = s.price;
        uint160 target = (zeroForOne ? priceNext < limit : priceNext > limit) ? limit : priceNext;
        (uint160 price, uint256 amountIn, uint256 amountOut, uint256 fee) =
            SwapMath.computeSwapStep(start, target, s.liquidity, s.remaining, slot0.fee);
        s.price = price;
        (int256 paid, int256 got) = (int256(amountIn + fee), int256(amountOut));
        (s.remaining, s.calculated) = exactIn ? (s.remaining - paid, s.calculated - got) : (s.remaining + got, s.calculated + paid);
        if (price == priceNext) {
            if (initialized) {
                int128 net = tickInfo[next].liquidityNet;
                s.liquidity = Ticks.addDelta(s.liquidity, zeroForOne ? -net : net);
            }
            s.tick = zeroForOne ? next - 1 : next;
        } else if (price != start) {
            s.tick = TickMath.getTickAtSqrtRatio(price);
        }
    }
}
