// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../../lib/Tokens.sol";
import {LiquidityToken} from "../lib/LiquidityToken.sol";
import {Roots} from "../math/Roots.sol";

interface IUniswapV2Callee {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// A pool of two tokens whose product of reserves never falls: x · y = k, less a fee on the input (Uniswap V2). The caller moves the input in
/// first and names the output; the pool only checks the product.
contract UniswapV2Pair is LiquidityToken {
    uint256 public constant MINIMUM_LIQUIDITY = 1000; // locked for ever, so that a share never becomes too dear to buy
    uint256 private constant FEE_UNIT = 10_000;

    address public immutable factory;
    address public token0;
    address public token1;
    uint256 public swapFee; // basis points of the input

    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private updatedAt;
    bool private locked;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    modifier lock() {
        require(!locked, "UniswapV2: LOCKED");
        locked = true;
        _;
        locked = false;
    }

    constructor() LiquidityToken("Uniswap V2", "UNI-V2") {
        factory = msg.sender;
    }

    /// Called by the factory right after creation: constructor arguments would make the address depend on them.
    function initialize(address token0_, address token1_, uint256 swapFee_) external {
        require(msg.sender == factory, "UniswapV2: FORBIDDEN");
        (token0, token1, swapFee) = (token0_, token1_, swapFee_);
    }

    function getReserves() public view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, updatedAt);
    }

    /// Mints shares for whatever was sent in since the last update.
    function mint(address to) external lock returns (uint256 liquidity) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0 = balance0 - reserve0;
        uint256 amount1 = balance1 - reserve1;
        if (totalSupply == 0) {
            liquidity = Roots.sqrt(amount0 * amount1) - MINIMUM_LIQUIDITY;
            _mint(address(0), MINIMUM_LIQUIDITY);
        } else {
            uint256 share0 = amount0 * totalSupply / reserve0;
            uint256 share1 = amount1 * totalSupply / reserve1;
            liquidity = share0 < share1 ? share0 : share1;
        }
        require(liquidity > 0, "UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED");
        _mint(to, liquidity);
        _update(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// Pays out the shares that were sent in.
    function burn(address to) external lock returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 liquidity = balanceOf[address(this)];
        amount0 = liquidity * balance0 / totalSupply;
        amount1 = liquidity * balance1 / totalSupply;
        require(amount0 > 0 && amount1 > 0, "UniswapV2: INSUFFICIENT_LIQUIDITY_BURNED");
        _burn(address(this), liquidity);
        Tokens.safeTransfer(token0, to, amount0);
        Tokens.safeTransfer(token1, to, amount1);
        (balance0, balance1) = _balances();
        _update(balance0, balance1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// Sends the outputs to `to`; the inputs must be here by the end. With `data` the receiver is called in between (flash swap).
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external lock {
        require(amount0Out > 0 || amount1Out > 0, "UniswapV2: INSUFFICIENT_OUTPUT_AMOUNT");
        require(amount0Out < reserve0 && amount1Out < reserve1, "UniswapV2: INSUFFICIENT_LIQUIDITY");
        require(to != token0 && to != token1, "UniswapV2: INVALID_TO");
        if (amount0Out > 0) Tokens.safeTransfer(token0, to, amount0Out);
        if (amount1Out > 0) Tokens.safeTransfer(token1, to, amount1Out);
        if (data.length > 0) IUniswapV2Callee(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);

        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0In = _received(balance0, reserve0, amount0Out);
        uint256 amount1In = _received(balance1, reserve1, amount1Out);
        require(amount0In > 0 || amount1In > 0, "UniswapV2: INSUFFICIENT_INPUT_AMOUNT");
        _checkProduct(balance0, balance1, amount0In, amount1In);
        _update(balance0, balance1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    /// Sends what lies above the reserves to `to`.
    function skim(address to) external lock {
        (uint256 balance0, uint256 balance1) = _balances();
        Tokens.safeTransfer(token0, to, balance0 - reserve0);
        Tokens.safeTransfer(token1, to, balance1 - reserve1);
    }

    /// Makes the reserves what the pool holds.
    function sync() external lock {
        (uint256 balance0, uint256 balance1) = _balances();
        _update(balance0, balance1);
    }

    function _balances() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _received(uint256 balance, uint256 reserve, uint256 amountOut) private pure returns (uint256) {
        return balance > reserve - amountOut ? balance - (reserve - amountOut) : 0;
    }

    function _checkProduct(uint256 balance0, uint256 balance1, uint256 amount0In, uint256 amount1In) private view {
        uint256 adjusted0 = balance0 * FEE_UNIT - amount0In * swapFee;
        uint256 adjusted1 = balance1 * FEE_UNIT - amount1In * swapFee;
        require(adjusted0 * adjusted1 >= uint256(reserve0) * reserve1 * FEE_UNIT ** 2, "UniswapV2: K");
    }

    function _update(uint256 balance0, uint256 balance1) private {
        require(balance0 <= type(uint112).max && balance1 <= type(uint112).max, "UniswapV2: OVERFLOW");
        reserve0 = uint112(balance0);
        reserve1 = uint112(balance1);
        updatedAt = uint32(block.timestamp);
        emit Sync(reserve0, reserve1);
    }
}
