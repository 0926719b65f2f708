// Package agents is the agents that run here: one that settles orders on the pools, one against
// limit orders, one against each other in rings. Each is a pure function of a batch, and settles by
// calldata of the settlement contract; what it bids is what its own simulation would bring the
// owner after gas and fees.
//
// RouterAgent and BookAgent bid by bid.go, which has the executor perform a route. RingAgent and
// BatchAgent settle from their own tokens, of which they keep a stock: what the pools would bring
// is paid out of it, and what that leaves too much and too little of is traded back (stock.go).
// Only what pools would have paid at each of the last blocks counts, so that nobody sells them
// something at the price of a moment (steady.go).
package agents
