package auction

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// Orders keeps the orders that are auctioned: what the auction reads of them, and how it tells what
// became of them. Whatever is told is on disk when the method returns without an error.
type Orders interface {
	// Position returns the last block that was taken in; ok is false before the first.
	Position() (at api.BlockRef, ok bool)
	// RefreshFunding compares the orders that wait with what the chain says at a block: which of
	// them are covered, and which can never be settled.
	RefreshFunding(ctx context.Context, at api.BlockRef) error
	// Snapshot returns the orders that had no round on a block yet and can be settled on it, with
	// the number of their round.
	Snapshot(at api.BlockRef) (round uint64, orders []OpenOrder)
	// Record returns what became of an owner's newest settlements.
	Record(owner common.Address) Record
	// Conclude has decide choose what becomes of a batch while no order changes, and stores it.
	Conclude(b *Batch, decide func(Held) (Outcome, error)) error

	// InFlight returns the awarded orders.
	InFlight() []InFlight
	// Changed tells whether an order has changed since it was returned.
	Changed(o *InFlight) bool
	// Fail gives an order back to the auction after its winner failed it, with the receipt of the
	// transaction that failed if there is one. Nothing happens if the order changed meanwhile.
	Fail(ctx context.Context, o *InFlight, at api.BlockRef, reason string,
		receipt *types.Receipt) error
	// Settled takes in a mined settlement that was not seen in its block. found is false where the
	// transaction did not settle the order.
	Settled(ctx context.Context, o *InFlight, receipt *types.Receipt) (found bool, err error)
	// Bumped puts a transaction in the place of one that waits, in the awards of all orders that
	// the two settle.
	Bumped(old common.Hash, tx *types.Transaction, at api.BlockRef, until uint64) error
}

// Held is what a round is decided on, while no order changes.
type Held struct {
	Position []api.BlockRef       // the blocks followed, newest first
	Running  func(id string) bool // whether an order still waits for its round
}

// Outcome is what a round came to.
type Outcome struct {
	Awards  map[string]Award               // by order
	Entries map[string]api.DeltaRoundEntry // by order
	// Reverted are orders for which bids were simulated, all of which reverted.
	Reverted map[string]bool
	// Purse is why orders without an award wait for the agents' purse, by order.
	Purse map[string]string
}

// Award is a won round on its way to the chain.
type Award struct {
	Round   uint64         `json:"round"`
	Agent   string         `json:"agent"`
	Address common.Address `json:"address"`
	TxHash  common.Hash    `json:"txHash"` // zero where the agent sends on its own
	Raw     hexutil.Bytes  `json:"raw,omitempty"`
	// transactions that it took the place of, any of which can still be mined instead
	Former   []common.Hash `json:"former,omitempty"`
	Nonce    uint64        `json:"nonce"`
	GasPrice api.Amount    `json:"gasPrice"` // wei a gas, of its round; 0 is not known
	Block    uint64        `json:"block"`    // that was evaluated on
	Until    uint64        `json:"until"`    // the last block in which it is waited for
	Received api.Amount    `json:"received"`
	Spent    api.Amount    `json:"spent"`
}

// Sent tells whether a transaction is the award's, or one that it took the place of.
func (a *Award) Sent(hash common.Hash) bool {
	return hash == a.TxHash || slices.Contains(a.Former, hash)
}

// Made tells whether a transaction of an account is the award's. One of an agent that sends on its
// own is known by its account alone.
func (a *Award) Made(from common.Address, hash common.Hash) bool {
	return a.Address == from && (a.TxHash == (common.Hash{}) || a.Sent(hash))
}

// keptMargin is how many parts of what the bid that won pays may be missing of what an agent
// elsewhere settles an order for, as pools move in between: 1/1,000.
const keptMargin = 1_000

// Above tells whether the bid that won pays an order's owner more than a settlement did.
func (a *Award) Above(received, spent api.Amount) bool {
	if a.Spent.IsZero() {
		return false
	}
	due := a.Received.MulDiv(spent, a.Spent)
	return received.Less(due.Sub(due.MulDivUp(api.NewAmount(1), api.NewAmount(keptMargin))))
}

// InFlight is an awarded order.
type InFlight struct {
	ID       string
	Seq      uint64 // of its last change
	Deadline uint64 // UNIX
	Award    Award
}
