// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {CurvePoolBase} from "./CurvePoolBase.sol";

/// For tests: a stable pool one of whose coins is the native one, by the address that stands for it. The coin is sent along with a swap, and paid out
/// by a bare call. It neither tells rates nor raises its fee, and keeps a balance of nothing from dividing by it.
contract NativeCurvePool is CurvePoolBase {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    constructor(address[] memory coins_, uint256[] memory rates_, uint256 a, uint256 fee_)
        CurvePoolBase(false, coins_, rates_, a, fee_, UNIT)
    {}

    function add(uint256[] calldata amounts) external payable {
        _add(amounts);
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external payable {
        require(msg.value == 0 || coins[uint256(int256(i))] == NATIVE);
        _exchange(i, j, dx, min_dy);
    }

    function _take(uint256 k, uint256 amount) internal override {
        if (coins[k] == NATIVE) require(msg.value == amount);
        else super._take(k, amount);
    }

    function _give(uint256 k, uint256 amount) internal override {
        if (coins[k] != NATIVE) return super._give(k, amount);
        (bool success, bytes memory answer) = msg.sender.call{value: amount}("");
        if (!success) Tokens.revertWith(answer);
    }

    function _product(uint256 d, uint256[] memory xp) internal pure override returns (uint256 dp) {
        dp = d;
        for (uint256 k = 0; k < xp.length; k++) dp = dp * d / (xp[k] * xp.length + 1);
    }
}
