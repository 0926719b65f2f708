// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {AugustusStorage} from "./AugustusStorage.sol";
import {FeeClaimer} from "./FeeClaimer.sol";

/// The shares, in basis points, that AugustusSwapper's routers are made with.
struct FeeConfig {
    uint256 partnerSharePercent;
    uint256 maxFeePercent;
    uint256 paraswapReferralShare;
    uint256 paraswapSlippageShare;
    FeeClaimer feeClaimer;
}

/// What is taken from a swap besides its price, and paying out the rest.
///
/// feePercent: bits 0-13 basis points, bit 15 take the fee from the source token, bit 16 share slippage only, bits 248-255 version; version 0 is basis
/// points alone. A fixed fee goes to the partner but for the protocol's part. Without one the slippage, what is better than expected, is
/// shared: with a partner, the referral share to the protocol and the basis points to the partner; without, the slippage share to the protocol.
abstract contract FeeModel is AugustusStorage {
    uint256 private constant BPS = 10_000;

    uint256 public immutable partnerSharePercent;
    uint256 public immutable maxFeePercent;
    uint256 public immutable paraswapReferralShare;
    uint256 public immutable paraswapSlippageShare;
    FeeClaimer public immutable feeClaimer;

    constructor(FeeConfig memory config) {
        partnerSharePercent = config.partnerSharePercent;
        maxFeePercent = config.maxFeePercent;
        paraswapReferralShare = config.paraswapReferralShare;
        paraswapSlippageShare = config.paraswapSlippageShare;
        feeClaimer = config.feeClaimer;
    }

    /// The end of every sale: checks what this contract received, takes fees, and pays the beneficiary. Fees from the source token are the caller's
    /// business, before the swap or after.
    function _paySale(
        address toToken,
        uint256 toAmount,
        uint256 expectedAmount,
        address beneficiary,
        address partner,
        uint256 feePercent
    ) internal returns (uint256 receivedAmount) {
        receivedAmount = Coins.balance(toToken);
        require(receivedAmount >= toAmount, "Received amount of tokens are less then expected");
        uint256 net = receivedAmount;
        if (!_isFromSource(feePercent)) {
            if (_hasFixedFee(partner, feePercent)) {
                net = _takeFixedFee(toToken, receivedAmount, receivedAmount, partner, feePercent);
            } else if (receivedAmount > expectedAmount) {
                net = _takeSlippage(toToken, receivedAmount, receivedAmount - expectedAmount, partner, feePercent);
            }
        }
        Coins.send(toToken, beneficiary, net);
    }

    /// The end of every purchase of a token: checks what this contract received, takes fees, pays the beneficiary and returns the rest.
    function _payPurchase(
        address fromToken,
        address toToken,
        uint256 fromAmount,
        uint256 toAmount,
        uint256 expectedAmount,
        address beneficiary,
        address partner,
        uint256 feePercent
    ) internal returns (uint256 amountIn, uint256 receivedAmount) {
        receivedAmount = Coins.balance(toToken);
        require(receivedAmount >= toAmount, "Received amount of tokens are less then expected");
        if (_hasFixedFee(partner, feePercent) && !_isFromSource(feePercent)) {
            uint256 net = _takeFixedFee(toToken, receivedAmount, receivedAmount, partner, feePercent);
            Coins.send(toToken, beneficiary, net);
            uint256 remaining = Coins.balance(fromToken);
            amountIn = fromAmount - remaining;
            Coins.send(fromToken, msg.sender, remaining);
        } else {
            Coins.send(toToken, beneficiary, receivedAmount);
            amountIn = _returnRest(fromToken, fromAmount, expectedAmount, partner, feePercent);
        }
    }

    /// Takes the fees of a purchase from what is left of the source token and returns the rest to the caller.
    function _returnRest(
        address fromToken,
        uint256 fromAmount,
        uint256 expectedAmount,
        address partner,
        uint256 feePercent
    ) internal returns (uint256 amountIn) {
        uint256 remaining = Coins.balance(fromToken);
        amountIn = fromAmount - remaining;
        if (_hasFixedFee(partner, feePercent) && _isFromSource(feePercent)) {
            remaining = _takeFixedFee(fromToken, remaining, amountIn, partner, feePercent);
        } else if (amountIn < expectedAmount) {
            remaining = _takeSlippage(fromToken, remaining, expectedAmount - amountIn, partner, feePercent);
        }
        Coins.send(fromToken, msg.sender, remaining);
    }

    /// Takes a fixed fee from the source token of a sale, when that is where it comes from; returns what is left of the amount.
    function _takeSourceFee(address fromToken, uint256 fromAmount, address partner, uint256 feePercent)
        internal
        returns (uint256)
    {
        if (!_isFromSource(feePercent) || !_hasFixedFee(partner, feePercent)) return fromAmount;
        return _takeFixedFee(fromToken, fromAmount, fromAmount, partner, feePercent);
    }

    function _takeFixedFee(address token, uint256 available, uint256 base, address partner, uint256 feePercent)
        private
        returns (uint256)
    {
        uint256 fee = base * _fixedFeeBps(partner, feePercent) / BPS;
        uint256 partnerShare = fee * partnerSharePercent / BPS;
        return _distribute(token, available, partner, partnerShare, fee - partnerShare);
    }

    function _takeSlippage(address token, uint256 available, uint256 slippage, address partner, uint256 feePercent)
        private
        returns (uint256)
    {
        if (partner == address(0)) {
            uint256 share = slippage * paraswapSlippageShare / BPS;
            require(share <= available, "Insufficient balance to pay for fees");
            Coins.send(token, feeWallet, share);
            return available - share;
        }
        uint256 bps = feePercent & 0x3FFF;
        require(bps + paraswapReferralShare <= BPS, "Invalid fee percent");
        return _distribute(token, available, partner, slippage * bps / BPS, slippage * paraswapReferralShare / BPS);
    }

    function _distribute(address token, uint256 available, address partner, uint256 partnerShare, uint256 protocolShare)
        private
        returns (uint256)
    {
        uint256 total = partnerShare + protocolShare;
        if (total == 0) return available;
        require(total <= available, "Insufficient balance to pay for fees");
        Coins.send(token, address(feeClaimer), total);
        if (partnerShare > 0) feeClaimer.registerFee(partner, token, partnerShare);
        if (protocolShare > 0) feeClaimer.registerFee(feeWallet, token, protocolShare);
        return available - total;
    }

    function _fixedFeeBps(address partner, uint256 feePercent) private view returns (uint256 bps) {
        if (partner == address(0)) return 0;
        bps = feePercent >> 248 == 0 ? feePercent : feePercent & 0x3FFF;
        if (bps > maxFeePercent) bps = maxFeePercent;
    }

    function _hasFixedFee(address partner, uint256 feePercent) private view returns (bool) {
        bool slippageOnly = feePercent & (1 << 16) != 0;
        return !slippageOnly && _fixedFeeBps(partner, feePercent) > 0;
    }

    function _isFromSource(uint256 feePercent) internal pure returns (bool) {
        return feePercent >> 248 != 0 && feePercent & (1 << 15) != 0;
    }
}
