// Package track follows Delta orders to their end and shows one of them: what was signed, its
// auction round by round, and its settlements.
//
// Tracker owns the orders that are followed and when they are asked about (poll.go), whether they
// are shown or not; its panes (panes.go) are what was signed (orderpane.go), the auction
// (eventspane.go, timeline.go) and the settlements. claims.go tells what the open orders may still
// take of a token. Start reading with track.go.
package track
