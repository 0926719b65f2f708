// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, Tokens} from "../lib/Tokens.sol";
import {InfinityKey, SwapParams} from "../swap/Executor.sol";
import {TickMath} from "../swap/math/TickMath.sol";
import {Concentrated} from "./Concentrated.sol";

interface ILocker {
    function lockAcquired(bytes calldata data) external returns (bytes memory);
}

struct LiquidityParams {
    int24 lower;
    int24 upper;
    int256 delta;
    bytes32 salt;
}

/// Manager and vault of PancakeSwap's Infinity in one, for concentrated pools without hooks, with pools where the manager has them in its storage.
contract InfinityPools {
    using Concentrated for Concentrated.Liquidity;

    struct Slot0 {
        uint160 price;
        int24 tick;
        uint24 protocolFee; // of what is paid of token 0 in the low 12 bits, then of token 1
        uint24 fee;
    }

    struct Pool {
        Slot0 slot0;
        uint256 growth0;
        uint256 growth1;
        Concentrated.Liquidity held;
    }

    uint256 private owner;
    bool public paused;
    uint256[2] private gap;
    mapping(bytes32 => Pool) private pools;

    address private transient locker;
    address private transient synced;
    uint256 private transient before;
    mapping(address => int256) private owed; // to the locker, all 0 between locks
    uint256 private open; // how many are not 0

    event Initialize(
        bytes32 indexed id,
        address indexed token0,
        address indexed token1,
        address hooks,
        uint24 fee,
        bytes32 parameters,
        uint160 price,
        int24 tick
    );
    event ModifyLiquidity(bytes32 indexed id, address indexed sender, int24 lower, int24 upper, int256 delta, bytes32 salt);
    event Swap(
        bytes32 indexed id,
        address indexed sender,
        int128 amount0,
        int128 amount1,
        uint160 price,
        uint128 liquidity,
        int24 tick,
        uint24 fee,
        uint16 protocolFee
    );
    event ProtocolFeeUpdated(bytes32 indexed id, uint24 protocolFee);
    event Paused(address account);
    event Unpaused(address account);

    function extsload(bytes32 slot) external view returns (bytes32 word) {
        assembly ("memory-safe") {
            word := sload(slot)
        }
    }

    function extsload(bytes32[] calldata slots) external view returns (bytes32[] memory words) {
        words = new bytes32[](slots.length);
        for (uint256 i = 0; i < slots.length; i++) {
            words[i] = this.extsload(slots[i]);
        }
    }

    function pause() external {
        paused = true;
        emit Paused(msg.sender);
    }

    function unpause() external {
        paused = false;
        emit Unpaused(msg.sender);
    }

    function setProtocolFee(InfinityKey calldata key, uint24 fee) external {
        pools[_id(key)].slot0.protocolFee = fee;
        emit ProtocolFeeUpdated(_id(key), fee);
    }

    function initialize(InfinityKey calldata key, uint160 price) external returns (int24 tick) {
        Pool storage pool = pools[_id(key)];
        require(pool.slot0.price == 0 && key.manager == address(this) && key.hooks == address(0));
        require(key.token0 < key.token1 && key.fee <= 1_000_000);
        tick = TickMath.getTickAtSqrtRatio(price);
        pool.slot0 = Slot0(price, tick, 0, key.fee);
        emit Initialize(_id(key), key.token0, key.token1, key.hooks, key.fee, key.parameters, price, tick);
    }

    function modifyLiquidity(InfinityKey calldata key, LiquidityParams calldata params, bytes calldata)
        external
        returns (int256 delta, int256 fees)
    {
        Pool storage pool = pools[_id(key)];
        require(pool.slot0.price != 0 && params.delta > 0);
        (uint256 amount0, uint256 amount1) = pool.held.add(
            pool.slot0.price, pool.slot0.tick, _spacing(key), params.lower, params.upper, uint128(uint256(params.delta))
        );
        emit ModifyLiquidity(_id(key), msg.sender, params.lower, params.upper, params.delta, params.salt);
        return (_account(key, -int256(amount0), -int256(amount1)), fees);
    }

    function swap(InfinityKey calldata key, SwapParams calldata params, bytes calldata) external returns (int256 delta) {
        Pool storage pool = pools[_id(key)];
        Slot0 memory slot0 = pool.slot0;
        require(!paused && params.specified != 0 && slot0.price != 0);
        uint24 protocolFee = params.zeroForOne ? slot0.protocolFee & 0xfff : slot0.protocolFee >> 12;
        uint24 fee = uint24(uint256(protocolFee) + slot0.fee - uint256(protocolFee) * slot0.fee / 1_000_000);
        require(fee < 1_000_000 || params.specified < 0);
        Concentrated.Swapped memory s;
        (s.remaining, s.price, s.tick, s.liquidity) = (-params.specified, slot0.price, slot0.tick, pool.held.active);
        pool.held.swap(s, _spacing(key), fee, params.zeroForOne, params.limit);
        (pool.slot0.price, pool.slot0.tick, pool.held.active) = (s.price, s.tick, s.liquidity);
        int256 used = params.specified + s.remaining;
        delta = params.zeroForOne == (params.specified < 0)
            ? _account(key, used, -s.calculated)
            : _account(key, -s.calculated, used);
        emit Swap(
            _id(key), msg.sender, int128(delta >> 128), int128(delta), s.price, s.liquidity, s.tick, fee, uint16(protocolFee)
        );
    }

    function lock(bytes calldata data) external returns (bytes memory answer) {
        require(locker == address(0));
        locker = msg.sender;
        answer = ILocker(msg.sender).lockAcquired(data);
        require(open == 0, "not settled");
        locker = address(0);
    }

    function sync(address token) external {
        (synced, before) = (token, token == address(0) ? 0 : IERC20(token).balanceOf(address(this)));
    }

    function settle() external payable returns (uint256 paid) {
        paid = synced == address(0) ? msg.value : IERC20(synced).balanceOf(address(this)) - before;
        _owe(synced, int256(paid));
        synced = address(0);
    }

    function take(address token, address to, uint256 amount) external {
        _owe(token, -int256(amount));
        if (token != address(0)) return Tokens.safeTransfer(token, to, amount);
        (bool success,) = to.call{value: amount}("");
        require(success);
    }

    /// Packs what the locker gains of both tokens, below 0 what it loses.
    function _account(InfinityKey calldata key, int256 gain0, int256 gain1) private returns (int256) {
        require(int128(gain0) == gain0 && int128(gain1) == gain1);
        _owe(key.token0, gain0);
        _owe(key.token1, gain1);
        return (gain0 << 128) | int256(uint256(uint128(int128(gain1))));
    }

    function _owe(address token, int256 amount) private {
        require(locker == msg.sender);
        int256 was = owed[token];
        owed[token] = was + amount;
        if (was == 0 && amount != 0) open++;
        if (was != 0 && was + amount == 0) open--;
    }

    function _id(InfinityKey calldata key) private pure returns (bytes32) {
        return keccak256(abi.encode(key));
    }

    function _spacing(InfinityKey calldata key) private pure returns (int24) {
        return int24(uint24(uint256(key.parameters) >> 16));
    }
}

interface IInfinity {
    function lock(bytes calldata data) external returns (bytes memory);
    function modifyLiquidity(InfinityKey calldata key, LiquidityParams calldata params, bytes calldata data)
        external
        returns (int256 delta, int256 fees);
    function sync(address token) external;
    function settle() external payable returns (uint256);
}

/// Adds liquidity to pools of Infinity, out of what it has.
contract InfinityProvider {
    function add(IInfinity vault, InfinityKey calldata key, LiquidityParams calldata params) external {
        vault.lock(abi.encode(key, params));
    }

    function lockAcquired(bytes calldata data) external returns (bytes memory) {
        (InfinityKey memory key, LiquidityParams memory params) = abi.decode(data, (InfinityKey, LiquidityParams));
        (int256 delta,) = IInfinity(key.manager).modifyLiquidity(key, params, "");
        _pay(key.token0, uint256(-int256(int128(delta >> 128))));
        _pay(key.token1, uint256(-int256(int128(delta))));
        return "";
    }

    function _pay(address token, uint256 amount) private {
        if (amount == 0) return;
        IInfinity vault = IInfinity(msg.sender);
        vault.sync(token);
        if (token != address(0)) Tokens.safeTransfer(token, msg.sender, amount);
        vault.settle{value: token == address(0) ? amount : 0}();
    }

    receive() external payable {}
}
