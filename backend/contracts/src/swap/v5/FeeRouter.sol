// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FeeConfig, FeeModel} from "./FeeModel.sol";
import {Router} from "./Router.sol";

/// A router that takes fees and reports sales and purchases. Amounts are gross: before fees from the output, without what was returned.
abstract contract FeeRouter is FeeModel, Router {
    event SwappedV3(
        bytes16 uuid,
        address partner,
        uint256 feePercent,
        address initiator,
        address indexed beneficiary,
        address indexed srcToken,
        address indexed destToken,
        uint256 srcAmount,
        uint256 receivedAmount,
        uint256 expectedAmount
    );

    event BoughtV3(
        bytes16 uuid,
        address partner,
        uint256 feePercent,
        address initiator,
        address indexed beneficiary,
        address indexed srcToken,
        address indexed destToken,
        uint256 srcAmount,
        uint256 receivedAmount,
        uint256 expectedAmount
    );

    constructor(FeeConfig memory config) FeeModel(config) {}
}
