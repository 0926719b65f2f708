// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AugustusRFQ} from "../../rfq/AugustusRFQ.sol";
import {Coins, IWrappedNative} from "../lib/Coins.sol";
import {Router} from "./Router.sol";

/// Fills signed limit orders for the caller, without fees. An order that names a user in its meta data may only be filled by that user. wrapETH: bit
/// 0, the input is native and gets wrapped; bit 1, the output is unwrapped.
contract AugustusRFQRouter is Router {
    uint256 private constant WRAP = 1;
    uint256 private constant UNWRAP = 2;

    address public immutable weth;
    address public immutable exchange;

    constructor(address weth_, address exchange_) {
        (weth, exchange) = (weth_, exchange_);
    }

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("AUGUSTUS_RFQ_ROUTER", "1.0.0"));
    }

    function swapOnAugustusRFQ(AugustusRFQ.Order calldata order, bytes calldata signature, uint8 wrapETH)
        external
        payable
    {
        _fill(order, signature, "", wrapETH, order.takerAmount, "");
    }

    function swapOnAugustusRFQWithPermit(
        AugustusRFQ.Order calldata order,
        bytes calldata signature,
        uint8 wrapETH,
        bytes calldata permit
    ) external payable {
        _fill(order, signature, "", wrapETH, order.takerAmount, permit);
    }

    function partialSwapOnAugustusRFQ(
        AugustusRFQ.Order calldata order,
        bytes calldata signature,
        bytes calldata makerPermit,
        uint8 wrapETH,
        uint256 fromAmount
    ) external payable {
        _fill(order, signature, makerPermit, wrapETH, fromAmount, "");
    }

    function partialSwapOnAugustusRFQWithPermit(
        AugustusRFQ.Order calldata order,
        bytes calldata signature,
        bytes calldata makerPermit,
        uint8 wrapETH,
        uint256 fromAmount,
        bytes calldata permit
    ) external payable {
        _fill(order, signature, makerPermit, wrapETH, fromAmount, permit);
    }

    function swapOnAugustusRFQNFT(AugustusRFQ.OrderNFT calldata order, bytes calldata signature, uint8 wrapETH)
        external
        payable
    {
        _fillNFT(order, signature, "", wrapETH, order.takerAmount, "");
    }

    function swapOnAugustusRFQNFTWithPermit(
        AugustusRFQ.OrderNFT calldata order,
        bytes calldata signature,
        uint8 wrapETH,
        bytes calldata permit
    ) external payable {
        _fillNFT(order, signature, "", wrapETH, order.takerAmount, permit);
    }

    function partialSwapOnAugustusRFQNFT(
        AugustusRFQ.OrderNFT calldata order,
        bytes calldata signature,
        bytes calldata makerPermit,
        uint8 wrapETH,
        uint256 fromAmount
    ) external payable {
        _fillNFT(order, signature, makerPermit, wrapETH, fromAmount, "");
    }

    function partialSwapOnAugustusRFQNFTWithPermit(
        AugustusRFQ.OrderNFT calldata order,
        bytes calldata signature,
        bytes calldata makerPermit,
        uint8 wrapETH,
        uint256 fromAmount,
        bytes calldata permit
    ) external payable {
        _fillNFT(order, signature, makerPermit, wrapETH, fromAmount, permit);
    }

    function swapOnAugustusRFQTryBatchFill(
        AugustusRFQ.OrderInfo[] calldata orderInfos,
        uint8 wrapETH,
        uint256 fromAmount,
        uint256 toAmountMin
    ) external payable {
        _sell(orderInfos, wrapETH, fromAmount, toAmountMin, "");
    }

    function swapOnAugustusRFQTryBatchFillWithPermit(
        AugustusRFQ.OrderInfo[] calldata orderInfos,
        uint8 wrapETH,
        uint256 fromAmount,
        uint256 toAmountMin,
        bytes calldata permit
    ) external payable {
        _sell(orderInfos, wrapETH, fromAmount, toAmountMin, permit);
    }

    function buyOnAugustusRFQTryBatchFill(
        AugustusRFQ.OrderInfo[] calldata orderInfos,
        uint8 wrapETH,
        uint256 fromAmountMax,
        uint256 toAmount
    ) external payable {
        _buy(orderInfos, wrapETH, fromAmountMax, toAmount, "");
    }

    function buyOnAugustusRFQTryBatchFillWithPermit(
        AugustusRFQ.OrderInfo[] calldata orderInfos,
        uint8 wrapETH,
        uint256 fromAmountMax,
        uint256 toAmount,
        bytes calldata permit
    ) external payable {
        _buy(orderInfos, wrapETH, fromAmountMax, toAmount, permit);
    }

    function _fill(
        AugustusRFQ.Order calldata order,
        bytes calldata signature,
        bytes memory makerPermit,
        uint256 wrapETH,
        uint256 fromAmount,
        bytes memory permit
    ) private {
        _checkUser(order.nonceAndMeta);
        _takeInput(order.takerAsset, fromAmount, wrapETH, permit);
        address target = _target(wrapETH);
        uint256 filled = AugustusRFQ(exchange).partialFillOrderWithTargetPermit(
            order, signature, fromAmount, target, "", makerPermit
        );
        _giveOutput(order.makerAsset, filled, wrapETH);
    }

    function _fillNFT(
        AugustusRFQ.OrderNFT calldata order,
        bytes calldata signature,
        bytes memory makerPermit,
        uint256 wrapETH,
        uint256 fromAmount,
        bytes memory permit
    ) private {
        _checkUser(order.nonceAndMeta);
        require(order.takerAsset >> 160 == 0, "takerAsset must be ERC20");
        _takeInput(address(uint160(order.takerAsset)), fromAmount, wrapETH, permit);
        address target = _target(wrapETH);
        uint256 filled = AugustusRFQ(exchange).partialFillOrderWithTargetPermitNFT(
            order, signature, fromAmount, target, "", makerPermit
        );
        _giveOutput(address(uint160(order.makerAsset)), filled, wrapETH);
    }

    function _sell(
        AugustusRFQ.OrderInfo[] calldata orders,
        uint256 wrapETH,
        uint256 fromAmount,
        uint256 toAmountMin,
        bytes memory permit
    ) private {
        _checkUsers(orders);
        _takeInput(orders[0].order.takerAsset, fromAmount, wrapETH, permit);
        address makerAsset = orders[0].order.makerAsset;
        uint256 before = Coins.balance(makerAsset);
        AugustusRFQ(exchange).tryBatchFillOrderTakerAmount(orders, fromAmount, address(this));
        uint256 received = Coins.balance(makerAsset) - before;
        require(received >= toAmountMin, "Received amount of tokens are less then expected");
        _forward(makerAsset, received, wrapETH);
    }

    function _buy(
        AugustusRFQ.OrderInfo[] calldata orders,
        uint256 wrapETH,
        uint256 fromAmountMax,
        uint256 toAmount,
        bytes memory permit
    ) private {
        _checkUsers(orders);
        address takerAsset = orders[0].order.takerAsset;
        address makerAsset = orders[0].order.makerAsset;
        _takeInput(takerAsset, fromAmountMax, wrapETH, permit);
        uint256 before = Coins.balance(makerAsset);
        uint256 payable_ = Coins.balance(takerAsset);
        AugustusRFQ(exchange).tryBatchFillOrderMakerAmount(orders, toAmount, address(this));
        uint256 spent = payable_ - Coins.balance(takerAsset);
        require(spent <= fromAmountMax, "fromAmountMax exceeded");
        _forward(makerAsset, Coins.balance(makerAsset) - before, wrapETH);
        _refund(takerAsset, fromAmountMax - spent, wrapETH);
    }

    function _takeInput(address token, uint256 amount, uint256 wrapETH, bytes memory permit) private {
        if (wrapETH & WRAP != 0) {
            require(token == weth, "takerAsset is not the wrapped native coin");
            _pull(Coins.NATIVE, amount, permit);
            IWrappedNative(weth).deposit{value: amount}();
        } else {
            _pull(token, amount, permit);
        }
        Coins.allow(token, exchange, amount);
    }

    function _target(uint256 wrapETH) private view returns (address) {
        return wrapETH & UNWRAP != 0 ? address(this) : msg.sender;
    }

    /// What came here to be unwrapped goes on to the caller; all else went there by itself.
    function _giveOutput(address token, uint256 amount, uint256 wrapETH) private {
        if (wrapETH & UNWRAP != 0) _forward(token, amount, wrapETH);
    }

    function _forward(address token, uint256 amount, uint256 wrapETH) private {
        if (wrapETH & UNWRAP == 0) return Coins.send(token, msg.sender, amount);
        require(token == weth, "makerAsset is not the wrapped native coin");
        IWrappedNative(weth).withdraw(amount);
        Coins.send(Coins.NATIVE, msg.sender, amount);
    }

    function _refund(address token, uint256 amount, uint256 wrapETH) private {
        if (wrapETH & WRAP == 0) return Coins.send(token, msg.sender, amount);
        IWrappedNative(weth).withdraw(amount);
        Coins.send(Coins.NATIVE, msg.sender, amount);
    }

    function _checkUsers(AugustusRFQ.OrderInfo[] calldata orders) private view {
        require(orders.length > 0, "missing orderInfos");
        for (uint256 i = 0; i < orders.length; i++) {
            AugustusRFQ.Order calldata order = orders[i].order;
            require(
                order.makerAsset == orders[0].order.makerAsset && order.takerAsset == orders[0].order.takerAsset,
                "orders of different pairs"
            );
            _checkUser(order.nonceAndMeta);
        }
    }

    function _checkUser(uint256 nonceAndMeta) private view {
        address user = address(uint160(nonceAndMeta));
        require(user == address(0) || user == msg.sender, "unauthorized user");
    }
}
