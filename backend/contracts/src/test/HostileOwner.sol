// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IApprovable {
    function approve(address spender, uint256 amount) external returns (bool);
}

/// An owner of orders for tests that does what it can to be costly to those who ask it about a signature. Anybody may change its mood.
contract HostileOwner {
    enum Mood {
        Accept, // anything, for little gas
        Burn, // anything, for all the gas that there is
        Costly, // accepts anything after 200,000 gas
        TwoFaced // accepts for little where little gas is given, and burns what settlements give
    }

    uint256 private constant ANSWER = 2_000;
    uint256 private constant COSTS = 200_000;
    uint256 private constant LITTLE = 320_000;

    Mood public mood;

    function setMood(Mood mood_) external {
        mood = mood_;
    }

    function approve(address token, address spender) external {
        IApprovable(token).approve(spender, type(uint256).max);
    }

    function isValidSignature(bytes32 hash, bytes calldata) external view returns (bytes4) {
        uint256 least = gasleft();
        if (mood == Mood.Costly) least = least > COSTS ? least - COSTS : 0;
        else if (mood == Mood.Burn || mood == Mood.TwoFaced && least > LITTLE) least = ANSWER;
        while (gasleft() > least) hash = keccak256(abi.encode(hash));
        return this.isValidSignature.selector;
    }
}
