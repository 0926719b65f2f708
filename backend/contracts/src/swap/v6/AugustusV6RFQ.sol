// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "../../lib/Tokens.sol";
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

    constructor(AugustusV6Config memory config) AugustusV6Facet(config) {
        rfq = AugustusRFQ(config.rfq);
    }

    /// The orders are taken to be of the first one's pair: others fail by what they move.
    function swapOnAugustusRFQTryBatchFill(
        AugustusRFQData calldata data,
        AugustusRFQ.OrderInfo[] calldata orders,
        bytes calldata permit
    ) external payable whenNotPaused returns (uint256 spentAmount, uint256 receivedAmount) {
        if (data.toAmount == 0) revert InvalidToAmount();
        if (orders.length == 0) revert InvalidOrdersLength();
        _checkUsers(orders);
        address takerAsset = orders[0].order.takerAsset;
        bool wrap = data.wrapApproveDirection & 3 == WRAP;
        _pull(wrap ? Coins.NATIVE : takerAsset, data.fromAmount, address(this), permit);
        if (wrap) _wrap(data.fromAmount);
        if (data.wrapApproveDirection & APPROVE != 0) Coins.allow(takerAsset, address(rfq), data.fromAmount);
        bool exactOut = data.wrapApproveDirection & EXACT_OUT != 0;
        receivedAmount = data.wrapApproveDirection & 3 == UNWRAP
            ? _fillUnwrapping(data, orders, exactOut)
            : _fillTo(_orCaller(data.beneficiary), data, orders, exactOut);
        if (!exactOut) return (data.fromAmount, receivedAmount);
        spentAmount = _less(data.fromAmount, _refund(takerAsset, wrap));
    }

    /// The orders pay the beneficiary themselves.
    function _fillTo(
        address beneficiary,
        AugustusRFQData calldata data,
        AugustusRFQ.OrderInfo[] calldata orders,
        bool exactOut
    ) private returns (uint256 received) {
        if (exactOut) {
            rfq.tryBatchFillOrderMakerAmount(orders, data.toAmount, beneficiary);
            return data.toAmount;
        }
        IERC20 destToken = IERC20(orders[0].order.makerAsset);
        uint256 before = destToken.balanceOf(beneficiary);
        rfq.tryBatchFillOrderTakerAmount(orders, data.fromAmount, beneficiary);
        received = destToken.balanceOf(beneficiary) - before;
        if (received < data.toAmount) revert InsufficientReturnAmount();
    }

    /// The orders pay the wrapped coin here; the beneficiary gets native coins, and one unit of the wrapped one stays.
    function _fillUnwrapping(AugustusRFQData calldata data, AugustusRFQ.OrderInfo[] calldata orders, bool exactOut)
        private
        returns (uint256 received)
    {
        if (exactOut) rfq.tryBatchFillOrderMakerAmount(orders, data.toAmount, address(this));
        else rfq.tryBatchFillOrderTakerAmount(orders, data.fromAmount, address(this));
        received = weth.balanceOf(address(this));
        if (received < data.toAmount) revert InsufficientReturnAmount();
        received -= DUST;
        _unwrap(received);
        Coins.send(Coins.NATIVE, _orCaller(data.beneficiary), received);
    }

    function _checkUsers(AugustusRFQ.OrderInfo[] calldata orders) private view {
        for (uint256 i = 0; i < orders.length; i++) {
            address user = address(uint160(orders[i].order.nonceAndMeta));
            if (user != address(0) && user != msg.sender) revert UnauthorizedUser();
        }
    }
}
