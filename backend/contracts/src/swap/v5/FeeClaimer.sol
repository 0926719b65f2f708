// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FeeLedger} from "../lib/FeeLedger.sol";

/// Holds the fees of AugustusSwapper until those they belong to take them out.
contract FeeClaimer is FeeLedger {
    address public immutable augustusSwapper;

    constructor(address _augustusAddress) {
        augustusSwapper = _augustusAddress;
    }

    /// Credits a fee that was sent here before the call.
    function registerFee(address _account, address _token, uint256 _fee) external {
        require(msg.sender == augustusSwapper, "FeeClaimer: 1");
        _register(_account, _token, _fee);
    }
}
