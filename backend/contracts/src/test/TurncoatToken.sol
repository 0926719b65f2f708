// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token for tests that is traded like any other until its owner has it turn.
contract TurncoatToken {
    enum Mood {
        Honest,
        Taxes, // keeps a tenth of what is passed on
        Lies, // tells ten times what accounts have
        RefusesToPass,
        RefusesReads,
        CallsBack // calls its owner whenever it is passed on, with most of the gas
    }

    string public constant name = "Turncoat";
    string public constant symbol = "TURN";
    uint8 public constant decimals = 18;
    uint256 public constant totalSupply = 1e36;

    address private immutable owner = msg.sender;
    Mood private mood;
    mapping(address => uint256) private balances;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor() {
        balances[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function turn(Mood mood_) external {
        require(msg.sender == owner, "not the owner");
        mood = mood_;
    }

    function balanceOf(address account) external view returns (uint256) {
        require(mood != Mood.RefusesReads, "not to be read");
        return mood == Mood.Lies ? balances[account] * 10 : balances[account];
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return pass(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return pass(from, to, amount);
    }

    function pass(address from, address to, uint256 amount) private returns (bool) {
        require(mood != Mood.RefusesToPass, "not to be passed on");
        uint256 arrives = mood == Mood.Taxes ? amount - amount / 10 : amount;
        balances[from] -= amount;
        balances[to] += arrives;
        emit Transfer(from, to, arrives);
        if (mood == Mood.CallsBack) {
            (bool ok,) = owner.call{gas: gasleft() - gasleft() / 64}("");
            require(ok || gasleft() > 0);
        }
        return true;
    }
}
