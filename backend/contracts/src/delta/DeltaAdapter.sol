// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EIP712} from "../lib/EIP712.sol";
import {Tokens} from "../lib/Tokens.sol";
import {IAdapter} from "./Delta.sol";
import {DeltaState} from "./DeltaState.sol";

interface IModule {
    /// The functions that the module adds to a settlement contract.
    function selectors() external pure returns (bytes4[] memory);
}

interface IRegistry {
    function isAgentRegistered(address agent) external view returns (bool);
    function isModuleRegistered(address module) external view returns (bool);
}

/// The settlement contract: its address is the verifying contract of the orders and the spender of their permits. What it can do is in modules,
/// which run as this contract. Only modules of the registry that created it can be installed, and they
/// run only as long as they are registered there.
contract DeltaAdapter is DeltaState, EIP712, IAdapter {
    IRegistry private immutable _registry;

    modifier onlyOwner() {
        if (msg.sender != _state.owner) revert UnauthorizedAccount(msg.sender);
        _;
    }

    constructor(address owner_) EIP712("Portikus", "2.0.0") {
        _registry = IRegistry(msg.sender);
        _setOwner(owner_);
    }

    /// Native coin comes from executors.
    receive() external payable {}

    fallback() external payable {
        address module = _state.moduleOf[msg.sig];
        if (module == address(0)) revert ModuleNotFound();
        if (!_registry.isModuleRegistered(module)) revert ModuleNotRegistered();
        (bool success, bytes memory answer) = module.delegatecall(msg.data);
        if (!success) Tokens.revertWith(answer);
        assembly ("memory-safe") {
            return(add(answer, 0x20), mload(answer))
        }
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparator();
    }

    function owner() external view returns (address) {
        return _state.owner;
    }

    function transferOwnership(address _newOwner) external onlyOwner {
        _setOwner(_newOwner);
    }

    function install(address module) external onlyOwner {
        if (!_registry.isModuleRegistered(module)) revert ModuleNotRegistered();
        bytes4[] memory selectors = IModule(module).selectors();
        for (uint256 i; i < selectors.length; ++i) {
            address old = _state.moduleOf[selectors[i]];
            if (old != address(0)) revert SelectorAlreadySet(selectors[i], old);
            _state.moduleOf[selectors[i]] = module;
        }
        _state.modules.push(module);
        emit ModuleInstalled(module);
    }

    function uninstall(address module) external onlyOwner {
        address[] storage modules = _state.modules;
        uint256 place;
        while (place < modules.length && modules[place] != module) ++place;
        if (place == modules.length) revert ModuleNotInstalled(module);
        bytes4[] memory selectors = IModule(module).selectors();
        for (uint256 i; i < selectors.length; ++i) delete _state.moduleOf[selectors[i]];
        modules[place] = modules[modules.length - 1];
        modules.pop();
        emit ModuleUninstalled(module);
    }

    function getModules() external view returns (Module[] memory modules) {
        modules = new Module[](_state.modules.length);
        for (uint256 i; i < modules.length; ++i) {
            address module = _state.modules[i];
            modules[i] = Module(module, IModule(module).selectors());
        }
    }

    function _setOwner(address newOwner) private {
        emit OwnershipTransferred(_state.owner, newOwner);
        _state.owner = newOwner;
    }
}
