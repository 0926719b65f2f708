// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {BaseToken, ERC20Token} from "./BaseToken.sol";

/// ERC-20 that keeps a tax of every transfer for its minter, so that less arrives than was sent.
contract TaxToken is ERC20Token {
    uint256 public immutable taxBps;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_, uint256 taxBps_)
        BaseToken(name_, symbol_, decimals_, minter_)
    {
        require(taxBps_ <= 10_000, "TaxToken: tax above 100%");
        taxBps = taxBps_;
    }

    /// The tax is amount * taxBps / 10000, rounded down.
    function _transfer(address from, address to, uint256 amount) internal override {
        require(balanceOf[from] >= amount, "ERC20: transfer amount exceeds balance");
        uint256 tax = amount / 10_000 * taxBps + amount % 10_000 * taxBps / 10_000;
        super._transfer(from, to, amount - tax);
        if (tax > 0) super._transfer(from, minter, tax);
    }
}
