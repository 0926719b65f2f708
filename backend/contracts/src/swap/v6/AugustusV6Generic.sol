// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {Coins} from "../lib/Coins.sol";
import {AugustusV6Facet} from "./AugustusV6Facet.sol";
import {AugustusV6Config, GenericData} from "./AugustusV6Types.sol";

/// Swaps by any route, which an executor of the caller's choice runs: it gets the input and must leave the output here. It is called with 4 zero
/// bytes, so that no function of a token can be meant, the executor's data, the amounts and the caller.
contract AugustusV6Generic is AugustusV6Facet {
    constructor(AugustusV6Config memory config) AugustusV6Facet(config) {}

    function swapExactAmountIn(
        address executor,
        GenericData calldata swapData,
        uint256 partnerAndFee,
        bytes calldata permit,
        bytes calldata executorData
    )
        external
        payable
        whenNotPaused
        returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        return _swapIn(executor, swapData, partnerAndFee, permit, executorData);
    }

    function swapExactAmountInPro(
        address executor,
        GenericData calldata swapData,
        uint256 partnerAndFee,
        bytes calldata permit,
        bytes calldata executorData
    )
        external
        payable
        whenNotPaused
        returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        return _swapIn(executor, swapData, partnerAndFee, permit, executorData);
    }

    function swapExactAmountOut(
        address executor,
        GenericData calldata swapData,
        uint256 partnerAndFee,
        bytes calldata permit,
        bytes calldata executorData
    )
        external
        payable
        whenNotPaused
        returns (uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        return _swapOut(executor, swapData, partnerAndFee, permit, executorData);
    }

    function swapExactAmountOutPro(
        address executor,
        GenericData calldata swapData,
        uint256 partnerAndFee,
        bytes calldata permit,
        bytes calldata executorData
    )
        external
        payable
        whenNotPaused
        returns (uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        return _swapOut(executor, swapData, partnerAndFee, permit, executorData);
    }

    function _swapIn(
        address executor,
        GenericData calldata data,
        uint256 partnerAndFee,
        bytes calldata permit,
        bytes calldata executorData
    ) private returns (uint256, uint256, uint256) {
        if (data.toAmount == 0) revert InvalidToAmount();
        _pull(data.srcToken, data.fromAmount, executor, permit);
        _execute(executor, abi.encodePacked(bytes4(0), executorData, data.fromAmount, uint256(uint160(msg.sender))));
        return _payIn(
            data.destToken,
            Coins.balance(data.destToken),
            data.toAmount,
            data.quotedAmount,
            partnerAndFee,
            data.beneficiary,
            DUST
        );
    }

    function _swapOut(
        address executor,
        GenericData calldata data,
        uint256 partnerAndFee,
        bytes calldata permit,
        bytes calldata executorData
    ) private returns (uint256, uint256, uint256, uint256) {
        if (data.toAmount == 0) revert InvalidToAmount();
        _pull(data.srcToken, data.fromAmount, executor, permit);
        _execute(
            executor,
            abi.encodePacked(bytes4(0), executorData, data.fromAmount, data.toAmount, uint256(uint160(msg.sender)))
        );
        return _payOut(
            data.srcToken,
            data.destToken,
            data.fromAmount,
            data.toAmount,
            data.quotedAmount,
            partnerAndFee,
            data.beneficiary
        );
    }

    function _execute(address executor, bytes memory data) private {
        (bool success, bytes memory answer) = executor.call{value: msg.value}(data);
        if (!success) Tokens.revertWith(answer);
    }
}
