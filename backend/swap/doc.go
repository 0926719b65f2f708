// Package swap prices swaps over the pools and limit orders of a network and builds the
// transactions that perform them.
//
// A price route is found on one block's snapshot of the pools, names its block and is sealed; the
// calldata is built from a price route alone, so that what was priced and what is executed are the
// same legs. Package pools owns what is known of pools, package router the search, package calldata
// the calls, package seal the signatures of routes, package turns whose search is next. Here a
// request is read and checked (request.go), answered with a route (prices.go, search.go,
// describe.go, usd.go) that may fill limit orders (book.go), where it is its turn or somebody has
// just asked the same (share.go), and made into a transaction (build.go, transaction.go), of orders
// too (fill.go). Start reading at Service.Prices.
package swap
