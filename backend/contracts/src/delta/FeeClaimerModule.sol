// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../swap/lib/Coins.sol";
import {IAdapter, IFeeClaimer} from "./Delta.sol";
import {IModule} from "./DeltaAdapter.sol";
import {DeltaState} from "./DeltaState.sol";

/// Pays partners and the protocol what settlements kept for them. The protocol's fees are those of the zero partner.
contract FeeClaimerModule is DeltaState, IFeeClaimer, IModule {
    modifier onlyClaimer() {
        if (msg.sender != _state.protocolFeeClaimer) revert IAdapter.UnauthorizedAccount(msg.sender);
        _;
    }

    function selectors() external pure returns (bytes4[] memory list) {
        list = new bytes4[](10);
        list[0] = this.getCollectedFees.selector;
        list[1] = this.batchGetCollectedFees.selector;
        list[2] = this.withdrawFees.selector;
        list[3] = this.withdrawAllFees.selector;
        list[4] = this.batchWithdrawAllFees.selector;
        list[5] = this.getProtocolFeeClaimer.selector;
        list[6] = this.setProtocolFeeClaimer.selector;
        list[7] = this.withdrawProtocolFees.selector;
        list[8] = this.withdrawAllProtocolFees.selector;
        list[9] = this.batchWithdrawAllProtocolFees.selector;
    }

    function getCollectedFees(address partner, address token) public view returns (uint256) {
        return _state.fees[partner][token];
    }

    function batchGetCollectedFees(address partner, address[] calldata tokens) external view returns (uint256[] memory amounts) {
        amounts = new uint256[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) amounts[i] = getCollectedFees(partner, tokens[i]);
    }

    function withdrawFees(address token, uint256 amount, address recipient) external {
        _withdraw(msg.sender, token, amount, recipient);
    }

    function withdrawAllFees(address token, address recipient) public returns (uint256 amount) {
        amount = getCollectedFees(msg.sender, token);
        _withdraw(msg.sender, token, amount, recipient);
    }

    function batchWithdrawAllFees(address[] calldata tokens, address recipient) external {
        for (uint256 i; i < tokens.length; ++i) withdrawAllFees(tokens[i], recipient);
    }

    function getProtocolFeeClaimer() external view returns (address) {
        return _state.protocolFeeClaimer;
    }

    function setProtocolFeeClaimer(address protocolFeeClaimer) external {
        if (msg.sender != _state.owner) revert IAdapter.UnauthorizedAccount(msg.sender);
        _state.protocolFeeClaimer = protocolFeeClaimer;
        emit FeeClaimerSet(protocolFeeClaimer);
    }

    function withdrawProtocolFees(address token, uint256 amount, address recipient) external onlyClaimer {
        _withdraw(address(0), token, amount, recipient);
    }

    function withdrawAllProtocolFees(address token, address recipient) public onlyClaimer returns (uint256 amount) {
        amount = getCollectedFees(address(0), token);
        _withdraw(address(0), token, amount, recipient);
    }

    function batchWithdrawAllProtocolFees(address[] calldata tokens, address recipient) external {
        for (uint256 i; i < tokens.length; ++i) withdrawAllProtocolFees(tokens[i], recipient);
    }

    function _withdraw(address partner, address token, uint256 amount, address recipient) private {
        uint256 collected = getCollectedFees(partner, token);
        if (amount > collected) revert InsufficientFees();
        _state.fees[partner][token] = collected - amount;
        emit FeesWithdrawn(partner, token, amount, recipient);
        Coins.send(token, recipient, amount);
    }
}
