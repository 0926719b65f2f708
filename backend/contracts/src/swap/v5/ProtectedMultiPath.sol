// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {FeeConfig} from "./FeeModel.sol";
import {MultiPathBase} from "./MultiPathBase.sol";
import {Utils} from "./Utils.sol";

/// The twins of MultiPath's sales that also give back native coins which the exchanges left.
contract ProtectedMultiPath is MultiPathBase {
    constructor(FeeConfig memory config) MultiPathBase(config) {}

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("PROTECTED_MULTIPATH_ROUTER", "1.0.0"));
    }

    function protectedMultiSwap(Utils.SellData calldata data) external payable returns (uint256 receivedAmount) {
        receivedAmount = _multiSwap(data);
        Coins.send(Coins.NATIVE, msg.sender, address(this).balance);
    }

    function protectedMegaSwap(Utils.MegaSwapSellData calldata data)
        external
        payable
        returns (uint256 receivedAmount)
    {
        receivedAmount = _megaSwap(data);
        Coins.send(Coins.NATIVE, msg.sender, address(this).balance);
    }
}
