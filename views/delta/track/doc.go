// Package track follows Delta orders to their end and shows one of them: what was signed, its
// auction round by round, and its settlements.
//
// Tracker owns the orders that are followed and when they are asked about (poll.go); timeline.go
// tells an order's auction, orderpane.go what was signed, claims.go what the open orders may still
// take of a token. Start reading with track.go.
package track
