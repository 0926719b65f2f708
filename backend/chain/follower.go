package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// Depth is how deep a reorganisation is undone block by block. Beyond it followers read the
// contracts anew.
const Depth = 64

// Block is a block as a follower sees it, alone or with those before it that no follower has taken
// in: what they changed is read once, after the last of them.
type Block struct {
	Header
	After common.Hash // the last block before; zero is the parent
	Logs  []types.Log // those the follower wants, in their order
}

// Follows tells whether the block comes after one that was taken in.
func (b *Block) Follows(last api.BlockRef) bool {
	if b.After == (common.Hash{}) {
		return b.Parent == last.Hash
	}
	return b.After == last.Hash
}

// Of returns the block that a log is of. Of those before the last only number, hash and time are
// known.
func (b *Block) Of(l *types.Log) api.BlockRef {
	if l.BlockNumber == b.Number {
		return b.BlockRef
	}
	return api.BlockRef{Number: l.BlockNumber, Hash: l.BlockHash, Time: l.BlockTimestamp}
}

// Follower keeps state that follows from the chain. The watcher calls its methods one at a time.
// Each of Apply, Rollback and Resync stores the new state together with the new position in one
// transaction, so that after a crash or an error the watcher goes on from Position.
type Follower interface {
	// Name names the follower in logs and errors.
	Name() string
	// Position returns the blocks applied last, newest first: Depth+1 of them once there are so
	// many, none before the first Resync. Remember and Forget keep such a list.
	Position(ctx context.Context) ([]api.BlockRef, error)
	// Filter says which logs the follower may want, so that a node need not tell all.
	Filter() Filter
	// Wants tells whether the follower needs a log. What it wants may change between blocks.
	Wants(log *types.Log) bool
	// Apply takes in the block after Position, or some, which may have no logs.
	Apply(ctx context.Context, b Block) error
	// Rollback undoes all blocks after to, which is one of Position.
	Rollback(ctx context.Context, to api.BlockRef) error
	// Resync replaces the state by what the contracts say at a block, which becomes the only one of
	// Position: at first start, after a reorganisation deeper than Depth, and where too many blocks
	// were missed.
	Resync(ctx context.Context, at Header) error
}

// Busy is a Follower some of whose work takes a while.
type Busy interface {
	// Progress tells how far it is; the zero Progress is of no work.
	Progress() api.Progress
}

// Remember returns the position after applying b: newest first, no longer than is needed. It keeps
// recent unchanged.
func Remember(recent []api.BlockRef, b api.BlockRef) []api.BlockRef {
	return append([]api.BlockRef{b}, recent[:min(Depth, len(recent))]...)
}

// Forget returns the position after rolling back to a block of it, or nil if it is none of them.
func Forget(recent []api.BlockRef, to api.BlockRef) []api.BlockRef {
	for i := range recent {
		if recent[i].Hash == to.Hash {
			return recent[i:]
		}
	}
	return nil
}
