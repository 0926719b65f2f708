// Package chain reads and follows one network through a node that may fail, lag or lie: checked JSON-RPC access, batched reads of one
// block's state, a watcher that carries blocks and reorganisations to its followers, and transactions of the program's own accounts.
//
// A network is reached through go-ethereum's *rpc.Client: the local network hands out one in process (package local), a node by Dial.
package chain
