// Package positions is the screen of gains and losses: what the account has bought and at which
// average, what that is worth now, what sales have realised, its equity over time and by day, and
// all of it as a file for the tax office.
//
// The arithmetic is package ledger's; prices.go tells it what tokens were worth, by candles;
// load.go gathers everything off the loop, for all panes; merge.go sums it up. Start reading with
// screen.go.
package positions
