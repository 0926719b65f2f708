// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FeeConfig} from "./FeeModel.sol";
import {SimpleSwapBase} from "./SimpleSwapBase.sol";
import {Utils} from "./Utils.sol";

contract SimpleSwap is SimpleSwapBase {
    constructor(FeeConfig memory config, address rfq) SimpleSwapBase(config, rfq) {}

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("SIMPLE_SWAP_ROUTER", "1.0.0"));
    }

    function simpleSwap(Utils.SimpleData calldata data) external payable returns (uint256 receivedAmount) {
        return _simpleSwap(data);
    }

    function simpleBuy(Utils.SimpleData calldata data) external payable {
        _simpleBuy(data);
    }
}
