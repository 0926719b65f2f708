// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";

/// For tests: a CurvePool whose figures move without a log, as those of pools do whose coins earn interest or whose amplification is changed bit by
/// bit. It runs the code of a CurvePool, which has the amplification, on storage of its own, laid out as there.
contract MovingCurvePool {
    address[] private coins;
    uint256[] private stored;
    uint256[] private owed;
    uint256[] private rates;
    address private code;

    /// Where the amplification is going, in the units of A_precise, or of A where there is no other.
    uint256 public future_A;

    constructor(address code_, address[] memory coins_, uint256[] memory rates_, uint256 futureA) {
        (stored, owed) = (new uint256[](coins_.length), new uint256[](coins_.length));
        coins = coins_;
        move(code_, rates_, futureA);
    }

    function move(address code_, uint256[] memory rates_, uint256 futureA) public {
        (code, rates, future_A) = (code_, rates_, futureA);
    }

    fallback() external {
        (bool success, bytes memory answer) = code.delegatecall(msg.data);
        if (!success) Tokens.revertWith(answer);
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }
}
