// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../lib/Tokens.sol";
import {Coins} from "../swap/lib/Coins.sol";

/// Does what an agent planned with the tokens that a settlement gave it, and brings the result back to the settlement contract. It keeps nothing
/// between transactions, so anyone may call it.
contract DeltaExecutor {
    struct Approval {
        address token;
        address spender;
        uint256 amount;
    }

    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    /// Moves the whole balance of a token, or of native coin, after the calls.
    struct Sweep {
        address token;
        address to; // 0: the caller
    }

    struct Plan {
        Approval[] approvals;
        Call[] calls;
        Sweep[] sweeps;
    }

    error ExecutionFailed();

    receive() external payable {}

    /// `executorData` holds the encoded arguments of executePlan.
    function execute(bytes calldata executorData) external {
        _execute(abi.decode(executorData, (Plan)));
    }

    function executePlan(Plan calldata plan) external {
        _execute(plan);
    }

    /// A failed call fails the plan, with its own reason if it has one.
    function _execute(Plan memory plan) private {
        for (uint256 i; i < plan.approvals.length; ++i) {
            Tokens.safeApprove(plan.approvals[i].token, plan.approvals[i].spender, plan.approvals[i].amount);
        }
        for (uint256 i; i < plan.calls.length; ++i) {
            Call memory call = plan.calls[i];
            (bool success, bytes memory answer) = call.target.call{value: call.value}(call.data);
            if (success) continue;
            if (answer.length == 0) revert ExecutionFailed();
            Tokens.revertWith(answer);
        }
        for (uint256 i; i < plan.sweeps.length; ++i) {
            Sweep memory sweep = plan.sweeps[i];
            Coins.send(sweep.token, sweep.to == address(0) ? msg.sender : sweep.to, Coins.balance(sweep.token));
        }
    }
}
