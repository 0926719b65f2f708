// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {Coins} from "../lib/Coins.sol";
import {UniswapV2} from "../lib/UniswapV2.sol";
import {AugustusV6Facet} from "./AugustusV6Facet.sol";
import {AugustusV6Config, UniswapV2Data} from "./AugustusV6Types.sol";

/// Swaps along pools of one constant-product factory, without an executor. A native token is wrapped on the way in, unwrapped on the way out.
contract AugustusV6UniswapV2 is AugustusV6Facet {
    uint256 private constant POOL_SIZE = 64;
    uint256 private constant FACTOR = 9970; // the factory's pools charge 30 basis points

    uint256 private immutable factoryAndFF;
    uint256 private immutable initCodeHash;

    constructor(AugustusV6Config memory config) AugustusV6Facet(config) {
        factoryAndFF = config.uniswapV2FactoryAndFF;
        initCodeHash = config.uniswapV2PoolInitCodeHash;
    }

    function swapExactAmountInOnUniswapV2(UniswapV2Data calldata uniData, uint256 partnerAndFee, bytes calldata permit)
        external
        payable
        whenNotPaused
        returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        if (uniData.toAmount == 0) revert InvalidToAmount();
        (address pair,,) = _pool(uniData.pools, 0);
        _pull(uniData.srcToken, uniData.fromAmount, pair, permit);
        if (Coins.isNative(uniData.srcToken)) {
            _wrap(uniData.fromAmount);
            Tokens.safeTransfer(address(weth), pair, uniData.fromAmount);
        }
        for (uint256 at = 0; at < uniData.pools.length; at += POOL_SIZE) {
            (address current, address tokenIn, bool zeroForOne) = _pool(uniData.pools, at);
            UniswapV2.swapReceived(current, tokenIn, zeroForOne, FACTOR, _receiver(uniData.pools, at));
        }
        if (Coins.isNative(uniData.destToken)) _unwrapHeld();
        return _payIn(
            uniData.destToken,
            Coins.balance(uniData.destToken),
            uniData.toAmount,
            uniData.quotedAmount,
            partnerAndFee,
            uniData.beneficiary,
            DUST
        );
    }

    function swapExactAmountOutOnUniswapV2(UniswapV2Data calldata uniData, uint256 partnerAndFee, bytes calldata permit)
        external
        payable
        whenNotPaused
        returns (uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        if (uniData.toAmount == 0) revert InvalidToAmount();
        _pull(uniData.srcToken, uniData.fromAmount, address(this), permit);
        uint256[] memory amounts = _amountsFor(uniData.pools, uniData.toAmount);
        if (amounts[0] > uniData.fromAmount) revert InsufficientReturnAmount();
        if (Coins.isNative(uniData.srcToken)) _wrap(amounts[0]);
        (address pair, address first,) = _pool(uniData.pools, 0);
        Tokens.safeTransfer(first, pair, amounts[0]);
        for (uint256 i = 0; i + 1 < amounts.length; i++) {
            (address current,, bool zeroForOne) = _pool(uniData.pools, i * POOL_SIZE);
            UniswapV2.swap(current, zeroForOne, amounts[i + 1], _receiver(uniData.pools, i * POOL_SIZE));
        }
        if (Coins.isNative(uniData.destToken)) _unwrap(uniData.toAmount);
        return _payOut(
            uniData.srcToken,
            uniData.destToken,
            uniData.fromAmount,
            uniData.toAmount,
            uniData.quotedAmount,
            partnerAndFee,
            uniData.beneficiary
        );
    }

    /// What must go into each pool, and at the end what comes out.
    function _amountsFor(bytes calldata pools, uint256 toAmount) private view returns (uint256[] memory amounts) {
        uint256 count = pools.length / POOL_SIZE;
        amounts = new uint256[](count + 1);
        amounts[count] = toAmount;
        for (uint256 i = count; i > 0; i--) {
            (address pair,, bool zeroForOne) = _pool(pools, (i - 1) * POOL_SIZE);
            (uint256 reserveIn, uint256 reserveOut) = UniswapV2.reserves(pair, zeroForOne);
            amounts[i - 1] = UniswapV2.amountInFor(amounts[i], reserveIn, reserveOut, FACTOR);
        }
    }

    /// The pool after the one at `at`, or this contract.
    function _receiver(bytes calldata pools, uint256 at) private view returns (address receiver) {
        if (at + POOL_SIZE == pools.length) return address(this);
        (receiver,,) = _pool(pools, at + POOL_SIZE);
    }

    function _pool(bytes calldata pools, uint256 at)
        private
        view
        returns (address pair, address tokenIn, bool zeroForOne)
    {
        bytes calldata word = pools[at:at + POOL_SIZE];
        zeroForOne = uint8(word[POOL_SIZE - 1]) & 1 == 1;
        tokenIn = address(bytes20(zeroForOne ? word[:20] : word[20:40]));
        bytes32 hash = keccak256(abi.encodePacked(bytes21(bytes32(factoryAndFF)), keccak256(word[:40]), initCodeHash));
        pair = address(uint160(uint256(hash)));
    }
}
