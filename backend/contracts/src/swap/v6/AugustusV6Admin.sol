// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AugustusV6Storage} from "./AugustusV6Storage.sol";

/// The facet for what AugustusV6's owner decides besides its facets.
contract AugustusV6Admin is AugustusV6Storage {
    function owner() external view returns (address) {
        return contractOwner;
    }

    function transferOwnership(address newOwner) external onlyOwner {
        emit OwnershipTransferred(contractOwner, newOwner);
        contractOwner = newOwner;
    }

    function setFeeWallet(address wallet) external onlyOwner {
        protocolWallet = wallet;
    }

    function setFeeWalletDelegate(address delegate) external onlyOwner {
        protocolDelegate = delegate;
    }

    function setContractPauseState(bool paused) external onlyOwner {
        swapsPaused = paused;
    }

    /// Adds a token to, or removes it from, those in which no fees are taken.
    function setBlacklistedToken(address token, bool listed) external onlyOwner {
        blacklist[token] = listed;
    }
}
