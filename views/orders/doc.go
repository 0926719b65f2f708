// Package orders is the My orders screen: every order of the chosen account, whatever its kind,
// whether somebody could take it at this moment, what became of it, and the offers that others made
// to the account alone.
//
// load.go reads orders and offers, which the panes share: list.go with actions.go, and detail.go,
// which tells the selected one in full. row.go says what a row means. take.go, cancel.go and
// replace.go with replacement.go and waiting.go lead to signatures. Start reading with screen.go.
package orders
