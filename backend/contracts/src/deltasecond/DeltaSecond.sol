// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ISettlement} from "../delta/Delta.sol";
import {SecondOrder, SecondOrderWithSig, TWAPBuyOrderWithSig, TWAPOrderWithSig} from "./SecondOrder.sol";

/// What settlements of the second form refuse beside what all do. Of an order that buys, the `srcAmount` of OrderSettled is what its owner paid with
/// all fees, which are of srcToken then; what was bought is `returnAmount`.
interface ISecondSettlement is ISettlement {
    error InvalidKind();
    error BridgingNotSupported();
}

interface ISecondSwapSettlement is ISecondSettlement {
    function swapSettle(
        SecondOrderWithSig calldata orderWithSig,
        bytes calldata executorData,
        address executor,
        bytes calldata bridgeData
    ) external;
    function swapSettleBatch(
        SecondOrderWithSig[] calldata ordersWithSigs,
        bytes[] calldata executorData,
        address executor,
        bytes[] calldata bridgeData
    ) external;
    function buySettle(
        SecondOrderWithSig calldata orderWithSig,
        bytes calldata executorData,
        address executor,
        bytes calldata bridgeData
    ) external;
    function buySettleBatch(
        SecondOrderWithSig[] calldata ordersWithSigs,
        bytes[] calldata executorData,
        address executor,
        bytes[] calldata bridgeData
    ) external;
}

interface ISecondDirectSettlement is ISecondSettlement {
    /// `amount` is what the agent pays to an order that sells, or takes of one that buys.
    function directSettle(SecondOrderWithSig calldata orderWithSig, uint256 amount) external payable;
    function directSettleBatch(SecondOrderWithSig[] calldata ordersWithSigs, uint256[] calldata amounts) external payable;
}

interface ISecondFillableSettlement is ISecondSettlement {
    function swapFilledAmount(SecondOrder calldata order) external view returns (uint256 totalFilledAmount);
    function directFilledAmount(SecondOrder calldata order) external view returns (uint256 totalFilledAmount);
    function swapSettleFillable(
        SecondOrderWithSig calldata orderWithSig,
        bytes calldata executorData,
        address executor,
        uint256 fillPercent
    ) external;
    function swapSettleFillableBatch(
        SecondOrderWithSig[] calldata ordersWithSigs,
        bytes[] calldata executorData,
        address executor,
        uint256[] calldata fillPercents
    ) external;
    function directSettleFillable(SecondOrderWithSig calldata orderWithSig, uint256 fillPercent, uint256 amount) external payable;
    function directSettleFillableBatch(
        SecondOrderWithSig[] calldata ordersWithSigs,
        uint256[] calldata fillPercents,
        uint256[] calldata amounts
    ) external payable;
}

interface ISlicedSettlement is ISecondSettlement {
    error InvalidSlices();
    error SliceNotDue();

    /// The last slice emits OrderSettled too, with the totals.
    event TWAPSliceSettled(
        address indexed owner,
        address indexed beneficiary,
        address srcToken,
        address destToken,
        uint32 slice,
        uint32 numSlices,
        uint256 spentAmount,
        uint256 returnAmount,
        uint256 protocolFee,
        uint256 partnerFee,
        bytes32 indexed orderHash
    );

    function twapSettle(TWAPOrderWithSig calldata orderWithSig, bytes calldata executorData, address executor) external;
    function twapBuySettle(TWAPBuyOrderWithSig calldata orderWithSig, bytes calldata executorData, address executor) external;

    /// How many slices of an order are settled, when the last of them was, and what they took and brought in all.
    function twapProgress(bytes32 orderHash) external view returns (uint32 done, uint64 last, uint256 spent, uint256 received);
}

interface IPreSignature {
    event PreSignatureSet(address indexed owner, bytes32 indexed orderHash, bool signed);

    function setPreSignature(bytes32 orderHash, bool signed) external;
    function isPreSigned(address owner, bytes32 orderHash) external view returns (bool signed);
}

/// What the settlement contract does with orders of the second form, at the address of Delta.
/// @custom:binding
interface DeltaSecond is
    ISecondSwapSettlement,
    ISecondDirectSettlement,
    ISecondFillableSettlement,
    ISlicedSettlement,
    IPreSignature
{}
