// Package book draws markets: the order book as a ladder, its running totals as a depth chart, and
// candles. It exists apart from the screens because two of them group books into levels, and apart
// from ui because it knows orders and prices.
//
// Group makes levels of the orders of one side; Ladder keeps both sides, the cursor and the step
// and is the place to start reading; Depth and Candles are values that draw themselves.
//
// They are written here because no library has a ladder or a depth chart, and because candles of
// ntcharts take 6.8 ms a frame against 0.26 ms.
package book
