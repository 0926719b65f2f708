// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../lib/Tokens.sol";

/// A pool of two or three coins whose prices differ, by the invariant of Curve's first ones, whose balances Newton's method finds. Its prices stay
/// where they were made, and so does its D.
contract CryptoPool {
    struct Figures {
        uint256 a;
        uint256 gamma;
        uint256 d;
        uint256 midFee;
        uint256 outFee;
        uint256 feeGamma;
        uint256[] scales; // prices in the first coin, whose own is 10¹⁸
        uint256[] units;
    }

    struct Step {
        uint256 y;
        uint256 before;
        uint256 k;
        uint256 g;
        uint256 mul1;
        uint256 mul2;
        uint256 slope;
        uint256 less;
        uint256 more;
    }

    address[] public coins;
    uint256[] public balances;
    Figures private f;

    event TokenExchange(address indexed buyer, uint256 sold, uint256 amount, uint256 bought, uint256 paid);
    event Changed();

    constructor(address[] memory coins_, Figures memory figures) {
        coins = coins_;
        balances = new uint256[](coins_.length);
        f = figures;
    }

    function A() external view returns (uint256) {
        return f.a;
    }

    function gamma() external view returns (uint256) {
        return f.gamma;
    }

    function D() external view returns (uint256) {
        return f.d;
    }

    /// What pools of two coins have.
    function price_scale() external view returns (uint256) {
        require(coins.length == 2);
        return f.scales[1];
    }

    /// What pools of three coins have.
    function price_scale(uint256 k) external view returns (uint256) {
        require(coins.length == 3);
        return f.scales[k + 1];
    }

    function mid_fee() external view returns (uint256) {
        return f.midFee;
    }

    function out_fee() external view returns (uint256) {
        return f.outFee;
    }

    function fee_gamma() external view returns (uint256) {
        return f.feeGamma;
    }

    function future_A_gamma_time() external pure returns (uint256) {
        return 0;
    }

    /// What is here of both coins becomes the balances.
    function sync() external {
        for (uint256 i = 0; i < coins.length; i++) {
            balances[i] = IERC20(coins[i]).balanceOf(address(this));
        }
        emit Changed();
    }

    function setFees(uint256 midFee, uint256 outFee) external {
        (f.midFee, f.outFee) = (midFee, outFee);
        emit Changed();
    }

    function get_dy(uint256 i, uint256 j, uint256 dx) public view returns (uint256 dy) {
        uint256 n = coins.length;
        require(i != j && i < n && j < n && dx > 0);
        uint256[] memory xp = balances;
        xp[i] += dx;
        for (uint256 k = 0; k < n; k++) {
            xp[k] = xp[k] * f.units[k] * f.scales[k] / 1e18;
        }
        uint256 y = n == 2 ? _beside(xp[i]) : _besideTwo(xp[i], xp[3 - i - j]);
        dy = xp[j] - y - 1;
        xp[j] = y;
        dy = dy * 1e18 / f.scales[j] / f.units[j];
        dy -= _fee(xp) * dy / 1e10;
    }

    function exchange(uint256 i, uint256 j, uint256 dx, uint256 least) external {
        uint256 dy = get_dy(i, j, dx);
        require(dy >= least);
        Tokens.safeTransferFrom(coins[i], msg.sender, address(this), dx);
        balances[i] += dx;
        balances[j] -= dy;
        Tokens.safeTransfer(coins[j], msg.sender, dy);
        emit TokenExchange(msg.sender, i, dx, j, dy);
    }

    function _fee(uint256[] memory xp) private view returns (uint256) {
        uint256 part = _even(xp);
        if (f.feeGamma > 0) part = f.feeGamma * 1e18 / (f.feeGamma + 1e18 - part);
        return (f.midFee * part + f.outFee * (1e18 - part)) / 1e18;
    }

    function _even(uint256[] memory xp) private pure returns (uint256 even) {
        if (xp.length == 2) return 4e18 * xp[0] / (xp[0] + xp[1]) * xp[1] / (xp[0] + xp[1]);
        uint256 sum = xp[0] + xp[1] + xp[2];
        even = 1e18;
        for (uint256 k = 0; k < 3; k++) {
            even = even * 3 * xp[k] / sum;
        }
    }

    /// The balance beside one other.
    function _beside(uint256 x) private view returns (uint256 y) {
        uint256 d = f.d;
        uint256 ratio = 2e18 * x / d;
        require(ratio >= 1e16 && ratio <= 1e20);
        y = _newton(d * d / (4 * x), x, ratio, x > d ? x : d);
        uint256 part = y * 1e18 / d;
        require(part >= 5e15 && part <= 5e19);
    }

    /// The balance beside two others.
    function _besideTwo(uint256 large, uint256 less) private view returns (uint256 y) {
        if (large < less) (large, less) = (less, large);
        uint256 d = f.d;
        require(less * 1e18 / d >= 1e16 && large * 1e18 / d <= 1e20);
        y = d / 3 * d / (less * 3);
        y = y * d / (large * 3);
        uint256 product = 1e18 * large * 3 / d;
        product = product * less * 3 / d;
        y = _newton(y, large + less, product, large > d ? large : d);
        uint256 part = y * 1e18 / d;
        require(part >= 1e16 && part <= 1e20);
    }

    function _newton(uint256 start, uint256 sum, uint256 product, uint256 stop) private view returns (uint256) {
        uint256 d = f.d;
        uint256 n = coins.length;
        stop /= 1e14;
        if (stop < 100) stop = 100;
        Step memory s;
        s.y = start;
        for (uint256 round = 0; round < 255; round++) {
            s.before = s.y;
            s.k = product * s.y * n / d;
            s.g = f.gamma + 1e18;
            s.g = (s.g > s.k ? s.g - s.k : s.k - s.g) + 1;
            s.mul1 = 1e18 * d / f.gamma * s.g / f.gamma * s.g * 10_000 / f.a;
            s.mul2 = 1e18 + 2e18 * s.k / s.g;
            s.slope = 1e18 * s.y + (sum + s.y) * s.mul2 + s.mul1;
            if (s.slope < d * s.mul2) {
                s.y = s.before / 2;
                continue;
            }
            s.slope -= d * s.mul2;
            uint256 steep = s.slope / s.y;
            s.less = s.mul1 / steep;
            s.more = (s.slope + 1e18 * d) / steep + s.less * 1e18 / s.k;
            s.less += 1e18 * (sum + s.y) / steep;
            s.y = s.more < s.less ? s.before / 2 : s.more - s.less;
            uint256 off = s.y > s.before ? s.y - s.before : s.before - s.y;
            if (off < stop || off < s.y / 1e14) return s.y;
        }
        revert();
    }
}

/// Lists pools.
contract CryptoFactory {
    address[] public pool_list;

    function add(address pool) external {
        pool_list.push(pool);
    }

    function pool_count() external view returns (uint256) {
        return pool_list.length;
    }
}
