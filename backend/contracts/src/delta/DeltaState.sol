// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// The state of a settlement contract. The contract and all its modules inherit it first and hold nothing else, so that a module finds everything at
/// the same place when it runs as the contract.
abstract contract DeltaState {
    struct State {
        address owner;
        address protocolFeeClaimer;
        address[] modules;
        mapping(bytes4 => address) moduleOf;
        mapping(address => mapping(uint256 => uint256)) usedNonces; // by owner: bit n % 256 of word n / 256
        mapping(bytes32 => uint256) filled; // by order hash, in units of srcToken
        mapping(address => mapping(address => uint256)) fees; // by partner and token; the zero partner is the protocol
    }

    State internal _state;
    bool internal transient _entered;

    function _isNonceUsed(address owner, uint256 nonce) internal view returns (bool) {
        return _state.usedNonces[owner][nonce >> 8] >> (nonce & 0xff) & 1 == 1;
    }

    function _markNonce(address owner, uint256 nonce) internal {
        _state.usedNonces[owner][nonce >> 8] |= 1 << (nonce & 0xff);
    }
}
