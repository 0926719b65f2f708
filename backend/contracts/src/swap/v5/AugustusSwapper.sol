// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {AugustusStorage} from "./AugustusStorage.sol";
import {Roles} from "./Roles.sol";
import {TokenTransferProxy} from "./TokenTransferProxy.sol";

/// A contract that runs in AugustusSwapper's place: a router, which implements its functions, or an adapter, which swaps on exchanges.
interface IPart {
    function initialize(bytes calldata data) external;
    function getKey() external pure returns (bytes32);
}

/// The swap contract of version 5: a proxy that finds each function's router by its selector. It holds nothing between transactions.
contract AugustusSwapper is AugustusStorage, Roles {
    event AdapterInitialized(address indexed adapter);
    event RouterInitialized(address indexed router);

    constructor(address feeWallet_) {
        tokenTransferProxy = new TokenTransferProxy();
        feeWallet = feeWallet_;
        _grant(DEFAULT_ADMIN_ROLE, msg.sender);
    }

    receive() external payable {}

    /// Runs the function's router in this contract's place and answers with exactly its answer.
    fallback() external payable {
        address router = selectorVsRouter[msg.sig];
        require(router != address(0), "Router not found");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), router, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    /// Collectibles may come here on their way to who buys them.
    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function getVersion() external pure returns (string memory) {
        return "5.0.0";
    }

    function getTokenTransferProxy() external view returns (address) {
        return address(tokenTransferProxy);
    }

    function getFeeWallet() external view returns (address) {
        return feeWallet;
    }

    function getImplementation(bytes4 selector) external view returns (address) {
        return selectorVsRouter[selector];
    }

    function getPartnerFeeStructure(address partner) external view returns (FeeStructure memory) {
        return registeredPartners[partner];
    }

    function getRouterData(bytes32 key) external view returns (bytes memory) {
        return routerData[key];
    }

    function getAdapterData(bytes32 key) external view returns (bytes memory) {
        return adapterData[key];
    }

    function isRouterInitialized(bytes32 key) external view returns (bool) {
        return routerInitialized[key];
    }

    function isAdapterInitialized(bytes32 key) external view returns (bool) {
        return adapterInitialized[key];
    }

    function setFeeWallet(address _feeWallet) external onlyAdmin {
        require(_feeWallet != address(0), "Invalid address");
        feeWallet = _feeWallet;
    }

    function setImplementation(bytes4 selector, address implementation) external onlyAdmin {
        require(_has(ROUTER_ROLE, implementation), "Router is not whitelisted");
        selectorVsRouter[selector] = implementation;
    }

    function registerPartner(
        address partner,
        uint256 _partnerShare,
        bool _noPositiveSlippage,
        bool _positiveSlippageToUser,
        uint16 _feePercent,
        string calldata partnerId,
        bytes calldata _data
    ) external onlyAdmin {
        require(partner != address(0), "Invalid partner");
        require(_partnerShare <= 10_000 && _feePercent <= 10_000, "Invalid values");
        registeredPartners[partner] =
            FeeStructure(_partnerShare, _noPositiveSlippage, _positiveSlippageToUser, _feePercent, partnerId, _data);
    }

    /// Takes out what stranded here.
    function transferTokens(address token, address destination, uint256 amount) external onlyAdmin {
        Coins.send(token, destination, amount);
    }

    function initializeRouter(address router, bytes calldata data) external onlyAdmin {
        require(_has(ROUTER_ROLE, router), "Router is not whitelisted");
        bytes32 key = IPart(router).getKey();
        require(!routerInitialized[key], "Already initialized");
        routerInitialized[key] = true;
        _initialize(router, data);
        emit RouterInitialized(router);
    }

    function initializeAdapter(address adapter, bytes calldata data) external onlyAdmin {
        require(_has(WHITELISTED_ROLE, adapter), "Exchange not whitelisted");
        bytes32 key = IPart(adapter).getKey();
        require(!adapterInitialized[key], "Already initialized");
        adapterInitialized[key] = true;
        _initialize(adapter, data);
        emit AdapterInitialized(adapter);
    }

    function _initialize(address part, bytes calldata data) private {
        (bool success,) = part.delegatecall(abi.encodeCall(IPart.initialize, (data)));
        require(success, "Failed to initialize");
    }
}
