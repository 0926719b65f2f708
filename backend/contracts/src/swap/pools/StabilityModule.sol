// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";

/// A peg stability module over two tokens that it holds, with the amounts that Maker's formulas give. It is its own join. For tests.
contract StabilityModule {
    address public immutable dai;
    address public immutable gem;
    uint256 public immutable to18;
    uint256 public immutable toll; // both ways, 18 decimals

    constructor(address dai_, address gem_, uint256 to18_, uint256 toll_) {
        (dai, gem, to18, toll) = (dai_, gem_, to18_, toll_);
    }

    function sellGem(address usr, uint256 gemAmt) external {
        uint256 value = gemAmt * to18;
        Tokens.safeTransferFrom(gem, msg.sender, address(this), gemAmt);
        Tokens.safeTransfer(dai, usr, value - value * toll / 1e18);
    }

    function buyGem(address usr, uint256 gemAmt) external {
        uint256 value = gemAmt * to18;
        Tokens.safeTransferFrom(dai, msg.sender, address(this), value + value * toll / 1e18);
        Tokens.safeTransfer(gem, usr, gemAmt);
    }
}
