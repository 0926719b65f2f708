// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {DeltaState} from "../delta/DeltaState.sol";

/// What orders of the second form add to the state of a settlement contract: it lies after all that the first form keeps. Modules inherit it before
/// anything else that has state.
abstract contract SecondState is DeltaState {
    /// What is settled of an order in slices.
    struct Slices {
        uint32 done;
        uint64 last; // second of the last one
        uint256 spent;
        uint256 received;
        uint256 partnerFees;
    }

    struct Second {
        mapping(bytes32 => Slices) slices; // by order hash
        mapping(address => mapping(bytes32 => bool)) preSigned; // by owner and order hash
    }

    Second internal _second;
}
