// Package ledger works out what an account has gained: average entries, realised gains and open
// positions in USD, from everything that changed what it holds. It exists apart from the screens
// because more than one shows its figures.
//
// All arithmetic is exact, on fractions; what a screen shows of it is rounded there, gains down and
// losses up. The method is average cost: a buy adds its worth to the cost of the position, a sale
// takes its share of that cost. A sale beyond what was bought here counts for as much as was
// bought.
//
// Events are gathered by whoever knows the service (gather.go makes them of fills, settlements and
// swaps); Run is the place to start reading.
package ledger
