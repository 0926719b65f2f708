package chain

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// pendingFor is how long a relayed transaction counts for its sender's nonce while the node does
// not count it. Nodes take a moment to.
const pendingFor = 5 * time.Second

// maxPending bounds how many senders are remembered.
const maxPending = 4096

// pendingNonces remembers which nonces each sender's last relayed transactions have.
type pendingNonces struct {
	sync.Mutex
	next map[common.Address]pendingNonce
}

// pendingNonce are nonces without a gap between them.
type pendingNonce struct {
	first, next uint64 // next is not one of them
	at          time.Time
}

// note takes in a transaction that the node has accepted.
func (p *pendingNonces) note(tx *types.Transaction, now time.Time) {
	from, err := eip712.Sender(tx)
	if err != nil {
		return
	}
	p.Lock()
	defer p.Unlock()
	if len(p.next) >= maxPending {
		clear(p.next)
	}
	if p.next == nil {
		p.next = make(map[common.Address]pendingNonce)
	}
	own := p.next[from]
	if n := tx.Nonce(); n < own.first || n > own.next {
		own = pendingNonce{first: n, next: n}
	}
	p.next[from] = pendingNonce{own.first, max(own.next, tx.Nonce()+1), now}
}

// after returns the later of the node's nonce and the remembered one. One that leaves a gap is not
// the next: the transactions before it are still to be sent.
func (p *pendingNonces) after(from common.Address, node uint64, now time.Time) uint64 {
	p.Lock()
	defer p.Unlock()
	if own, ok := p.next[from]; ok && now.Sub(own.at) <= pendingFor {
		if node < own.first {
			return node
		}
		return max(node, own.next) // the node can fall back to an older count for a moment
	}
	delete(p.next, from)
	return node
}

// Nonce returns the nonce of an account's next transaction, counting those that wait to be mined:
// the highest that a node says, since not all know of every transaction.
func (v *view) Nonce(ctx context.Context, account common.Address) (uint64, error) {
	counts, err := fromAll(v.answering(), func(e *endpoint) (nonce hexutil.Uint64, err error) {
		err = e.ask(ctx, &nonce, "eth_getTransactionCount", account, "pending")
		return nonce, err
	})
	if err != nil {
		return 0, v.readError("read a nonce", err)
	}
	highest := uint64(0)
	for _, c := range counts {
		if c != nil {
			highest = max(highest, uint64(*c))
		}
	}
	return highest, nil
}

// Acted tells whether an account had a transaction, or an authorization of one, in a block.
func (v *view) Acted(ctx context.Context, account common.Address, block Header) (bool, error) {
	var before, after hexutil.Uint64
	at := func(hash common.Hash) any {
		return map[string]any{"blockHash": hash, "requireCanonical": false}
	}
	batch := []rpc.BatchElem{
		{Method: "eth_getTransactionCount", Args: []any{account, at(block.Parent)},
			Result: &before},
		{Method: "eth_getTransactionCount", Args: []any{account, at(block.Hash)}, Result: &after},
	}
	err := v.node().askAll(ctx, batch)
	if err = errors.Join(err, batch[0].Error, batch[1].Error); err != nil {
		return false, v.readError("read nonces of a block", err)
	}
	return after != before, nil
}

// Nonces tells how far an account's transactions are.
func (o *outbox) Nonces(ctx context.Context, account common.Address) (api.Nonces, error) {
	var mined hexutil.Uint64
	if err := o.ask(ctx, &mined, "eth_getTransactionCount", account, "latest"); err != nil {
		return api.Nonces{}, o.readError("read a nonce", err)
	}
	next, err := o.view.Nonce(ctx, account)
	if err != nil {
		return api.Nonces{}, err
	}
	next = o.pending.after(account, next, o.cfg.Now())
	return api.Nonces{Mined: uint64(mined), Next: max(next, uint64(mined))}, nil
}
