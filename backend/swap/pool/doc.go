// Package pool computes what one liquidity pool pays, to the wei: it repeats the integer arithmetic
// of the well-known pool contracts (Uniswap V2, V3 and what swaps as V3 does, Curve StableSwap,
// Balancer V2 weighted and composable stable, pairs of Solidly, Curve of two coins whose prices
// differ, limit orders, wrappers of rebasing tokens, vaults) on an immutable state, so that a route
// can be priced in memory and delivered unchanged on chain.
//
// A Pool is a state at one block and never changes. What a sequence of swaps does to it is kept in
// a State that belongs to the caller, so that routes sharing a pool are priced one after the other
// without copying the pool.
//
// Each kind has a file (product, concentrated, stable, weighted, composable, order, wrapper, vault,
// solidly, crypto) on top of the integer functions it needs (int, sqrtprice, tickmath, ticks,
// logexp, invariant, cubic); the files arbitrage_*.go bound what taking a pool to a price can earn.
// Start reading at Pool.
package pool
