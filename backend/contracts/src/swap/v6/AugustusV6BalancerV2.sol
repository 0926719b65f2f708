// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {Coins} from "../lib/Coins.sol";
import {IBalancerVault} from "../pools/IBalancerVault.sol";
import {AugustusV6Facet} from "./AugustusV6Facet.sol";
import {AugustusV6Config, BalancerV2Data} from "./AugustusV6Types.sol";

/// Swaps in the vault by the caller's own calldata for its swap or batchSwap, in which this contract is sender and recipient. The tokens follow from
/// that calldata: a batch begins with the input and ends with the output when the input is exact, the other way round when the output is.
contract AugustusV6BalancerV2 is AugustusV6Facet {
    address private immutable vault;

    constructor(AugustusV6Config memory config) AugustusV6Facet(config) {
        vault = config.balancerVault;
    }

    function swapExactAmountInOnBalancerV2(
        BalancerV2Data calldata balancerData,
        uint256 partnerAndFee,
        bytes calldata permit,
        bytes calldata data
    )
        external
        payable
        whenNotPaused
        returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        (, address destToken) = _swap(balancerData, permit, data);
        return _payIn(
            destToken,
            Coins.balance(destToken),
            balancerData.toAmount,
            balancerData.quotedAmount,
            partnerAndFee,
            address(uint160(balancerData.beneficiaryAndApproveFlag)),
            DUST
        );
    }

    function swapExactAmountOutOnBalancerV2(
        BalancerV2Data calldata balancerData,
        uint256 partnerAndFee,
        bytes calldata permit,
        bytes calldata data
    )
        external
        payable
        whenNotPaused
        returns (uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        (address srcToken, address destToken) = _swap(balancerData, permit, data);
        return _payOut(
            srcToken,
            destToken,
            balancerData.fromAmount,
            balancerData.toAmount,
            balancerData.quotedAmount,
            partnerAndFee,
            address(uint160(balancerData.beneficiaryAndApproveFlag))
        );
    }

    function _swap(BalancerV2Data calldata balancerData, bytes calldata permit, bytes calldata data)
        private
        returns (address srcToken, address destToken)
    {
        if (balancerData.toAmount == 0) revert InvalidToAmount();
        (srcToken, destToken) = _tokens(data);
        _pull(srcToken, balancerData.fromAmount, address(this), permit);
        if (balancerData.beneficiaryAndApproveFlag >> 255 == 1) Coins.allow(srcToken, vault, balancerData.fromAmount);
        (bool success, bytes memory answer) = vault.call{value: msg.value}(data);
        if (!success) Tokens.revertWith(answer);
    }

    function _tokens(bytes calldata data) private pure returns (address, address) {
        bytes4 selector = bytes4(data[:4]);
        if (selector == IBalancerVault.swap.selector) {
            IBalancerVault.SingleSwap memory single = abi.decode(data[4:], (IBalancerVault.SingleSwap));
            return (_coin(single.assetIn), _coin(single.assetOut));
        }
        if (selector != IBalancerVault.batchSwap.selector) revert InvalidSelector();
        (IBalancerVault.SwapKind kind, IBalancerVault.BatchSwapStep[] memory steps, address[] memory assets) =
            abi.decode(data[4:], (IBalancerVault.SwapKind, IBalancerVault.BatchSwapStep[], address[]));
        IBalancerVault.BatchSwapStep memory first = steps[0];
        IBalancerVault.BatchSwapStep memory last = steps[steps.length - 1];
        if (kind == IBalancerVault.SwapKind.GIVEN_OUT) (first, last) = (last, first);
        return (_coin(assets[first.assetInIndex]), _coin(assets[last.assetOutIndex]));
    }

    function _coin(address asset) private pure returns (address) {
        return asset == address(0) ? Coins.NATIVE : asset;
    }
}
