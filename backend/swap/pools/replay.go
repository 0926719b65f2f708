package pools

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// slot is what a concentrated pool says of its price.
type slot struct {
	Sqrt      uint256.Int // square root of the price times 2^96
	Tick      int
	Liquidity uint256.Int // active
}

// change is what a block's logs say of a pool: its new state, or that it has to be read.
type change struct {
	state *State
	read  bool
	ticks []int // that have to be read
}

// take takes in one log of the pool. Pairs tell their reserves whenever these change, concentrated
// pools their price and active liquidity at each swap; all else is read.
func (c *change) take(l *types.Log) {
	if len(l.Topics) == 0 {
		c.read = true
		return
	}
	switch p := c.state; p.Kind {
	case pool.KindProduct:
		if l.Topics[0] == synced {
			c.read = c.setReserves(l) != nil || c.read
		}
	case pool.KindSolidly:
		if l.Topics[0] == syncedWide {
			c.read = c.setSolidly(l) != nil || c.read
		}
	case pool.KindConcentrated:
		switch l.Topics[0] {
		case pool3Swapped, pancakeSwapped, heldSwapped, lockedSwapped:
			c.read = c.setSlot(l) != nil || c.read
		case minted, burned, heldChanged:
			c.read, c.ticks = true, append(c.ticks, ticksOf(l)...)
		case initialized, heldFee, feeSet:
			c.read = true
		}
	case pool.KindWrapper, pool.KindVault: // which is read by the first quote of a block
	default:
		c.read = true
	}
}

func (c *change) setReserves(l *types.Log) error {
	e, err := pairABI.UnpackSyncEvent(l)
	if err != nil {
		return err
	}
	next := *c.state
	next.Pool, err = pool.NewProduct(word(e.Reserve0), word(e.Reserve1), next.Fee)
	if err == nil {
		c.state = &next
	}
	return err
}

// setSlot fails where the ticks give another liquidity than the log.
func (c *change) setSlot(l *types.Log) error {
	told := wordsOf(l.Data, 5) // what was moved of both tokens, price, liquidity, tick
	if told == nil || c.state.ticks == nil {
		c.read = true
		return nil
	}
	next := *c.state
	next.slot = slot{unsigned(told[2]), int(signed(told[4]).Int64()), unsigned(told[3])}
	var err error
	if len(c.ticks) > 0 {
		return nil // which are not read yet, and so will be the rest
	}
	next.Pool, err = next.slot.pool(next.ticks)
	if err == nil {
		c.state = &next
	}
	return err
}

func (s *slot) pool(ticks *pool.Ticks) (pool.Pool, error) {
	if ticks == nil {
		return nil, nil
	}
	return pool.NewConcentrated(ticks, s.Sqrt, s.Tick, s.Liquidity)
}

// replay applies a block's logs to the pools, and reads those on it of which logs do not tell all,
// together.
func (t *Tracker) replay(ctx context.Context, b chain.Block, pools []*State,
	known map[string]int) ([]*State, error) {
	changes := make(map[int]*change)
	for i := range b.Logs {
		l := &b.Logs[i]
		pos, ok := known[t.poolOf(l)]
		if !ok {
			t.retell(l, pools, changes)
			continue
		}
		c := changes[pos]
		if c == nil {
			c = &change{state: pools[pos]}
			changes[pos] = c
		}
		c.take(l)
	}
	next := append([]*State(nil), pools...)
	var which []int
	var list []*State
	var ticks [][]int
	for pos, c := range changes {
		if next[pos] = c.state; c.read {
			fresh := *pools[pos]
			which, list, ticks = append(which, pos), append(list, &fresh), append(ticks, c.ticks)
		}
	}
	if len(list) == 0 {
		return next, nil
	}
	if err := t.reads.setTicks(ctx, b.Hash, list, ticks); err != nil {
		return nil, err
	}
	read, err := t.reads.read(ctx, b.BlockRef, list)
	if err != nil {
		return nil, err
	}
	for i, pos := range which {
		next[pos] = read[i]
	}
	return next, nil
}

// retell has the pairs of a factory read that tells of something else than a pair, such as another
// fee or that trade is stopped, and the pools of a manager that stops or goes on.
func (t *Tracker) retell(l *types.Log, pools []*State, changes map[int]*change) {
	if !t.ofFactory(l) || t.makesPool(*l) {
		return
	}
	stops := len(l.Topics) > 0 && (l.Topics[0] == lockedPaused || l.Topics[0] == lockedUnpaused)
	for i, p := range pools {
		if p.Factory == l.Address && (p.Kind == pool.KindSolidly ||
			p.Family == Infinity && stops) {
			if changes[i] == nil {
				changes[i] = &change{state: p}
			}
			changes[i].read = true
		}
	}
}

// moving are the pools of a snapshot with those read again whose figures move without a log; nil
// where none has changed.
func (t reader) moving(ctx context.Context, s *Snapshot) ([]*State, error) {
	var which []int
	var list []*State
	for i, p := range s.Pools {
		if s.moves(p) {
			which, list = append(which, i), append(list, p)
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	read, err := t.read(ctx, s.Block, list)
	if err != nil {
		return nil, err
	}
	var next []*State
	for i, pos := range which {
		if next == nil && !same(list[i], read[i]) {
			next = append(next, s.Pools...)
		}
		if next != nil {
			next[pos] = read[i]
		}
	}
	return next, nil
}

// proofs is how many pools are read again at a time to see that they are what their logs made them.
const proofs = 64

// prove reads some pools of the newest snapshot on its block, others each time, and puts right
// those that are not what the contract says. It returns how many were.
func (t *Tracker) prove(ctx context.Context) (wrong int, err error) {
	t.searching.Lock()
	defer t.searching.Unlock()
	last := t.Newest()
	if last == nil || len(last.Pools) == 0 {
		return 0, nil
	}
	var which []int
	var list []*State
	for range min(proofs, len(last.Pools)) {
		t.proven = (t.proven + 1) % len(last.Pools)
		if last.moves(last.Pools[t.proven]) {
			continue
		}
		which, list = append(which, t.proven), append(list, last.Pools[t.proven])
	}
	read, err := t.reads.read(ctx, last.Block, list)
	if err != nil {
		return 0, err
	}
	next := append([]*State(nil), last.Pools...)
	var lost []common.Address
	for i, pos := range which {
		if !same(list[i], read[i]) {
			// its ticks may be why
			anew := &State{Info: list[i].Info}
			if read[i], err = t.reads.readOne(ctx, last.Block, anew); err != nil {
				return 0, err
			}
			next[pos], lost = read[i], append(lost, list[i].Address)
		}
	}
	if len(lost) == 0 {
		return 0, nil
	}
	t.cfg.Logger.Warn("pools were not what their logs made them", "chain",
		t.cfg.Network.ChainID(), "pools", lost)
	t.writing.Lock()
	defer t.writing.Unlock()
	if t.Newest() != last {
		return 0, nil // what came meanwhile is looked at another time
	}
	return len(lost), t.replaceNewest(last, next)
}

// same tells whether two states of a pool trade alike.
func same(a, b *State) bool {
	if a.Pool == nil || b.Pool == nil {
		return a.Pool == nil && b.Pool == nil
	}
	if a.charged != b.charged || a.asked != b.asked {
		return false
	}
	switch x := a.Pool.(type) {
	case *pool.Stable:
		return *x == *b.Pool.(*pool.Stable)
	case *pool.Composable:
		return *x == *b.Pool.(*pool.Composable)
	case *pool.Vault:
		return *x == *b.Pool.(*pool.Vault)
	case *pool.Crypto:
		return *x == *b.Pool.(*pool.Crypto)
	case *pool.Bins:
		return x.Equal(b.Pool.(*pool.Bins))
	case *pool.Solidly:
		return *x == *b.Pool.(*pool.Solidly)
	}
	var x, y pool.State
	a.Pool.Init(&x)
	b.Pool.Init(&y)
	return x == y
}
