// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";

/// What users of the version 5 swap contract approve: it moves their tokens when its owner, that contract, says so.
contract TokenTransferProxy {
    address public owner;

    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    constructor() {
        _transferOwnership(msg.sender);
    }

    function transferFrom(address token, address from, address to, uint256 amount) external onlyOwner {
        require(from == tx.origin || from.code.length > 0, "Invalid from address"); // no account is moved by another's transaction
        Tokens.safeTransferFrom(token, from, to, amount);
    }

    function renounceOwnership() external onlyOwner {
        _transferOwnership(address(0));
    }

    function transferOwnership(address newOwner) external onlyOwner {
        require(newOwner != address(0), "Ownable: new owner is the zero address");
        _transferOwnership(newOwner);
    }

    function _transferOwnership(address newOwner) private {
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
    }
}
