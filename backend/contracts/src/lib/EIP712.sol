// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// The EIP-712 domain (name, version, chain id, this contract). The separator is computed once, and again whenever the chain id or the address
/// differs from the one at construction: a signature for one side of a chain split is worth nothing on the other.
abstract contract EIP712 {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    bytes32 private immutable _nameHash;
    bytes32 private immutable _versionHash;
    bytes32 private immutable _separator;
    uint256 private immutable _chainId;
    address private immutable _self;

    constructor(string memory name, string memory version) {
        _nameHash = keccak256(bytes(name));
        _versionHash = keccak256(bytes(version));
        _chainId = block.chainid;
        _self = address(this);
        _separator = keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
        );
    }

    function _domainSeparator() internal view returns (bytes32) {
        if (block.chainid == _chainId && address(this) == _self) return _separator;
        return keccak256(abi.encode(DOMAIN_TYPEHASH, _nameHash, _versionHash, block.chainid, address(this)));
    }

    /// The digest that is signed: 0x1901, the domain separator, the struct's hash.
    function _digest(bytes32 structHash) internal view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", _domainSeparator(), structHash));
    }
}
