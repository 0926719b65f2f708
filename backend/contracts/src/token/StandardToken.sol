// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EIP712} from "../lib/EIP712.sol";
import {Signatures} from "../lib/Signatures.sol";
import {BaseToken, ERC20Token} from "./BaseToken.sol";

/// ERC-20 with permits of ERC-2612.
contract StandardToken is ERC20Token, EIP712 {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    mapping(address => uint256) public nonces;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        BaseToken(name_, symbol_, decimals_, minter_)
        EIP712(name_, "1")
    {}

    function version() external pure returns (string memory) {
        return "1";
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparator();
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= deadline, "ERC20Permit: expired deadline");
        bytes32 digest = _digest(keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline)));
        address signer = Signatures.recover(digest, v, r, s);
        require(signer != address(0) && signer == owner, "ERC20Permit: invalid signature");
        _approve(owner, spender, value);
    }
}
