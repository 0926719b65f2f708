// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins, IWrappedNative} from "../lib/Coins.sol";
import {Curve} from "../lib/Curve.sol";
import {UniswapV3Router} from "../periphery/UniswapV3Router.sol";
import {IBalancerVault} from "../pools/IBalancerVault.sol";
import {FeeConfig, FeeModel} from "./FeeModel.sol";
import {Router} from "./Router.sol";
import {Utils} from "./Utils.sol";

/// Swaps on one exchange without adapters. The exchange of a Uniswap V3 trade is a router that takes a path.
contract DirectSwap is FeeModel, Router {
    enum DirectSwapKind {
        UNIV3_SELL,
        UNIV3_BUY,
        CURVEV1,
        CURVEV2,
        BALV2_SELL,
        BALV2_BUY
    }

    /// What the end of a swap needs, whatever its kind.
    struct Terms {
        DirectSwapKind kind;
        address fromToken;
        address toToken;
        uint256 fromAmount;
        uint256 toAmount;
        uint256 expectedAmount;
        address beneficiary;
        address partner;
        uint256 feePercent;
        bytes16 uuid;
    }

    address public immutable weth;

    event SwappedDirect(
        bytes16 uuid,
        address partner,
        uint256 feePercent,
        address initiator,
        DirectSwapKind kind,
        address indexed beneficiary,
        address indexed srcToken,
        address indexed destToken,
        uint256 srcAmount,
        uint256 receivedAmount,
        uint256 expectedAmount
    );

    constructor(FeeConfig memory config, address weth_) FeeModel(config) {
        weth = weth_;
    }

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("DIRECT_SWAP_ROUTER", "1.0.0"));
    }

    function directUniV3Swap(Utils.DirectUniV3 calldata data) external payable {
        Terms memory terms = _uniV3Terms(data, DirectSwapKind.UNIV3_SELL);
        terms.fromAmount = _takeInput(terms, data.permit, data.exchange, data.isApproved);
        uint256 amountOut = UniswapV3Router(payable(data.exchange)).exactInput{value: _value(terms)}(
            UniswapV3Router.ExactInputParams(data.path, address(this), data.deadline, terms.fromAmount, 1)
        );
        if (Coins.isNative(data.toToken)) IWrappedNative(weth).withdraw(amountOut);
        _afterSale(terms);
    }

    function directUniV3Buy(Utils.DirectUniV3 calldata data) external payable {
        Terms memory terms = _uniV3Terms(data, DirectSwapKind.UNIV3_BUY);
        _pull(data.fromToken, data.fromAmount, data.permit);
        _approve(data.fromToken, data.exchange, data.fromAmount, data.isApproved);
        UniswapV3Router exchange = UniswapV3Router(payable(data.exchange));
        exchange.exactOutput{value: _value(terms)}(
            UniswapV3Router.ExactOutputParams(
                data.path, address(this), data.deadline, data.toAmount, type(uint256).max
            )
        );
        if (Coins.isNative(data.fromToken)) exchange.refundETH();
        if (Coins.isNative(data.toToken)) IWrappedNative(weth).withdraw(data.toAmount);
        _afterPurchase(terms);
    }

    function directCurveV1Swap(Utils.DirectCurveV1 calldata data) external payable {
        Terms memory terms = Terms(
            DirectSwapKind.CURVEV1,
            data.fromToken,
            data.toToken,
            data.fromAmount,
            data.toAmount,
            data.expectedAmount,
            data.beneficiary,
            data.partner,
            data.feePercent,
            data.uuid
        );
        (uint256 value, uint256 wrapped) =
            _beforeCurve(terms, data.permit, data.exchange, data.isApproved, data.needWrapNative);
        Curve.exchangeV1(data.exchange, data.swapType, data.i, data.j, terms.fromAmount, value);
        _afterCurve(terms, wrapped, data.needWrapNative);
    }

    function directCurveV2Swap(Utils.DirectCurveV2 calldata data) external payable {
        Terms memory terms = Terms(
            DirectSwapKind.CURVEV2,
            data.fromToken,
            data.toToken,
            data.fromAmount,
            data.toAmount,
            data.expectedAmount,
            data.beneficiary,
            data.partner,
            data.feePercent,
            data.uuid
        );
        (uint256 value, uint256 wrapped) =
            _beforeCurve(terms, data.permit, data.exchange, data.isApproved, data.needWrapNative);
        Curve.exchangeV2(
            data.exchange, data.swapType, data.poolAddress, data.i, data.j, terms.fromAmount, value
        );
        _afterCurve(terms, wrapped, data.needWrapNative);
    }

    function directBalancerV2GivenInSwap(Utils.DirectBalancerV2 calldata data) external payable {
        IBalancerVault.BatchSwapStep[] memory swaps = data.swaps;
        Terms memory terms = _balancerTerms(
            data,
            DirectSwapKind.BALV2_SELL,
            data.assets[swaps[0].assetInIndex],
            data.assets[swaps[swaps.length - 1].assetOutIndex]
        );
        terms.fromAmount = _takeInput(terms, data.permit, data.vault, data.isApproved);
        // Less than was given only when a fee was taken from it: the first step sells what is left.
        if (terms.fromAmount < data.fromAmount) swaps[0].amount = terms.fromAmount;
        IBalancerVault(data.vault).batchSwap{value: _value(terms)}(
            IBalancerVault.SwapKind.GIVEN_IN, swaps, data.assets, data.funds, data.limits, data.deadline
        );
        _afterSale(terms);
    }

    function directBalancerV2GivenOutSwap(Utils.DirectBalancerV2 calldata data) external payable {
        Terms memory terms = _balancerTerms(
            data,
            DirectSwapKind.BALV2_BUY,
            data.assets[data.swaps[data.swaps.length - 1].assetInIndex],
            data.assets[data.swaps[0].assetOutIndex]
        );
        _pull(terms.fromToken, terms.fromAmount, data.permit);
        _approve(terms.fromToken, data.vault, terms.fromAmount, data.isApproved);
        IBalancerVault(data.vault).batchSwap{value: _value(terms)}(
            IBalancerVault.SwapKind.GIVEN_OUT, data.swaps, data.assets, data.funds, data.limits, data.deadline
        );
        _afterPurchase(terms);
    }

    function _uniV3Terms(Utils.DirectUniV3 calldata data, DirectSwapKind kind) private pure returns (Terms memory) {
        return Terms(
            kind,
            data.fromToken,
            data.toToken,
            data.fromAmount,
            data.toAmount,
            data.expectedAmount,
            data.beneficiary,
            data.partner,
            data.feePercent,
            data.uuid
        );
    }

    function _balancerTerms(
        Utils.DirectBalancerV2 calldata data,
        DirectSwapKind kind,
        address assetIn,
        address assetOut
    ) private pure returns (Terms memory) {
        return Terms(
            kind,
            assetIn == address(0) ? Coins.NATIVE : assetIn,
            assetOut == address(0) ? Coins.NATIVE : assetOut,
            data.fromAmount,
            data.toAmount,
            data.expectedAmount,
            data.beneficiary,
            data.partner,
            data.feePercent,
            data.uuid
        );
    }

    /// Takes the input, a fee from it if that is where it comes from, and lets the exchange take the rest, which is returned.
    function _takeInput(Terms memory terms, bytes calldata permit, address exchange, bool isApproved)
        private
        returns (uint256 amount)
    {
        _pull(terms.fromToken, terms.fromAmount, permit);
        amount = _takeSourceFee(terms.fromToken, terms.fromAmount, terms.partner, terms.feePercent);
        _approve(terms.fromToken, exchange, amount, isApproved);
    }

    function _approve(address token, address exchange, uint256 amount, bool isApproved) private {
        if (!isApproved) Coins.allow(token, exchange, amount);
    }

    function _beforeCurve(
        Terms memory terms,
        bytes calldata permit,
        address exchange,
        bool isApproved,
        bool needWrapNative
    ) private returns (uint256 value, uint256 wrappedBefore) {
        terms.fromAmount = _takeInput(terms, permit, exchange, isApproved);
        if (Coins.isNative(terms.fromToken)) {
            if (needWrapNative) {
                IWrappedNative(weth).deposit{value: terms.fromAmount}();
                _approve(weth, exchange, terms.fromAmount, isApproved);
            } else {
                value = terms.fromAmount;
            }
        }
        if (needWrapNative) wrappedBefore = Coins.balance(weth);
    }

    function _afterCurve(Terms memory terms, uint256 wrappedBefore, bool needWrapNative) private {
        if (needWrapNative && Coins.isNative(terms.toToken)) {
            IWrappedNative(weth).withdraw(Coins.balance(weth) - wrappedBefore);
        }
        _afterSale(terms);
    }

    function _afterSale(Terms memory terms) private {
        address beneficiary = _orCaller(terms.beneficiary);
        uint256 received = _paySale(
            terms.toToken, terms.toAmount, terms.expectedAmount, beneficiary, terms.partner, terms.feePercent
        );
        _report(terms, beneficiary, terms.fromAmount, received);
    }

    function _afterPurchase(Terms memory terms) private {
        address beneficiary = _orCaller(terms.beneficiary);
        (uint256 amountIn, uint256 received) = _payPurchase(
            terms.fromToken,
            terms.toToken,
            terms.fromAmount,
            terms.toAmount,
            terms.expectedAmount,
            beneficiary,
            terms.partner,
            terms.feePercent
        );
        _report(terms, beneficiary, amountIn, received);
    }

    function _report(Terms memory terms, address beneficiary, uint256 srcAmount, uint256 received) private {
        emit SwappedDirect(
            terms.uuid,
            terms.partner,
            terms.feePercent,
            msg.sender,
            terms.kind,
            beneficiary,
            terms.fromToken,
            terms.toToken,
            srcAmount,
            received,
            terms.expectedAmount
        );
    }

    function _value(Terms memory terms) private pure returns (uint256) {
        return Coins.isNative(terms.fromToken) ? terms.fromAmount : 0;
    }
}
