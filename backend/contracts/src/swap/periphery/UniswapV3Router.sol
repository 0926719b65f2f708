// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {Coins, IWrappedNative} from "../lib/Coins.sol";
import {IUniswapV3Factory, IUniswapV3Pool, UniswapV3} from "../lib/UniswapV3.sol";
import {IUniswapV3MintCallback, IUniswapV3SwapCallback} from "../pools/UniswapV3Pool.sol";

/// Swaps along paths of one factory's pools, and puts liquidity in; the caller approves this contract. A path is tokens (20 bytes) with fees
/// (3 bytes) in between, for an exact output in reverse. Native coins sent along pay for a wrapped first token; refundETH returns the rest.
contract UniswapV3Router is IUniswapV3SwapCallback, IUniswapV3MintCallback {
    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    struct ExactOutputParams {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountOut;
        uint256 amountInMaximum;
    }

    /// What the callback needs: who pays, and the hops still to come when an exact output is bought back to front.
    struct Payment {
        bytes path;
        address payer;
        uint256 maximum;
        bool exactOutput;
    }

    uint256 private constant HOP = 23; // bytes of a token and a fee

    address public immutable factory;
    address public immutable WETH9;
    uint256 private transient paid; // what an exact output cost in the end

    constructor(address factory_, address weth) {
        factory = factory_;
        WETH9 = weth;
    }

    receive() external payable {
        require(msg.sender == WETH9, "not the wrapped native coin");
    }

    function exactInput(ExactInputParams calldata params) external payable returns (uint256 amountOut) {
        require(block.timestamp <= params.deadline, "Transaction too old");
        address payer = msg.sender;
        amountOut = params.amountIn;
        for (uint256 at = 0; at + HOP < params.path.length; at += HOP) {
            bytes calldata hop = params.path[at:at + HOP + 20];
            bool last = at + 2 * HOP >= params.path.length;
            (address tokenIn, address tokenOut, address pool) = _hop(hop);
            bytes memory payment = abi.encode(Payment(hop, payer, type(uint256).max, false));
            (, amountOut) = UniswapV3.swap(
                pool,
                tokenIn < tokenOut,
                UniswapV3.toInt256(amountOut),
                last ? params.recipient : address(this),
                payment
            );
            payer = address(this);
        }
        require(amountOut >= params.amountOutMinimum, "Too little received");
    }

    function exactOutput(ExactOutputParams calldata params) external payable returns (uint256 amountIn) {
        require(block.timestamp <= params.deadline, "Transaction too old");
        _buy(params.amountOut, params.recipient, Payment(params.path, msg.sender, params.amountInMaximum, true));
        return paid;
    }

    function refundETH() external payable {
        Coins.send(Coins.NATIVE, msg.sender, address(this).balance);
    }

    /// Adds liquidity to a range that the caller owns.
    function mint(address pool, int24 tickLower, int24 tickUpper, uint128 amount)
        external
        returns (uint256 amount0, uint256 amount1)
    {
        IUniswapV3Pool p = IUniswapV3Pool(pool);
        bytes memory path = abi.encodePacked(p.token0(), p.fee(), p.token1());
        bytes memory payment = abi.encode(Payment(path, msg.sender, 0, false));
        return p.mint(msg.sender, tickLower, tickUpper, amount, payment);
    }

    function uniswapV3MintCallback(uint256 amount0Owed, uint256 amount1Owed, bytes calldata data) external {
        Payment memory payment = abi.decode(data, (Payment));
        (address token0, address token1, address pool) = _first(payment.path);
        require(msg.sender == pool, "not a pool of the factory");
        if (amount0Owed > 0) Tokens.safeTransferFrom(token0, payment.payer, pool, amount0Owed);
        if (amount1Owed > 0) Tokens.safeTransferFrom(token1, payment.payer, pool, amount1Owed);
    }

    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external {
        Payment memory payment = abi.decode(data, (Payment));
        (address first, address second, address pool) = _first(payment.path);
        require(msg.sender == pool, "not a pool of the factory");
        uint256 amount = uint256(amount0Delta > 0 ? amount0Delta : amount1Delta);
        if (!payment.exactOutput) return _pay(first, payment.payer, amount);
        if (payment.path.length > HOP + 20) {
            payment.path = _rest(payment.path);
            _buy(amount, msg.sender, payment);
        } else {
            require(amount <= payment.maximum, "Too much requested");
            paid = amount;
            _pay(second, payment.payer, amount);
        }
    }

    /// Buys `amountOut` of the path's first token; the callback buys what that costs, up to the path's end.
    function _buy(uint256 amountOut, address recipient, Payment memory payment) private {
        (address tokenOut, address tokenIn, address pool) = _first(payment.path);
        (, uint256 received) = UniswapV3.swap(
            pool, tokenIn < tokenOut, -UniswapV3.toInt256(amountOut), recipient, abi.encode(payment)
        );
        require(received == amountOut, "not enough liquidity");
    }

    function _pay(address token, address payer, uint256 amount) private {
        if (token == WETH9 && address(this).balance >= amount) {
            IWrappedNative(WETH9).deposit{value: amount}();
            Tokens.safeTransfer(token, msg.sender, amount);
        } else if (payer == address(this)) {
            Tokens.safeTransfer(token, msg.sender, amount);
        } else {
            Tokens.safeTransferFrom(token, payer, msg.sender, amount);
        }
    }

    function _hop(bytes calldata hop) private view returns (address, address, address) {
        return _pool(address(bytes20(hop[:20])), uint24(bytes3(hop[20:HOP])), address(bytes20(hop[HOP:])));
    }

    function _first(bytes memory path) private view returns (address, address, address) {
        require(path.length >= HOP + 20, "path too short");
        address a;
        uint24 fee;
        address b;
        assembly ("memory-safe") {
            a := shr(96, mload(add(path, 32)))
            fee := shr(232, mload(add(path, 52)))
            b := shr(96, mload(add(path, 55)))
        }
        return _pool(a, fee, b);
    }

    function _rest(bytes memory path) private pure returns (bytes memory rest) {
        rest = new bytes(path.length - HOP);
        for (uint256 i = 0; i < rest.length; i++) rest[i] = path[i + HOP];
    }

    function _pool(address a, uint24 fee, address b) private view returns (address, address, address pool) {
        pool = IUniswapV3Factory(factory).getPool(a, b, fee);
        require(pool != address(0), "no such pool");
        return (a, b, pool);
    }
}
