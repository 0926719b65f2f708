// Package local runs the local network inside the process: an Ethereum chain of its own in the data
// folder, with the exchange's contracts, tokens and funded accounts, so that everything works
// without a node and nothing signed on it is worth anything elsewhere.
//
// A block is on disk before anyone can see it. Without Run the chain stands still and blocks are
// made by Mine, which is how tests and repeatable sessions drive it.
//
// Chain owns the node and its database; node.go assembles them, door.go lets others in, mine.go
// makes and records blocks, run.go decides when, pool.go takes transactions in, and deployment
// (contracts.go, pools.go, collections.go) says what stands at which address. Start reading at
// Open.
package local
