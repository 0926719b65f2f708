// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {Curve} from "../lib/Curve.sol";
import {AugustusV6Facet} from "./AugustusV6Facet.sol";
import {AugustusV6Config, CurveV1Data, CurveV2Data} from "./AugustusV6Types.sol";

/// Swaps on one stable pool, by int128 indices (CurveV1) or uint256 ones (CurveV2), without an executor. The wrap field of curveData: 0 neither, 1 the
/// input is wrapped, 2 the output is unwrapped, 3 the pool takes the native input itself.
contract AugustusV6Curve is AugustusV6Facet {
    uint256 private constant WRAP = 1;
    uint256 private constant UNWRAP = 2;
    uint256 private constant PAY_NATIVE = 3;

    constructor(AugustusV6Config memory config) AugustusV6Facet(config) {}

    function swapExactAmountInOnCurveV1(CurveV1Data calldata curveV1Data, uint256 partnerAndFee, bytes calldata permit)
        external
        payable
        whenNotPaused
        returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        CurveV1Data calldata d = curveV1Data;
        uint256 value = _before(d.curveData, d.srcToken, d.fromAmount, d.toAmount, permit);
        Curve.exchangeV1(
            address(uint160(d.curveData)),
            _swapType(d.curveData),
            int128(uint128(d.curveAssets >> 128)),
            int128(uint128(d.curveAssets)),
            d.fromAmount,
            value
        );
        if (_wrapFlag(d.curveData) == UNWRAP) _unwrapHeld();
        return _payIn(
            d.destToken, Coins.balance(d.destToken), d.toAmount, d.quotedAmount, partnerAndFee, d.beneficiary, DUST
        );
    }

    function swapExactAmountInOnCurveV2(CurveV2Data calldata curveV2Data, uint256 partnerAndFee, bytes calldata permit)
        external
        payable
        whenNotPaused
        returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
    {
        CurveV2Data calldata d = curveV2Data;
        uint256 value = _before(d.curveData, d.srcToken, d.fromAmount, d.toAmount, permit);
        Curve.exchangeV2(
            address(uint160(d.curveData)), _swapType(d.curveData), d.poolAddress, d.i, d.j, d.fromAmount, value
        );
        if (_wrapFlag(d.curveData) == UNWRAP) _unwrapHeld();
        return _payIn(
            d.destToken, Coins.balance(d.destToken), d.toAmount, d.quotedAmount, partnerAndFee, d.beneficiary, DUST
        );
    }

    /// Takes the input and makes it ready for the pool; the native value to send along.
    function _before(uint256 curveData, address srcToken, uint256 fromAmount, uint256 toAmount, bytes calldata permit)
        private
        returns (uint256 value)
    {
        if (toAmount == 0) revert InvalidToAmount();
        _pull(srcToken, fromAmount, address(this), permit);
        uint256 wrap = _wrapFlag(curveData);
        address token = srcToken;
        if (wrap == WRAP) {
            _wrap(fromAmount);
            token = address(weth);
        }
        if (wrap == PAY_NATIVE) value = fromAmount;
        else if (curveData >> 160 & 1 == 1) Coins.allow(token, address(uint160(curveData)), fromAmount);
    }

    function _wrapFlag(uint256 curveData) private pure returns (uint256) {
        return curveData >> 161 & 3;
    }

    function _swapType(uint256 curveData) private pure returns (uint256) {
        return curveData >> 163 & 3;
    }
}
