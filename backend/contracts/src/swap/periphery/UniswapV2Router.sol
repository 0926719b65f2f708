// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {IUniswapV2Factory, UniswapV2} from "../lib/UniswapV2.sol";
import {UniswapV2Pair} from "../pools/UniswapV2Pair.sol";

/// Swaps along paths of one factory's pools, and puts liquidity in; the caller approves this contract.
contract UniswapV2Router {
    address public immutable factory;
    uint256 private immutable factor;

    modifier ensure(uint256 deadline) {
        require(deadline >= block.timestamp, "UniswapV2Router: EXPIRED");
        _;
    }

    constructor(address factory_) {
        factory = factory_;
        factor = UniswapV2.UNIT - IUniswapV2Factory(factory_).swapFee();
    }

    function getAmountsOut(uint256 amountIn, address[] memory path) public view returns (uint256[] memory amounts) {
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i = 0; i + 1 < path.length; i++) {
            (uint256 reserveIn, uint256 reserveOut) = UniswapV2.reserves(_pair(path, i), path[i] < path[i + 1]);
            amounts[i + 1] = UniswapV2.amountOut(amounts[i], reserveIn, reserveOut, factor);
        }
    }

    function getAmountsIn(uint256 amountOut, address[] memory path) public view returns (uint256[] memory amounts) {
        amounts = new uint256[](path.length);
        amounts[path.length - 1] = amountOut;
        for (uint256 i = path.length - 1; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) = UniswapV2.reserves(_pair(path, i - 1), path[i - 1] < path[i]);
            amounts[i - 1] = UniswapV2.amountInFor(amounts[i], reserveIn, reserveOut, factor);
        }
    }

    /// For tokens that take a tax on transfer: every pool gives what it really received is worth.
    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external {
        swapExactTokensForTokens(amountIn, amountOutMin, path, to, deadline);
    }

    /// Serves taxed tokens too, which the published router refuses.
    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) public ensure(deadline) returns (uint256[] memory amounts) {
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        Tokens.safeTransferFrom(path[0], msg.sender, _pair(path, 0), amountIn);
        for (uint256 i = 0; i + 1 < path.length; i++) {
            amounts[i + 1] = UniswapV2.swapReceived(
                _pair(path, i), path[i], path[i] < path[i + 1], factor, _receiver(path, i, to)
            );
        }
        require(amounts[path.length - 1] >= amountOutMin, "UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT");
    }

    function swapTokensForExactTokens(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256[] memory amounts) {
        amounts = getAmountsIn(amountOut, path);
        require(amounts[0] <= amountInMax, "UniswapV2Router: EXCESSIVE_INPUT_AMOUNT");
        Tokens.safeTransferFrom(path[0], msg.sender, _pair(path, 0), amounts[0]);
        for (uint256 i = 0; i + 1 < path.length; i++) {
            UniswapV2.swap(_pair(path, i), path[i] < path[i + 1], amounts[i + 1], _receiver(path, i, to));
        }
    }

    /// Puts in exactly these amounts, creating the pool when there is none; what deviates from the pool's proportions is a gift to it.
    function addLiquidity(address tokenA, address tokenB, uint256 amountA, uint256 amountB, address to)
        external
        returns (uint256 liquidity)
    {
        address pair = IUniswapV2Factory(factory).getPair(tokenA, tokenB);
        if (pair == address(0)) pair = IUniswapV2Factory(factory).createPair(tokenA, tokenB);
        Tokens.safeTransferFrom(tokenA, msg.sender, pair, amountA);
        Tokens.safeTransferFrom(tokenB, msg.sender, pair, amountB);
        return UniswapV2Pair(pair).mint(to);
    }

    function _pair(address[] memory path, uint256 i) private view returns (address pair) {
        pair = IUniswapV2Factory(factory).getPair(path[i], path[i + 1]);
        require(pair != address(0), "UniswapV2Router: NO_PAIR");
    }

    function _receiver(address[] calldata path, uint256 i, address to) private view returns (address) {
        return i + 2 < path.length ? _pair(path, i + 1) : to;
    }
}
