// Package orders is the limit-order exchange of one network: it takes signed limit, P2P and NFT orders, follows what the chain does to them,
// and answers for their state, their lists and their books.
//
// # How it is built
//
// The store remembers what people signed, the last status of each order, what makers hold of the assets they offer, fills, and the block all of
// this is true at. Memory holds a small row for every order, the bytes of what was signed, and the sorted lists over them, so that no question
// walks the orders or waits for the disk. Whatever changes goes to disk first, in one transaction a block.
//
// A status follows from the chain alone: what the order contract leaves open, what the maker holds and allows, and block time. What a maker
// holds is kept once for each maker and asset, however many orders stand on it.
//
// New orders arrive while blocks do. The gate keeps the two apart: while an order is being stored the position stands still, and what was
// read for it on an earlier block is read again.
package orders
