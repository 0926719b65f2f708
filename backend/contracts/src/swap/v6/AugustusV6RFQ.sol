// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AugustusRFQ} from "../../rfq/AugustusRFQ.sol";
import {Coins} from "../lib/Coins.sol";
import {AugustusV6Facet} from "./AugustusV6Facet.sol";
import {AugustusRFQData, AugustusV6Config} from "./AugustusV6Types.sol";

/// Fills signed limit orders of one pair, skipping those that can not be filled, without fees. An order that names a user in its meta data may only
/// be filled by that user.
contract AugustusV6RFQ is AugustusV6Facet {
    uint256 private constant WRAP = 1;
    uint256 private constant UNWRAP = 2;
    uint256 private constant APPROVE = 4;
    uint256 private constant EXACT_OUT = 8;

    AugustusRFQ private immutable rfq;

    error OrdersOfDifferentPairs();

    constructor(AugustusV6Config memory config) AugustusV6Facet(config) {
        rfq = AugustusRFQ(config.rfq);
    }

    function swapOnAugustusRFQTryBatchFill(
        AugustusRFQData calldata data,
        AugustusRFQ.OrderInfo[] calldata orders,
        bytes calldata permit
    ) external payable whenNotPaused returns (uint256 spentAmount, uint256 receivedAmount) {
        if (data.toAmount == 0) revert InvalidToAmount();
        if (orders.length == 0) revert InvalidOrdersLength();
        address takerAsset = orders[0].order.takerAsset;
        _check(orders, takerAsset, orders[0].order.makerAsset);
        bool wrap = data.wrapApproveDirection & 3 == WRAP;
        bool unwrap = data.wrapApproveDirection & 3 == UNWRAP;
        address src = wrap ? Coins.NATIVE : takerAsset;
        address dest = unwrap ? Coins.NATIVE : orders[0].order.makerAsset;

        _pull(src, data.fromAmount, address(this), permit);
        if (wrap) _wrap(data.fromAmount);
        if (data.wrapApproveDirection & APPROVE != 0) Coins.allow(takerAsset, address(rfq), data.fromAmount);
        return data.wrapApproveDirection & EXACT_OUT != 0
            ? _fillOut(data, orders, src, dest)
            : _fillIn(data, orders, dest);
    }

    function _fillIn(AugustusRFQData calldata data, AugustusRFQ.OrderInfo[] calldata orders, address dest)
        private
        returns (uint256, uint256 received)
    {
        uint256 before = weth.balanceOf(address(this));
        rfq.tryBatchFillOrderTakerAmount(orders, data.fromAmount, address(this));
        if (Coins.isNative(dest)) _unwrap(weth.balanceOf(address(this)) - before);
        // Nothing is better than the largest number: no surplus.
        (received,,) = _payIn(dest, Coins.balance(dest), data.toAmount, type(uint256).max, 0, data.beneficiary, DUST);
        return (data.fromAmount, received);
    }

    function _fillOut(AugustusRFQData calldata data, AugustusRFQ.OrderInfo[] calldata orders, address src, address dest)
        private
        returns (uint256 spent, uint256 received)
    {
        bool wrapped = Coins.isNative(src);
        uint256 before = weth.balanceOf(address(this));
        rfq.tryBatchFillOrderMakerAmount(orders, data.toAmount, address(this));
        if (Coins.isNative(dest)) _unwrap(weth.balanceOf(address(this)) - before);
        if (wrapped) _unwrap(data.fromAmount + weth.balanceOf(address(this)) - before);
        (spent, received,,) = _payOut(src, dest, data.fromAmount, data.toAmount, 0, 0, data.beneficiary, DUST);
    }

    function _check(AugustusRFQ.OrderInfo[] calldata orders, address takerAsset, address makerAsset) private view {
        for (uint256 i = 0; i < orders.length; i++) {
            AugustusRFQ.Order calldata order = orders[i].order;
            if (order.takerAsset != takerAsset || order.makerAsset != makerAsset) revert OrdersOfDifferentPairs();
            address user = address(uint160(order.nonceAndMeta));
            if (user != address(0) && user != msg.sender) revert UnauthorizedUser();
        }
    }
}
