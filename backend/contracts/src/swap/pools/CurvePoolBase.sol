// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";

/// For tests: what stable pools have in common as they stand on other networks. Classic pools tell A without precision and round once more in get_dy
/// than in exchange. Half of the fee is the owner's. Coins are named by int128 alone.
abstract contract CurvePoolBase {
    uint256 private constant A_PRECISION = 100;
    uint256 internal constant UNIT = 1e10;
    uint256 private constant PRECISION = 1e18;

    bool public immutable classic;
    uint256 internal immutable amp; // A · 100
    uint256 public immutable fee;
    uint256 public constant admin_fee = 5e9;
    uint256 internal immutable offpeg;
    address[] public coins;
    uint256[] private stored;
    uint256[] private owed; // to the owner
    uint256[] internal rates;

    event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought);

    constructor(bool classic_, address[] memory coins_, uint256[] memory rates_, uint256 a, uint256 fee_, uint256 offpeg_) {
        (classic, amp, fee, offpeg) = (classic_, a * A_PRECISION, fee_, offpeg_);
        (coins, rates) = (coins_, rates_);
        (stored, owed) = (new uint256[](coins_.length), new uint256[](coins_.length));
    }

    function A() external view returns (uint256) {
        return amp / A_PRECISION;
    }

    function A_precise() external view returns (uint256) {
        require(!classic);
        return amp;
    }

    function balances(uint256 k) public view returns (uint256) {
        return stored[k] - owed[k];
    }

    function get_dy(int128 i, int128 j, uint256 dx) external view returns (uint256) {
        (uint256 a, uint256 b) = (uint256(int256(i)), uint256(int256(j)));
        uint256[] memory xp = _scaled();
        uint256 x = xp[a] + dx * rates[a] / PRECISION;
        uint256 y = _balanceAfter(a, b, x, xp);
        uint256 dy = xp[b] - y - 1;
        if (classic) {
            dy = dy * PRECISION / rates[b];
            return dy - fee * dy / UNIT;
        }
        return (dy - dy * _fee((xp[a] + x) / 2, (xp[b] + y) / 2) / UNIT) * PRECISION / rates[b];
    }

    function _exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) internal {
        (uint256 a, uint256 b) = (uint256(int256(i)), uint256(int256(j)));
        uint256[] memory xp = _scaled();
        _take(a, dx);
        uint256 x = xp[a] + dx * rates[a] / PRECISION;
        uint256 y = _balanceAfter(a, b, x, xp);
        uint256 dy = xp[b] - y - 1;
        uint256 cost = dy * _fee((xp[a] + x) / 2, (xp[b] + y) / 2) / UNIT;
        dy = (dy - cost) * PRECISION / rates[b];
        require(dy >= min_dy, "Exchange resulted in fewer coins than expected");
        stored[a] += dx;
        stored[b] -= dy;
        owed[b] += cost * admin_fee / UNIT * PRECISION / rates[b];
        _give(b, dy);
        emit TokenExchange(msg.sender, i, dx, j, dy);
    }

    /// Nobody gets shares for what is added.
    function _add(uint256[] calldata amounts) internal {
        for (uint256 k = 0; k < amounts.length; k++) {
            _take(k, amounts[k]);
            stored[k] += amounts[k];
        }
        _invariant(_scaled());
    }

    /// Takes of coin k what the caller has approved.
    function _take(uint256 k, uint256 amount) internal virtual {
        Tokens.safeTransferFrom(coins[k], msg.sender, address(this), amount);
    }

    function _give(uint256 k, uint256 amount) internal virtual {
        Tokens.safeTransfer(coins[k], msg.sender, amount);
    }

    /// d^(n+1) / (n^n · the product of the balances), rounded as the generation does.
    function _product(uint256 d, uint256[] memory xp) internal view virtual returns (uint256);

    function _fee(uint256 xi, uint256 xj) private view returns (uint256) {
        if (offpeg <= UNIT) return fee;
        return offpeg * fee / ((offpeg - UNIT) * 4 * xi * xj / (xi + xj) ** 2 + UNIT);
    }

    function _scaled() private view returns (uint256[] memory xp) {
        xp = new uint256[](coins.length);
        for (uint256 k = 0; k < xp.length; k++) xp[k] = balances(k) * rates[k] / PRECISION;
    }

    function _invariant(uint256[] memory xp) private view returns (uint256 d) {
        uint256 n = xp.length;
        uint256 sum;
        for (uint256 k = 0; k < n; k++) sum += xp[k];
        d = sum;
        uint256 ann = amp * n;
        for (uint256 round = 0; round < 255; round++) {
            uint256 dp = _product(d, xp);
            uint256 previous = d;
            d = (ann * sum / A_PRECISION + dp * n) * d / ((ann - A_PRECISION) * d / A_PRECISION + (n + 1) * dp);
            if (_close(d, previous)) return d;
        }
        revert("D does not converge");
    }

    function _balanceAfter(uint256 i, uint256 j, uint256 x, uint256[] memory xp) private view returns (uint256 y) {
        uint256 n = xp.length;
        require(i != j && i < n && j < n, "coin out of range");
        uint256 d = _invariant(xp);
        uint256 ann = amp * n;
        uint256 c = d;
        uint256 sum;
        for (uint256 k = 0; k < n; k++) {
            if (k == j) continue;
            uint256 balance = k == i ? x : xp[k];
            sum += balance;
            c = c * d / (balance * n);
        }
        c = c * d * A_PRECISION / (ann * n);
        uint256 b = sum + d * A_PRECISION / ann;
        y = d;
        for (uint256 round = 0; round < 255; round++) {
            uint256 previous = y;
            y = (y * y + c) / (2 * y + b - d);
            if (_close(y, previous)) return y;
        }
        revert("y does not converge");
    }

    function _close(uint256 a, uint256 b) private pure returns (bool) {
        return a > b ? a - b <= 1 : b - a <= 1;
    }
}
