// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {INonceManagement} from "./Delta.sol";
import {IModule} from "./DeltaAdapter.sol";
import {DeltaState} from "./DeltaState.sol";

/// Lets owners take back what they signed, by using its nonce.
contract NonceManagementModule is DeltaState, INonceManagement, IModule {
    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](4);
        list[0] = this.invalidateNonce.selector;
        list[1] = this.invalidateNonces.selector;
        list[2] = this.isNonceUsed.selector;
        list[3] = this.areNoncesUsed.selector;
    }

    /// A nonce that is used already is no error, and gives the event again.
    function invalidateNonce(uint256 nonce) public {
        _markNonce(msg.sender, nonce);
        emit NonceInvalidated(msg.sender, nonce);
    }

    function invalidateNonces(uint256[] calldata nonces) external {
        for (uint256 i; i < nonces.length; ++i) invalidateNonce(nonces[i]);
    }

    function isNonceUsed(address owner, uint256 nonce) external view returns (bool used) {
        return _isNonceUsed(owner, nonce);
    }

    function areNoncesUsed(address owner, uint256[] calldata nonces) external view returns (bool[] memory used) {
        used = new bool[](nonces.length);
        for (uint256 i; i < nonces.length; ++i) used[i] = _isNonceUsed(owner, nonces[i]);
    }
}
