// Package chain reads and follows one network through a node that may fail, lag or lie: checked
// JSON-RPC access, batched reads of one block's state, a watcher that carries blocks and
// reorganisations to its followers, and transactions of the program's own accounts.
//
// A network is reached through go-ethereum's *rpc.Client: the local network hands out one in
// process (package local), New takes it; nodes elsewhere are reached by Connect.
//
// Network owns what is known of the network: which answers are verdicts of the EVM and which are
// failures of the node, fees, pending nonces, and what contracts of strangers have cost. Below it
// an endpoint owns what is known of one node: its breaker, its pace, the messages it takes. Reads
// of many contracts go through the reader (reader.go), which bounds each of them. Watcher owns the
// head: it decides which blocks a Follower takes in, and is the only one to call followers. A
// Follower owns its state and the position that is stored with it. Start reading at Network, then
// Follower, then Watcher.round.
package chain
