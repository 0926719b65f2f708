// Package auction holds the rounds in which agents compete to settle Delta orders. It knows no
// store and no owner's request: an Orders keeps the orders, and the auction asks it for a snapshot,
// evaluates sealed bids on it, has the awards stored and then sends and follows the winners'
// transactions.
//
// A Batch is the snapshot that all agents get at once. A scoredBid is a bid with what the
// settlement contract would make of it, an evaluation all of a round's; neither changes where
// winners are chosen, which is the pure function pick. An award is on disk before its transaction
// leaves, so that a crash at any moment ends in looking for that transaction and never in a second
// award.
//
// Agents that settle orders together are asked last, once it is known what each order would get
// alone: what is bid for one order then drops no bid for others.
//
// Bids that settle several orders compete as in a fair combinatorial auction: an order's best bid
// of its own, and the best route of the block, are what it would get by itself; a bid that gives
// any of its orders less is dropped, however much it gives the others, and orders that sell the
// same for the same get one price within a bid. Of an order that may be divided no less is settled
// than its best bid of its own settles. Bids of a group win all or none. Of the bids that are left
// those win that bring most, each order once. A winner that finds used up what it needs of the
// pools comes last, and the others are chosen again, since bids that settle its order with others
// now bring more. Where the next block has no room for all, it is given to those that bring most
// for their gas. An order of which it was not found in time what the pools pay waits. Once chosen,
// the winners of agents that run here are packed anew (charge.go), so that their owners pay for the
// gas that the simulation pays for in place of the estimate that bids are compared by. A round is
// measured by the joint optimum (optimum.go): what its winners bring owners above the least that
// these accept, beside the bound of what any settlement by these rules could, all of it at the
// estimates.
//
// Start reading at Auctioneer.Round: snapshotRound, collect, evaluate, award; and at follow, which
// looks after the awards of earlier rounds. The rule itself is in fair.go and pick.go.
package auction
