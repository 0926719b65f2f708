// Package delta is the Delta screen: an intent from its quote over the signature to the auction
// that settles it, with every round and bid that the service tells of, and the history of the
// account's orders. Orders are tracked to their end whichever screen is in front.
//
// compose is the form of a new order, track follows the open ones and shows one, history lists them
// all; record says what an order's record means and is used by the three. Each has panes of its
// own; Screen owns which of them are shown. Start reading with screen.go.
package delta
