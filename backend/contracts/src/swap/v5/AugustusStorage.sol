// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {RoleStorage} from "./Roles.sol";
import {TokenTransferProxy} from "./TokenTransferProxy.sol";

/// The state of AugustusSwapper, its routers and its adapters, which run in its place and must see it laid out alike.
abstract contract AugustusStorage is RoleStorage {
    struct FeeStructure {
        uint256 partnerShare;
        bool noPositiveSlippage;
        bool positiveSlippageToUser;
        uint16 feePercent;
        string partnerId;
        bytes data;
    }

    mapping(address => FeeStructure) internal registeredPartners;
    mapping(bytes4 => address) internal selectorVsRouter;
    mapping(bytes32 => bool) internal routerInitialized;
    mapping(bytes32 => bool) internal adapterInitialized;
    mapping(bytes32 => bytes) internal routerData;
    mapping(bytes32 => bytes) internal adapterData;
    TokenTransferProxy internal tokenTransferProxy;
    address internal feeWallet;
}
