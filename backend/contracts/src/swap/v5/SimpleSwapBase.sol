// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {ExternalCalls} from "./ExternalCalls.sol";
import {FeeConfig} from "./FeeModel.sol";
import {FeeRouter} from "./FeeRouter.sol";
import {Utils} from "./Utils.sol";

/// Sales and purchases by a list of calls.
abstract contract SimpleSwapBase is FeeRouter, ExternalCalls {
    constructor(FeeConfig memory config, address rfq) FeeRouter(config) ExternalCalls(rfq) {}

    function _simpleSwap(Utils.SimpleData calldata data)
        internal
        before(data.deadline)
        returns (uint256 receivedAmount)
    {
        _run(data);
        address beneficiary = _orCaller(data.beneficiary);
        receivedAmount = _paySale(
            data.toToken, data.toAmount, data.expectedAmount, beneficiary, data.partner, data.feePercent
        );
        // Here a fee from the source token is what the calls left over.
        _takeSourceFee(data.fromToken, data.fromAmount, data.partner, data.feePercent);
        emit SwappedV3(
            data.uuid,
            data.partner,
            data.feePercent,
            msg.sender,
            beneficiary,
            data.fromToken,
            data.toToken,
            data.fromAmount,
            receivedAmount,
            data.expectedAmount
        );
    }

    function _simpleBuy(Utils.SimpleData calldata data) internal before(data.deadline) {
        _run(data);
        address beneficiary = _orCaller(data.beneficiary);
        (uint256 amountIn, uint256 receivedAmount) = _payPurchase(
            data.fromToken,
            data.toToken,
            data.fromAmount,
            data.toAmount,
            data.expectedAmount,
            beneficiary,
            data.partner,
            data.feePercent
        );
        emit BoughtV3(
            data.uuid,
            data.partner,
            data.feePercent,
            msg.sender,
            beneficiary,
            data.fromToken,
            data.toToken,
            amountIn,
            receivedAmount,
            data.expectedAmount
        );
    }

    function _run(Utils.SimpleData calldata data) private {
        require(data.toAmount > 0, "toAmount is too low");
        _pull(data.fromToken, data.fromAmount, data.permit);
        _performCalls(data.callees, data.exchangeData, data.startIndexes, data.values);
    }

    /// Gives back native coins that the calls left, for the twins whose calls may be sent more than the trade needs.
    function _returnNative() internal {
        Coins.send(Coins.NATIVE, msg.sender, address(this).balance);
    }
}
