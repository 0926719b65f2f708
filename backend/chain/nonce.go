package chain

import (
	"context"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// relayedFor is how long a relayed transaction counts for its sender's nonce while the node does not count it. Nodes take a moment to.
const relayedFor = 5 * time.Second

// relayedMost bounds how many senders are remembered.
const relayedMost = 4096

// relayed remembers the nonce that follows each sender's last relayed transaction.
type relayed struct {
	sync.Mutex
	next map[common.Address]relayedNonce
}

type relayedNonce struct {
	nonce uint64
	at    time.Time
}

// note takes in a transaction that the node has accepted.
func (r *relayed) note(tx *types.Transaction, now time.Time) {
	from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
	if err != nil {
		return
	}
	r.Lock()
	defer r.Unlock()
	if len(r.next) >= relayedMost {
		clear(r.next)
	}
	if r.next == nil {
		r.next = make(map[common.Address]relayedNonce)
	}
	r.next[from] = relayedNonce{max(tx.Nonce()+1, r.next[from].nonce), now}
}

// after returns the later of the node's nonce and the remembered one.
func (r *relayed) after(from common.Address, node uint64, now time.Time) uint64 {
	r.Lock()
	defer r.Unlock()
	if own, ok := r.next[from]; ok && now.Sub(own.at) <= relayedFor {
		return max(node, own.nonce) // the node can fall back to an older count for a moment
	}
	delete(r.next, from)
	return node
}

// Nonce returns the nonce of an account's next transaction, counting those that wait to be mined.
func (n *Network) Nonce(ctx context.Context, account common.Address) (uint64, error) {
	var nonce hexutil.Uint64
	if err := n.ask(ctx, &nonce, "eth_getTransactionCount", account, "pending"); err != nil {
		return 0, n.readError("read a nonce", err)
	}
	return uint64(nonce), nil
}
