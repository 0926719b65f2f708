// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../swap/lib/Coins.sol";
import {IDirectSettlement, IFillableDirectSettlement, IFillableSwapSettlement, ISwapSettlement} from "./Delta.sol";
import {DeltaOrder, DeltaOrderWithSig} from "./DeltaOrder.sol";
import {Settlement} from "./Settlement.sol";

/// Settles whole orders through an executor.
contract SwapSettlementModule is Settlement, ISwapSettlement {
    constructor(address registry, address permit2) Settlement(registry, permit2) {}

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](2);
        list[0] = this.swapSettle.selector;
        list[1] = this.swapSettleBatch.selector;
    }

    function swapSettle(DeltaOrderWithSig calldata orderWithSig, bytes calldata executorData, address executor) external onlyAgent {
        _settle(orderWithSig, executorData, executor);
    }

    function swapSettleBatch(DeltaOrderWithSig[] calldata ordersWithSigs, bytes[] calldata executorData, address executor)
        external
        onlyAgent
    {
        for (uint256 i; i < ordersWithSigs.length; ++i) _settle(ordersWithSigs[i], executorData[i], executor);
    }

    function _settle(DeltaOrderWithSig calldata signed, bytes calldata executorData, address executor) private {
        _settleBySwap(signed.order, _takeWhole(signed.order, signed.signature), executorData, executor);
    }
}

/// Settles whole orders against the agent's own tokens. Native coin has to come with the call to the unit; coin that comes with a single order on a
/// token stays in the contract.
contract DirectSettlementModule is Settlement, IDirectSettlement {
    constructor(address registry, address permit2) Settlement(registry, permit2) {}

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](2);
        list[0] = this.directSettle.selector;
        list[1] = this.directSettleBatch.selector;
    }

    function directSettle(DeltaOrderWithSig calldata orderWithSig, uint256 amount) external payable onlyAgent {
        uint256 value = _settle(orderWithSig, amount);
        if (Coins.isNative(orderWithSig.order.destToken) && msg.value != value) revert InsufficientMsgValue();
    }

    function directSettleBatch(DeltaOrderWithSig[] calldata ordersWithSigs, uint256[] calldata amounts) external payable onlyAgent {
        uint256 value;
        for (uint256 i; i < ordersWithSigs.length; ++i) value += _settle(ordersWithSigs[i], amounts[i]);
        if (msg.value != value) revert InsufficientMsgValue();
    }

    function _settle(DeltaOrderWithSig calldata signed, uint256 amount) private returns (uint256) {
        return _settleByAgent(signed.order, _takeWhole(signed.order, signed.signature), amount);
    }
}

/// Settles parts of orders through an executor.
contract FillableSwapSettlementModule is Settlement, IFillableSwapSettlement {
    constructor(address registry, address permit2) Settlement(registry, permit2) {}

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](3);
        list[0] = this.swapSettleFillable.selector;
        list[1] = this.swapSettleFillableBatch.selector;
        list[2] = this.swapFilledAmount.selector;
    }

    /// Parts that were settled against an agent count too: an order has one amount.
    function swapFilledAmount(DeltaOrder calldata order) external view returns (uint256 totalFilledAmount) {
        return _filledAmount(order);
    }

    function swapSettleFillable(
        DeltaOrderWithSig calldata orderWithSig,
        bytes calldata executorData,
        address executor,
        uint256 fillPercent
    ) external onlyAgent {
        _settle(orderWithSig, executorData, executor, fillPercent);
    }

    function swapSettleFillableBatch(
        DeltaOrderWithSig[] calldata ordersWithSigs,
        bytes[] calldata executorData,
        address executor,
        uint256[] calldata fillPercents
    ) external onlyAgent {
        for (uint256 i; i < ordersWithSigs.length; ++i) {
            _settle(ordersWithSigs[i], executorData[i], executor, fillPercents[i]);
        }
    }

    function _settle(DeltaOrderWithSig calldata signed, bytes calldata executorData, address executor, uint256 percent) private {
        _settleBySwap(signed.order, _takePart(signed.order, signed.signature, percent), executorData, executor);
    }
}

/// Settles parts of orders against the agent's own tokens.
contract FillableDirectSettlementModule is Settlement, IFillableDirectSettlement {
    constructor(address registry, address permit2) Settlement(registry, permit2) {}

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](3);
        list[0] = this.directSettleFillable.selector;
        list[1] = this.directSettleFillableBatch.selector;
        list[2] = this.directFilledAmount.selector;
    }

    /// Parts that were settled through an executor count too: an order has one amount.
    function directFilledAmount(DeltaOrder calldata order) external view returns (uint256 totalFilledAmount) {
        return _filledAmount(order);
    }

    function directSettleFillable(DeltaOrderWithSig calldata orderWithSig, uint256 fillPercent, uint256 amount)
        external
        payable
        onlyAgent
    {
        uint256 value = _settle(orderWithSig, fillPercent, amount);
        if (Coins.isNative(orderWithSig.order.destToken) && msg.value != value) revert InsufficientMsgValue();
    }

    function directSettleFillableBatch(
        DeltaOrderWithSig[] calldata ordersWithSigs,
        uint256[] calldata fillPercents,
        uint256[] calldata amounts
    ) external payable onlyAgent {
        uint256 value;
        for (uint256 i; i < ordersWithSigs.length; ++i) {
            value += _settle(ordersWithSigs[i], fillPercents[i], amounts[i]);
        }
        if (msg.value != value) revert InsufficientMsgValue();
    }

    function _settle(DeltaOrderWithSig calldata signed, uint256 percent, uint256 amount) private returns (uint256) {
        return _settleByAgent(signed.order, _takePart(signed.order, signed.signature, percent), amount);
    }
}
