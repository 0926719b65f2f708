// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {Coins, IWrappedNative} from "../lib/Coins.sol";
import {UniswapV2} from "../lib/UniswapV2.sol";
import {Router} from "./Router.sol";

/// Swaps along constant-product pools of any factories, without fees, for the caller. A pool is (10000 − fee) << 161 | (1 when token1 goes in) << 160 |
/// address. A `weth` other than zero with an ERC-20 input means that the output is unwrapped.
contract UniswapV2ForkRouter is Router {
    uint256 private constant TOKEN1_IN = 1 << 160;

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("UNISWAP_DIRECT_ROUTER", "2.0.0"));
    }

    function swapOnUniswapV2Fork(
        address tokenIn,
        uint256 amountIn,
        uint256 amountOutMin,
        address weth,
        uint256[] calldata pools
    ) external payable {
        _sell(tokenIn, amountIn, amountOutMin, weth, pools, "");
    }

    function swapOnUniswapV2ForkWithPermit(
        address tokenIn,
        uint256 amountIn,
        uint256 amountOutMin,
        address weth,
        uint256[] calldata pools,
        bytes calldata permit
    ) external payable {
        _sell(tokenIn, amountIn, amountOutMin, weth, pools, permit);
    }

    function buyOnUniswapV2Fork(
        address tokenIn,
        uint256 amountInMax,
        uint256 amountOut,
        address weth,
        uint256[] calldata pools
    ) external payable {
        _buy(tokenIn, amountInMax, amountOut, weth, pools, "");
    }

    function buyOnUniswapV2ForkWithPermit(
        address tokenIn,
        uint256 amountInMax,
        uint256 amountOut,
        address weth,
        uint256[] calldata pools,
        bytes calldata permit
    ) external payable {
        _buy(tokenIn, amountInMax, amountOut, weth, pools, permit);
    }

    function _sell(
        address tokenIn,
        uint256 amountIn,
        uint256 amountOutMin,
        address weth,
        uint256[] calldata pools,
        bytes memory permit
    ) private {
        require(pools.length > 0, "At least one pool required");
        require(msg.value == (Coins.isNative(tokenIn) ? amountIn : 0), "Incorrect msg.value");
        _pay(tokenIn, amountIn, weth, address(uint160(pools[0])), permit);
        uint256[] memory amounts = new uint256[](pools.length + 1);
        amounts[0] = amountIn;
        for (uint256 i = 0; i < pools.length; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(pools[i]);
            amounts[i + 1] = UniswapV2.amountOut(amounts[i], reserveIn, reserveOut, pools[i] >> 161);
        }
        require(amounts[pools.length] >= amountOutMin, "UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT");
        _swap(amounts, pools, !Coins.isNative(tokenIn) ? weth : address(0));
    }

    function _buy(
        address tokenIn,
        uint256 amountInMax,
        uint256 amountOut,
        address weth,
        uint256[] calldata pools,
        bytes memory permit
    ) private {
        require(pools.length > 0, "At least one pool required");
        require(msg.value == (Coins.isNative(tokenIn) ? amountInMax : 0), "Incorrect msg.value");
        uint256[] memory amounts = new uint256[](pools.length + 1);
        amounts[pools.length] = amountOut;
        for (uint256 i = pools.length; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(pools[i - 1]);
            amounts[i - 1] = UniswapV2.amountInFor(amounts[i], reserveIn, reserveOut, pools[i - 1] >> 161);
        }
        require(amounts[0] <= amountInMax, "UniswapV2Router: INSUFFICIENT_INPUT_AMOUNT");
        if (Coins.isNative(tokenIn)) Coins.send(Coins.NATIVE, msg.sender, amountInMax - amounts[0]);
        _pay(tokenIn, amounts[0], weth, address(uint160(pools[0])), permit);
        _swap(amounts, pools, !Coins.isNative(tokenIn) ? weth : address(0));
    }

    function _pay(address tokenIn, uint256 amount, address weth, address pool, bytes memory permit) private {
        if (Coins.isNative(tokenIn)) {
            IWrappedNative(weth).deposit{value: amount}();
            Tokens.safeTransfer(weth, pool, amount);
        } else {
            _pullToken(tokenIn, pool, amount, permit);
        }
    }

    function _swap(uint256[] memory amounts, uint256[] calldata pools, address unwrap) private {
        for (uint256 i = 0; i < pools.length; i++) {
            address to = unwrap == address(0) ? msg.sender : address(this);
            if (i + 1 < pools.length) to = address(uint160(pools[i + 1]));
            UniswapV2.swap(address(uint160(pools[i])), pools[i] & TOKEN1_IN == 0, amounts[i + 1], to);
        }
        if (unwrap == address(0)) return;
        IWrappedNative(unwrap).withdraw(amounts[pools.length]);
        Coins.send(Coins.NATIVE, msg.sender, amounts[pools.length]);
    }

    function _reserves(uint256 pool) private view returns (uint256, uint256) {
        return UniswapV2.reserves(address(uint160(pool)), pool & TOKEN1_IN == 0);
    }
}
