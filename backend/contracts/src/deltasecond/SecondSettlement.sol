// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../lib/Tokens.sol";
import {Permit2} from "../permit2/Permit2.sol";
import {Coins} from "../swap/lib/Coins.sol";
import {Permits} from "../swap/lib/Permits.sol";
import {ISecondSettlement} from "./DeltaSecond.sol";
import {Bridge, SecondOrder, SecondOrderWithSig, SecondOrders} from "./SecondOrder.sol";
import {SecondState} from "./SecondState.sol";
import {IExecutor, Settlement} from "../delta/Settlement.sol";

/// What the modules of the second form share. Its orders have the nonces, the fees and the filled amounts of the first.
///
/// A limit is never surplus: what is expected is at least what was signed as the least, so that fees take nothing of what an owner asked for. An
/// order that buys gives all that it may spend to the executor; what comes back is its refund, of which fees are taken, and the rest goes to its
/// owner.
abstract contract SecondSettlement is SecondState, Settlement, ISecondSettlement {
    /// One settlement of all or a part of an order.
    struct Terms {
        address owner;
        address beneficiary;
        address srcToken;
        address destToken;
        uint256 srcAmount; // sold exactly, or the most that is spent
        uint256 destAmount; // the least that has to come in, or what is bought
        uint256 expected;
        uint256 partnerAndFee;
        uint256 deadline;
        bool first; // nothing of the order was taken before
    }

    /// What a settlement came to.
    struct Result {
        address beneficiary;
        uint256 paid; // by the owner, with fees of srcToken
        uint256 received; // by the beneficiary
        uint256 protocolFee;
        uint256 partnerFee;
    }

    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_FEE_BPS = 200;

    // Orders

    function _termsOf(SecondOrder calldata o) internal pure returns (Terms memory) {
        return Terms(
            o.owner,
            o.beneficiary == address(0) ? o.owner : o.beneficiary,
            o.srcToken,
            o.destToken,
            o.srcAmount,
            o.destAmount,
            o.expectedAmount,
            o.partnerAndFee,
            o.deadline,
            true
        );
    }

    /// Nothing that these contracts do not do is passed over.
    function _checkShape(SecondOrderWithSig calldata signed, bytes calldata bridgeData) internal pure {
        _checkBridge(signed.order.bridge);
        if (
            bridgeData.length > 0 || signed.cosignature.length > 0 || signed.bridgeOverride.protocolSelector != 0
                || signed.bridgeOverride.data.length > 0
        ) revert BridgingNotSupported();
    }

    function _checkBridge(Bridge calldata b) internal pure {
        if (
            b.protocolSelector != 0 || b.destinationChainId != 0 || b.outputToken != address(0) || b.scalingFactor != 0
                || b.protocolData.length > 0
        ) revert BridgingNotSupported();
    }

    /// Checks an order that is settled at once, and uses its nonce.
    function _takeSecond(SecondOrderWithSig calldata signed) internal returns (bytes32 hash) {
        SecondOrder calldata o = signed.order;
        hash = _digest(SecondOrders.structHash(o, SecondOrders.ORDER_TYPEHASH));
        _checkSigned(o.owner, o.nonce, o.deadline, hash, signed.signature);
        _markNonce(o.owner, o.nonce);
    }

    /// Checks what all orders have. An empty signature is good if the owner gave it on chain.
    function _checkSigned(address owner, uint256 nonce, uint256 deadline, bytes32 hash, bytes calldata signature) internal view {
        if (_isNonceUsed(owner, nonce)) revert InvalidNonce();
        if (block.timestamp > deadline) revert DeadlineExpired();
        if (signature.length > 0) _checkSignature(owner, hash, signature);
        else if (!_second.preSigned[owner][hash]) revert InvalidSignature();
    }

    // Settling

    function _sellBySwap(Terms memory t, bytes calldata permit, bytes calldata executorData, address executor)
        internal
        returns (Result memory r)
    {
        uint256 before = Coins.balance(t.destToken);
        _take(t, permit, executor, t.srcAmount);
        IExecutor(executor).execute(executorData);
        return _paySeller(t, _since(t.destToken, before));
    }

    function _buyBySwap(Terms memory t, bytes calldata permit, bytes calldata executorData, address executor)
        internal
        returns (Result memory r)
    {
        uint256 before = Coins.balance(t.destToken);
        uint256 beforeSource = Coins.balance(t.srcToken);
        _take(t, permit, executor, t.srcAmount);
        IExecutor(executor).execute(executorData);
        uint256 bought = _since(t.destToken, before);
        if (bought < t.destAmount) revert InsufficientReturnAmount();
        uint256 refund = _since(t.srcToken, beforeSource);
        uint256 spent = t.srcAmount > refund ? t.srcAmount - refund : 0;
        r = _buyerFees(t, spent);
        uint256 fees = r.protocolFee + r.partnerFee;
        if (fees > refund) revert InsufficientReturnAmount();
        r.paid = spent + fees;
        r.received = bought;
        _keep(t.srcToken, t.partnerAndFee, r);
        _send(t.destToken, t.beneficiary, bought);
        if (refund > fees) _send(t.srcToken, t.owner, refund - fees);
        // What came in counts once, also where both tokens are one: the rest here is others' fees.
        if (Coins.balance(t.srcToken) < beforeSource + fees) revert InsufficientReturnAmount();
    }

    /// Gives the owner's tokens to the agent, who pays `amount` for them. Returns the native coin that the call has to bring for it.
    function _sellDirectly(Terms memory t, bytes calldata permit, uint256 amount) internal returns (Result memory r, uint256 value) {
        _take(t, permit, msg.sender, t.srcAmount);
        value = _fromAgent(t.destToken, amount);
        r = _paySeller(t, amount);
    }

    /// The agent pays what is bought and takes `amount` for it.
    function _buyDirectly(Terms memory t, bytes calldata permit, uint256 amount) internal returns (Result memory r, uint256 value) {
        if (permit.length == 96) revert PermitFailed(); // is good for one transfer of the whole amount
        r = _buyerFees(t, amount);
        uint256 fees = r.protocolFee + r.partnerFee;
        if (amount + fees > t.srcAmount) revert InsufficientReturnAmount();
        _take(t, permit, msg.sender, amount);
        t.first = false;
        if (fees > 0) _take(t, permit, address(this), fees);
        value = _fromAgent(t.destToken, t.destAmount);
        r.paid = amount + fees;
        r.received = t.destAmount;
        _keep(t.srcToken, t.partnerAndFee, r);
        _send(t.destToken, t.beneficiary, t.destAmount);
    }

    function _fromAgent(address token, uint256 amount) private returns (uint256 value) {
        if (Coins.isNative(token)) {
            if (amount > msg.value) revert InsufficientMsgValue();
            return amount;
        }
        if (!Tokens.tryTransferFrom(token, msg.sender, address(this), amount)) revert TransferFromFailed();
    }

    /// Takes source tokens by the order's permit, whose lengths mean what they mean in SourceTransfer.
    function _take(Terms memory t, bytes calldata permit, address to, uint256 amount) private {
        uint256 length = permit.length;
        if (length == 96) return _takeOnce(t, permit, to);
        if (length == 1 || length == 192) {
            if (length == 192 && t.first) _allow(t, permit);
            if (amount > type(uint160).max) revert Permit2AmountOverflow();
            try _permit2.transferFrom(t.owner, to, uint160(amount), t.srcToken) {}
            catch {
                revert TransferFromFailed();
            }
            return;
        }
        if (length != 0 && length != 224 && length != 256) revert PermitFailed();
        if (t.first) Permits.tryPermit(t.srcToken, permit);
        if (!Tokens.tryTransferFrom(t.srcToken, t.owner, to, amount)) revert TransferFromFailed();
    }

    function _takeOnce(Terms memory t, bytes calldata permit, address to) private {
        try _permit2.permitTransferFrom(
            Permit2.PermitTransferFrom({
                permitted: Permit2.TokenPermissions(t.srcToken, t.srcAmount),
                nonce: uint256(bytes32(permit[:32])),
                deadline: t.deadline
            }),
            Permit2.SignatureTransferDetails(to, t.srcAmount),
            t.owner,
            permit[32:]
        ) {} catch {
            revert PermitFailed();
        }
    }

    function _allow(Terms memory t, bytes calldata permit) private {
        (uint256 amount, uint256 expiration, uint256 nonce, uint256 sigDeadline) =
            abi.decode(permit[:128], (uint256, uint256, uint256, uint256));
        if (amount > type(uint160).max || nonce > type(uint48).max || expiration > type(uint48).max) revert PermitFailed();
        Permit2.PermitSingle memory permitSingle = Permit2.PermitSingle({
            details: Permit2.PermitDetails(t.srcToken, uint160(amount), uint48(expiration), uint48(nonce)),
            spender: address(this),
            sigDeadline: sigDeadline
        });
        try _permit2.permit(t.owner, permitSingle, permit[128:]) {}
        catch {
            revert PermitFailed();
        }
    }

    function _paySeller(Terms memory t, uint256 received) private returns (Result memory r) {
        if (received < t.destAmount) revert InsufficientReturnAmount();
        uint256 expected = t.expected > t.destAmount ? t.expected : t.destAmount;
        uint256 surplus = received > expected ? received - expected : 0;
        surplus = _capped(t.partnerAndFee, surplus, expected);
        r.protocolFee = surplus / 2;
        r.partnerFee = _partnerFee(t.partnerAndFee, received - r.protocolFee, surplus - r.protocolFee);
        r.paid = t.srcAmount;
        r.received = received - r.protocolFee - r.partnerFee;
        r.beneficiary = t.beneficiary;
        _keep(t.destToken, t.partnerAndFee, r);
        _send(t.destToken, t.beneficiary, r.received);
    }

    /// What is saved of the expected spend is surplus.
    function _buyerFees(Terms memory t, uint256 spent) private pure returns (Result memory r) {
        uint256 expected = t.expected < t.srcAmount ? t.expected : t.srcAmount;
        uint256 saving = expected > spent ? expected - spent : 0;
        saving = _capped(t.partnerAndFee, saving, expected);
        r.protocolFee = saving / 2;
        r.partnerFee = _partnerFee(t.partnerAndFee, spent, saving - r.protocolFee);
        r.beneficiary = t.beneficiary;
    }

    function _capped(uint256 partnerAndFee, uint256 surplus, uint256 expected) private pure returns (uint256) {
        uint256 most = expected / 100;
        return partnerAndFee >> 9 & 1 == 1 && surplus > most ? most : surplus;
    }

    /// A partner has its flat fee of a base or, where it has none, the rest of a surplus if that was agreed.
    function _partnerFee(uint256 partnerAndFee, uint256 base, uint256 rest) private pure returns (uint256) {
        if (partnerAndFee >> 96 == 0) return 0;
        uint256 bps = partnerAndFee & 0xff;
        if (bps > MAX_FEE_BPS) bps = MAX_FEE_BPS;
        if (bps > 0) return base * bps / BPS;
        return partnerAndFee >> 8 & 1 == 1 ? rest : 0;
    }

    function _keep(address token, uint256 partnerAndFee, Result memory r) private {
        if (r.protocolFee > 0) _state.fees[address(0)][token] += r.protocolFee;
        if (r.partnerFee > 0) _state.fees[address(uint160(partnerAndFee >> 96))][token] += r.partnerFee;
    }
}
