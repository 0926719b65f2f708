// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Signatures} from "../lib/Signatures.sol";

/// A wallet of ERC-1271 for tests. It accepts what its owner signed, can be made to misbehave, and does any call that its owner asks for.
contract ContractWallet {
    enum Answer {
        Owner, // the magic value for the owner's signature, else another value
        Always, // the magic value for anything
        Wrong, // another value for anything
        Revert,
        Short, // the magic value alone, in 4 bytes
        Long, // the magic value in 64 bytes
        Loop // burns all gas
    }

    address public immutable owner;
    Answer public answer;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function setAnswer(Answer answer_) external {
        answer = answer_;
    }

    function execute(address target, uint256 value, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == owner, "ContractWallet: caller is not the owner");
        (bool success, bytes memory result) = target.call{value: value}(data);
        require(success, "ContractWallet: call failed");
        return result;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bytes4 magic = this.isValidSignature.selector;
        if (answer == Answer.Owner) return Signatures.recover(hash, signature) == owner ? magic : bytes4(0xffffffff);
        if (answer == Answer.Always) return magic;
        if (answer == Answer.Wrong) return 0xffffffff;
        if (answer == Answer.Revert) revert("ContractWallet: refused");
        if (answer == Answer.Loop) while (true) {}
        uint256 length = answer == Answer.Short ? 4 : 64;
        assembly ("memory-safe") {
            mstore(0x00, magic)
            mstore(0x20, 0)
            return(0x00, length)
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }
}
