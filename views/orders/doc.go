// Package orders is the My orders screen: every order of the chosen account, whatever its kind,
// whether somebody could take it at this moment, what became of it, and the offers that others made
// to the account alone.
//
// load.go reads orders and offers, row.go says what a row means, detail.go tells the selected one
// in full, take.go takes an offer. Start reading with screen.go.
package orders
