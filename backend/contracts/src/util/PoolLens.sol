// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Reads the initialised ticks of a Uniswap V3 pool in one call. It is never deployed: a node runs it by a code override.
///
/// Input: pool (20 bytes), tick spacing (3), the first and the last tick (3 each), both divided by the spacing, rounded down. Output: the tick to go
/// on from (3 bytes, divided likewise; beyond the last when nothing is left, and else where the gas ran low), then for each initialised tick
/// its index divided by the spacing (3 bytes) and its net liquidity (16).
contract PoolLens {
    fallback() external {
        assembly ("memory-safe") {
            let pool := shr(96, calldataload(0))
            let spacing := signextend(2, shr(232, calldataload(20)))
            let tick := signextend(2, shr(232, calldataload(23)))
            let last := signextend(2, shr(232, calldataload(26)))
            let start := add(mload(0x40), 0x100)
            let out := add(start, 3)
            let low := 0
            for {} and(iszero(low), iszero(sgt(tick, last))) {} {
                mstore(0, shl(224, 0x5339c296)) // tickBitmap(int16)
                mstore(4, sar(8, tick))
                if lt(gas(), 60000) { break }
                if iszero(staticcall(gas(), pool, 0, 36, 0, 32)) { revert(0, 0) }
                let next := add(or(tick, 0xff), 1)
                let bits := shr(and(tick, 0xff), mload(0))
                for {} and(iszero(iszero(bits)), iszero(sgt(tick, last))) {
                    bits := shr(1, bits)
                    tick := add(tick, 1)
                } {
                    if iszero(and(bits, 1)) { continue }
                    if lt(gas(), 60000) {
                        low := 1
                        break
                    }
                    mstore(0, shl(224, 0xf30dba93)) // ticks(int24)
                    mstore(4, mul(tick, spacing))
                    if iszero(staticcall(gas(), pool, 0, 36, 0, 64)) { revert(0, 0) }
                    mstore(out, or(shl(232, tick), shl(104, and(mload(32), 0xffffffffffffffffffffffffffffffff))))
                    out := add(out, 19)
                }
                if iszero(low) { tick := next }
            }
            mstore(0, shl(232, tick))
            mcopy(start, 0, 3)
            return(start, sub(out, start))
        }
    }
}
