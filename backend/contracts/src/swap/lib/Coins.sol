// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../../lib/Tokens.sol";

interface IWrappedNative is IERC20 {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

/// ERC-20 tokens and the native coin under one roof. The native coin goes by the address that swap interfaces agree on.
library Coins {
    address internal constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    function isNative(address coin) internal pure returns (bool) {
        return coin == NATIVE;
    }

    function balance(address coin) internal view returns (uint256) {
        return isNative(coin) ? address(this).balance : IERC20(coin).balanceOf(address(this));
    }

    function send(address coin, address to, uint256 amount) internal {
        if (amount == 0) return;
        if (!isNative(coin)) return Tokens.safeTransfer(coin, to, amount);
        (bool success, bytes memory answer) = to.call{value: amount}("");
        if (!success) Tokens.revertWith(answer);
    }

    /// Lets `spender` take at least `amount`. The allowance is unlimited, so that the next swap of this contract does not pay for it again:
    /// the swap contracts keep no balances between transactions.
    function allow(address token, address spender, uint256 amount) internal {
        if (isNative(token)) return;
        if (IERC20(token).allowance(address(this), spender) < amount) {
            Tokens.safeApprove(token, spender, type(uint256).max);
        }
    }
}
