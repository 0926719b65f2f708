// Package orders is the limit-order exchange of one network: it takes signed limit, P2P and NFT
// orders, follows what the chain does to them, and answers for their state, their lists and their
// books.
//
// # What owns what
//
// The store remembers what people signed, the last status of each order, what makers hold of the
// assets they offer, fills, and the block all of this is true at. The index in memory holds a small
// row for every order, the bytes of what was signed, and the sorted lists over them, so that no
// question walks the orders or waits for the disk. Whatever changes goes to disk first, in one
// transaction a block: a changeset is made, committed, and only then applied to the index.
//
// A status follows from the chain alone: what the order contract leaves open, what the maker holds
// and allows, and block time. What a maker holds is kept once for each maker and asset, however
// many orders stand on it. STATES.md has the states and what leads from one to another.
//
// An accepted order becomes known by the log of facts (package store/facts), on a single machine as
// on several: create.go judges it, the log takes it, and apply.go brings it into the book of this
// node, as it does with those that other nodes accepted. What others accepted is not judged again.
//
// New orders arrive while blocks do. commitMu keeps the two apart: while an order is being stored
// the position stands still, and what was read for it on an earlier block is read again. A block
// reads and asks without it, and drafts its changeset anew with what orders brought meanwhile.
//
// Offered tokens that the network does not list are strangers' code. They are read in a lane of
// their own, a bounded number at each block (ration.go), and one that costs too much to read is
// left alone for a while, its orders suspended with the reason. Signatures of contracts and permits
// are simulated again in turn (checks.go).
//
// # Where to start reading
//
// service.go has the parts; status.go the state machine; create.go and apply.go the way in;
// follow.go what a block does; changeset.go how a change is committed; index.go and row.go what is
// in memory, load.go and snapshot.go how it gets there; fill.go and fillcall.go the transactions
// that spend money; resync.go and history.go what happens when events were missed.
package orders

//go:generate go test -run TestStatesPage -update .
