// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// The state of AugustusV6 and its facets, which run in its place and must see it laid out alike.
abstract contract AugustusV6Storage {
    address internal contractOwner;
    address internal protocolWallet; // receives the protocol's part when it is paid directly
    address internal protocolDelegate; // is credited with it in the fee vault
    bool internal swapsPaused;
    mapping(address => bool) internal blacklist; // no fees are taken in these
    mapping(bytes4 => address) internal facetOf;

    error CallbackTransferFailed();
    error ContractPaused();
    error IncorrectEthAmount();
    error InitializationFunctionReverted(address _initializationContractAddress, bytes _calldata);
    error InsufficientBalanceToPayFees();
    error InsufficientReturnAmount();
    error InvalidCaller();
    error InvalidOrdersLength();
    error InvalidQuotedAmount();
    error InvalidSelector();
    error InvalidToAmount();
    error Permit2Failed();
    error PermitFailed();
    error UnauthorizedUser();

    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    modifier onlyOwner() {
        if (msg.sender != contractOwner) revert UnauthorizedUser();
        _;
    }

    modifier whenNotPaused() {
        if (swapsPaused) revert ContractPaused();
        _;
    }
}
