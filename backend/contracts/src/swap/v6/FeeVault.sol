// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FeeLedger} from "../lib/FeeLedger.sol";

interface IFeeVault {
    struct FeeRegistration {
        address[] addresses;
        address token;
        uint256[] fees;
    }

    function registerFees(FeeRegistration calldata feeData) external;
}

/// Holds the fees of AugustusV6 until those they belong to take them out.
contract FeeVault is FeeLedger, IFeeVault {
    address public immutable owner;
    mapping(address => bool) public augustusContracts;

    event AugustusApprovalSet(address indexed augustus, bool approved);

    error UnauthorizedCaller();

    constructor(address owner_) {
        owner = owner_;
    }

    function setAugustusApproval(address augustus, bool approved) external {
        if (msg.sender != owner) revert UnauthorizedCaller();
        augustusContracts[augustus] = approved;
        emit AugustusApprovalSet(augustus, approved);
    }

    /// Credits fees that were sent here before the call.
    function registerFees(FeeRegistration calldata feeData) external {
        if (!augustusContracts[msg.sender]) revert UnauthorizedCaller();
        for (uint256 i = 0; i < feeData.addresses.length; i++) {
            if (feeData.fees[i] > 0) _register(feeData.addresses[i], feeData.token, feeData.fees[i]);
        }
    }
}
