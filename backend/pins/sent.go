package pins

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// A service may have ways to a block that are not public, or may keep what it is to hand on. So a
// transaction is handed to a node of one's own too, which tells it to everybody, but only once the
// service has had its time, and whatever it says of it; but not what it has refused, since whoever
// signed that is told that nothing comes of it.

const (
	// patience is how long the service has a transaction for itself
	patience = 2 * time.Minute
	// unseenTime is after how long it is said that the own node has not seen it
	unseenTime = 10 * time.Second
	// maxSent is how many transactions are remembered
	maxSent = 1000
)

// sent are transactions that were handed to the service.
type sent struct {
	all    *lru.Cache[common.Hash, handed]
	newest *lru.Cache[turn, common.Hash]
}

// handed is a transaction, and when it was first handed on.
type handed struct {
	raw []byte
	at  time.Time
	turn
}

// turn is what the chain takes one transaction of.
type turn struct {
	chainID uint64
	from    common.Address
	nonce   uint64
}

func newSent() sent {
	return sent{all: lru.NewCache[common.Hash, handed](maxSent),
		newest: lru.NewCache[turn, common.Hash](maxSent)}
}

// note remembers a transaction from when it is first handed on.
func (s sent) note(chainID uint64, raw []byte, now time.Time) {
	hash := crypto.Keccak256Hash(raw)
	if s.all.Contains(hash) {
		return
	}
	tx := new(types.Transaction)
	if tx.UnmarshalBinary(raw) != nil {
		return
	}
	from, err := eip712.Sender(tx)
	if err != nil {
		return
	}
	e := handed{raw, now, turn{chainID, from, tx.Nonce()}}
	s.all.Add(hash, e)
	s.newest.Add(e.turn, hash)
}

// forget is for what was refused.
func (s sent) forget(hash common.Hash) {
	if e, ok := s.all.Get(hash); ok {
		s.all.Remove(hash)
		if last, _ := s.newest.Get(e.turn); last == hash {
			s.newest.Remove(e.turn)
		}
	}
}

// since is a transaction that was handed on for so long. One in whose place another was signed is
// none: its nonce is the other's.
func (s sent) since(hash common.Hash, now time.Time, long time.Duration) (e handed, ok bool) {
	e, ok = s.all.Get(hash)
	if !ok || now.Sub(e.at) < long {
		return e, false
	}
	last, known := s.newest.Get(e.turn)
	return e, known && last == hash
}

// handOver hands a transaction to the own node once the service had its time, and tells whether
// that knows it then.
func (s *exchange) handOver(ctx context.Context, hash common.Hash) bool {
	e, due := s.pins.sent.since(hash, s.pins.now(), patience)
	if !due {
		return false
	}
	_, err := s.pins.nodes[s.chainID].SendRaw(ctx, e.raw)
	return err == nil
}

// SendTransaction implements api.Exchange.
func (s *exchange) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	if told, err := s.told(ctx); err == nil {
		told.Sends(raw)
	}
	s.pins.sent.note(s.chainID, raw, s.pins.now())
	hash, err := s.Exchange.SendTransaction(ctx, raw)
	own := crypto.Keccak256Hash(raw)
	if api.Refused(err) {
		s.pins.sent.forget(own)
		return hash, err
	}
	if s.pins.nodes[s.chainID] != nil && s.handOver(ctx, own) {
		return own, nil
	}
	return hash, err
}

// Receipt implements api.Exchange. A node of one's own is believed where it has the transaction,
// and the service is not waited for then, or denies that it is in the block that the service names;
// else it is said who tells of it. Asking is what hands a transaction over that the node does not
// know: whoever signed it asks until it has ended.
func (s *exchange) Receipt(ctx context.Context, hash common.Hash) (api.Receipt, error) {
	node := s.pins.nodes[s.chainID]
	if node == nil {
		r, err := s.Exchange.Receipt(ctx, hash)
		r.ToldBy = s.pins.host
		return r, err
	}
	own, failed := node.Receipt(ctx, hash)
	if failed == nil && own.Block != nil {
		return own, nil
	}
	waits := failed == nil && (own.Waits || s.handOver(ctx, hash))
	r, err := s.Exchange.Receipt(ctx, hash)
	if err != nil && waits {
		return api.Receipt{Hash: hash, Waits: true}, nil
	}
	r.ToldBy = s.pins.host
	if failed == nil && err == nil && r.Block != nil &&
		s.denied(ctx, node, hash, r.Block.Number) {
		if r, err = node.Receipt(ctx, hash); r.Block != nil { // it came meanwhile
			return r, err
		}
	}
	if err == nil && r.Block == nil {
		_, long := s.pins.sent.since(hash, s.pins.now(), unseenTime)
		r.Waits, r.Unseen = r.Waits || waits, failed == nil && !waits && long
	}
	return r, err
}
