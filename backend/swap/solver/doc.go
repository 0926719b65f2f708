// Package solver answers the solvers' interface of CoW Protocol (POST /solve, by its public
// OpenAPI): it takes part in auctions of others with the router. Each order is routed over the
// liquidity that came with the auction, split over several routes and pools where that brings more,
// and told as a solution of its own with the clearing prices of its two tokens.
//
// auction.go has the shapes of the interface, venues.go makes pools of its liquidity, solve.go
// solves, handler.go serves.
package solver
