// Package delta keeps the intents of one network: it quotes and builds the orders that owners sign,
// takes them in, follows every order on the chain to its end, and tells all that happened to it.
//
// What the contracts say decides. An order is settled when the settlement contract's event is in a
// block, whoever sent the transaction, and not settled any more when that block leaves the chain.
// Every change of status is stored as an event with its reason.
//
// In a cluster one node makes all changes, and the others apply them from the log of facts
// (log.go).
//
// Service is the whole: quote.go and build.go make orders, submit.go and cancel take and end them,
// held.go and trigger.go hold them back until a time or a price, watch.go follows the chain,
// settle.go takes in settlements, funding.go asks whether orders are covered, change.go is the one
// door through which orders change, states.go which changes there are. The rounds are held by
// package auction, to which ledger.go shows the orders; package agents bids; package settlement
// reckons as the contract does. Start reading at Service and change.
package delta
