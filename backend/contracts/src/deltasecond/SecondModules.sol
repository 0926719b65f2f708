// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../swap/lib/Coins.sol";
import {IModule} from "../delta/DeltaAdapter.sol";
import {
    IPreSignature,
    ISecondDirectSettlement,
    ISecondFillableSettlement,
    ISecondSwapSettlement,
    ISlicedSettlement
} from "./DeltaSecond.sol";
import {
    SecondOrder,
    SecondOrderWithSig,
    SecondOrders,
    TWAPBuyOrder,
    TWAPBuyOrderWithSig,
    TWAPOrder,
    TWAPOrderWithSig
} from "./SecondOrder.sol";
import {SecondSettlement} from "./SecondSettlement.sol";
import {SecondState} from "./SecondState.sol";
import {Settlement} from "../delta/Settlement.sol";

/// Tells of whole orders.
abstract contract SecondEvents is SecondSettlement {
    function _emitSettled(SecondOrder calldata o, Result memory r, bytes32 hash) internal {
        emit OrderSettled(
            o.owner,
            r.beneficiary,
            o.srcToken,
            o.destToken,
            r.paid,
            o.destAmount,
            r.received,
            r.protocolFee,
            r.partnerFee,
            hash
        );
    }
}

/// Settles whole orders through an executor.
contract SecondSwapModule is SecondEvents, ISecondSwapSettlement {
    constructor(address registry, address permit2) Settlement(registry, permit2) {}

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](4);
        list[0] = this.swapSettle.selector;
        list[1] = this.swapSettleBatch.selector;
        list[2] = this.buySettle.selector;
        list[3] = this.buySettleBatch.selector;
    }

    function swapSettle(
        SecondOrderWithSig calldata orderWithSig,
        bytes calldata executorData,
        address executor,
        bytes calldata bridgeData
    ) external onlyAgent {
        _settle(orderWithSig, executorData, executor, bridgeData, 0);
    }

    function swapSettleBatch(
        SecondOrderWithSig[] calldata ordersWithSigs,
        bytes[] calldata executorData,
        address executor,
        bytes[] calldata bridgeData
    ) external onlyAgent {
        for (uint256 i; i < ordersWithSigs.length; ++i) {
            _settle(ordersWithSigs[i], executorData[i], executor, bridgeData[i], 0);
        }
    }

    function buySettle(
        SecondOrderWithSig calldata orderWithSig,
        bytes calldata executorData,
        address executor,
        bytes calldata bridgeData
    ) external onlyAgent {
        _settle(orderWithSig, executorData, executor, bridgeData, 1);
    }

    function buySettleBatch(
        SecondOrderWithSig[] calldata ordersWithSigs,
        bytes[] calldata executorData,
        address executor,
        bytes[] calldata bridgeData
    ) external onlyAgent {
        for (uint256 i; i < ordersWithSigs.length; ++i) {
            _settle(ordersWithSigs[i], executorData[i], executor, bridgeData[i], 1);
        }
    }

    function _settle(
        SecondOrderWithSig calldata signed,
        bytes calldata executorData,
        address executor,
        bytes calldata bridgeData,
        uint8 kind
    ) private {
        if (signed.order.kind != kind) revert InvalidKind();
        _checkShape(signed, bridgeData);
        bytes32 hash = _takeSecond(signed);
        Terms memory t = _termsOf(signed.order);
        Result memory r = kind == 0
            ? _sellBySwap(t, signed.order.permit, executorData, executor)
            : _buyBySwap(t, signed.order.permit, executorData, executor);
        _emitSettled(signed.order, r, hash);
    }
}

/// Settles whole orders against the agent's own tokens, with native coin as DirectSettlementModule takes it.
contract SecondDirectModule is SecondEvents, ISecondDirectSettlement {
    constructor(address registry, address permit2) Settlement(registry, permit2) {}

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](2);
        list[0] = this.directSettle.selector;
        list[1] = this.directSettleBatch.selector;
    }

    function directSettle(SecondOrderWithSig calldata orderWithSig, uint256 amount) external payable onlyAgent {
        if (msg.value != _settle(orderWithSig, amount)) revert InsufficientMsgValue();
    }

    function directSettleBatch(SecondOrderWithSig[] calldata ordersWithSigs, uint256[] calldata amounts)
        external
        payable
        onlyAgent
    {
        uint256 value;
        for (uint256 i; i < ordersWithSigs.length; ++i) value += _settle(ordersWithSigs[i], amounts[i]);
        if (msg.value != value) revert InsufficientMsgValue();
    }

    function _settle(SecondOrderWithSig calldata signed, uint256 amount) private returns (uint256 value) {
        if (signed.order.kind > 1) revert InvalidKind();
        _checkShape(signed, msg.data[:0]);
        bytes32 hash = _takeSecond(signed);
        Terms memory t = _termsOf(signed.order);
        Result memory r;
        (r, value) = signed.order.kind == 0
            ? _sellDirectly(t, signed.order.permit, amount)
            : _buyDirectly(t, signed.order.permit, amount);
        _emitSettled(signed.order, r, hash);
    }
}

/// Settles parts of orders that sell. Whichever way they were settled, an order has one filled amount.
contract SecondFillableModule is SecondSettlement, ISecondFillableSettlement {
    uint256 private constant WHOLE = 10_000;

    constructor(address registry, address permit2) Settlement(registry, permit2) {}

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](6);
        list[0] = this.swapSettleFillable.selector;
        list[1] = this.swapSettleFillableBatch.selector;
        list[2] = this.directSettleFillable.selector;
        list[3] = this.directSettleFillableBatch.selector;
        list[4] = this.swapFilledAmount.selector;
        list[5] = this.directFilledAmount.selector;
    }

    function swapFilledAmount(SecondOrder calldata order) public view returns (uint256 totalFilledAmount) {
        return _state.filled[_digest(SecondOrders.structHash(order, SecondOrders.FILLABLE_ORDER_TYPEHASH))];
    }

    function directFilledAmount(SecondOrder calldata order) external view returns (uint256 totalFilledAmount) {
        return swapFilledAmount(order);
    }

    function swapSettleFillable(
        SecondOrderWithSig calldata orderWithSig,
        bytes calldata executorData,
        address executor,
        uint256 fillPercent
    ) external onlyAgent {
        _settleBySwap(orderWithSig, executorData, executor, fillPercent);
    }

    function swapSettleFillableBatch(
        SecondOrderWithSig[] calldata ordersWithSigs,
        bytes[] calldata executorData,
        address executor,
        uint256[] calldata fillPercents
    ) external onlyAgent {
        for (uint256 i; i < ordersWithSigs.length; ++i) {
            _settleBySwap(ordersWithSigs[i], executorData[i], executor, fillPercents[i]);
        }
    }

    function directSettleFillable(SecondOrderWithSig calldata orderWithSig, uint256 fillPercent, uint256 amount)
        external
        payable
        onlyAgent
    {
        if (msg.value != _settleDirectly(orderWithSig, fillPercent, amount)) revert InsufficientMsgValue();
    }

    function directSettleFillableBatch(
        SecondOrderWithSig[] calldata ordersWithSigs,
        uint256[] calldata fillPercents,
        uint256[] calldata amounts
    ) external payable onlyAgent {
        uint256 value;
        for (uint256 i; i < ordersWithSigs.length; ++i) {
            value += _settleDirectly(ordersWithSigs[i], fillPercents[i], amounts[i]);
        }
        if (msg.value != value) revert InsufficientMsgValue();
    }

    function _settleBySwap(SecondOrderWithSig calldata signed, bytes calldata executorData, address executor, uint256 percent)
        private
    {
        (Terms memory t, bytes32 hash, uint256 total) = _takePart(signed, percent);
        _emitPart(signed.order, _sellBySwap(t, signed.order.permit, executorData, executor), hash, total);
    }

    function _settleDirectly(SecondOrderWithSig calldata signed, uint256 percent, uint256 amount) private returns (uint256 value) {
        (Terms memory t, bytes32 hash, uint256 total) = _takePart(signed, percent);
        Result memory r;
        (r, value) = _sellDirectly(t, signed.order.permit, amount);
        _emitPart(signed.order, r, hash, total);
    }

    /// What is sold rounds down and what has to come in for it up, so that all parts bring no less than was signed. None of them is of nothing.
    function _takePart(SecondOrderWithSig calldata signed, uint256 percent)
        private
        returns (Terms memory t, bytes32 hash, uint256 total)
    {
        SecondOrder calldata o = signed.order;
        if (o.kind != 0) revert InvalidKind();
        _checkShape(signed, msg.data[:0]);
        if (o.permit.length == 96) revert PermitFailed(); // is good for the whole amount only
        t = _termsOf(o);
        t.srcAmount = o.srcAmount * percent / WHOLE;
        t.destAmount = (o.destAmount * percent + WHOLE - 1) / WHOLE;
        t.expected = o.expectedAmount * percent / WHOLE;
        if (t.srcAmount == 0 || t.destAmount == 0) revert InvalidFillAmount();
        hash = _digest(SecondOrders.structHash(o, SecondOrders.FILLABLE_ORDER_TYPEHASH));
        _checkSigned(o.owner, o.nonce, o.deadline, hash, signed.signature);
        uint256 before = _state.filled[hash];
        t.first = before == 0;
        total = before + t.srcAmount;
        if (total > o.srcAmount) revert InvalidFillAmount();
        _state.filled[hash] = total;
        if (total == o.srcAmount) _markNonce(o.owner, o.nonce);
    }

    function _emitPart(SecondOrder calldata o, Result memory r, bytes32 hash, uint256 total) private {
        if (total == o.srcAmount) {
            emit OrderSettled(
                o.owner,
                r.beneficiary,
                o.srcToken,
                o.destToken,
                o.srcAmount,
                o.destAmount,
                r.received,
                r.protocolFee,
                r.partnerFee,
                hash
            );
        } else {
            emit OrderPartiallyFilled(
                o.owner,
                r.beneficiary,
                o.srcToken,
                o.destToken,
                o.srcAmount,
                o.destAmount,
                r.received,
                r.protocolFee,
                r.partnerFee,
                total,
                hash
            );
        }
    }
}

/// Settles orders slice by slice. The first may go at once, every other an interval after the one before: who is late moves those that follow, and
/// the deadline may cut the tail. The nonce is used with the last slice, so that giving it up before stops the rest.
contract SlicedModule is SecondSettlement, ISlicedSettlement {
    constructor(address registry, address permit2) Settlement(registry, permit2) {}

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](3);
        list[0] = this.twapSettle.selector;
        list[1] = this.twapBuySettle.selector;
        list[2] = this.twapProgress.selector;
    }

    function twapProgress(bytes32 orderHash)
        external
        view
        returns (uint32 done, uint64 last, uint256 spent, uint256 received)
    {
        Slices storage s = _second.slices[orderHash];
        return (s.done, s.last, s.spent, s.received);
    }

    /// All slices sell alike but the last, which sells what is left and owes its share of a slice's least, rounded up. Slices have no surplus: nothing
    /// is above what is expected, so that all of what they bring is the owner's but a partner's flat fee.
    function twapSettle(TWAPOrderWithSig calldata orderWithSig, bytes calldata executorData, address executor)
        external
        onlyAgent
    {
        TWAPOrder calldata o = orderWithSig.order;
        _checkBridge(o.bridge);
        bytes32 hash = _digest(SecondOrders.structHash(o));
        _checkSigned(o.owner, o.nonce, o.deadline, hash, orderWithSig.signature);
        uint32 slice = _next(hash, o.numSlices, o.interval);
        uint256 unit = o.totalSrcAmount / o.numSlices;
        if (unit == 0) revert InvalidSlices();
        Terms memory t = Terms(
            o.owner,
            o.beneficiary == address(0) ? o.owner : o.beneficiary,
            o.srcToken,
            o.destToken,
            unit,
            o.destAmountPerSlice,
            type(uint256).max,
            o.partnerAndFee,
            o.deadline,
            slice == 0
        );
        if (slice == o.numSlices - 1) {
            t.srcAmount = o.totalSrcAmount - unit * slice;
            t.destAmount = (o.destAmountPerSlice * t.srcAmount + unit - 1) / unit;
            _markNonce(o.owner, o.nonce);
        }
        if (o.permit.length == 96) revert PermitFailed(); // is good for one transfer
        _tell(t, _sellBySwap(t, o.permit, executorData, executor), hash, slice, o.numSlices);
        if (slice == o.numSlices - 1) _tellEnd(t, hash, o.destAmountPerSlice * slice + t.destAmount);
    }

    /// All slices buy alike but the last, which buys what is left; each spends its share of the most. Nothing is expected but that, so that what a
    /// slice leaves is its owner's.
    function twapBuySettle(TWAPBuyOrderWithSig calldata orderWithSig, bytes calldata executorData, address executor)
        external
        onlyAgent
    {
        TWAPBuyOrder calldata o = orderWithSig.order;
        _checkBridge(o.bridge);
        bytes32 hash = _digest(SecondOrders.structHash(o));
        _checkSigned(o.owner, o.nonce, o.deadline, hash, orderWithSig.signature);
        uint32 slice = _next(hash, o.numSlices, o.interval);
        uint256 amount = o.totalDestAmount / o.numSlices;
        if (amount == 0) revert InvalidSlices();
        if (slice == o.numSlices - 1) {
            amount = o.totalDestAmount - amount * slice;
            _markNonce(o.owner, o.nonce);
        }
        if (o.permit.length == 96) revert PermitFailed(); // is good for one transfer
        Terms memory t = Terms(
            o.owner,
            o.beneficiary == address(0) ? o.owner : o.beneficiary,
            o.srcToken,
            o.destToken,
            o.maxSrcAmount * amount / o.totalDestAmount,
            amount,
            0,
            o.partnerAndFee,
            o.deadline,
            slice == 0
        );
        _tell(t, _buyBySwap(t, o.permit, executorData, executor), hash, slice, o.numSlices);
        if (slice == o.numSlices - 1) _tellEnd(t, hash, o.totalDestAmount);
    }

    /// Counts a slice, before anything moves.
    function _next(bytes32 hash, uint32 numSlices, uint64 interval) private returns (uint32 slice) {
        Slices storage s = _second.slices[hash];
        slice = s.done;
        if (slice >= numSlices) revert InvalidSlices();
        if (slice > 0 && block.timestamp < uint256(s.last) + interval) revert SliceNotDue();
        s.done = slice + 1;
        s.last = uint64(block.timestamp);
    }

    function _tell(Terms memory t, Result memory r, bytes32 hash, uint32 slice, uint32 numSlices) private {
        Slices storage s = _second.slices[hash];
        s.spent += r.paid;
        s.received += r.received;
        s.partnerFees += r.partnerFee;
        emit TWAPSliceSettled(
            t.owner,
            t.beneficiary,
            t.srcToken,
            t.destToken,
            slice,
            numSlices,
            r.paid,
            r.received,
            r.protocolFee,
            r.partnerFee,
            hash
        );
    }

    /// Tells of all slices together, of which the protocol takes nothing.
    function _tellEnd(Terms memory t, bytes32 hash, uint256 destAmount) private {
        Slices storage s = _second.slices[hash];
        emit OrderSettled(
            t.owner, t.beneficiary, t.srcToken, t.destToken, s.spent, destAmount, s.received, 0, s.partnerFees, hash
        );
    }
}

/// Lets owners sign by a transaction.
contract PreSignatureModule is SecondState, IPreSignature, IModule {
    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](2);
        list[0] = this.setPreSignature.selector;
        list[1] = this.isPreSigned.selector;
    }

    function setPreSignature(bytes32 orderHash, bool signed) external {
        _second.preSigned[msg.sender][orderHash] = signed;
        emit PreSignatureSet(msg.sender, orderHash, signed);
    }

    function isPreSigned(address owner, bytes32 orderHash) external view returns (bool signed) {
        return _second.preSigned[owner][orderHash];
    }
}
