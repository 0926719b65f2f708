// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {CurvePoolBase} from "./CurvePoolBase.sol";

/// For tests: stable pools of one of two generations. Beside the classic ones, the later ones (NG) raise the fee where the balances are far apart,
/// tell the rates of their coins and divide by powers of the number of coins at the end of each round of the invariant.
contract CurvePool is CurvePoolBase {
    constructor(bool classic_, address[] memory coins_, uint256[] memory rates_, uint256 a, uint256 fee_, uint256 offpeg_)
        CurvePoolBase(classic_, coins_, rates_, a, fee_, offpeg_)
    {}

    function offpeg_fee_multiplier() external view returns (uint256) {
        require(!classic);
        return offpeg;
    }

    function stored_rates() external view returns (uint256[] memory) {
        require(!classic);
        return rates;
    }

    /// Takes what the caller has approved.
    function add(uint256[] calldata amounts) external {
        _add(amounts);
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external {
        _exchange(i, j, dx, min_dy);
    }

    function _product(uint256 d, uint256[] memory xp) internal view override returns (uint256 dp) {
        uint256 n = xp.length;
        dp = d;
        for (uint256 k = 0; k < n; k++) dp = classic ? dp * d / (xp[k] * n) : dp * d / xp[k];
        if (!classic) dp /= n ** n;
    }
}
