// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../lib/Tokens.sol";

/// Sends on all that its caller has of some tokens, however much that is, where it may.
contract Remainder {
    function send(address[] calldata tokens, address to) external {
        for (uint256 i = 0; i < tokens.length; i++) {
            Tokens.safeTransferFrom(tokens[i], msg.sender, to, IERC20(tokens[i]).balanceOf(msg.sender));
        }
    }
}
