// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {BaseToken, ERC20Token} from "../../token/BaseToken.sol";
import {RebasingToken} from "./RebasingToken.sol";

/// For tests: the shares of a RebasingToken as a token of their own, with the functions and the rounding of Lido's wstETH.
contract RebasingTokenWrapper is ERC20Token {
    RebasingToken public immutable stETH;

    constructor(RebasingToken stETH_) BaseToken("Wrapped Staked Coin", "WSC", 18, address(this)) {
        stETH = stETH_;
    }

    function wrap(uint256 amount) external returns (uint256 wrapped) {
        require(amount > 0, "wstETH: can't wrap zero stETH");
        wrapped = stETH.getSharesByPooledEth(amount);
        totalSupply += wrapped;
        balanceOf[msg.sender] += wrapped;
        emit Transfer(address(0), msg.sender, wrapped);
        stETH.transferFrom(msg.sender, address(this), amount);
    }

    function unwrap(uint256 wrapped) external returns (uint256 amount) {
        require(wrapped > 0, "wstETH: zero amount unwrap not allowed");
        amount = stETH.getPooledEthByShares(wrapped);
        require(balanceOf[msg.sender] >= wrapped, "ERC20: burn amount exceeds balance");
        balanceOf[msg.sender] -= wrapped;
        totalSupply -= wrapped;
        emit Transfer(msg.sender, address(0), wrapped);
        stETH.transfer(msg.sender, amount);
    }

    function getWstETHByStETH(uint256 amount) external view returns (uint256) {
        return stETH.getSharesByPooledEth(amount);
    }

    function getStETHByWstETH(uint256 wrapped) external view returns (uint256) {
        return stETH.getPooledEthByShares(wrapped);
    }
}
