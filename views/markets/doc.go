// Package markets is the Markets screen: the pairs, the book of the chosen one with what sweeping
// it costs, its candles or depth, its trades and the account's own orders on it; from here orders
// are taken, placed and cancelled.
//
// Screen reads (load.go) and lays out (draw.go); ladderPane owns the book (book.go), chart the
// candles and the depth, pairsPane the list and the favourites, taker the way to the signature of a
// fill or a cancellation (take.go, level.go). Start reading with screen.go, then load.go.
package markets
