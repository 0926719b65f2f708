// Package delta settles intents: it quotes and builds the orders that owners sign, holds sealed auctions in which agents compete to settle them,
// and follows every order on the chain to its end.
//
// What the contracts say decides. An order is settled when the settlement contract's event is in a block, whoever sent the transaction, and
// not settled any more when that block leaves the chain. Every change of status is stored as an event with its reason, and an award is on disk
// before its transaction leaves, so that a crash at any moment ends in looking for that transaction and never in a second award.
package delta
