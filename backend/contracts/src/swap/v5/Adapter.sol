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
import {IAdapter} from "./MultiPathBase.sol";
import {Utils} from "./Utils.sol";

/// Sells on exchanges of every kind, in AugustusSwapper's place.
contract Adapter is Exchanges, IAdapter {
    uint256 private constant TOKEN1_IN = 1 << 160;

    constructor(address weth_) Exchanges(weth_) {}

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("ADAPTER", "1.0.0"));
    }

    /// Splits the amount over the routes; the last takes what is left.
    function swap(
        address fromToken,
        address toToken,
        uint256 fromAmount,
        uint256,
        Utils.Route[] calldata route
    ) external payable {
        uint256 left = fromAmount;
        for (uint256 i = 0; i < route.length; i++) {
            uint256 part = i + 1 == route.length ? left : fromAmount * route[i].percent / 10_000;
            left -= part;
            _sell(fromToken, toToken, part, route[i]);
        }
    }

    function _sell(address fromToken, address toToken, uint256 amount, Utils.Route calldata route) private {
        if (route.index == WRAPPED) {
            return Coins.isNative(fromToken) ? _wrap(amount) : _unwrap(amount);
        }
        if (_isNativePool(route.index, route.payload)) return _sellOnCurve(fromToken, amount, route);
        if (Coins.isNative(fromToken)) _wrap(amount);
        uint256 before = IERC20(weth).balanceOf(address(this));
        _dispatch(_wrapped(fromToken), amount, route);
        if (Coins.isNative(toToken)) _unwrap(IERC20(weth).balanceOf(address(this)) - before);
    }

    function _dispatch(address fromToken, uint256 amount, Utils.Route calldata route) private {
        if (route.index == UNISWAP_V2) _sellOnUniswapV2(fromToken, amount, route.payload);
        else if (route.index == UNISWAP_V3) _sellOnUniswapV3(fromToken, amount, route);
        else if (route.index == CURVE_V1 || route.index == CURVE_V2) _sellOnCurve(fromToken, amount, route);
        else if (route.index == BALANCER_V2) _sellOnBalancer(fromToken, amount, route);
        else if (route.index == LIMIT_ORDERS) _sellToOrders(fromToken, amount, route);
        else revert("Index not supported");
    }

    function _sellOnUniswapV2(address fromToken, uint256 amount, bytes calldata payload) private {
        uint256[] memory pools = abi.decode(payload, (uint256[]));
        Tokens.safeTransfer(fromToken, address(uint160(pools[0])), amount);
        for (uint256 i = 0; i < pools.length; i++) {
            address pair = address(uint160(pools[i]));
            bool zeroForOne = pools[i] & TOKEN1_IN == 0;
            address to = i + 1 == pools.length ? address(this) : address(uint160(pools[i + 1]));
            UniswapV2.swapReceived(pair, UniswapV2.tokenIn(pair, zeroForOne), zeroForOne, pools[i] >> 161, to);
        }
    }

    function _sellOnUniswapV3(address fromToken, uint256 amount, Utils.Route calldata route) private {
        Coins.allow(fromToken, route.targetExchange, amount);
        UniswapV3Router(payable(route.targetExchange)).exactInput(
            UniswapV3Router.ExactInputParams(
                abi.decode(route.payload, (bytes)), address(this), block.timestamp, amount, 1
            )
        );
    }

    function _sellOnCurve(address fromToken, uint256 amount, Utils.Route calldata route) private {
        uint256 value = Coins.isNative(fromToken) ? amount : 0;
        Coins.allow(fromToken, route.targetExchange, amount);
        if (route.index == CURVE_V1) {
            (int128 i, int128 j, uint256 swapType,) = abi.decode(route.payload, (int128, int128, uint256, uint256));
            Curve.exchangeV1(route.targetExchange, swapType & ~NATIVE_POOL, i, j, amount, value);
        } else {
            (uint256 i, uint256 j, uint256 swapType, address pool,) =
                abi.decode(route.payload, (uint256, uint256, uint256, address, uint256));
            Curve.exchangeV2(route.targetExchange, swapType & ~NATIVE_POOL, pool, i, j, amount, value);
        }
    }

    function _sellOnBalancer(address fromToken, uint256 amount, Utils.Route calldata route) private {
        (IBalancerVault.BatchSwapStep[] memory swaps, address[] memory assets) =
            abi.decode(route.payload, (IBalancerVault.BatchSwapStep[], address[]));
        swaps[0].amount = amount;
        int256[] memory limits = new int256[](assets.length);
        for (uint256 i = 0; i < limits.length; i++) limits[i] = type(int256).max;
        Coins.allow(fromToken, route.targetExchange, amount);
        IBalancerVault(route.targetExchange).batchSwap(
            IBalancerVault.SwapKind.GIVEN_IN,
            swaps,
            assets,
            IBalancerVault.FundManagement(address(this), false, payable(address(this)), false),
            limits,
            block.timestamp
        );
    }

    function _sellToOrders(address fromToken, uint256 amount, Utils.Route calldata route) private {
        AugustusRFQ.OrderInfo[] memory orders = abi.decode(route.payload, (AugustusRFQ.OrderInfo[]));
        Coins.allow(fromToken, route.targetExchange, amount);
        _checkUsers(orders);
        AugustusRFQ(route.targetExchange).tryBatchFillOrderTakerAmount(orders, amount, address(this));
    }
}
