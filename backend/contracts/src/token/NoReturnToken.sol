// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {BaseToken} from "./BaseToken.sol";

/// A token in the style of the first large dollar token: nothing is returned, and one non-zero allowance can not be changed into another.
contract NoReturnToken is BaseToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        BaseToken(name_, symbol_, decimals_, minter_)
    {}

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "ERC20: approve from non-zero to non-zero allowance");
        _approve(msg.sender, spender, amount);
    }

    function transfer(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        _transferFrom(from, to, amount);
    }
}
