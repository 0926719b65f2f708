// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Makes many calls of contracts that may be hostile in one eth_call: each gets its own gas limit and gives back no more than its own limit of
/// bytes, so that none can use up what the others need. It is never deployed: a node runs it by a code override. The calls can not change state,
/// and so not each other's answers, unless a read asks for that.
///
/// Input: 1 byte (1 lets calls change state), 31 bytes (most bytes of output), then for each call gas limit (4 bytes), most bytes of its answer (4),
/// contract (20), length (4) and data. Output: for each call made success (1 byte), gas used (4), length (4) and as much of the answer as was
/// asked for. It ends before a call for which gas or room is left too little: what is missing is asked again.
contract Reader {
    fallback() external {
        assembly ("memory-safe") {
            let free := mload(0x40)
            let first := calldataload(0)
            let mayWrite := shr(248, first)
            let limit := add(free, and(first, sub(shl(248, 1), 1)))
            let out := free
            let size := calldatasize()
            for { let at := 32 } lt(at, size) {} {
                let head := calldataload(at)
                let gasLimit := shr(224, head)
                let most := and(shr(192, head), 0xffffffff)
                let length := and(head, 0xffffffff)
                let answer := add(out, 9)
                // A call gets at most 63/64 of the gas there is; the rest is for what this loop itself needs.
                if lt(gas(), add(add(gasLimit, div(gasLimit, 32)), 100000)) { break }
                if gt(add(answer, most), limit) { break }
                calldatacopy(answer, add(at, 32), length)
                let used := gas()
                let ok := 0
                switch mayWrite
                case 0 { ok := staticcall(gasLimit, shr(32, head), answer, length, 0, 0) }
                default { ok := call(gasLimit, shr(32, head), 0, answer, length, 0, 0) }
                used := sub(used, gas())
                let kept := returndatasize()
                if gt(kept, most) { kept := most }
                mstore(out, or(or(shl(248, ok), shl(216, used)), shl(184, kept)))
                returndatacopy(answer, 0, kept)
                out := add(answer, kept)
                at := add(at, add(32, length))
            }
            return(free, sub(out, free))
        }
    }
}
