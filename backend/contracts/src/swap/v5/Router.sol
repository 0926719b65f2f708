// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {Permits} from "../lib/Permits.sol";
import {AugustusStorage} from "./AugustusStorage.sol";

/// What routers share: taking the input from the caller.
abstract contract Router is AugustusStorage {
    modifier before(uint256 deadline) {
        require(deadline >= block.timestamp, "Deadline breached");
        _;
    }

    function initialize(bytes calldata) external virtual {
        revert("METHOD NOT IMPLEMENTED");
    }

    /// Moves the input here; native coins have come with the call.
    function _pull(address token, uint256 amount, bytes memory permit) internal {
        require(msg.value == (Coins.isNative(token) ? amount : 0), "Incorrect msg.value");
        if (!Coins.isNative(token)) _pullToken(token, address(this), amount, permit);
    }

    function _pullToken(address token, address to, uint256 amount, bytes memory permit) internal {
        Permits.tryPermit(token, permit);
        tokenTransferProxy.transferFrom(token, msg.sender, to, amount);
    }

    function _orCaller(address beneficiary) internal view returns (address) {
        return beneficiary == address(0) ? msg.sender : beneficiary;
    }
}
