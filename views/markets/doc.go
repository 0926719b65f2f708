// Package markets is the Markets screen: the pairs, the book of the chosen one with what sweeping
// it costs, its candles or depth, its trades and the account's own orders on it; from here orders
// are taken, placed and cancelled.
//
// Screen lays out its panes (draw.go) and keeps what concerns several of them. Each pane shows what
// a reader of its own has read (load.go): ladderPane the book (book.go), chartPane the candles or
// the depth, tapePane the trades, minePane the account's orders, pairsPane the list and the
// favourites; formPane is the order form's column. taker leads to the signature of a fill or a
// cancellation (take.go, level.go). Start reading with screen.go, then load.go.
package markets
