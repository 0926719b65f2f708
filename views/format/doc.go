// Package format writes the facts that several screens show: amounts, prices, worths in USD,
// percentages, hashes and times. It exists so that one fact reads the same wherever it stands.
//
// Amounts follow one rule: what somebody gets is rounded down, what somebody pays is rounded up,
// and the caller says which it is. Prices are exact fractions, of which Pair.Price shows the
// nearest number with the digits of the pair, whatever it is that has the price: an order, a trade,
// a fill or the middle of a book. So an order signed at 3,005 is at 3,005.00 everywhere, although
// the integers in it make 3,005.0000…01.
package format
