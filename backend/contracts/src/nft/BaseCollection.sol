// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// What the collections here share: names, the minter, operators and decimal ids in URIs.
abstract contract BaseCollection {
    string public name;
    string public symbol;
    string public baseURI;
    address public immutable minter;

    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    constructor(string memory name_, string memory symbol_, string memory baseURI_, address minter_) {
        name = name_;
        symbol = symbol_;
        baseURI = baseURI_;
        minter = minter_;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function _uri(uint256 id) internal view returns (string memory) {
        return string.concat(baseURI, _decimal(id));
    }

    function _decimal(uint256 value) private pure returns (string memory) {
        if (value == 0) return "0";
        uint256 length;
        for (uint256 rest = value; rest > 0; rest /= 10) ++length;
        bytes memory digits = new bytes(length);
        for (; value > 0; value /= 10) digits[--length] = bytes1(uint8(48 + value % 10));
        return string(digits);
    }
}
