// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "../../lib/Tokens.sol";
import {Coins} from "../lib/Coins.sol";
import {AugustusV6Facet} from "./AugustusV6Facet.sol";
import {AugustusV6Config, MakerPSMData} from "./AugustusV6Types.sol";

/// A peg stability module of Maker: sells and buys a stable coin (the gem) for dai at par, less or plus a toll with 18 decimals. Amounts of the gem
/// name both kinds of trade; gems are taken by the module's join, dai by the module.
interface IStabilityModule {
    function dai() external view returns (address);
    function sellGem(address usr, uint256 gemAmt) external;
    function buyGem(address usr, uint256 gemAmt) external;
}

/// Swaps on a peg stability module, which pays the beneficiary itself, without fees.
contract AugustusV6MakerPSM is AugustusV6Facet {
    uint256 private constant WAD = 1e18;
    uint256 private constant APPROVE = 1 << 255;
    uint256 private constant EXACT_OUT = 1 << 254;

    constructor(AugustusV6Config memory config) AugustusV6Facet(config) {}

    function swapExactAmountInOutOnMakerPSM(MakerPSMData calldata makerPSMData, bytes calldata permit)
        external
        whenNotPaused
        returns (uint256 spentAmount, uint256 receivedAmount)
    {
        MakerPSMData calldata d = makerPSMData;
        if (d.toAmount == 0) revert InvalidToAmount();
        bool buysGem = d.srcToken == IStabilityModule(d.exchange).dai();
        _pull(d.srcToken, d.fromAmount, address(this), permit);
        if (d.beneficiaryDirectionApproveFlag & APPROVE != 0) {
            Coins.allow(d.srcToken, buysGem ? d.exchange : d.gemJoinAddress, d.fromAmount);
        }
        uint256 gems = _gems(d, buysGem);
        address beneficiary = _orCaller(address(uint160(d.beneficiaryDirectionApproveFlag)));
        uint256 before = IERC20(d.destToken).balanceOf(beneficiary);
        if (buysGem) IStabilityModule(d.exchange).buyGem(beneficiary, gems);
        else IStabilityModule(d.exchange).sellGem(beneficiary, gems);
        receivedAmount = IERC20(d.destToken).balanceOf(beneficiary) - before;
        if (receivedAmount < d.toAmount) revert InsufficientReturnAmount();
        spentAmount = _less(d.fromAmount, _refund(d.srcToken, false));
    }

    /// How many gems change hands. An exact input of dai buys as many as it can pay; an exact output of dai sells as few as yield it.
    function _gems(MakerPSMData calldata d, bool buysGem) private pure returns (uint256) {
        bool exactOut = d.beneficiaryDirectionApproveFlag & EXACT_OUT != 0;
        if (buysGem) {
            return exactOut ? d.toAmount : d.fromAmount * WAD / ((WAD + d.toll) * d.to18ConversionFactor);
        }
        if (!exactOut) return d.fromAmount;
        uint256 perGem = (WAD - d.toll) * d.to18ConversionFactor;
        return (d.toAmount * WAD + perGem - 1) / perGem;
    }
}
