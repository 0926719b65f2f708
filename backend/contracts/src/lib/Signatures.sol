// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IERC1271 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// Signatures of externally owned accounts (ECDSA on secp256k1) and of contracts (ERC-1271).
library Signatures {
    /// Half the curve's order. Above it lies the second signature that anyone can derive from a given one (EIP-2).
    uint256 private constant MAX_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    /// Whether `signature` over `digest` is `signer`'s: 65 bytes (r, s, v with v 27 or 28) or 64 bytes (EIP-2098), else whatever the contract at
    /// `signer` accepts.
    function isValid(address signer, bytes32 digest, bytes memory signature) internal view returns (bool) {
        address recovered = recover(digest, signature);
        if (recovered != address(0) && recovered == signer) return true;
        return isValidForContract(signer, digest, signature);
    }

    /// A contract that reverts, answers anything but 32 bytes, or another value, refuses.
    function isValidForContract(address signer, bytes32 digest, bytes memory signature) internal view returns (bool) {
        (bool success, bytes memory answer) =
            signer.staticcall(abi.encodeCall(IERC1271.isValidSignature, (digest, signature)));
        return success && answer.length == 32 && abi.decode(answer, (bytes32)) == bytes32(IERC1271.isValidSignature.selector);
    }

    /// The account that made the signature, or zero when there is none.
    function recover(bytes32 digest, bytes memory signature) internal pure returns (address) {
        if (signature.length != 64 && signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        if (signature.length == 64) {
            v = uint8(uint256(s) >> 255) + 27;
            s &= bytes32(uint256(type(int256).max));
        }
        return recover(digest, v, r, s);
    }

    function recover(bytes32 digest, uint8 v, bytes32 r, bytes32 s) internal pure returns (address) {
        if (uint256(s) > MAX_S || (v != 27 && v != 28)) return address(0);
        return ecrecover(digest, v, r, s);
    }
}
