// Package market derives a network's prices from what was traded on it: the last trades, candles,
// 24-hour figures and USD values of the pairs.
//
// The store owns the trades, one record each under chain, block and log; the series in memory are
// sums over them and are made again at every start. Order fills and swaps on pools both count as
// trades; backfill.go takes those of a past that is made up. It follows the chain as a
// chain.Follower and moves nothing.
//
// Start reading at market.go for the questions it answers, follow.go for how blocks become trades,
// series.go for candles, usd.go and pools.go for values.
package market
