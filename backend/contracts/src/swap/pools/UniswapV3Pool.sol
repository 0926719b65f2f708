// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../../lib/Tokens.sol";
import {FullMath} from "../math/FullMath.sol";
import {SqrtPriceMath} from "../math/SqrtPriceMath.sol";
import {SwapMath} from "../math/SwapMath.sol";
import {TickMath} from "../math/TickMath.sol";
import {Ticks} from "./Ticks.sol";

interface IUniswapV3PoolDeployer {
    function parameters()
        external
        view
        returns (address factory, address token0, address token1, uint24 fee, int24 tickSpacing);
}

interface IUniswapV3MintCallback {
    function uniswapV3MintCallback(uint256 amount0Owed, uint256 amount1Owed, bytes calldata data) external;
}

interface IUniswapV3SwapCallback {
    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external;
}

/// A pool of two tokens in which each provider chooses the range of prices that its liquidity serves (Uniswap V3). It keeps no price history and
/// takes no protocol fee: the fields of its state that would speak of them are constant.
contract UniswapV3Pool {
    using Ticks for mapping(int24 => Ticks.Info);
    using Ticks for mapping(int16 => uint256);

    struct Slot0 {
        uint160 sqrtPriceX96; // square root of token1 per token0, 96 fractional bits
        int24 tick;
        bool unlocked;
    }

    struct Position {
        uint128 liquidity;
        uint256 feeGrowthInside0LastX128;
        uint256 feeGrowthInside1LastX128;
        uint128 tokensOwed0;
        uint128 tokensOwed1;
    }

    struct SwapState {
        int256 remaining; // of the specified amount
        int256 calculated; // of the other one
        uint160 sqrtPriceX96;
        int24 tick;
        uint128 liquidity;
        uint256 feeGrowth; // of the input token
    }

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint24 public immutable fee; // hundredths of a basis point of the input
    int24 public immutable tickSpacing;
    uint128 public immutable maxLiquidityPerTick;

    Slot0 private state;
    uint256 public feeGrowthGlobal0X128;
    uint256 public feeGrowthGlobal1X128;
    uint128 public liquidity; // in range at the current price
    mapping(int24 => Ticks.Info) private tickInfo;
    mapping(int16 => uint256) public tickBitmap;
    mapping(bytes32 => Position) public positions; // by keccak256(owner ‖ lower ‖ upper)

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
    event Burn(
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event Collect(
        address indexed owner,
        address recipient,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount0,
        uint128 amount1
    );
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
        require(state.unlocked, "LOK");
        state.unlocked = false;
        _;
        state.unlocked = true;
    }

    constructor() {
        (factory, token0, token1, fee, tickSpacing) = IUniswapV3PoolDeployer(msg.sender).parameters();
        maxLiquidityPerTick = Ticks.maxLiquidityPerTick(tickSpacing);
    }

    function slot0()
        external
        view
        returns (
            uint160 sqrtPriceX96,
            int24 tick,
            uint16 observationIndex,
            uint16 observationCardinality,
            uint16 observationCardinalityNext,
            uint8 feeProtocol,
            bool unlocked
        )
    {
        return (state.sqrtPriceX96, state.tick, 0, 1, 1, 0, state.unlocked);
    }

    function ticks(int24 tick)
        external
        view
        returns (
            uint128 liquidityGross,
            int128 liquidityNet,
            uint256 feeGrowthOutside0X128,
            uint256 feeGrowthOutside1X128,
            int56 tickCumulativeOutside,
            uint160 secondsPerLiquidityOutsideX128,
            uint32 secondsOutside,
            bool initialized
        )
    {
        Ticks.Info storage info = tickInfo[tick];
        return (
            info.liquidityGross,
            info.liquidityNet,
            info.feeGrowthOutside0X128,
            info.feeGrowthOutside1X128,
            0,
            0,
            0,
            info.initialized
        );
    }

    function initialize(uint160 sqrtPriceX96) external {
        require(state.sqrtPriceX96 == 0, "AI");
        int24 tick = TickMath.getTickAtSqrtRatio(sqrtPriceX96);
        state = Slot0(sqrtPriceX96, tick, true);
        emit Initialize(sqrtPriceX96, tick);
    }

    /// Adds `amount` of liquidity to a range of `recipient`; the caller pays for it in the callback.
    function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        lock
        returns (uint256 amount0, uint256 amount1)
    {
        require(amount > 0);
        (, int256 delta0, int256 delta1) = _modify(recipient, lower, upper, _signed(amount));
        (amount0, amount1) = (uint256(delta0), uint256(delta1));
        uint256 before0 = _balance(token0);
        uint256 before1 = _balance(token1);
        IUniswapV3MintCallback(msg.sender).uniswapV3MintCallback(amount0, amount1, data);
        require(before0 + amount0 <= _balance(token0), "M0");
        require(before1 + amount1 <= _balance(token1), "M1");
        emit Mint(msg.sender, recipient, lower, upper, amount, amount0, amount1);
    }

    /// Takes `amount` of liquidity out of a range of the caller, to whom the tokens and fees are then owed; zero only settles the fees.
    function burn(int24 lower, int24 upper, uint128 amount) external lock returns (uint256 amount0, uint256 amount1) {
        (Position storage position, int256 delta0, int256 delta1) = _modify(msg.sender, lower, upper, -_signed(amount));
        (amount0, amount1) = (uint256(-delta0), uint256(-delta1));
        position.tokensOwed0 += uint128(amount0);
        position.tokensOwed1 += uint128(amount1);
        emit Burn(msg.sender, lower, upper, amount, amount0, amount1);
    }

    /// Pays out what is owed, up to the amounts asked for.
    function collect(address recipient, int24 lower, int24 upper, uint128 amount0Requested, uint128 amount1Requested)
        external
        lock
        returns (uint128 amount0, uint128 amount1)
    {
        Position storage position = positions[_key(msg.sender, lower, upper)];
        amount0 = amount0Requested < position.tokensOwed0 ? amount0Requested : position.tokensOwed0;
        amount1 = amount1Requested < position.tokensOwed1 ? amount1Requested : position.tokensOwed1;
        position.tokensOwed0 -= amount0;
        position.tokensOwed1 -= amount1;
        if (amount0 > 0) Tokens.safeTransfer(token0, recipient, amount0);
        if (amount1 > 0) Tokens.safeTransfer(token1, recipient, amount1);
        emit Collect(msg.sender, recipient, lower, upper, amount0, amount1);
    }

    /// Swaps an exact input (positive) or an exact output (negative) until it is used up or the price reaches the limit. The output is sent first,
    /// the caller pays in the callback. Amounts returned: what the pool gains (positive) and gives (negative).
    function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 limit, bytes calldata data)
        external
        lock
        returns (int256 amount0, int256 amount1)
    {
        require(amountSpecified != 0, "AS");
        require(
            zeroForOne
                ? limit < state.sqrtPriceX96 && limit > TickMath.MIN_SQRT_RATIO
                : limit > state.sqrtPriceX96 && limit < TickMath.MAX_SQRT_RATIO,
            "SPL"
        );
        SwapState memory s = SwapState(
            amountSpecified,
            0,
            state.sqrtPriceX96,
            state.tick,
            liquidity,
            zeroForOne ? feeGrowthGlobal0X128 : feeGrowthGlobal1X128
        );
        while (s.remaining != 0 && s.sqrtPriceX96 != limit) _step(s, zeroForOne, amountSpecified > 0, limit);

        state.sqrtPriceX96 = s.sqrtPriceX96;
        state.tick = s.tick;
        liquidity = s.liquidity;
        if (zeroForOne) feeGrowthGlobal0X128 = s.feeGrowth;
        else feeGrowthGlobal1X128 = s.feeGrowth;

        int256 used = amountSpecified - s.remaining;
        (amount0, amount1) = zeroForOne == (amountSpecified > 0) ? (used, s.calculated) : (s.calculated, used);
        if (zeroForOne) _settle(recipient, token1, amount1, token0, amount0, data, amount0, amount1);
        else _settle(recipient, token0, amount0, token1, amount1, data, amount0, amount1);
        emit Swap(msg.sender, recipient, amount0, amount1, s.sqrtPriceX96, s.liquidity, s.tick);
    }

    function _step(SwapState memory s, bool zeroForOne, bool exactIn, uint160 limit) private {
        (int24 next, bool initialized) = tickBitmap.nextWithinOneWord(s.tick, tickSpacing, zeroForOne);
        if (next < TickMath.MIN_TICK) next = TickMath.MIN_TICK;
        if (next > TickMath.MAX_TICK) next = TickMath.MAX_TICK;
        uint160 priceNext = TickMath.getSqrtRatioAtTick(next);
        uint160 start = s.sqrtPriceX96;
        uint160 target = (zeroForOne ? priceNext < limit : priceNext > limit) ? limit : priceNext;

        uint256 amountIn;
        uint256 amountOut;
        uint256 feeAmount;
        (s.sqrtPriceX96, amountIn, amountOut, feeAmount) =
            SwapMath.computeSwapStep(start, target, s.liquidity, s.remaining, fee);
        if (exactIn) {
            s.remaining -= int256(amountIn + feeAmount);
            s.calculated -= int256(amountOut);
        } else {
            s.remaining += int256(amountOut);
            s.calculated += int256(amountIn + feeAmount);
        }
        unchecked {
            if (s.liquidity > 0) s.feeGrowth += FullMath.mulDiv(feeAmount, 1 << 128, s.liquidity);
        }

        if (s.sqrtPriceX96 == priceNext) {
            if (initialized) _cross(s, next, zeroForOne);
            s.tick = zeroForOne ? next - 1 : next;
        } else if (s.sqrtPriceX96 != start) {
            s.tick = TickMath.getTickAtSqrtRatio(s.sqrtPriceX96);
        }
    }

    function _cross(SwapState memory s, int24 tick, bool zeroForOne) private {
        uint256[2] memory growth =
            zeroForOne ? [s.feeGrowth, feeGrowthGlobal1X128] : [feeGrowthGlobal0X128, s.feeGrowth];
        int128 net = tickInfo.cross(tick, growth);
        s.liquidity = Ticks.addDelta(s.liquidity, zeroForOne ? -net : net);
    }

    function _settle(
        address recipient,
        address tokenOut,
        int256 amountOut,
        address tokenIn,
        int256 amountIn,
        bytes calldata data,
        int256 amount0,
        int256 amount1
    ) private {
        if (amountOut < 0) Tokens.safeTransfer(tokenOut, recipient, uint256(-amountOut));
        uint256 before = _balance(tokenIn);
        IUniswapV3SwapCallback(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        require(before + uint256(amountIn) <= _balance(tokenIn), "IIA");
    }

    /// Changes a position's liquidity and settles its fees; the tokens that this moves in (positive) or out (negative).
    function _modify(address owner, int24 lower, int24 upper, int128 delta)
        private
        returns (Position storage position, int256 amount0, int256 amount1)
    {
        require(lower < upper, "TLU");
        require(lower >= TickMath.MIN_TICK, "TLM");
        require(upper <= TickMath.MAX_TICK, "TUM");
        position = positions[_key(owner, lower, upper)];
        _updatePosition(position, lower, upper, delta);
        if (delta == 0) return (position, 0, 0);

        uint160 lowerPrice = TickMath.getSqrtRatioAtTick(lower);
        uint160 upperPrice = TickMath.getSqrtRatioAtTick(upper);
        if (state.tick < lower) {
            amount0 = SqrtPriceMath.getAmount0Delta(lowerPrice, upperPrice, delta);
        } else if (state.tick < upper) {
            amount0 = SqrtPriceMath.getAmount0Delta(state.sqrtPriceX96, upperPrice, delta);
            amount1 = SqrtPriceMath.getAmount1Delta(lowerPrice, state.sqrtPriceX96, delta);
            liquidity = Ticks.addDelta(liquidity, delta);
        } else {
            amount1 = SqrtPriceMath.getAmount1Delta(lowerPrice, upperPrice, delta);
        }
    }

    function _updatePosition(Position storage position, int24 lower, int24 upper, int128 delta) private {
        uint256[2] memory growth = [feeGrowthGlobal0X128, feeGrowthGlobal1X128];
        bool flippedLower;
        bool flippedUpper;
        if (delta != 0) {
            flippedLower = tickInfo.update(lower, state.tick, delta, growth, false, maxLiquidityPerTick);
            flippedUpper = tickInfo.update(upper, state.tick, delta, growth, true, maxLiquidityPerTick);
            if (flippedLower) tickBitmap.flip(lower, tickSpacing);
            if (flippedUpper) tickBitmap.flip(upper, tickSpacing);
        } else {
            require(position.liquidity > 0, "NP");
        }
        (uint256 inside0, uint256 inside1) = tickInfo.feeGrowthInside(lower, upper, state.tick, growth);
        unchecked {
            uint128 held = position.liquidity;
            position.tokensOwed0 += uint128(FullMath.mulDiv(inside0 - position.feeGrowthInside0LastX128, held, 1 << 128));
            position.tokensOwed1 += uint128(FullMath.mulDiv(inside1 - position.feeGrowthInside1LastX128, held, 1 << 128));
        }
        position.liquidity = Ticks.addDelta(position.liquidity, delta);
        position.feeGrowthInside0LastX128 = inside0;
        position.feeGrowthInside1LastX128 = inside1;
        if (delta < 0) {
            if (flippedLower) delete tickInfo[lower];
            if (flippedUpper) delete tickInfo[upper];
        }
    }

    function _signed(uint128 amount) private pure returns (int128 delta) {
        require((delta = int128(amount)) >= 0);
    }

    function _key(address owner, int24 lower, int24 upper) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(owner, lower, upper));
    }

    function _balance(address token) private view returns (uint256) {
        return IERC20(token).balanceOf(address(this));
    }
}
