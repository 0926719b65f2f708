// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "../../lib/Tokens.sol";
import {AugustusRFQ} from "../../rfq/AugustusRFQ.sol";
import {AugustusStorage} from "./AugustusStorage.sol";

/// Runs the calls that calldata brings along. They run with this contract's rights, so they may neither move users' tokens nor fill an order that is
/// meant for another user.
abstract contract ExternalCalls is AugustusStorage {
    address public immutable augustusRFQ;

    constructor(address rfq) {
        augustusRFQ = rfq;
    }

    function _performCalls(
        address[] memory callees,
        bytes memory exchangeData,
        uint256[] memory startIndexes,
        uint256[] memory values
    ) internal {
        require(callees.length + 1 == startIndexes.length, "Start indexes must be 1 greater then number of callees");
        require(callees.length == values.length, "callees and values must have same length");
        for (uint256 i = 0; i < callees.length; i++) {
            require(callees[i] != address(tokenTransferProxy), "Can not call TokenTransferProxy Contract");
            bytes memory data = _slice(exchangeData, startIndexes[i], startIndexes[i + 1]);
            if (callees[i] == augustusRFQ) _checkOrders(data);
            else require(bytes4(data) != IERC20.transferFrom.selector, "transferFrom not allowed for externalCall");
            (bool success,) = callees[i].call{value: values[i]}(data);
            require(success, "External call failed");
        }
    }

    /// The first argument of every fill is the order, in place, or an array of structs that begin with one; the first word of an order is nonceAndMeta.
    function _checkOrders(bytes memory data) private view {
        bytes4 selector = bytes4(data);
        if (_isSingleFill(selector)) {
            _checkUser(_word(data, 4));
        } else if (_isBatchFill(selector)) {
            uint256 array = 4 + _word(data, 4);
            uint256 length = _word(data, array);
            for (uint256 i = 0; i < length; i++) {
                _checkUser(_word(data, array + 32 + _word(data, array + 32 + 32 * i)));
            }
        } else {
            revert("unrecognized AugustusRFQ method selector");
        }
    }

    function _isSingleFill(bytes4 selector) private pure returns (bool) {
        return selector == AugustusRFQ.fillOrder.selector || selector == AugustusRFQ.fillOrderWithTarget.selector
            || selector == AugustusRFQ.partialFillOrder.selector
            || selector == AugustusRFQ.partialFillOrderWithTarget.selector
            || selector == AugustusRFQ.partialFillOrderWithTargetPermit.selector
            || selector == AugustusRFQ.fillOrderNFT.selector || selector == AugustusRFQ.fillOrderWithTargetNFT.selector
            || selector == AugustusRFQ.partialFillOrderNFT.selector
            || selector == AugustusRFQ.partialFillOrderWithTargetNFT.selector
            || selector == AugustusRFQ.partialFillOrderWithTargetPermitNFT.selector;
    }

    function _isBatchFill(bytes4 selector) private pure returns (bool) {
        return selector == AugustusRFQ.batchFillOrderWithTarget.selector
            || selector == AugustusRFQ.batchFillOrderWithTargetNFT.selector
            || selector == AugustusRFQ.tryBatchFillOrderTakerAmount.selector
            || selector == AugustusRFQ.tryBatchFillOrderMakerAmount.selector;
    }

    function _checkUser(uint256 nonceAndMeta) internal view {
        address user = address(uint160(nonceAndMeta));
        require(user == address(0) || user == msg.sender, "unauthorized user");
    }

    function _word(bytes memory data, uint256 at) private pure returns (uint256 word) {
        require(at + 32 <= data.length, "calldata too short");
        assembly ("memory-safe") {
            word := mload(add(add(data, 32), at))
        }
    }

    function _slice(bytes memory data, uint256 from, uint256 to) private pure returns (bytes memory part) {
        require(from <= to && to <= data.length, "start index out of range");
        part = new bytes(to - from);
        assembly ("memory-safe") {
            mcopy(add(part, 32), add(add(data, 32), from), mload(part))
        }
    }
}
