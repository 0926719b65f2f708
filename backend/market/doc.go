// Package market answers what was traded on each pair and at which price: trades, candles, the state of every pair and prices in USD, all
// derived from what the chain says happened.
package market
