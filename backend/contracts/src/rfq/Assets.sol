// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../lib/Tokens.sol";

interface IERC721Transfer {
    function safeTransferFrom(address from, address to, uint256 tokenId) external;
}

interface IERC1155Transfer {
    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata data) external;
}

interface IERC2612 {
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;
}

interface IDaiPermit {
    function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)
        external;
}

/// Assets packed into one word: the token's address in bits 0-159, its kind above (0 ERC-20, 1 ERC-1155, 2 ERC-721; no other).
library Assets {
    uint256 private constant ERC20 = 0;
    uint256 private constant ERC1155 = 1;
    uint256 private constant ERC721 = 2;

    function token(uint256 asset) internal pure returns (address) {
        return address(uint160(asset));
    }

    function transferFrom(uint256 asset, uint256 id, address from, address to, uint256 amount) internal {
        uint256 kind = asset >> 160;
        if (kind == ERC20) {
            Tokens.safeTransferFrom(token(asset), from, to, amount);
        } else if (kind == ERC1155) {
            IERC1155Transfer(token(asset)).safeTransferFrom(from, to, id, amount, "");
        } else {
            require(kind == ERC721, "Invalid token type");
            require(amount == 1, "Invalid amount for ERC721 transfer");
            IERC721Transfer(token(asset)).safeTransferFrom(from, to, id);
        }
    }

    /// Calls the token with the encoded arguments of a permit: 224 bytes ERC-2612, 256 bytes in the DAI style. Other lengths mean that there is none.
    function permit(address token_, bytes calldata arguments) internal {
        bytes4 selector;
        if (arguments.length == 224) selector = IERC2612.permit.selector;
        else if (arguments.length == 256) selector = IDaiPermit.permit.selector;
        else return;
        (bool success,) = token_.call(abi.encodePacked(selector, arguments));
        require(success, "Permit failed");
    }
}
