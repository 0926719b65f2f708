// Package chain reads and follows one network through a node that may fail, lag or lie: checked
// JSON-RPC access, batched reads of one block's state, a watcher that carries blocks and
// reorganisations to its followers, and transactions of the program's own accounts.
//
// A network is reached through go-ethereum's *rpc.Client: the local network hands out one in
// process (package local), New takes it; nodes elsewhere are reached by Connect.
//
// Network is five parts, each of which knows those before it. nodes owns how the network is
// reached: which node answers, and which answers are verdicts of the EVM and which are failures of
// the node. view reads what the chain says, and owns the head of the last poll, what contracts of
// strangers have cost, and the turns of clients. gas owns what others pay for it. simulator runs
// what nobody has sent. outbox prepares transactions and sends them, and owns pending nonces. Below
// them an endpoint owns what is known of one node: its breaker, its pace, the messages it takes.
// Reads of many contracts go through the reader (reader.go), a contract which bounds each of them.
// Watcher owns the head: it decides which blocks a Follower takes in, and is the only one to call
// followers. A Follower owns its state and the position that is stored with it. Start reading at
// Network, then Follower, then Watcher.round.
package chain
