// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {Coins, IWrappedNative} from "../lib/Coins.sol";
import {IBalancerVault, IMinimalSwapInfoPool} from "./IBalancerVault.sol";

/// Holds the tokens of all its pools, moves them, and asks a pool only for the price (Balancer V2). Pools are of the kind that looks at the two
/// balances of a swap; liquidity is put in and taken out by a pool's owner, and there are no internal balances.
contract BalancerVault is IBalancerVault {
    struct PoolState {
        address[] tokens;
        mapping(address => uint256) balances;
        mapping(address => bool) listed;
        uint256 lastChangeBlock;
    }

    uint8 private constant MINIMAL_SWAP_INFO = 1;

    address public immutable WETH;
    uint80 private nextNonce;
    bool private locked;
    mapping(bytes32 => PoolState) private pools;

    event PoolRegistered(bytes32 indexed poolId, address indexed poolAddress, uint8 specialization);
    event TokensRegistered(bytes32 indexed poolId, address[] tokens, address[] assetManagers);
    event PoolBalanceChanged(
        bytes32 indexed poolId,
        address indexed liquidityProvider,
        address[] tokens,
        int256[] deltas,
        uint256[] protocolFeeAmounts
    );
    event Swap(
        bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut
    );

    error Simulated(int256[] deltas);

    modifier lock() {
        require(!locked, "BAL#400");
        locked = true;
        _;
        locked = false;
    }

    constructor(address weth) {
        WETH = weth;
    }

    receive() external payable {
        require(msg.sender == WETH, "BAL#515");
    }

    /// The pool's address in the upper 20 bytes, its kind in the next two, a serial number in the last ten.
    function registerPool(uint8 specialization) external returns (bytes32 poolId) {
        require(specialization == MINIMAL_SWAP_INFO, "BAL#309");
        poolId = bytes32((uint256(uint160(msg.sender)) << 96) | (uint256(specialization) << 80) | nextNonce++);
        emit PoolRegistered(poolId, msg.sender, specialization);
    }

    function registerTokens(bytes32 poolId, address[] calldata tokens, address[] calldata assetManagers) external {
        (address pool,) = getPool(poolId);
        require(msg.sender == pool, "BAL#501");
        PoolState storage state = pools[poolId];
        require(state.tokens.length == 0, "BAL#522");
        for (uint256 i = 0; i < tokens.length; i++) {
            require(tokens[i] != address(0) && (i == 0 || tokens[i] > tokens[i - 1]), "BAL#101");
            state.tokens.push(tokens[i]);
            state.listed[tokens[i]] = true;
        }
        emit TokensRegistered(poolId, tokens, assetManagers);
    }

    function getPool(bytes32 poolId) public pure returns (address pool, uint8 specialization) {
        return (address(uint160(uint256(poolId) >> 96)), uint8(uint256(poolId) >> 80));
    }

    function getPoolTokens(bytes32 poolId)
        external
        view
        returns (address[] memory tokens, uint256[] memory balances, uint256 lastChangeBlock)
    {
        PoolState storage state = pools[poolId];
        require(state.tokens.length > 0, "BAL#500");
        tokens = state.tokens;
        balances = new uint256[](tokens.length);
        for (uint256 i = 0; i < tokens.length; i++) balances[i] = state.balances[tokens[i]];
        lastChangeBlock = state.lastChangeBlock;
    }

    /// The pool's owner puts in exactly `maxAmountsIn`.
    function joinPool(bytes32 poolId, address sender, address, JoinPoolRequest calldata request) external lock {
        require(sender == msg.sender, "BAL#503");
        _change(poolId, request.assets, request.maxAmountsIn, true, sender);
    }

    /// The pool's owner takes out exactly `minAmountsOut`.
    function exitPool(bytes32 poolId, address sender, address recipient, ExitPoolRequest calldata request)
        external
        lock
    {
        require(sender == msg.sender, "BAL#503");
        _change(poolId, request.assets, request.minAmountsOut, false, recipient);
    }

    function swap(SingleSwap calldata singleSwap, FundManagement calldata funds, uint256 limit, uint256 deadline)
        external
        payable
        lock
        returns (uint256 amountCalculated)
    {
        _checkCall(funds, deadline);
        require(singleSwap.amount > 0, "BAL#510");
        (uint256 amountIn, uint256 amountOut) = _swap(
            singleSwap.poolId,
            singleSwap.kind,
            _token(singleSwap.assetIn),
            _token(singleSwap.assetOut),
            singleSwap.amount,
            funds,
            singleSwap.userData
        );
        bool givenIn = singleSwap.kind == SwapKind.GIVEN_IN;
        require(givenIn ? amountOut >= limit : amountIn <= limit, "BAL#507");
        uint256 wrapped = _receive(singleSwap.assetIn, amountIn, funds.sender);
        _send(singleSwap.assetOut, amountOut, funds.recipient);
        _refund(wrapped);
        return givenIn ? amountOut : amountIn;
    }

    function batchSwap(
        SwapKind kind,
        BatchSwapStep[] calldata swaps,
        address[] calldata assets,
        FundManagement calldata funds,
        int256[] calldata limits,
        uint256 deadline
    ) external payable lock returns (int256[] memory assetDeltas) {
        _checkCall(funds, deadline);
        require(assets.length == limits.length, "BAL#103");
        assetDeltas = _swaps(kind, swaps, assets, funds);
        uint256 wrapped;
        for (uint256 i = 0; i < assets.length; i++) {
            int256 delta = assetDeltas[i];
            require(delta <= limits[i], "BAL#507");
            if (delta > 0) wrapped += _receive(assets[i], uint256(delta), funds.sender);
            else _send(assets[i], uint256(-delta), funds.recipient);
        }
        _refund(wrapped);
    }

    /// What batchSwap would move; runs it and takes it back.
    function queryBatchSwap(
        SwapKind kind,
        BatchSwapStep[] calldata swaps,
        address[] calldata assets,
        FundManagement calldata funds
    ) external returns (int256[] memory) {
        (, bytes memory answer) = address(this).call(abi.encodeCall(this.simulateBatchSwap, (kind, swaps, assets, funds)));
        if (bytes4(answer) != Simulated.selector) Tokens.revertWith(answer);
        assembly ("memory-safe") {
            mstore(add(answer, 4), sub(mload(answer), 4)) // the bytes after the selector
            answer := add(answer, 4)
        }
        return abi.decode(answer, (int256[]));
    }

    /// Always reverts: with the result, or with the reason why there is none.
    function simulateBatchSwap(
        SwapKind kind,
        BatchSwapStep[] calldata swaps,
        address[] calldata assets,
        FundManagement calldata funds
    ) external {
        revert Simulated(_swaps(kind, swaps, assets, funds));
    }

    function _swaps(
        SwapKind kind,
        BatchSwapStep[] calldata swaps,
        address[] calldata assets,
        FundManagement calldata funds
    ) private returns (int256[] memory deltas) {
        deltas = new int256[](assets.length);
        bool givenIn = kind == SwapKind.GIVEN_IN;
        address lastToken;
        uint256 lastAmount;
        for (uint256 i = 0; i < swaps.length; i++) {
            BatchSwapStep calldata step = swaps[i];
            require(step.assetInIndex < assets.length && step.assetOutIndex < assets.length, "BAL#100");
            address tokenIn = _token(assets[step.assetInIndex]);
            address tokenOut = _token(assets[step.assetOutIndex]);
            uint256 amount = step.amount;
            if (amount == 0) {
                require(i > 0, "BAL#510");
                require(lastToken == (givenIn ? tokenIn : tokenOut), "BAL#509");
                amount = lastAmount;
            }
            (uint256 amountIn, uint256 amountOut) =
                _swap(step.poolId, kind, tokenIn, tokenOut, amount, funds, step.userData);
            (lastToken, lastAmount) = givenIn ? (tokenOut, amountOut) : (tokenIn, amountIn);
            deltas[step.assetInIndex] += int256(amountIn);
            deltas[step.assetOutIndex] -= int256(amountOut);
        }
    }

    function _swap(
        bytes32 poolId,
        SwapKind kind,
        address tokenIn,
        address tokenOut,
        uint256 amount,
        FundManagement calldata funds,
        bytes calldata userData
    ) private returns (uint256 amountIn, uint256 amountOut) {
        PoolState storage state = pools[poolId];
        require(tokenIn != tokenOut, "BAL#511");
        require(state.tokens.length > 0, "BAL#500");
        require(state.listed[tokenIn] && state.listed[tokenOut], "BAL#521");
        (address pool,) = getPool(poolId);
        uint256 calculated = IMinimalSwapInfoPool(pool).onSwap(
            IMinimalSwapInfoPool.SwapRequest(
                kind, tokenIn, tokenOut, amount, poolId, state.lastChangeBlock, funds.sender, funds.recipient, userData
            ),
            state.balances[tokenIn],
            state.balances[tokenOut]
        );
        (amountIn, amountOut) = kind == SwapKind.GIVEN_IN ? (amount, calculated) : (calculated, amount);
        state.balances[tokenIn] += amountIn;
        state.balances[tokenOut] -= amountOut;
        state.lastChangeBlock = block.number;
        emit Swap(poolId, tokenIn, tokenOut, amountIn, amountOut);
    }

    function _change(bytes32 poolId, address[] calldata assets, uint256[] calldata amounts, bool join, address counterparty)
        private
    {
        (address pool,) = getPool(poolId);
        PoolState storage state = pools[poolId];
        require(msg.sender == IMinimalSwapInfoPool(pool).getOwner(), "BAL#401");
        require(assets.length == state.tokens.length && amounts.length == assets.length, "BAL#103");
        int256[] memory deltas = new int256[](assets.length);
        for (uint256 i = 0; i < assets.length; i++) {
            require(assets[i] == state.tokens[i], "BAL#520");
            if (join) {
                state.balances[assets[i]] += amounts[i];
                deltas[i] = int256(amounts[i]);
                _receive(assets[i], amounts[i], counterparty);
            } else {
                state.balances[assets[i]] -= amounts[i];
                deltas[i] = -int256(amounts[i]);
                _send(assets[i], amounts[i], counterparty);
            }
        }
        state.lastChangeBlock = block.number;
        emit PoolBalanceChanged(poolId, msg.sender, assets, deltas, new uint256[](assets.length));
    }

    function _checkCall(FundManagement calldata funds, uint256 deadline) private view {
        require(block.timestamp <= deadline, "BAL#508");
        require(funds.sender == msg.sender, "BAL#503");
        require(!funds.fromInternalBalance && !funds.toInternalBalance, "BAL#517");
    }

    function _receive(address asset, uint256 amount, address sender) private returns (uint256 wrapped) {
        if (amount == 0) return 0;
        if (asset != address(0)) {
            Tokens.safeTransferFrom(asset, sender, address(this), amount);
            return 0;
        }
        require(msg.value >= amount, "BAL#516");
        IWrappedNative(WETH).deposit{value: amount}();
        return amount;
    }

    function _send(address asset, uint256 amount, address recipient) private {
        if (asset != address(0)) return Coins.send(asset, recipient, amount);
        if (amount == 0) return;
        IWrappedNative(WETH).withdraw(amount);
        Coins.send(Coins.NATIVE, recipient, amount);
    }

    /// Returns the native coins that came with the call and were not needed.
    function _refund(uint256 wrapped) private {
        require(msg.value >= wrapped, "BAL#516");
        Coins.send(Coins.NATIVE, msg.sender, msg.value - wrapped);
    }

    function _token(address asset) private view returns (address) {
        return asset == address(0) ? WETH : asset;
    }
}
