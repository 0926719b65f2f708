// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EIP712} from "../lib/EIP712.sol";
import {Signatures} from "../lib/Signatures.sol";
import {BaseToken, ERC20Token} from "./BaseToken.sol";

/// ERC-20 with the permits of DAI: the signed nonce is an argument, and the permit allows everything or nothing.
contract DaiStyleToken is ERC20Token, EIP712 {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");

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

    /// `expiry` zero never expires.
    function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(holder != address(0), "Dai/invalid-address-0");
        bytes32 digest = _digest(keccak256(abi.encode(PERMIT_TYPEHASH, holder, spender, nonce, expiry, allowed)));
        require(holder == Signatures.recover(digest, v, r, s), "Dai/invalid-permit");
        require(expiry == 0 || block.timestamp <= expiry, "Dai/permit-expired");
        require(nonce == nonces[holder]++, "Dai/invalid-nonce");
        _approve(holder, spender, allowed ? type(uint256).max : 0);
    }
}
