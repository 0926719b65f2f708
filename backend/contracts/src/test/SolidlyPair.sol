// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../lib/Tokens.sol";

interface IDecimals {
    function decimals() external view returns (uint8);
}

/// A pair on xy, or on x³y + xy³ of amounts in 18 decimals, as Solidly made them first. It tells what it pays; its fee goes to the factory at once.
contract SolidlyPair {
    SolidlyFactory public immutable factory;
    address public immutable token0;
    address public immutable token1;
    bool public immutable stable;
    bool private immutable settles; // looks for the curve until no step is left
    uint256 private immutable decimals0;
    uint256 private immutable decimals1;
    uint256 private reserve0;
    uint256 private reserve1;

    event Sync(uint256 reserve0, uint256 reserve1);
    event Swap(
        address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out
    );

    constructor(address token0_, address token1_, bool stable_, bool settles_) {
        (factory, token0, token1, stable, settles) = (SolidlyFactory(msg.sender), token0_, token1_, stable_, settles_);
        decimals0 = 10 ** IDecimals(token0_).decimals();
        decimals1 = 10 ** IDecimals(token1_).decimals();
    }

    /// What is here of both tokens becomes the reserves.
    function sync() public {
        reserve0 = IERC20(token0).balanceOf(address(this));
        reserve1 = IERC20(token1).balanceOf(address(this));
        emit Sync(reserve0, reserve1);
    }

    function getReserves() external view returns (uint256, uint256, uint256) {
        return (reserve0, reserve1, 0);
    }

    function getAmountOut(uint256 amount, address tokenIn) external view returns (uint256) {
        amount -= amount * factory.getFee(stable) / 10_000;
        bool first = tokenIn == token0;
        (uint256 a, uint256 b) = first ? (reserve0, reserve1) : (reserve1, reserve0);
        if (!stable) return amount * b / (a + amount);
        (uint256 unitA, uint256 unitB) = first ? (decimals0, decimals1) : (decimals1, decimals0);
        uint256 k = _k(reserve0, reserve1);
        (a, b, amount) = (a * 1e18 / unitA, b * 1e18 / unitB, amount * 1e18 / unitA);
        uint256 y = settles ? _settled(amount + a, k, b) : _near(amount + a, k, b);
        return (b - y) * unitB / 1e18;
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external {
        require(!factory.isPaused() && (amount0Out > 0 || amount1Out > 0));
        require(amount0Out < reserve0 && amount1Out < reserve1);
        if (amount0Out > 0) Tokens.safeTransfer(token0, to, amount0Out);
        if (amount1Out > 0) Tokens.safeTransfer(token1, to, amount1Out);
        uint256 in0 = IERC20(token0).balanceOf(address(this)) - (reserve0 - amount0Out);
        uint256 in1 = IERC20(token1).balanceOf(address(this)) - (reserve1 - amount1Out);
        require(in0 > 0 || in1 > 0);
        _charge(token0, in0);
        _charge(token1, in1);
        uint256 k = _k(reserve0, reserve1);
        sync();
        require(_k(reserve0, reserve1) >= k);
        emit Swap(msg.sender, to, in0, in1, amount0Out, amount1Out);
    }

    function _charge(address token, uint256 amount) private {
        uint256 fee = amount * factory.getFee(stable) / 10_000;
        if (fee > 0) Tokens.safeTransfer(token, address(factory), fee);
    }

    function _k(uint256 x, uint256 y) private view returns (uint256) {
        if (!stable) return x * y;
        return _product(x * 1e18 / decimals0, y * 1e18 / decimals1);
    }

    function _product(uint256 x, uint256 y) private pure returns (uint256) {
        return (x * y / 1e18) * (x * x / 1e18 + y * y / 1e18) / 1e18;
    }

    function _slope(uint256 x, uint256 y) private pure returns (uint256) {
        return 3 * x * (y * y / 1e18) / 1e18 + (x * x / 1e18) * x / 1e18;
    }

    function _settled(uint256 x, uint256 k, uint256 y) private view returns (uint256) {
        for (uint256 i = 0; i < 255; i++) {
            uint256 now_ = _product(x, y);
            bool rises = now_ < k;
            uint256 step = (rises ? k - now_ : now_ - k) * 1e18 / _slope(x, y);
            if (step == 0) {
                if (now_ == k) return y;
                if (rises && _k(x, y + 1) > k) return y + 1;
                if (!rises && _product(x, y - 1) < k) return y;
                step = 1;
            }
            y = rises ? y + step : y - step;
        }
        revert();
    }

    function _near(uint256 x, uint256 k, uint256 y) private pure returns (uint256) {
        for (uint256 i = 0; i < 255; i++) {
            uint256 before = y;
            uint256 now_ =
                x * ((y * y / 1e18) * y / 1e18) / 1e18 + ((x * x / 1e18) * x / 1e18) * y / 1e18;
            if (now_ < k) y += (k - now_) * 1e18 / _slope(x, y);
            else y -= (now_ - k) * 1e18 / _slope(x, y);
            if ((y > before ? y - before : before - y) <= 1) return y;
        }
        return y;
    }
}

/// Makes such pairs, and says what they take.
contract SolidlyFactory {
    mapping(address => mapping(address => mapping(bool => address))) public getPair;
    mapping(bool => uint256) public getFee;
    bool public isPaused;

    event FeeChanged(bool stable, uint256 fee);
    event Paused(bool paused);
    event PairCreated(address indexed token0, address indexed token1, bool stable, address pair, uint256 count);

    function setFee(bool stable, uint256 fee) external {
        getFee[stable] = fee;
        emit FeeChanged(stable, fee);
    }

    function setPaused(bool paused) external {
        isPaused = paused;
        emit Paused(paused);
    }

    function createPair(address a, address b, bool stable, bool settles) external returns (address pair) {
        if (a > b) (a, b) = (b, a);
        pair = address(new SolidlyPair(a, b, stable, settles));
        getPair[a][b][stable] = pair;
        getPair[b][a][stable] = pair;
        emit PairCreated(a, b, stable, pair, 0);
    }
}
