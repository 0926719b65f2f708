// Package nft is the NFT screen: the book of orders in which at least one side is a token of a
// collection, found by the filters that the service has, with what each collection has on offer,
// who could fill an order at this moment, and the ways to take one or offer one's own.
//
// load.go has what the panes share, the market; find.go, list.go with actions.go, and about.go are
// the panes; row.go says what a row means, take.go leads an order to its signature. Start reading
// with screen.go.
package nft
