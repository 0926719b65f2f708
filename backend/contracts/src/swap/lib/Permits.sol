// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IERC2612Permit {
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;
}

interface IDaiStylePermit {
    function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)
        external;
}

interface IPermit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external;
}

library Permits {
    uint256 private constant ERC2612_LENGTH = 224;
    uint256 private constant DAI_LENGTH = 256;

    function isTokenPermit(uint256 length) internal pure returns (bool) {
        return length == ERC2612_LENGTH || length == DAI_LENGTH;
    }

    /// Calls the token with the encoded arguments of a permit: 224 bytes ERC-2612, 256 bytes in the DAI style. A failure is left to the transfer that
    /// follows: someone may have submitted the permit before, and then the allowance is there.
    function tryPermit(address token, bytes memory arguments) internal {
        bytes4 selector;
        if (arguments.length == ERC2612_LENGTH) selector = IERC2612Permit.permit.selector;
        else if (arguments.length == DAI_LENGTH) selector = IDaiStylePermit.permit.selector;
        else return;
        (bool ignored,) = token.call(abi.encodePacked(selector, arguments));
        ignored;
    }
}
