// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// ERC-20 calls that work with tokens that return nothing and fail with the token's own reason.
library Tokens {
    function safeTransfer(address token, address to, uint256 amount) internal {
        call(token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    function safeTransferFrom(address token, address from, address to, uint256 amount) internal {
        call(token, abi.encodeCall(IERC20.transferFrom, (from, to, amount)));
    }

    /// Sets the allowance to zero first, for tokens that refuse to change one non-zero allowance into another.
    function safeApprove(address token, address spender, uint256 amount) internal {
        if (amount != 0 && IERC20(token).allowance(address(this), spender) != 0) {
            call(token, abi.encodeCall(IERC20.approve, (spender, 0)));
        }
        call(token, abi.encodeCall(IERC20.approve, (spender, amount)));
    }

    /// Whether the transfer succeeded; a token's own reason is lost.
    function tryTransfer(address token, address to, uint256 amount) internal returns (bool) {
        return tryCall(token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    function tryTransferFrom(address token, address from, address to, uint256 amount) internal returns (bool) {
        return tryCall(token, abi.encodeCall(IERC20.transferFrom, (from, to, amount)));
    }

    function tryCall(address token, bytes memory data) private returns (bool) {
        (bool success, bytes memory answer) = token.call(data);
        if (!success) return false;
        return answer.length == 0 ? token.code.length > 0 : answer.length >= 32 && abi.decode(answer, (uint256)) == 1;
    }

    function call(address token, bytes memory data) private {
        require(token.code.length > 0, "Address: call to non-contract");
        (bool success, bytes memory answer) = token.call(data);
        if (!success) revertWith(answer);
        require(answer.length == 0 || abi.decode(answer, (bool)), "SafeERC20: ERC20 operation did not succeed");
    }

    /// Reverts with exactly the bytes that a failed call answered.
    function revertWith(bytes memory answer) internal pure {
        assembly ("memory-safe") {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}
