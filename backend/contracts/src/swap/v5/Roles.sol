// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Who has which role. Everything that runs in AugustusSwapper's place can ask.
abstract contract RoleStorage {
    struct Role {
        address[] members;
        mapping(address => uint256) place; // in members, from 1
    }

    bytes32 public constant WHITELISTED_ROLE = keccak256("WHITELISTED_ROLE"); // adapters that routes may name
    bytes32 public constant ROUTER_ROLE = keccak256("ROUTER_ROLE"); // contracts that may implement functions

    mapping(bytes32 => Role) internal roles;

    function _has(bytes32 role, address account) internal view returns (bool) {
        return roles[role].place[account] > 0;
    }
}

/// Roles, whose members can be listed; the default admin role gives and takes them all.
abstract contract Roles is RoleStorage {
    bytes32 public constant DEFAULT_ADMIN_ROLE = 0;

    event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole);
    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
    event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender);

    modifier onlyAdmin() {
        require(_has(DEFAULT_ADMIN_ROLE, msg.sender), "caller is not the admin");
        _;
    }

    function hasRole(bytes32 role, address account) external view returns (bool) {
        return _has(role, account);
    }

    function getRoleAdmin(bytes32) external view virtual returns (bytes32) {
        return DEFAULT_ADMIN_ROLE;
    }

    function getRoleMember(bytes32 role, uint256 index) external view returns (address) {
        return roles[role].members[index];
    }

    function getRoleMemberCount(bytes32 role) external view returns (uint256) {
        return roles[role].members.length;
    }

    function grantRole(bytes32 role, address account) external {
        require(_has(DEFAULT_ADMIN_ROLE, msg.sender), "AccessControl: sender must be an admin to grant");
        _grant(role, account);
    }

    function revokeRole(bytes32 role, address account) external {
        require(_has(DEFAULT_ADMIN_ROLE, msg.sender), "AccessControl: sender must be an admin to revoke");
        _revoke(role, account);
    }

    function renounceRole(bytes32 role, address account) external {
        require(account == msg.sender, "AccessControl: can only renounce roles for self");
        _revoke(role, account);
    }

    function _grant(bytes32 role, address account) internal {
        Role storage r = roles[role];
        if (r.place[account] > 0) return;
        r.members.push(account);
        r.place[account] = r.members.length;
        emit RoleGranted(role, account, msg.sender);
    }

    function _revoke(bytes32 role, address account) private {
        Role storage r = roles[role];
        uint256 place = r.place[account];
        if (place == 0) return;
        address last = r.members[r.members.length - 1];
        r.members[place - 1] = last;
        r.place[last] = place;
        delete r.place[account];
        r.members.pop();
        emit RoleRevoked(role, account, msg.sender);
    }
}
