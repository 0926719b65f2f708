// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {DeltaAdapter} from "./DeltaAdapter.sol";

/// Registry of the agents that may settle and of the modules that may be installed, and factory of the settlement contracts that rely on it.
contract PortikusV2 {
    address public owner;
    address[] public agents;
    address[] public modules;

    /// Position in the list, counted from 1; 0 means that it is not there.
    mapping(address => uint256) private _agentPosition;
    mapping(address => uint256) private _modulePosition;

    error AdapterCreationFailed();
    error InvalidOwner();
    error OwnableInvalidOwner(address owner);
    error OwnableUnauthorizedAccount(address account);

    event AdapterCreated(address indexed adapter, address indexed creator, address indexed owner);
    event AgentRegistered(address agent);
    event AgentUnregistered(address agent);
    event ModuleRegistered(address module);
    event ModuleUnregistered(address module);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    modifier onlyOwner() {
        if (msg.sender != owner) revert OwnableUnauthorizedAccount(msg.sender);
        _;
    }

    constructor(address _owner) {
        if (_owner == address(0)) revert OwnableInvalidOwner(_owner);
        _setOwner(_owner);
    }

    function transferOwnership(address newOwner) external onlyOwner {
        if (newOwner == address(0)) revert OwnableInvalidOwner(newOwner);
        _setOwner(newOwner);
    }

    function renounceOwnership() external onlyOwner {
        _setOwner(address(0));
    }

    /// Puts a settlement contract at an address that depends on the salt and the owner only.
    function create(bytes32 _salt, address _owner) external returns (address adapter) {
        if (_owner == address(0)) revert InvalidOwner();
        try new DeltaAdapter{salt: _salt}(_owner) returns (DeltaAdapter created) {
            adapter = address(created);
        } catch {
            revert AdapterCreationFailed();
        }
        emit AdapterCreated(adapter, msg.sender, _owner);
    }

    /// Whoever is registered already stays so, without an event; likewise for the functions below.
    function registerAgent(address[] calldata _agents) external onlyOwner {
        for (uint256 i; i < _agents.length; ++i) {
            if (_add(agents, _agentPosition, _agents[i])) emit AgentRegistered(_agents[i]);
        }
    }

    function unregisterAgent(address[] calldata _agents) external onlyOwner {
        for (uint256 i; i < _agents.length; ++i) {
            if (_remove(agents, _agentPosition, _agents[i])) emit AgentUnregistered(_agents[i]);
        }
    }

    function registerModule(address[] calldata _modules) external onlyOwner {
        for (uint256 i; i < _modules.length; ++i) {
            if (_add(modules, _modulePosition, _modules[i])) emit ModuleRegistered(_modules[i]);
        }
    }

    function unregisterModule(address[] calldata _modules) external onlyOwner {
        for (uint256 i; i < _modules.length; ++i) {
            if (_remove(modules, _modulePosition, _modules[i])) emit ModuleUnregistered(_modules[i]);
        }
    }

    function getAgents() external view returns (address[] memory) {
        return agents;
    }

    function getModules() external view returns (address[] memory) {
        return modules;
    }

    function isAgentRegistered(address agent) external view returns (bool isRegistered) {
        return _agentPosition[agent] != 0;
    }

    function isModuleRegistered(address module) external view returns (bool isRegistered) {
        return _modulePosition[module] != 0;
    }

    function _setOwner(address newOwner) private {
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
    }

    function _add(address[] storage list, mapping(address => uint256) storage position, address entry) private returns (bool) {
        if (position[entry] != 0) return false;
        list.push(entry);
        position[entry] = list.length;
        return true;
    }

    function _remove(address[] storage list, mapping(address => uint256) storage position, address entry) private returns (bool) {
        uint256 place = position[entry];
        if (place == 0) return false;
        address last = list[list.length - 1];
        list[place - 1] = last;
        position[last] = place;
        position[entry] = 0;
        list.pop();
        return true;
    }
}
