// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {FeeConfig} from "./FeeModel.sol";
import {FeeRouter} from "./FeeRouter.sol";
import {Utils} from "./Utils.sol";

/// Swaps on exchanges, in AugustusSwapper's place.
interface IAdapter {
    function swap(
        address fromToken,
        address toToken,
        uint256 fromAmount,
        uint256 networkFee,
        Utils.Route[] calldata route
    ) external payable;
}

/// Sales along paths of hops, each hop split over adapters and their exchanges. Percents of a split are basis points of the whole; the last part is
/// what is left.
abstract contract MultiPathBase is FeeRouter {
    constructor(FeeConfig memory config) FeeRouter(config) {}

    function _multiSwap(Utils.SellData calldata data) internal before(data.deadline) returns (uint256 receivedAmount) {
        require(data.toAmount > 0, "To amount can not be 0");
        _pull(data.fromToken, data.fromAmount, data.permit);
        uint256 fromAmount = _takeSourceFee(data.fromToken, data.fromAmount, data.partner, data.feePercent);
        _performSwap(data.fromToken, Coins.balance(data.fromToken), data.path); // less than fromAmount after a tax
        address toToken = data.path[data.path.length - 1].to;
        address beneficiary = _orCaller(data.beneficiary);
        receivedAmount =
            _paySale(toToken, data.toAmount, data.expectedAmount, beneficiary, data.partner, data.feePercent);
        emit SwappedV3(
            data.uuid,
            data.partner,
            data.feePercent,
            msg.sender,
            beneficiary,
            data.fromToken,
            toToken,
            fromAmount,
            receivedAmount,
            data.expectedAmount
        );
    }

    function _megaSwap(Utils.MegaSwapSellData calldata data)
        internal
        before(data.deadline)
        returns (uint256 receivedAmount)
    {
        require(data.toAmount > 0, "To amount can not be 0");
        _pull(data.fromToken, data.fromAmount, data.permit);
        uint256 fromAmount = _takeSourceFee(data.fromToken, data.fromAmount, data.partner, data.feePercent);
        for (uint256 i = 0; i < data.path.length; i++) {
            uint256 part = i + 1 == data.path.length
                ? Coins.balance(data.fromToken)
                : fromAmount * data.path[i].fromAmountPercent / 10_000;
            _performSwap(data.fromToken, part, data.path[i].path);
        }
        address toToken = data.path[0].path[data.path[0].path.length - 1].to;
        address beneficiary = _orCaller(data.beneficiary);
        receivedAmount =
            _paySale(toToken, data.toAmount, data.expectedAmount, beneficiary, data.partner, data.feePercent);
        emit SwappedV3(
            data.uuid,
            data.partner,
            data.feePercent,
            msg.sender,
            beneficiary,
            data.fromToken,
            toToken,
            fromAmount,
            receivedAmount,
            data.expectedAmount
        );
    }

    function _performSwap(address fromToken, uint256 fromAmount, Utils.Path[] calldata path) private {
        require(path.length > 0, "Path not provided for swap");
        for (uint256 i = 0; i < path.length; i++) {
            address token = i == 0 ? fromToken : path[i - 1].to;
            uint256 amount = i == 0 ? fromAmount : Coins.balance(token);
            uint256 left = amount;
            for (uint256 j = 0; j < path[i].adapters.length; j++) {
                Utils.Adapter calldata adapter = path[i].adapters[j];
                uint256 part = j + 1 == path[i].adapters.length ? left : amount * adapter.percent / 10_000;
                left -= part;
                _callAdapter(
                    adapter.adapter, abi.encodeCall(IAdapter.swap, (token, path[i].to, part, 0, adapter.route))
                );
            }
        }
    }

    function _callAdapter(address adapter, bytes memory data) internal {
        require(_has(WHITELISTED_ROLE, adapter), "Exchange not whitelisted");
        (bool success,) = adapter.delegatecall(data);
        require(success, "Call to adapter failed");
    }
}
