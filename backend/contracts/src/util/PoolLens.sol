// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Reads the initialised ticks of a pool of concentrated liquidity in one call, or tries a sale on it. It is never deployed: a node runs it by a code
/// override.
///
/// Input: pool (20 bytes), tick spacing (3), the first and the last tick (3 each), both divided by the spacing, rounded down, and the selector of the
/// bitmap's words (4: tickBitmap(int16) of Uniswap, or tickTable(int16)). Output: the tick to go on from (3 bytes, divided likewise; beyond the last
/// when nothing is left, and else where the gas ran low), then for each initialised tick its index divided by the spacing (3 bytes) and its net
/// liquidity (16). With 32 bytes more, the pool is held by what is named in its place: they are the slot at which its storage begins there, and the
/// selector is that of extsload(bytes32).
///
/// Or input: pool (20 bytes), whether token 0 is sold (1), how much (32). Output: what the pool would be paid of both tokens (32 each, signed). It is
/// asked for it by its callback, which undoes the sale.
contract PoolLens {
    uint256 private constant SALE = 53; // bytes of input
    uint256 private constant CALLBACK = 100; // at least

    fallback() external {
        if (msg.data.length >= CALLBACK) {
            assembly ("memory-safe") {
                calldatacopy(0, 4, 64)
                revert(0, 64)
            }
        }
        if (msg.data.length == SALE) {
            assembly ("memory-safe") {
                let data := mload(0x40)
                let falls := byte(0, calldataload(20))
                mstore(data, shl(224, 0x128acb08)) // swap(address,bool,int256,uint160,bytes)
                mstore(add(data, 4), address())
                mstore(add(data, 36), falls)
                mstore(add(data, 68), calldataload(21))
                mstore(add(data, 100), 1461446703485210103287273052203988822378723970341)
                if falls { mstore(add(data, 100), 4295128740) }
                mstore(add(data, 132), 160)
                mstore(add(data, 164), 0)
                // A pool that does not call back has sold for nothing.
                if call(gas(), shr(96, calldataload(0)), 0, data, 196, 0, 0) { revert(0, 0) }
                if iszero(eq(returndatasize(), 64)) { revert(0, 0) }
                returndatacopy(0, 0, 64)
                return(0, 64)
            }
        }
        assembly ("memory-safe") {
            // asks for what a mapping in the pool's storage has at a key
            function ask(selector, key, at) {
                mstore(0, key)
                mstore(32, at)
                let slot := keccak256(0, 64)
                mstore(0, shl(224, selector))
                mstore(4, slot)
            }
            let words := and(calldataload(1), 0xffffffff)
            let pool := shr(96, calldataload(0))
            let spacing := signextend(2, shr(232, calldataload(20)))
            let tick := signextend(2, shr(232, calldataload(23)))
            let last := signextend(2, shr(232, calldataload(26)))
            let start := add(mload(0x40), 0x100)
            let out := add(start, 3)
            let low := 0
            let held := mul(eq(calldatasize(), 65), calldataload(33))
            for {} and(iszero(low), iszero(sgt(tick, last))) {} {
                mstore(0, shl(224, words))
                mstore(4, sar(8, tick))
                if held { ask(words, sar(8, tick), add(held, 5)) }
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
                    if held { ask(words, mul(tick, spacing), add(held, 4)) }
                    if iszero(staticcall(gas(), pool, 0, 36, 0, 64)) { revert(0, 0) }
                    if held { mstore(32, shr(128, mload(0))) }
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
