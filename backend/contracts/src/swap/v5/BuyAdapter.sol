// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../../lib/Tokens.sol";
import {AugustusRFQ} from "../../rfq/AugustusRFQ.sol";
import {Coins} from "../lib/Coins.sol";
import {Curve} from "../lib/Curve.sol";
import {UniswapV2} from "../lib/UniswapV2.sol";
import {UniswapV3Router} from "../periphery/UniswapV3Router.sol";
import {IBalancerVault} from "../pools/IBalancerVault.sol";
import {Exchanges} from "./Exchanges.sol";
import {IBuyAdapter} from "./MultiPath.sol";

/// Buys on exchanges of every kind, in AugustusSwapper's place. A native input is wrapped up to the maximum and what is left is unwrapped.
contract BuyAdapter is Exchanges, IBuyAdapter {
    uint256 private constant TOKEN1_IN = 1 << 160;

    struct Order {
        uint256 index;
        address fromToken; // never native but for a pool of native coins
        uint256 maxFromAmount;
        uint256 toAmount;
        address targetExchange;
    }

    constructor(address weth_) Exchanges(weth_) {}

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("BUY_ADAPTER", "1.0.0"));
    }

    function buy(
        uint256 index,
        address fromToken,
        address toToken,
        uint256 maxFromAmount,
        uint256 toAmount,
        address targetExchange,
        bytes calldata payload
    ) external payable {
        if (index == WRAPPED) return Coins.isNative(fromToken) ? _wrap(toAmount) : _unwrap(toAmount);
        if (_isNativePool(index, payload)) {
            return _buyOnCurve(Order(index, fromToken, maxFromAmount, toAmount, targetExchange), payload);
        }
        uint256 before = IERC20(weth).balanceOf(address(this));
        if (Coins.isNative(fromToken)) _wrap(maxFromAmount);
        _dispatch(Order(index, _wrapped(fromToken), maxFromAmount, toAmount, targetExchange), payload);
        if (Coins.isNative(fromToken) || Coins.isNative(toToken)) {
            _unwrap(IERC20(weth).balanceOf(address(this)) - before);
        }
    }

    function _dispatch(Order memory order, bytes calldata payload) private {
        if (order.index == UNISWAP_V2) _buyOnUniswapV2(order, payload);
        else if (order.index == UNISWAP_V3) _buyOnUniswapV3(order, payload);
        else if (order.index == CURVE_V1 || order.index == CURVE_V2) _buyOnCurve(order, payload);
        else if (order.index == BALANCER_V2) _buyOnBalancer(order, payload);
        else if (order.index == LIMIT_ORDERS) _buyFromOrders(order, payload);
        else revert("Index not supported");
    }

    function _buyOnUniswapV2(Order memory order, bytes calldata payload) private {
        uint256[] memory pools = abi.decode(payload, (uint256[]));
        uint256[] memory amounts = new uint256[](pools.length + 1);
        amounts[pools.length] = order.toAmount;
        for (uint256 i = pools.length; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) =
                UniswapV2.reserves(address(uint160(pools[i - 1])), pools[i - 1] & TOKEN1_IN == 0);
            amounts[i - 1] = UniswapV2.amountInFor(amounts[i], reserveIn, reserveOut, pools[i - 1] >> 161);
        }
        Tokens.safeTransfer(order.fromToken, address(uint160(pools[0])), amounts[0]);
        for (uint256 i = 0; i < pools.length; i++) {
            address to = i + 1 == pools.length ? address(this) : address(uint160(pools[i + 1]));
            UniswapV2.swap(address(uint160(pools[i])), pools[i] & TOKEN1_IN == 0, amounts[i + 1], to);
        }
    }

    function _buyOnUniswapV3(Order memory order, bytes calldata payload) private {
        Coins.allow(order.fromToken, order.targetExchange, order.maxFromAmount);
        UniswapV3Router(payable(order.targetExchange)).exactOutput(
            UniswapV3Router.ExactOutputParams(
                abi.decode(payload, (bytes)), address(this), block.timestamp, order.toAmount, order.maxFromAmount
            )
        );
    }

    function _buyOnCurve(Order memory order, bytes calldata payload) private {
        bool native = Coins.isNative(order.fromToken);
        Coins.allow(order.fromToken, order.targetExchange, order.maxFromAmount);
        if (order.index == CURVE_V1) {
            (int128 i, int128 j, uint256 swapType, uint256 dx) =
                abi.decode(payload, (int128, int128, uint256, uint256));
            Curve.exchangeV1(order.targetExchange, swapType & ~NATIVE_POOL, i, j, dx, native ? dx : 0);
        } else {
            (uint256 i, uint256 j, uint256 swapType, address pool, uint256 dx) =
                abi.decode(payload, (uint256, uint256, uint256, address, uint256));
            Curve.exchangeV2(order.targetExchange, swapType & ~NATIVE_POOL, pool, i, j, dx, native ? dx : 0);
        }
    }

    function _buyOnBalancer(Order memory order, bytes calldata payload) private {
        (IBalancerVault.BatchSwapStep[] memory swaps, address[] memory assets) =
            abi.decode(payload, (IBalancerVault.BatchSwapStep[], address[]));
        swaps[0].amount = order.toAmount;
        int256[] memory limits = new int256[](assets.length);
        for (uint256 i = 0; i < limits.length; i++) limits[i] = type(int256).max;
        Coins.allow(order.fromToken, order.targetExchange, order.maxFromAmount);
        IBalancerVault(order.targetExchange).batchSwap(
            IBalancerVault.SwapKind.GIVEN_OUT,
            swaps,
            assets,
            IBalancerVault.FundManagement(address(this), false, payable(address(this)), false),
            limits,
            block.timestamp
        );
    }

    function _buyFromOrders(Order memory order, bytes calldata payload) private {
        AugustusRFQ.OrderInfo[] memory orders = abi.decode(payload, (AugustusRFQ.OrderInfo[]));
        Coins.allow(order.fromToken, order.targetExchange, order.maxFromAmount);
        _checkUsers(orders);
        AugustusRFQ(order.targetExchange).tryBatchFillOrderMakerAmount(orders, order.toAmount, address(this));
    }
}
