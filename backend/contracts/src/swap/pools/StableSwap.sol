// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../../lib/Tokens.sol";
import {Coins} from "../lib/Coins.sol";
import {LiquidityToken} from "../lib/LiquidityToken.sol";

interface IDecimals {
    function decimals() external view returns (uint8);
}

/// A pool of 2 to 4 coins of about equal value (Curve StableSwap): with amplification A, D the total at balance and n coins,
/// A·n^n·Σx + D = A·D·n^n + D^(n+1) / (n^n·Πx). Balances are brought to 18 decimals before the invariant. One coin may be the native one.
///
/// The coins can be named by int128 indices, as stable pools do, or by uint256 ones, as newer pools do.
contract StableSwap is LiquidityToken {
    uint256 private constant A_PRECISION = 100;
    uint256 private constant FEE_DENOMINATOR = 1e10;
    uint256 private constant PRECISION = 1e18;

    uint256 public immutable N_COINS;
    uint256 public immutable A_precise; // A · 100
    uint256 public immutable fee; // of the output, in 1e-10
    address[] public coins;
    uint256[] public balances;
    uint256[] private rates; // by what a balance is multiplied, times 1e-18, to have 18 decimals
    bool private locked;

    event TokenExchange(
        address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought
    );
    event AddLiquidity(address indexed provider, uint256[] token_amounts, uint256 invariant, uint256 token_supply);
    event RemoveLiquidity(address indexed provider, uint256[] token_amounts, uint256 token_supply);

    modifier lock() {
        require(!locked, "locked");
        locked = true;
        _;
        locked = false;
    }

    constructor(address[] memory coins_, uint256 amplification, uint256 fee_) LiquidityToken("StableSwap", "STABLE") {
        require(coins_.length >= 2 && coins_.length <= 4, "number of coins out of range");
        require(amplification > 0 && amplification <= 1e6 && fee_ <= FEE_DENOMINATOR / 2, "parameter out of range");
        N_COINS = coins_.length;
        A_precise = amplification * A_PRECISION;
        fee = fee_;
        coins = coins_;
        for (uint256 k = 0; k < coins_.length; k++) {
            balances.push(0);
            uint256 decimals_ = Coins.isNative(coins_[k]) ? 18 : IDecimals(coins_[k]).decimals();
            rates.push(10 ** (36 - decimals_));
        }
    }

    function A() external view returns (uint256) {
        return A_precise / A_PRECISION;
    }

    function admin_fee() external pure returns (uint256) {
        return 0;
    }

    function get_virtual_price() external view returns (uint256) {
        return _invariant(_scaled()) * PRECISION / totalSupply;
    }

    function get_dy(int128 i, int128 j, uint256 dx) external view returns (uint256) {
        return _output(_index(i), _index(j), dx);
    }

    function get_dy(uint256 i, uint256 j, uint256 dx) external view returns (uint256) {
        return _output(i, j, dx);
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external payable returns (uint256) {
        return _exchange(_index(i), _index(j), dx, min_dy);
    }

    function exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy) external payable returns (uint256) {
        return _exchange(i, j, dx, min_dy);
    }

    /// As pools with a wrapped coin know it; here a coin is native or it is not, so that the last argument says nothing new.
    function exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy, bool) external payable returns (uint256) {
        return _exchange(i, j, dx, min_dy);
    }

    /// Mints shares by growth of the invariant. What moves the pool away from its proportions pays the fee that trading it would.
    function add_liquidity(uint256[] calldata amounts, uint256 min_mint_amount)
        external
        payable
        lock
        returns (uint256 minted)
    {
        require(amounts.length == N_COINS, "wrong number of amounts");
        uint256 supply = totalSupply;
        uint256 before = supply == 0 ? 0 : _invariant(_scaled());
        uint256[] memory old = balances;
        for (uint256 k = 0; k < N_COINS; k++) {
            require(supply > 0 || amounts[k] > 0, "the first deposit needs all coins");
            balances[k] = old[k] + _take(k, amounts[k]);
        }
        uint256 invariant = _invariant(_scaled());
        minted = supply == 0 ? invariant : supply * (_afterFees(old, before, invariant) - before) / before;
        require(minted >= min_mint_amount, "Slippage screwed you");
        _mint(msg.sender, minted);
        emit AddLiquidity(msg.sender, amounts, invariant, totalSupply);
    }

    function remove_liquidity(uint256 amount, uint256[] calldata min_amounts)
        external
        lock
        returns (uint256[] memory amounts)
    {
        amounts = new uint256[](N_COINS);
        uint256 supply = totalSupply;
        _burn(msg.sender, amount);
        for (uint256 k = 0; k < N_COINS; k++) {
            amounts[k] = balances[k] * amount / supply;
            require(amounts[k] >= min_amounts[k], "Withdrawal resulted in fewer coins than expected");
            balances[k] -= amounts[k];
            Coins.send(coins[k], msg.sender, amounts[k]);
        }
        emit RemoveLiquidity(msg.sender, amounts, totalSupply);
    }

    function _exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy) private lock returns (uint256 dy) {
        uint256 received = _take(i, dx);
        dy = _output(i, j, received);
        require(dy >= min_dy, "Exchange resulted in fewer coins than expected");
        balances[i] += received;
        balances[j] -= dy;
        Coins.send(coins[j], msg.sender, dy);
        emit TokenExchange(msg.sender, int128(int256(i)), received, int128(int256(j)), dy);
    }

    /// What really came in: less than `amount` when the token takes a tax.
    function _take(uint256 k, uint256 amount) private returns (uint256) {
        if (Coins.isNative(coins[k])) {
            require(msg.value == amount, "wrong native amount");
            return amount;
        }
        if (amount == 0) return 0;
        uint256 before = Coins.balance(coins[k]);
        Tokens.safeTransferFrom(coins[k], msg.sender, address(this), amount);
        return Coins.balance(coins[k]) - before;
    }

    /// The output at current balances, one unit less against rounding, less the fee.
    function _output(uint256 i, uint256 j, uint256 dx) private view returns (uint256) {
        uint256[] memory xp = _scaled();
        uint256 y = _balanceAfter(i, j, xp[i] + dx * rates[i] / PRECISION, xp);
        uint256 dy = xp[j] - y - 1;
        return (dy - dy * fee / FEE_DENOMINATOR) * PRECISION / rates[j];
    }

    /// The invariant after a deposit, had its deviation from the pool's proportions paid the fee; that fee stays with the pool.
    function _afterFees(uint256[] memory old, uint256 before, uint256 invariant) private returns (uint256 result) {
        uint256 share = fee * N_COINS / (4 * (N_COINS - 1));
        uint256[] memory actual = balances;
        for (uint256 k = 0; k < N_COINS; k++) {
            uint256 ideal = invariant * old[k] / before;
            uint256 difference = ideal > actual[k] ? ideal - actual[k] : actual[k] - ideal;
            balances[k] = actual[k] - share * difference / FEE_DENOMINATOR;
        }
        result = _invariant(_scaled());
        balances = actual;
    }

    function _scaled() private view returns (uint256[] memory xp) {
        xp = balances;
        for (uint256 k = 0; k < xp.length; k++) xp[k] = xp[k] * rates[k] / PRECISION;
    }

    /// D, by Newton's method.
    function _invariant(uint256[] memory xp) private view returns (uint256 d) {
        uint256 n = N_COINS;
        uint256 sum;
        for (uint256 k = 0; k < n; k++) sum += xp[k];
        if (sum == 0) return 0;
        d = sum;
        uint256 ann = A_precise * n;
        for (uint256 round = 0; round < 255; round++) {
            uint256 dp = d;
            for (uint256 k = 0; k < n; k++) dp = dp * d / (xp[k] * n);
            uint256 previous = d;
            d = (ann * sum / A_PRECISION + dp * n) * d / ((ann - A_PRECISION) * d / A_PRECISION + (n + 1) * dp);
            if (_close(d, previous)) return d;
        }
        revert("D does not converge");
    }

    /// The balance of coin j that keeps D once that of coin i is x: a quadratic equation, by Newton's method.
    function _balanceAfter(uint256 i, uint256 j, uint256 x, uint256[] memory xp) private view returns (uint256 y) {
        uint256 n = N_COINS;
        require(i != j && i < n && j < n, "coin out of range");
        uint256 d = _invariant(xp);
        uint256 ann = A_precise * n;
        uint256 c = d;
        uint256 sum;
        for (uint256 k = 0; k < n; k++) {
            if (k == j) continue;
            uint256 balance = k == i ? x : xp[k];
            sum += balance;
            c = c * d / (balance * n);
        }
        c = c * d * A_PRECISION / (ann * n);
        uint256 b = sum + d * A_PRECISION / ann; // the equation's b, plus D
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

    function _index(int128 i) private pure returns (uint256) {
        require(i >= 0, "coin out of range");
        return uint256(uint128(i));
    }
}
