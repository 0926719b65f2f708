// Package router finds the best way to swap one token for another over every pool of a block:
// several routes in parallel, several hops each, several pools a hop, in the basis points that the
// swap contracts divide by.
//
// The search is guided by floating-point price curves, but every candidate is judged by an exact
// replay of its legs in the order in which the executor performs them, on states that carry what
// earlier legs did to a shared pool. What a Result promises is that replay's integers.
//
// snapshot.go owns the pools of a block, path.go and candidates.go which ways there are,
// margins.go, dual.go, interior.go (with step.go and factor.go) and allocate.go how much goes which
// way, parts.go what to do where nothing else finds a way, economize.go how to do with less gas,
// plan.go the exact replay, polish.go what is won afterwards, gap.go and around.go how far from the
// optimum it may be, joint.go and descend.go what many orders can do together with all pools,
// whole.go which of them without dividing any, consensus.go and system.go what the market as a
// whole takes tokens to be worth. Start reading at Best (router.go) and Snapshot.
package router
