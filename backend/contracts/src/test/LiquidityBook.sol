// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../lib/Tokens.sol";

/// A pair of the Liquidity Book: bins of one price each, and a fee that grows with how many of them a swap moves on. Liquidity is what lies in it.
contract LiquidityBookPair {
    struct Fees {
        uint16 baseFactor;
        uint16 filter;
        uint16 decay;
        uint16 reduction;
        uint24 control;
        uint16 share; // of the fee that leaves the bin, basis points
        uint24 most;
    }

    struct Moved {
        uint24 accumulated;
        uint24 referred;
        uint24 id;
        uint40 last;
    }

    struct Sale {
        bool down;
        uint256 left;
        uint256 out;
        uint256 fees;
        uint24 id;
    }

    /// What a bin's tokens may be worth in the second one.
    uint256 private constant ROOM = 65251743116719673010965625540244653191619923014385985379600384103134737;

    address public getTokenX;
    address public getTokenY;
    uint16 public getBinStep;
    uint24 public getActiveId;
    Fees private f;
    Moved private m;
    mapping(uint24 => uint256[2]) private held;
    uint256[2] private booked;
    uint24 private lowest;
    uint24 private highest;

    event Swap(address indexed sender, address indexed to, uint24 id, bytes32 amountsIn, bytes32 amountsOut);
    event DepositedToBins(address indexed sender, address indexed to, uint256[] ids, bytes32[] amounts);

    constructor(address x, address y, uint16 step, uint24 active, Fees memory fees) {
        (getTokenX, getTokenY, getBinStep, getActiveId, f) = (x, y, step, active, fees);
        (m.id, lowest, highest) = (active, active, active);
    }

    /// Lays what has been sent into a bin: of the first token in those from the active one on, of the second in those up to it.
    function lay(uint24 id, uint256 x, uint256 y) external {
        require(x == 0 || id >= getActiveId);
        require(y == 0 || id <= getActiveId);
        held[id][0] += x;
        held[id][1] += y;
        booked[0] += x;
        booked[1] += y;
        require(IERC20(getTokenX).balanceOf(address(this)) >= booked[0] && IERC20(getTokenY).balanceOf(address(this)) >= booked[1]);
        if (id < lowest) lowest = id;
        if (id > highest) highest = id;
        emit DepositedToBins(msg.sender, msg.sender, new uint256[](0), new bytes32[](0));
    }

    function getBin(uint24 id) external view returns (uint128, uint128) {
        return (uint128(held[id][0]), uint128(held[id][1]));
    }

    function getStaticFeeParameters() external view returns (uint16, uint16, uint16, uint16, uint24, uint16, uint24) {
        return (f.baseFactor, f.filter, f.decay, f.reduction, f.control, f.share, f.most);
    }

    function getVariableFeeParameters() external view returns (uint24, uint24, uint24, uint40) {
        return (m.accumulated, m.referred, m.id, m.last);
    }

    function getNextNonEmptyBin(bool down, uint24 id) public view returns (uint24) {
        while (down ? id > lowest : id < highest) {
            id = down ? id - 1 : id + 1;
            if (held[id][0] > 0 || held[id][1] > 0) return id;
        }
        return down ? type(uint24).max : 0;
    }

    function getSwapIn(uint128 amount, bool down) external view returns (uint128, uint128, uint128) {
        Moved memory n = _refer(getActiveId);
        uint256 taken;
        uint24 id = getActiveId;
        uint256 left = amount;
        while (true) {
            uint256 pays = held[id][down ? 1 : 0];
            if (pays > left) pays = left;
            if (pays > 0) {
                uint256 net = _paid(pays, id, down);
                taken += net + _onTop(net, _fee(n, id));
                left -= pays;
            }
            if (left == 0) break;
            uint24 next = getNextNonEmptyBin(down, id);
            if (down ? next >= id : next <= id) break;
            id = next;
        }
        return (uint128(taken), uint128(left), 0);
    }

    function swap(bool down, address to) external returns (bytes32) {
        uint256 side = down ? 0 : 1;
        Sale memory s;
        s.down = down;
        s.left = IERC20(down ? getTokenX : getTokenY).balanceOf(address(this)) - booked[side];
        require(s.left > 0);
        s.id = getActiveId;
        m = _refer(s.id);
        booked[side] += s.left;
        while (true) {
            if (held[s.id][1 - side] > 0) _trade(s);
            if (s.left == 0) break;
            uint24 next = getNextNonEmptyBin(down, s.id);
            require(down ? next < s.id : next > s.id, "out of liquidity");
            s.id = next;
        }
        require(s.out > 0);
        booked[side] -= s.fees;
        booked[1 - side] -= s.out;
        (getActiveId, m.last) = (s.id, uint40(block.timestamp));
        if (s.fees > 0) Tokens.safeTransfer(down ? getTokenX : getTokenY, address(0xfee), s.fees);
        Tokens.safeTransfer(down ? getTokenY : getTokenX, to, s.out);
        emit Swap(msg.sender, to, s.id, 0, 0);
        return bytes32(down ? s.out << 128 : s.out);
    }

    /// Sells to one bin.
    function _trade(Sale memory s) private {
        uint256 side = s.down ? 0 : 1;
        uint256 reserve = held[s.id][1 - side];
        m.accumulated = _accumulated(m, s.id);
        uint256 rate = _fee(m, s.id);
        uint256 takes = _paid(reserve, s.id, s.down);
        uint256 fee = _onTop(takes, rate);
        takes += fee;
        uint256 pays = reserve;
        if (s.left < takes) {
            takes = s.left;
            fee = _up(takes * rate, 1e18);
            uint256 price = _price(s.id);
            pays = s.down ? (takes - fee) * price >> 128 : ((takes - fee) << 128) / price;
            if (pays > reserve) pays = reserve;
        }
        uint256[2] memory after_ = held[s.id];
        after_[side] += takes;
        after_[1 - side] -= pays;
        require(after_[1] < 1 << 128 && after_[0] * _price(s.id) + (after_[1] << 128) <= ROOM, "bin is full");
        uint256 share = fee * f.share / 10_000;
        held[s.id][side] += takes - share;
        held[s.id][1 - side] = reserve - pays;
        s.left -= takes;
        s.out += pays;
        s.fees += share;
    }

    /// What the fee is counted from in a swap of now.
    function _refer(uint24 active) private view returns (Moved memory n) {
        n = m;
        uint256 passed = block.timestamp - n.last;
        if (passed < f.filter) return n;
        n.id = active;
        n.referred = passed < f.decay ? uint24(uint256(n.accumulated) * f.reduction / 10_000) : 0;
    }

    function _accumulated(Moved memory n, uint24 id) private view returns (uint24) {
        uint256 moved = id > n.id ? id - n.id : n.id - id;
        uint256 accumulated = n.referred + moved * 10_000;
        return uint24(accumulated < f.most ? accumulated : f.most);
    }

    function _fee(Moved memory n, uint24 id) private view returns (uint256) {
        uint256 part = uint256(_accumulated(n, id)) * getBinStep;
        return uint256(f.baseFactor) * getBinStep * 1e10 + (part * part * f.control + 99) / 100;
    }

    function _onTop(uint256 amount, uint256 fee) private pure returns (uint256) {
        return _up(amount * fee, 1e18 - fee);
    }

    /// What a bin must be paid for an amount, without the fee.
    function _paid(uint256 amount, uint24 id, bool down) private view returns (uint256) {
        uint256 price = _price(id);
        amount = down ? _up(amount << 128, price) : _up(amount * price, 1 << 128);
        require(amount < 1 << 128);
        return amount;
    }

    function _up(uint256 a, uint256 b) private pure returns (uint256) {
        return a / b + (a % b > 0 ? 1 : 0);
    }

    function _price(uint24 id) private view returns (uint256 price) {
        int256 power = int256(uint256(id)) - (1 << 23);
        bool over = power > 0;
        if (power < 0) power = -power;
        price = 1 << 128;
        if (power == 0) return price;
        uint256 base = type(uint256).max / (price + (uint256(getBinStep) << 128) / 10_000);
        for (; power > 0; power >>= 1) {
            if (power & 1 == 1) price = price * base >> 128;
            base = base * base >> 128;
        }
        if (over) price = type(uint256).max / price;
    }
}

/// Lists pairs.
contract LiquidityBookFactory {
    struct Listed {
        uint16 binStep;
        address pair;
        bool createdByOwner;
        bool ignoredForRouting;
    }

    mapping(address => mapping(address => Listed[])) private listed;

    event LBPairCreated(address indexed tokenX, address indexed tokenY, uint256 indexed binStep, address pair, uint256 id);

    function add(address pair, bool ignored) external {
        LiquidityBookPair p = LiquidityBookPair(pair);
        (address a, address b) = (p.getTokenX(), p.getTokenY());
        (address low, address high) = a < b ? (a, b) : (b, a);
        listed[low][high].push(Listed(p.getBinStep(), pair, true, ignored));
        emit LBPairCreated(a, b, p.getBinStep(), pair, 0);
    }

    function getAllLBPairs(address a, address b) external view returns (Listed[] memory) {
        return a < b ? listed[a][b] : listed[b][a];
    }
}
