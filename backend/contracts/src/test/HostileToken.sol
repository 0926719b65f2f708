// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token for tests that behaves until it is told to attack whoever reads it, and an owner of ERC-1271 that does the same.
contract HostileToken {
    enum Attack {
        None,
        BurnGas, // hashes until the gas is gone
        Huge, // returns as many bytes as told
        Revert, // reverts with as many bytes as told
        Halt // stops at an invalid opcode
    }

    Attack public attack;
    uint256 public size;

    function set(Attack attack_, uint256 size_) external {
        attack = attack_;
        size = size_;
    }

    /// Emits empty logs.
    function flood(uint256 logs) external {
        for (uint256 i; i < logs; ++i) {
            assembly {
                log0(0, 0)
            }
        }
    }

    /// Emits Transfer for holders whose balance did not change.
    function pretend(address[] calldata holders) external {
        for (uint256 i; i < holders.length; ++i) emit Transfer(holders[i], address(this), 1);
    }

    event Transfer(address indexed from, address indexed to, uint256 value);

    function decimals() external view returns (uint8) {
        answer(0);
        return 18;
    }

    function balanceOf(address) external view returns (uint256) {
        answer(type(uint256).max);
        return type(uint256).max;
    }

    function allowance(address, address) external view returns (uint256) {
        answer(type(uint256).max);
        return type(uint256).max;
    }

    function symbol() external view returns (string memory) {
        return text("EVIL");
    }

    function name() external view returns (string memory) {
        return text("Hostile token");
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        answer(0);
        return this.isValidSignature.selector;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        answer(1);
        return true;
    }

    function text(string memory usual) private view returns (string memory) {
        if (attack != Attack.Huge) {
            answer(0);
            return usual;
        }
        bytes memory long = new bytes(size);
        for (uint256 i; i < size; i += 32) {
            assembly {
                mstore(add(add(long, 32), i), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
            }
        }
        return string(long);
    }

    /// Does what the attack asks for; without one it comes back.
    function answer(uint256 word) private view {
        Attack a = attack;
        uint256 n = size;
        if (a == Attack.BurnGas) {
            assembly {
                for {} 1 {} { mstore(0, keccak256(0, 4096)) }
            }
        }
        if (a == Attack.Halt) {
            assembly {
                invalid()
            }
        }
        assembly {
            mstore(0, word)
            if eq(a, 2) { return(0, n) }
            if eq(a, 3) { revert(0, n) }
        }
    }
}
