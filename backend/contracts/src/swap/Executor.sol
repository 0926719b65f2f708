// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../lib/Tokens.sol";
import {Coins} from "./lib/Coins.sol";
import {UniswapV2} from "./lib/UniswapV2.sol";
import {UniswapV3} from "./lib/UniswapV3.sol";
import {IUniswapV3SwapCallback} from "./pools/UniswapV3Pool.sol";

interface IStablePool {
    function get_dy(int128 i, int128 j, uint256 dx) external view returns (uint256);
}

struct PoolKey {
    address token0;
    address token1;
    uint24 fee;
    int24 spacing;
    address hooks;
}

struct SwapParams {
    bool zeroForOne;
    int256 specified; // negative: an exact input
    uint160 limit;
}

interface IPoolManager {
    function unlock(bytes calldata data) external returns (bytes memory);
    function swap(PoolKey calldata key, SwapParams calldata params, bytes calldata hookData) external returns (int256);
    function sync(address token) external;
    function settle() external payable returns (uint256);
    function take(address token, address to, uint256 amount) external;
}

/// PancakeSwap's Infinity: a vault keeps the tokens, which is settled with as Uniswap's manager is, and managers of its know the pools.
interface IInfinityVault {
    function lock(bytes calldata data) external returns (bytes memory);
}

struct InfinityKey {
    address token0;
    address token1;
    address hooks;
    address manager;
    uint24 fee;
    bytes32 parameters; // the spacing from bit 16 on
}

interface IInfinityManager {
    function swap(InfinityKey calldata key, SwapParams calldata params, bytes calldata hookData) external returns (int256);
}

struct VaultSwap {
    uint8 kind; // 1: exact output
    address pool;
    address tokenIn;
    address tokenOut;
    uint256 amount;
    uint256 limit;
    bytes data;
}

/// The vault of Balancer's third version.
interface IBalancerVault {
    function unlock(bytes calldata data) external returns (bytes memory);
    function swap(VaultSwap calldata params) external returns (uint256 calculated, uint256 amountIn, uint256 amountOut);
    function settle(address token, uint256 amount) external returns (uint256);
    function sendTo(address token, address to, uint256 amount) external;
}

interface IPair {
    function getAmountOut(uint256 amount, address tokenIn) external view returns (uint256);
    function swap(uint256 amount0, uint256 amount1, address to, bytes calldata data) external;
}

/// Runs a swap's route for the swap contract, which has moved the input here and counts what comes back.
///
/// The call is 4 zero bytes ‖ program ‖ amounts ‖ user. A program is one byte with the number of amounts, 1 (exact input) or 2 (most to spend,
/// exact output), then instructions on 16 registers of 256 bits; r0 and r1 begin with the amounts. Numbers are big-endian:
///
///   00 SET   d value(32)                           r[d] = value
///   01 LOAD  d token(20)                           r[d] = what this contract holds of the token
///   02 SHARE d s bps(2)                            r[d] = r[s] · bps / 10000, rounded down
///   03 ADD   d s                                   r[d] = r[d] + r[s]
///   04 SUB   d s                                   r[d] = r[d] − r[s]
///   05 CALL  s flags(1) token(20) target(20) at(2) length(2) data
///            flags: 1 write r[s] into the data's word at `at`, 2 send r[s] of the native coin along, 4 first let the target take r[s] of token,
///            8 two bytes more give a length: so much of the program that follows is run only if the call fails
///   06 ASK   d s target(20) at(2) from(2) length(2) data
///            r[d] = the word at `from` of what the target answers to the data with r[s] at `at`
///   07 POOL  d s flags(1) pool(20) tokenIn(20) fee(2)
///            a swap on a Uniswap V2 pair (fee in basis points) or on a pool whose swap is called as that of V3 (fee unused); flags: 1 tokenIn is
///            token0, 2 the output goes to the swap contract, 4 exact output, 8 only ask, 16 Uniswap V3. Exact input: r[s] goes in, r[d] = what
///            came out; exact output: r[s] comes out, r[d] = what it cost
///   08 GIVE  token(20)                             everything held of the token goes to the swap contract
///   09 COST  d s pool(20) i(1) j(1) guess(32)
///            r[d] = an amount of coin i for which a stable pool pays r[s] of coin j: the guess unless the pool has moved since it was made
///   0a BACK  token(20)                             everything held of the token goes to the user
///   0b FIND  d s target(20) at(2) from(2) guess(32) length(2) data
///            COST for any exchange that tells what it pays: with r[d] at `at`, the target answers r[s] or more at `from`
///   0c HELD  d s flags(1) manager(20) token0(20) token1(20) fee(3) spacing(3) hooks(20)
///            POOL on a pool that a manager holds (Uniswap V4), with its flags but 16. The zero address as a token is the native coin. Flag 32: the
///            manager is the vault of PancakeSwap's Infinity, and 20 bytes more say which manager of its knows the pool
///   0d PAIR  d s flags(1) pair(20) tokenIn(20)
///            POOL on a pair that tells itself what it pays (Solidly), by its flags 1 and 2
///   0e KEPT  d s flags(1) vault(20) pool(20) tokenIn(20) tokenOut(20)
///            POOL on a pool of Balancer V3, by its flags 2, 4 and 8
///
/// So a split is SHARE, SHARE, … and LOAD for the last leg, which takes the rounding; an exact output over several hops asks from the last hop to the
/// first what each costs and then swaps forwards.
///
/// Anyone may run any program: this contract holds nothing between transactions and nobody may approve it.
contract Executor is IUniswapV3SwapCallback {
    struct Machine {
        uint256[16] r;
        uint256 at; // next byte of the program
        address user;
    }

    /// A call of a target: where the amount is written into its data, and the answer's word that counts.
    struct Question {
        address target;
        uint256 at;
        uint256 from;
        bytes data;
    }

    uint256 private constant ZERO_FOR_ONE = 1;
    uint256 private constant TO_CALLER = 2;
    uint256 private constant EXACT_OUT = 4;
    uint256 private constant ASK = 8;
    uint256 private constant UNISWAP_V3 = 16;
    uint256 private constant INFINITY = 32;

    uint256 private constant INSERT = 1;
    uint256 private constant VALUE = 2;
    uint256 private constant ALLOW = 4;
    uint256 private constant ELSE = 8;

    uint256 private constant ROUNDS = 16; // of narrowing a cost
    uint256 private constant MILLION = 1_000_000;

    address private transient pool; // whose callback is expected
    address private transient payToken; // what that callback pays with; zero: it only asks

    error InvalidProgram();
    error NotEnoughLiquidity();
    error UnexpectedCallback();
    error Cost(uint256 amount);

    receive() external payable {}

    /// Runs a program. Whatever else the pool calls while it is swapped on is its callback, under the name that its exchange gave it.
    fallback() external payable {
        if (msg.data.length < 5) revert InvalidProgram();
        if (bytes4(msg.data[:4]) != 0) {
            if (msg.sender != pool || msg.data.length < 68) revert InvalidProgram();
            return _pay(int256(uint256(bytes32(msg.data[4:36]))), int256(uint256(bytes32(msg.data[36:68]))));
        }
        uint256 amounts = uint8(msg.data[4]);
        uint256 tail = 32 * (amounts + 1);
        if (amounts == 0 || amounts > 2 || msg.data.length < 5 + tail) revert InvalidProgram();
        bytes calldata program = msg.data[5:msg.data.length - tail];
        Machine memory m;
        for (uint256 i = 0; i < amounts; i++) {
            m.r[i] = uint256(bytes32(msg.data[5 + program.length + 32 * i:]));
        }
        m.user = address(uint160(uint256(bytes32(msg.data[msg.data.length - 32:]))));
        while (m.at < program.length) _run(program, m);
    }

    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata) external {
        if (msg.sender != pool) revert UnexpectedCallback();
        _pay(amount0Delta, amount1Delta);
    }

    /// Swaps on a pool of the manager, which gives its answer to who unlocked it: what went in and what came out.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        if (msg.sender != pool) revert UnexpectedCallback();
        pool = address(0);
        (PoolKey memory key, SwapParams memory params, address to,) = abi.decode(data, (PoolKey, SwapParams, address, address));
        return _swapHeld(key.token0, key.token1, params, to, IPoolManager(msg.sender).swap(key, params, ""));
    }

    /// The same by the vault of Infinity.
    function lockAcquired(bytes calldata data) external returns (bytes memory) {
        if (msg.sender != pool) revert UnexpectedCallback();
        pool = address(0);
        (PoolKey memory key, SwapParams memory params, address to, address manager) =
            abi.decode(data, (PoolKey, SwapParams, address, address));
        bytes32 parameters = bytes32(uint256(uint24(key.spacing)) << 16);
        InfinityKey memory held = InfinityKey(key.token0, key.token1, key.hooks, manager, key.fee, parameters);
        return _swapHeld(key.token0, key.token1, params, to, IInfinityManager(manager).swap(held, params, ""));
    }

    /// Pays for a swap that the caller's books have, and takes what came out of it.
    function _swapHeld(address token0, address token1, SwapParams memory params, address to, int256 delta)
        private
        returns (bytes memory)
    {
        (int128 change0, int128 change1) = (int128(delta >> 128), int128(delta));
        if (!params.zeroForOne) (change0, change1) = (change1, change0);
        if (change0 > 0 || change1 < 0) revert NotEnoughLiquidity();
        (uint256 amountIn, uint256 amountOut) = (uint256(-int256(change0)), uint256(int256(change1)));
        if ((params.specified < 0 ? -int256(amountIn) : int256(amountOut)) != params.specified) revert NotEnoughLiquidity();
        if (to == address(0)) revert Cost(amountIn);
        _settle(IPoolManager(msg.sender), params.zeroForOne ? token0 : token1, amountIn);
        IPoolManager(msg.sender).take(params.zeroForOne ? token1 : token0, to, amountOut);
        return abi.encode(amountIn, amountOut);
    }

    /// Swaps on a pool of the vault of Balancer V3, which gives its answer to who unlocked it.
    function swapKept(VaultSwap memory params, address to) external returns (uint256 amountIn, uint256 amountOut) {
        if (msg.sender != pool) revert UnexpectedCallback();
        pool = address(0);
        (, amountIn, amountOut) = IBalancerVault(msg.sender).swap(params);
        if (to == address(0)) revert Cost(amountIn);
        Tokens.safeTransfer(params.tokenIn, msg.sender, amountIn);
        IBalancerVault(msg.sender).settle(params.tokenIn, amountIn);
        IBalancerVault(msg.sender).sendTo(params.tokenOut, to, amountOut);
    }

    function _settle(IPoolManager manager, address token, uint256 amount) private {
        if (token == address(0)) {
            manager.settle{value: amount}();
            return;
        }
        manager.sync(token);
        Tokens.safeTransfer(token, address(manager), amount);
        manager.settle();
    }

    function _pay(int256 amount0Delta, int256 amount1Delta) private {
        uint256 amount = uint256(amount0Delta > 0 ? amount0Delta : amount1Delta);
        if (payToken == address(0)) revert Cost(amount);
        pool = address(0);
        Tokens.safeTransfer(payToken, msg.sender, amount);
    }

    function _run(bytes calldata program, Machine memory m) private {
        uint256 op = _number(program, m, 1);
        if (op == 0) _set(program, m);
        else if (op == 1) _load(program, m);
        else if (op == 2) _share(program, m);
        else if (op == 3) _add(program, m);
        else if (op == 4) _sub(program, m);
        else if (op == 5) _call(program, m);
        else if (op == 6) _ask(program, m);
        else if (op == 7) _pool(program, m);
        else if (op == 8) _send(program, m, msg.sender);
        else if (op == 9) _cost(program, m);
        else if (op == 10) _send(program, m, m.user);
        else if (op == 11) _find(program, m);
        else if (op == 12) _held(program, m);
        else if (op == 13) _pair(program, m);
        else if (op == 14) _kept(program, m);
        else revert InvalidProgram();
    }

    function _set(bytes calldata program, Machine memory m) private pure {
        uint256 d = _register(program, m);
        m.r[d] = _number(program, m, 32);
    }

    function _load(bytes calldata program, Machine memory m) private view {
        uint256 d = _register(program, m);
        m.r[d] = Coins.balance(_address(program, m));
    }

    function _share(bytes calldata program, Machine memory m) private pure {
        uint256 d = _register(program, m);
        uint256 s = _register(program, m);
        m.r[d] = m.r[s] * _number(program, m, 2) / 10_000;
    }

    function _add(bytes calldata program, Machine memory m) private pure {
        uint256 d = _register(program, m);
        uint256 s = _register(program, m);
        m.r[d] += m.r[s];
    }

    function _sub(bytes calldata program, Machine memory m) private pure {
        uint256 d = _register(program, m);
        uint256 s = _register(program, m);
        m.r[d] -= m.r[s];
    }

    function _call(bytes calldata program, Machine memory m) private {
        uint256 amount = m.r[_register(program, m)];
        uint256 flags = _number(program, m, 1);
        address token = _address(program, m);
        address target = _address(program, m);
        uint256 at = _number(program, m, 2);
        bytes memory data = _bytes(program, m);
        if (flags & INSERT != 0) _insert(data, at, amount);
        if (flags & ALLOW != 0) Coins.allow(token, target, amount);
        (bool success, bytes memory answer) = target.call{value: flags & VALUE != 0 ? amount : 0}(data);
        if (flags & ELSE != 0) {
            uint256 length = _number(program, m, 2);
            if (success) m.at += length;
        } else if (!success) {
            Tokens.revertWith(answer);
        }
    }

    function _ask(bytes calldata program, Machine memory m) private {
        uint256 d = _register(program, m);
        uint256 amount = m.r[_register(program, m)];
        address target = _address(program, m);
        uint256 at = _number(program, m, 2);
        uint256 from = _number(program, m, 2);
        m.r[d] = _answer(Question(target, at, from, _bytes(program, m)), amount);
    }

    function _pool(bytes calldata program, Machine memory m) private {
        uint256 d = _register(program, m);
        uint256 amount = m.r[_register(program, m)];
        uint256 flags = _number(program, m, 1);
        address target = _address(program, m);
        address tokenIn = _address(program, m);
        uint256 fee = _number(program, m, 2);
        m.r[d] = flags & UNISWAP_V3 != 0
            ? _swapV3(target, tokenIn, amount, flags)
            : _swapV2(target, tokenIn, amount, flags, UniswapV2.UNIT - fee);
    }

    function _send(bytes calldata program, Machine memory m, address to) private {
        address token = _address(program, m);
        Coins.send(token, to, Coins.balance(token));
    }

    function _cost(bytes calldata program, Machine memory m) private {
        uint256 d = _register(program, m);
        uint256 amount = m.r[_register(program, m)];
        address stable = _address(program, m);
        int128 i = int128(int256(_number(program, m, 1)));
        int128 j = int128(int256(_number(program, m, 1)));
        uint256 guess = _number(program, m, 32);
        m.r[d] = _narrow(Question(stable, 68, 0, abi.encodeCall(IStablePool.get_dy, (i, j, 0))), amount, guess);
    }

    function _find(bytes calldata program, Machine memory m) private {
        uint256 d = _register(program, m);
        uint256 amount = m.r[_register(program, m)];
        Question memory q;
        q.target = _address(program, m);
        q.at = _number(program, m, 2);
        q.from = _number(program, m, 2);
        uint256 guess = _number(program, m, 32);
        q.data = _bytes(program, m);
        m.r[d] = _narrow(q, amount, guess);
    }

    /// Raises the guess until the pool pays the amount. A pool that pays a good deal more is asked for less once. The millionth makes up for the
    /// price that worsens on the way, so that one or two rounds are usual.
    function _narrow(Question memory q, uint256 amount, uint256 guess) private returns (uint256) {
        for (uint256 round = 0; round < ROUNDS; round++) {
            uint256 paid = _answer(q, guess);
            if (paid == 0) revert NotEnoughLiquidity();
            if (paid >= amount) {
                if (paid - amount <= amount / MILLION) return guess;
                uint256 less = guess * amount / paid + guess / MILLION + 1;
                return less < guess && _answer(q, less) >= amount ? less : guess;
            }
            guess = guess * amount / paid + guess / MILLION + 1;
        }
        revert NotEnoughLiquidity();
    }

    /// What the target answers to the question about an amount.
    function _answer(Question memory q, uint256 amount) private returns (uint256 word) {
        _insert(q.data, q.at, amount);
        (bool success, bytes memory answer) = q.target.call(q.data);
        if (!success) Tokens.revertWith(answer);
        uint256 from = q.from;
        if (answer.length < from + 32) revert InvalidProgram();
        assembly ("memory-safe") {
            word := mload(add(add(answer, 32), from))
        }
    }

    function _held(bytes calldata program, Machine memory m) private {
        uint256 d = _register(program, m);
        uint256 amount = m.r[_register(program, m)];
        uint256 flags = _number(program, m, 1);
        address manager = _address(program, m);
        PoolKey memory key;
        key.token0 = _address(program, m);
        key.token1 = _address(program, m);
        key.fee = uint24(_number(program, m, 3));
        key.spacing = int24(uint24(_number(program, m, 3)));
        key.hooks = _address(program, m);
        m.r[d] = _unlock(manager, key, amount, flags, flags & INFINITY != 0 ? _address(program, m) : address(0));
    }

    function _unlock(address holder, PoolKey memory key, uint256 amount, uint256 flags, address manager)
        private
        returns (uint256)
    {
        bool zeroForOne = flags & ZERO_FOR_ONE != 0;
        bool ask = flags & ASK != 0;
        SwapParams memory params = SwapParams(
            zeroForOne,
            flags & EXACT_OUT != 0 ? UniswapV3.toInt256(amount) : -UniswapV3.toInt256(amount),
            UniswapV3.limit(zeroForOne)
        );
        bytes memory data = abi.encode(key, params, ask ? address(0) : _receiver(flags), manager);
        bytes memory call =
            flags & INFINITY != 0 ? abi.encodeCall(IInfinityVault.lock, (data)) : abi.encodeCall(IPoolManager.unlock, (data));
        return _held(holder, call, flags);
    }

    /// Has a holder of pools call back, and tells what the swap there cost or brought.
    function _held(address holder, bytes memory call, uint256 flags) private returns (uint256) {
        pool = holder;
        (bool success, bytes memory answer) = holder.call(call);
        pool = address(0);
        if (flags & ASK != 0) return _told(answer);
        if (!success) Tokens.revertWith(answer);
        (uint256 amountIn, uint256 amountOut) = abi.decode(abi.decode(answer, (bytes)), (uint256, uint256));
        return flags & EXACT_OUT != 0 ? amountIn : amountOut;
    }

    function _kept(bytes calldata program, Machine memory m) private {
        uint256 d = _register(program, m);
        VaultSwap memory params;
        params.amount = m.r[_register(program, m)];
        uint256 flags = _number(program, m, 1);
        address vault = _address(program, m);
        params.pool = _address(program, m);
        params.tokenIn = _address(program, m);
        params.tokenOut = _address(program, m);
        if (flags & EXACT_OUT != 0) (params.kind, params.limit) = (1, type(uint128).max);
        address to = flags & ASK != 0 ? address(0) : _receiver(flags);
        bytes memory data = abi.encodeCall(this.swapKept, (params, to));
        m.r[d] = _held(vault, abi.encodeCall(IBalancerVault.unlock, (data)), flags);
    }

    function _pair(bytes calldata program, Machine memory m) private {
        uint256 d = _register(program, m);
        uint256 amount = m.r[_register(program, m)];
        uint256 flags = _number(program, m, 1);
        IPair pair = IPair(_address(program, m));
        address tokenIn = _address(program, m);
        uint256 out = pair.getAmountOut(amount, tokenIn);
        Tokens.safeTransfer(tokenIn, address(pair), amount);
        bool zeroForOne = flags & ZERO_FOR_ONE != 0;
        pair.swap(zeroForOne ? 0 : out, zeroForOne ? out : 0, _receiver(flags), "");
        m.r[d] = out;
    }

    function _swapV2(address pair, address tokenIn, uint256 amount, uint256 flags, uint256 factor)
        private
        returns (uint256 result)
    {
        bool zeroForOne = flags & ZERO_FOR_ONE != 0;
        if (flags & EXACT_OUT == 0) {
            Tokens.safeTransfer(tokenIn, pair, amount);
            return UniswapV2.swapReceived(pair, tokenIn, zeroForOne, factor, _receiver(flags));
        }
        (uint256 reserveIn, uint256 reserveOut) = UniswapV2.reserves(pair, zeroForOne);
        result = UniswapV2.amountInFor(amount, reserveIn, reserveOut, factor);
        if (flags & ASK != 0) return result;
        Tokens.safeTransfer(tokenIn, pair, result);
        UniswapV2.swap(pair, zeroForOne, amount, _receiver(flags));
    }

    function _swapV3(address target, address tokenIn, uint256 amount, uint256 flags) private returns (uint256) {
        bool exactOut = flags & EXACT_OUT != 0;
        int256 specified = exactOut ? -UniswapV3.toInt256(amount) : UniswapV3.toInt256(amount);
        pool = target;
        if (flags & ASK != 0) return _costV3(target, flags & ZERO_FOR_ONE != 0, specified);
        payToken = tokenIn;
        (uint256 amountIn, uint256 amountOut) =
            UniswapV3.swap(target, flags & ZERO_FOR_ONE != 0, specified, _receiver(flags), "");
        pool = address(0);
        if ((exactOut ? amountOut : amountIn) != amount) revert NotEnoughLiquidity();
        return exactOut ? amountIn : amountOut;
    }

    /// Runs the swap as far as the callback, which answers with what it would have to pay by reverting.
    function _costV3(address target, bool zeroForOne, int256 specified) private returns (uint256 amount) {
        payToken = address(0);
        bytes memory data = abi.encodeCall(this.askV3, (target, zeroForOne, specified));
        (, bytes memory answer) = address(this).call(data);
        pool = address(0);
        return _told(answer);
    }

    /// The amount of the Cost that a call which only asked reverted with.
    function _told(bytes memory answer) private pure returns (uint256 amount) {
        if (bytes4(answer) != Cost.selector) Tokens.revertWith(answer);
        assembly ("memory-safe") {
            amount := mload(add(answer, 36))
        }
    }

    /// Always reverts, so that an asked swap leaves nothing behind.
    function askV3(address target, bool zeroForOne, int256 specified) external {
        UniswapV3.swap(target, zeroForOne, specified, address(this), "");
        revert NotEnoughLiquidity();
    }

    function _receiver(uint256 flags) private view returns (address) {
        return flags & TO_CALLER != 0 ? msg.sender : address(this);
    }

    function _insert(bytes memory data, uint256 at, uint256 amount) private pure {
        if (at + 32 > data.length) revert InvalidProgram();
        assembly ("memory-safe") {
            mstore(add(add(data, 32), at), amount)
        }
    }

    function _register(bytes calldata program, Machine memory m) private pure returns (uint256 index) {
        index = _number(program, m, 1);
        if (index > 15) revert InvalidProgram();
    }

    function _address(bytes calldata program, Machine memory m) private pure returns (address) {
        return address(uint160(_number(program, m, 20)));
    }

    function _number(bytes calldata program, Machine memory m, uint256 length) private pure returns (uint256) {
        return uint256(bytes32(_take(program, m, length))) >> (256 - 8 * length);
    }

    function _bytes(bytes calldata program, Machine memory m) private pure returns (bytes memory) {
        uint256 length = _number(program, m, 2);
        return _take(program, m, length);
    }

    function _take(bytes calldata program, Machine memory m, uint256 length) private pure returns (bytes calldata part) {
        uint256 end = m.at + length;
        if (end > program.length) revert InvalidProgram();
        part = program[m.at:end];
        m.at = end;
    }
}
