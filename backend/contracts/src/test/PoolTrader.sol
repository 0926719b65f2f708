// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "../lib/Tokens.sol";

/// Makes pools of concentrated liquidity and owns what is in them: it answers as whoever deploys them does, and pays in any callback what it owes.
contract PoolTrader {
    address private token0;
    address private token1;
    bytes private answer;

    /// The answer goes to whatever is asked that is no callback.
    function prepare(address token0_, address token1_, bytes calldata answer_) external {
        (token0, token1, answer) = (token0_, token1_, answer_);
    }

    function make(bytes memory creation) external returns (address made) {
        assembly ("memory-safe") {
            made := create(0, add(creation, 32), mload(creation))
        }
        require(made != address(0));
    }

    function act(address target, bytes calldata data) external payable returns (bytes memory told) {
        bool success;
        (success, told) = target.call{value: msg.value}(data);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(told, 32), mload(told))
            }
        }
    }

    receive() external payable {}

    fallback(bytes calldata data) external returns (bytes memory) {
        if (data.length < 132) return answer;
        (int256 owed0, int256 owed1) = abi.decode(data[4:68], (int256, int256));
        if (owed0 > 0) require(IERC20(token0).transfer(msg.sender, uint256(owed0)));
        if (owed1 > 0) require(IERC20(token1).transfer(msg.sender, uint256(owed1)));
        return "";
    }
}
