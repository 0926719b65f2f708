// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {Coins} from "../lib/Coins.sol";
import {UniswapV3} from "../lib/UniswapV3.sol";
import {IUniswapV3SwapCallback} from "../pools/UniswapV3Pool.sol";
import {AugustusV6Facet} from "./AugustusV6Facet.sol";
import {AugustusV6Config, UniswapV3Data} from "./AugustusV6Types.sol";

/// Swaps along pools of one concentrated-liquidity factory, without an executor. A pool calls back for its input; an exact output is bought from the
/// last hop to the first inside these callbacks. A native token is wrapped on the way in, unwrapped on the way out. Dust stays here of an
/// exact output alone, and only where the input could not be paid straight from the caller's account: native coins and Permit2.
contract AugustusV6UniswapV3 is AugustusV6Facet, IUniswapV3SwapCallback {
    struct Payment {
        address payer; // the user, or this contract
        bool native; // wrap before paying
        bool exactOutput;
        bytes pools; // the one that calls, and for an exact output those still to come
    }

    uint256 private constant POOL_SIZE = 96;

    uint256 private immutable factoryAndFF;
    uint256 private immutable initCodeHash;

    constructor(AugustusV6Config memory config) AugustusV6Facet(config) {
        factoryAndFF = config.uniswapV3FactoryAndFF;
        initCodeHash = config.uniswapV3PoolInitCodeHash;
    }

    function swapExactAmountInOnUniswapV3(UniswapV3Data calldata uniData, uint256 partnerAndFee, bytes calldata permit)
        external
        payable
        whenNotPaused
        returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        if (uniData.toAmount == 0) revert InvalidToAmount();
        Payment memory payment = _prepare(uniData.srcToken, uniData.fromAmount, permit);
        uint256 amount = uniData.fromAmount;
        for (uint256 at = 0; at < uniData.pools.length; at += POOL_SIZE) {
            payment.pools = uniData.pools[at:at + POOL_SIZE];
            (address pool,, bool zeroForOne) = _pool(payment.pools);
            uint256 used;
            uint256 given = amount;
            (used, amount) =
                UniswapV3.swap(pool, zeroForOne, UniswapV3.toInt256(given), address(this), abi.encode(payment));
            if (used != given) revert InsufficientReturnAmount();
            payment.payer = address(this);
            payment.native = false;
        }
        if (Coins.isNative(uniData.destToken)) _unwrap(amount);
        return _payIn(
            uniData.destToken,
            amount,
            uniData.toAmount,
            uniData.quotedAmount,
            partnerAndFee,
            uniData.beneficiary,
            0
        );
    }

    function swapExactAmountOutOnUniswapV3(UniswapV3Data calldata uniData, uint256 partnerAndFee, bytes calldata permit)
        external
        payable
        whenNotPaused
        returns (uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        if (uniData.toAmount == 0) revert InvalidToAmount();
        bool native = Coins.isNative(uniData.srcToken);
        uint256 dust = native || _isPermit2(permit) ? DUST : 0;
        uint256 before = _stray(uniData.srcToken, native ? msg.value : 0, dust);
        _pull(uniData.srcToken, uniData.fromAmount, address(this), permit);
        _buy(
            uniData.toAmount,
            address(this),
            Payment(address(this), native, true, uniData.pools)
        );
        if (Coins.isNative(uniData.destToken)) _unwrap(uniData.toAmount);
        return _payOut(
            uniData.srcToken,
            uniData.destToken,
            uniData.fromAmount,
            uniData.toAmount,
            uniData.quotedAmount,
            partnerAndFee,
            uniData.beneficiary,
            Coins.balance(uniData.srcToken) - before,
            uniData.toAmount,
            dust
        );
    }

    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external {
        Payment memory payment = abi.decode(data, (Payment));
        (address pool, address tokenIn,) = _pool(payment.pools);
        if (msg.sender != pool) revert InvalidCaller();
        uint256 amount = uint256(amount0Delta > 0 ? amount0Delta : amount1Delta);
        if (payment.exactOutput && payment.pools.length > POOL_SIZE) {
            payment.pools = _rest(payment.pools);
            return _buy(amount, pool, payment);
        }
        if (payment.native) _wrap(amount);
        if (payment.payer == address(this)) Tokens.safeTransfer(tokenIn, pool, amount);
        else if (!_transferFrom(tokenIn, payment.payer, pool, amount)) revert CallbackTransferFailed();
    }

    /// Who pays the first pool of an exact input: the user, straight from the account, unless the input had to be taken first.
    function _prepare(address srcToken, uint256 fromAmount, bytes calldata permit) private returns (Payment memory) {
        bool native = Coins.isNative(srcToken);
        if (native || _isPermit2(permit)) {
            _pull(srcToken, fromAmount, address(this), permit);
            return Payment(address(this), native, false, "");
        }
        if (msg.value != 0) revert IncorrectEthAmount();
        _permit(srcToken, permit);
        return Payment(msg.sender, false, false, "");
    }

    /// What lies here that is not the caller's: dust counts as theirs where they leave as much again.
    function _stray(address token, uint256 sent, uint256 dust) private view returns (uint256 stray) {
        stray = Coins.balance(token) - sent;
        if (stray <= dust) stray = 0;
    }

    function _buy(uint256 amountOut, address to, Payment memory payment) private {
        (address pool,, bool zeroForOne) = _pool(payment.pools);
        (, uint256 received) =
            UniswapV3.swap(pool, zeroForOne, -UniswapV3.toInt256(amountOut), to, abi.encode(payment));
        if (received != amountOut) revert InsufficientReturnAmount();
    }

    function _transferFrom(address token, address from, address to, uint256 amount) private returns (bool) {
        (bool success, bytes memory answer) =
            token.call(abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount));
        return success && (answer.length == 0 || abi.decode(answer, (bool)));
    }

    function _pool(bytes memory pools) private view returns (address pool, address tokenIn, bool zeroForOne) {
        (uint256 first, uint256 second, uint256 fee) = _words(pools);
        zeroForOne = first >> 255 == 1;
        address token0 = address(uint160(first));
        address token1 = address(uint160(second));
        tokenIn = zeroForOne ? token0 : token1;
        bytes32 salt = keccak256(abi.encode(token0, token1, fee));
        bytes32 hash = keccak256(abi.encodePacked(bytes21(bytes32(factoryAndFF)), salt, initCodeHash));
        pool = address(uint160(uint256(hash)));
    }

    function _words(bytes memory pools) private pure returns (uint256 first, uint256 second, uint256 third) {
        if (pools.length < POOL_SIZE) revert InvalidSelector();
        assembly ("memory-safe") {
            first := mload(add(pools, 32))
            second := mload(add(pools, 64))
            third := mload(add(pools, 96))
        }
    }

    function _rest(bytes memory pools) private pure returns (bytes memory rest) {
        rest = new bytes(pools.length - POOL_SIZE);
        assembly ("memory-safe") {
            mcopy(add(rest, 32), add(add(pools, 32), POOL_SIZE), mload(rest))
        }
    }
}
