// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../lib/Tokens.sol";

/// A pool of two coins whose prices differ, by the invariant of Curve's first ones, whose balances Newton's method finds. Its price stays where it
/// was made, and so does its D.
contract CryptoPool {
    struct Figures {
        uint256 a;
        uint256 gamma;
        uint256 d;
        uint256 scale;
        uint256 midFee;
        uint256 outFee;
        uint256 feeGamma;
        uint256[2] units;
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

    address[2] public coins;
    uint256[2] public balances;
    Figures private f;

    event TokenExchange(address indexed buyer, uint256 sold, uint256 amount, uint256 bought, uint256 paid);
    event Changed();

    constructor(address[2] memory coins_, Figures memory figures) {
        coins = coins_;
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

    function price_scale() external view returns (uint256) {
        return f.scale;
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
        for (uint256 i = 0; i < 2; i++) {
            balances[i] = IERC20(coins[i]).balanceOf(address(this));
        }
        emit Changed();
    }

    function setFees(uint256 midFee, uint256 outFee) external {
        (f.midFee, f.outFee) = (midFee, outFee);
        emit Changed();
    }

    function get_dy(uint256 i, uint256 j, uint256 dx) public view returns (uint256 dy) {
        require(i != j && i < 2 && j < 2 && dx > 0);
        uint256[2] memory held = balances;
        held[i] += dx;
        uint256[2] memory xp = [held[0] * f.units[0], held[1] * f.units[1] * f.scale / 1e18];
        uint256 y = _balance(xp[i]);
        dy = xp[j] - y - 1;
        xp[j] = y;
        if (j > 0) dy = dy * 1e18 / f.scale;
        dy /= f.units[j];
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

    function _fee(uint256[2] memory xp) private view returns (uint256) {
        uint256 sum = xp[0] + xp[1];
        uint256 even = 4e18 * xp[0] / sum * xp[1] / sum;
        uint256 part = f.feeGamma * 1e18 / (f.feeGamma + 1e18 - even);
        return (f.midFee * part + f.outFee * (1e18 - part)) / 1e18;
    }

    function _balance(uint256 x) private view returns (uint256) {
        uint256 d = f.d;
        uint256 ratio = 2e18 * x / d;
        require(ratio >= 1e16 && ratio <= 1e20);
        uint256 stop = (x > d ? x : d) / 1e14;
        if (stop < 100) stop = 100;
        Step memory s;
        s.y = d * d / (4 * x);
        for (uint256 n = 0; n < 255; n++) {
            s.before = s.y;
            s.k = ratio * s.y * 2 / d;
            s.g = f.gamma + 1e18;
            s.g = (s.g > s.k ? s.g - s.k : s.k - s.g) + 1;
            s.mul1 = 1e18 * d / f.gamma * s.g / f.gamma * s.g * 10_000 / f.a;
            s.mul2 = 1e18 + 2e18 * s.k / s.g;
            s.slope = 1e18 * s.y + (x + s.y) * s.mul2 + s.mul1;
            if (s.slope < d * s.mul2) {
                s.y = s.before / 2;
                continue;
            }
            s.slope -= d * s.mul2;
            uint256 steep = s.slope / s.y;
            s.less = s.mul1 / steep;
            s.more = (s.slope + 1e18 * d) / steep + s.less * 1e18 / s.k;
            s.less += 1e18 * (x + s.y) / steep;
            s.y = s.more < s.less ? s.before / 2 : s.more - s.less;
            uint256 off = s.y > s.before ? s.y - s.before : s.before - s.y;
            if (off < stop || off < s.y / 1e14) {
                uint256 part = s.y * 1e18 / d;
                require(part >= 5e15 && part <= 5e19);
                return s.y;
            }
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
