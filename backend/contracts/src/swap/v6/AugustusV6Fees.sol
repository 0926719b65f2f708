// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {IFeeVault} from "./FeeVault.sol";
import {AugustusV6Storage} from "./AugustusV6Storage.sol";

/// What is taken from a swap besides its price, and paying out the rest.
///
/// partnerAndFee is partner << 96 | flags | basis points. Surplus is what is better than quoted by more than 11 wei. With a partner: a fixed fee, 85 %
/// for the partner; else a referral (half of the surplus to the protocol, a quarter to the partner); else half of the surplus each. Without one
/// the protocol takes the surplus. An exact input pays in the output, an exact output in the input.
///
/// One unit of each token stays here, which saves the next swap the price of a fresh balance: an exact output too is what is held less one, so that
/// the first swap of a token gives one less than was ordered.
abstract contract AugustusV6Fees is AugustusV6Storage {
    uint256 internal constant BPS = 10_000;
    uint256 internal constant PARTNER_SHARE = 8500;
    uint256 internal constant FEE_LIMIT = 200;
    uint256 internal constant SURPLUS_CAP = 100;
    uint256 internal constant REFERRAL_PROTOCOL_SHARE = 5000;
    uint256 internal constant REFERRAL_PARTNER_SHARE = 2500;
    uint256 internal constant SURPLUS_PROTOCOL_SHARE = 5000;
    uint256 internal constant SURPLUS_EPSILON = 11;
    uint256 internal constant DUST = 1;

    uint256 private constant BPS_MASK = 0x3FFF;
    uint256 private constant USER_SURPLUS = 1 << 90;
    uint256 private constant DIRECT_TRANSFER = 1 << 91;
    uint256 private constant CAP_SURPLUS = 1 << 92;
    uint256 private constant SKIP_BLACKLIST = 1 << 93;
    uint256 private constant REFERRAL = 1 << 94;
    uint256 private constant TAKE_SURPLUS = 1 << 95;

    address private immutable vault;

    constructor(address feeVault) {
        vault = feeVault;
    }

    /// Pays out an exact input's `received` of `destToken`, leaving `dust` here.
    function _payIn(
        address destToken,
        uint256 received,
        uint256 toAmount,
        uint256 quotedAmount,
        uint256 partnerAndFee,
        address beneficiary,
        uint256 dust
    ) internal returns (uint256 net, uint256 protocolShare, uint256 partnerShare) {
        if (received < toAmount) revert InsufficientReturnAmount();
        uint256 surplus = _surplus(received, quotedAmount, quotedAmount, partnerAndFee);
        uint256 feeBase = surplus > 0 ? quotedAmount + surplus : _min(received, quotedAmount);
        (protocolShare, partnerShare) = _takeFees(destToken, received, feeBase, surplus, partnerAndFee);
        net = received - protocolShare - partnerShare;
        net = net > dust ? net - dust : 0;
        Coins.send(destToken, _orCaller(beneficiary), net);
    }

    /// Pays out what this contract holds after an exact output: the output to the beneficiary, what is left of the input to the caller.
    function _payOut(
        address srcToken,
        address destToken,
        uint256 fromAmount,
        uint256 toAmount,
        uint256 quotedAmount,
        uint256 partnerAndFee,
        address beneficiary
    ) internal returns (uint256, uint256, uint256, uint256) {
        return _payOut(
            srcToken,
            destToken,
            fromAmount,
            toAmount,
            quotedAmount,
            partnerAndFee,
            beneficiary,
            Coins.balance(srcToken),
            Coins.balance(destToken),
            DUST
        );
    }

    /// Pays out an exact output's `received`, and of the input what `remaining` leaves after fees; `dust` of each stays here.
    function _payOut(
        address srcToken,
        address destToken,
        uint256 fromAmount,
        uint256 toAmount,
        uint256 quotedAmount,
        uint256 partnerAndFee,
        address beneficiary,
        uint256 remaining,
        uint256 received,
        uint256 dust
    ) internal returns (uint256 spent, uint256 net, uint256 protocolShare, uint256 partnerShare) {
        if (received < toAmount) revert InsufficientReturnAmount();
        if (quotedAmount > fromAmount) revert InvalidQuotedAmount();
        spent = _less(fromAmount, _less(remaining, dust));
        (protocolShare, partnerShare) = _takeFees(
            srcToken,
            remaining,
            _min(spent, quotedAmount),
            _surplus(quotedAmount, spent, quotedAmount, partnerAndFee),
            partnerAndFee
        );
        uint256 refund = _less(remaining - protocolShare - partnerShare, dust);
        spent = _less(fromAmount, refund);
        net = received - dust;
        Coins.send(srcToken, msg.sender, refund);
        Coins.send(destToken, _orCaller(beneficiary), net);
    }

    function _surplus(uint256 better, uint256 worse, uint256 quotedAmount, uint256 partnerAndFee)
        private
        pure
        returns (uint256 surplus)
    {
        surplus = _less(better, worse);
        if (surplus <= SURPLUS_EPSILON) return 0;
        if (partnerAndFee & CAP_SURPLUS != 0) surplus = _min(surplus, quotedAmount * SURPLUS_CAP / BPS);
    }

    function _takeFees(address token, uint256 available, uint256 feeBase, uint256 surplus, uint256 partnerAndFee)
        private
        returns (uint256 protocolShare, uint256 partnerShare)
    {
        address partner = address(uint160(partnerAndFee >> 96));
        bool bypass = partner != address(0) && partnerAndFee & SKIP_BLACKLIST != 0;
        if (blacklist[token] && !bypass) return (0, 0);
        bool direct;
        (protocolShare, partnerShare, direct) = _shares(partner, partnerAndFee, feeBase, surplus);
        uint256 total = protocolShare + partnerShare;
        if (total == 0) return (0, 0);
        if (total > available) revert InsufficientBalanceToPayFees();
        if (direct) {
            Coins.send(token, partner, partnerShare);
            Coins.send(token, protocolWallet, protocolShare);
        } else {
            Coins.send(token, vault, total);
            _register(token, partner, partnerShare, protocolShare);
        }
    }

    function _shares(address partner, uint256 partnerAndFee, uint256 feeBase, uint256 surplus)
        private
        pure
        returns (uint256 protocolShare, uint256 partnerShare, bool direct)
    {
        direct = partnerAndFee & DIRECT_TRANSFER != 0;
        uint256 bps = _min(partnerAndFee & BPS_MASK, FEE_LIMIT);
        if (partner == address(0)) return (surplus, 0, true);
        if (bps > 0) {
            uint256 fee = feeBase * bps / BPS;
            partnerShare = fee * PARTNER_SHARE / BPS;
            return (fee - partnerShare, partnerShare, direct);
        }
        if (partnerAndFee & REFERRAL != 0) {
            return (surplus * REFERRAL_PROTOCOL_SHARE / BPS, surplus * REFERRAL_PARTNER_SHARE / BPS, direct);
        }
        if (partnerAndFee & TAKE_SURPLUS == 0) return (surplus, 0, true);
        protocolShare = surplus * SURPLUS_PROTOCOL_SHARE / BPS;
        if (partnerAndFee & USER_SURPLUS != 0) return (protocolShare, 0, true);
        return (protocolShare, surplus - protocolShare, direct);
    }

    function _register(address token, address partner, uint256 partnerShare, uint256 protocolShare) private {
        address[] memory accounts = new address[](2);
        uint256[] memory fees = new uint256[](2);
        (accounts[0], fees[0]) = (partner, partnerShare);
        (accounts[1], fees[1]) = (protocolDelegate, protocolShare);
        IFeeVault(vault).registerFees(IFeeVault.FeeRegistration(accounts, token, fees));
    }

    function _orCaller(address beneficiary) internal view returns (address) {
        return beneficiary == address(0) ? msg.sender : beneficiary;
    }

    function _less(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a - b : 0;
    }

    function _min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}
