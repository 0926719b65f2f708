// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "./Coins.sol";

/// Fees by account and token. What is credited must already be here, so that the ledger never promises more than it holds.
abstract contract FeeLedger {
    mapping(address => mapping(address => uint256)) public fees; // by account, token
    mapping(address => uint256) public allocatedFees; // by token, over all accounts

    receive() external payable {}

    function getBalance(address _token, address _partner) external view returns (uint256) {
        return fees[_partner][_token];
    }

    function batchGetBalance(address[] calldata _tokens, address _partner)
        external
        view
        returns (uint256[] memory _fees)
    {
        _fees = new uint256[](_tokens.length);
        for (uint256 i = 0; i < _tokens.length; i++) _fees[i] = fees[_partner][_tokens[i]];
    }

    function getUnallocatedFees(address _token) public view returns (uint256) {
        return Coins.balance(_token) - allocatedFees[_token];
    }

    function withdrawAllERC20(address _token, address _recipient) external returns (bool) {
        _withdraw(_token, fees[msg.sender][_token], _recipient);
        return true;
    }

    function withdrawSomeERC20(address _token, uint256 _tokenAmount, address _recipient) external returns (bool) {
        _withdraw(_token, _tokenAmount, _recipient);
        return true;
    }

    function batchWithdrawAllERC20(address[] calldata _tokens, address _recipient) external returns (bool) {
        for (uint256 i = 0; i < _tokens.length; i++) _withdraw(_tokens[i], fees[msg.sender][_tokens[i]], _recipient);
        return true;
    }

    function batchWithdrawSomeERC20(address[] calldata _tokens, uint256[] calldata _tokenAmounts, address _recipient)
        external
        returns (bool)
    {
        for (uint256 i = 0; i < _tokens.length; i++) _withdraw(_tokens[i], _tokenAmounts[i], _recipient);
        return true;
    }

    function _register(address account, address token, uint256 fee) internal {
        require(fee <= getUnallocatedFees(token), "fee not received");
        fees[account][token] += fee;
        allocatedFees[token] += fee;
    }

    function _withdraw(address token, uint256 amount, address recipient) private {
        require(recipient != address(0), "zero recipient");
        require(amount <= fees[msg.sender][token], "not enough fees");
        fees[msg.sender][token] -= amount;
        allocatedFees[token] -= amount;
        Coins.send(token, recipient, amount);
    }
}
