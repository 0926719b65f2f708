// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FeeConfig} from "./FeeModel.sol";
import {SimpleSwapBase} from "./SimpleSwapBase.sol";
import {Utils} from "./Utils.sol";

/// The twins of SimpleSwap's functions that also give back native coins which the calls left.
contract ProtectedSimpleSwap is SimpleSwapBase {
    constructor(FeeConfig memory config, address rfq) SimpleSwapBase(config, rfq) {}

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("PROTECTED_SIMPLE_SWAP_ROUTER", "1.0.0"));
    }

    function protectedSimpleSwap(Utils.SimpleData calldata data) external payable returns (uint256 receivedAmount) {
        receivedAmount = _simpleSwap(data);
        _returnNative();
    }

    function protectedSimpleBuy(Utils.SimpleData calldata data) external payable {
        _simpleBuy(data);
        _returnNative();
    }
}
