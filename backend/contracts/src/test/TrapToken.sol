// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {BaseToken, ERC20Token} from "../token/BaseToken.sol";

/// For tests: a token that everybody can buy where its minter sells it, and nobody else can pass on.
contract TrapToken is ERC20Token {
    mapping(address => bool) private sells;

    constructor(address minter_) BaseToken("Trap", "TRAP", 18, minter_) {}

    function _transfer(address from, address to, uint256 amount) internal override {
        if (from == minter) sells[to] = true;
        else require(sells[from], "not for sale");
        super._transfer(from, to, amount);
    }
}
