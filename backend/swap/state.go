package swap

import (
	"context"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
	"bourse/store"
)

// state is everything known of the pools at one block. It never changes but for books and rates, which are worked out once when first asked for.
type state struct {
	block   api.BlockRef
	baseFee api.Amount // wei a gas
	pools   []*live
	venues  []*live // those of the snapshot, by venue
	snap    *router.Snapshot

	mu    sync.Mutex
	books map[api.Pair][]orderData
	rates rates
}

// Topics of the logs that tell of pools.
var (
	pairCreated      = factory2ABI.GetABI().Events["PairCreated"].ID
	poolCreated      = factory3ABI.GetABI().Events["PoolCreated"].ID
	plainDeployed    = stablesABI.GetABI().Events["PlainPoolDeployed"].ID
	tokensRegistered = vaultABI.GetABI().Events["TokensRegistered"].ID
	vaultSwap        = vaultABI.GetABI().Events["Swap"].ID
	balanceChanged   = vaultABI.GetABI().Events["PoolBalanceChanged"].ID
	minted           = pool3ABI.GetABI().Events["Mint"].ID
	burned           = pool3ABI.GetABI().Events["Burn"].ID
)

// Name implements chain.Follower.
func (s *Service) Name() string { return "pools" }

// Position implements chain.Follower. Pools are kept in memory alone, so that a start begins with Resync.
func (s *Service) Position(context.Context) ([]api.BlockRef, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	recent := make([]api.BlockRef, len(s.history))
	for i, st := range s.history {
		recent[i] = st.block
	}
	return recent, nil
}

// Wants implements chain.Follower: logs of pools that are known and of those who make new ones.
func (s *Service) Wants(l *types.Log) bool {
	at := &s.cfg.Contracts
	switch l.Address {
	case at.UniswapV2Factory, at.UniswapV2ForkFactory, at.UniswapV3Factory, at.StableSwapFactory, at.BalancerVault:
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	_, known := s.known[string(l.Address[:])]
	return known
}

// Apply implements chain.Follower: pools whose logs the block has are read again on it.
func (s *Service) Apply(ctx context.Context, b chain.Block) error {
	last := s.newest()
	if len(b.Logs) == 0 {
		s.push(&state{block: b.BlockRef, baseFee: b.BaseFee, pools: last.pools, venues: last.venues, snap: at(last.snap, b.Number)})
		return nil
	}
	if slices.ContainsFunc(b.Logs, s.makesPool) {
		if err := s.learn(b.Logs); err != nil {
			return err
		}
		st, err := s.build(ctx, b.Header)
		if err != nil {
			return err
		}
		s.push(st)
		s.reindex(st)
		return nil
	}
	pools, err := s.update(ctx, b, last.pools)
	if err != nil {
		return err
	}
	st, err := s.newState(b.Header, pools)
	if err != nil {
		return err
	}
	s.push(st)
	return nil
}

// at is the same snapshot one block later.
func at(s *router.Snapshot, block uint64) *router.Snapshot {
	next := *s
	next.Block = block
	return &next
}

func (s *Service) makesPool(l types.Log) bool {
	if len(l.Topics) == 0 {
		return false
	}
	switch l.Topics[0] {
	case pairCreated, poolCreated, plainDeployed, tokensRegistered:
		_, pool := s.known[string(l.Address[:])]
		return !pool
	}
	return false
}

// learn stores the weighted pools that a block registers.
func (s *Service) learn(logs []types.Log) error {
	var ids []common.Hash
	for _, l := range logs {
		if l.Address == s.cfg.Contracts.BalancerVault && len(l.Topics) > 1 && l.Topics[0] == tokensRegistered {
			ids = append(ids, l.Topics[1])
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return s.cfg.Store.Update(func(tx *store.Tx) error {
		for _, id := range ids {
			if err := weightedPools.Put(tx, poolKey{s.cfg.Network.ChainID(), id}, struct{}{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// update reads the pools again that a block's logs touch.
func (s *Service) update(ctx context.Context, b chain.Block, pools []*live) ([]*live, error) {
	touched := make(map[int][]int) // to the ticks that may have changed
	for i := range b.Logs {
		l := &b.Logs[i]
		if at, ok := s.known[poolOf(l, s.cfg.Contracts.BalancerVault)]; ok {
			touched[at] = append(touched[at], ticksOf(l)...)
		}
	}
	next := slices.Clone(pools)
	var which []int
	var list []*live
	for at, ticks := range touched {
		l := *pools[at]
		if len(ticks) > 0 {
			if err := s.setTicks(ctx, b.Hash, &l, ticks); err != nil {
				return nil, err
			}
		}
		which, list = append(which, at), append(list, &l)
	}
	fresh, err := s.read(ctx, b.Hash, list)
	if err != nil {
		return nil, err
	}
	for i, at := range which {
		next[at] = fresh[i]
	}
	return next, nil
}

// poolOf is the key of the pool that a log tells of.
func poolOf(l *types.Log, vault common.Address) string {
	if l.Address == vault && len(l.Topics) > 1 && (l.Topics[0] == vaultSwap || l.Topics[0] == balanceChanged) {
		return string(l.Topics[1][:])
	}
	return string(l.Address[:])
}

// ticksOf are the ends of the position that a log of a concentrated pool changes.
func ticksOf(l *types.Log) []int {
	if len(l.Topics) != 4 || (l.Topics[0] != minted && l.Topics[0] != burned) {
		return nil
	}
	tick := func(h common.Hash) int {
		return int(int32(uint32(h[28])<<24 | uint32(h[29])<<16 | uint32(h[30])<<8 | uint32(h[31])))
	}
	return slices.Compact([]int{tick(l.Topics[2]), tick(l.Topics[3])})
}

// Rollback implements chain.Follower.
func (s *Service) Rollback(_ context.Context, to api.BlockRef) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.history) > 0 && s.history[0].block.Hash != to.Hash {
		s.history = s.history[1:]
	}
	if len(s.history) > 0 {
		s.index(s.history[0])
	}
	return nil
}

// Resync implements chain.Follower: all pools are found and read.
func (s *Service) Resync(ctx context.Context, at chain.Header) error {
	st, err := s.build(ctx, at)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.history = nil
	s.mu.Unlock()
	s.push(st)
	s.reindex(st)
	return nil
}

// build finds all pools and reads them on a block.
func (s *Service) build(ctx context.Context, block chain.Header) (*state, error) {
	places, err := s.discover(ctx, block.Hash)
	if err != nil {
		return nil, err
	}
	list := make([]*live, len(places))
	for i, p := range places {
		list[i] = &live{place: p}
	}
	if list, err = s.read(ctx, block.Hash, list); err != nil {
		return nil, err
	}
	return s.newState(block, list)
}

// newState prepares pools for searches.
func (s *Service) newState(block chain.Header, pools []*live) (*state, error) {
	st := &state{block: block.BlockRef, baseFee: block.BaseFee, pools: pools}
	var venues []router.Venue
	for _, l := range pools {
		if l.pool != nil {
			st.venues = append(st.venues, l)
			venues = append(venues, router.Venue{Exchange: l.exchange, Address: l.address, Tokens: l.tokens, Pool: l.pool})
		}
	}
	var err error
	st.snap, err = router.NewSnapshot(block.Number, s.table, venues)
	return st, err
}

func (s *Service) newest() *state {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.history) == 0 {
		return nil
	}
	return s.history[0]
}

func (s *Service) push(st *state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.history = append([]*state{st}, s.history[:min(len(s.history), chain.Depth)]...)
}

func (s *Service) reindex(st *state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.index(st)
}

// index makes the pools of a state findable by their logs. The caller holds mu.
func (s *Service) index(st *state) {
	s.known = make(map[string]int, len(st.pools))
	for i, l := range st.pools {
		if l.kind == pool.KindWeighted {
			s.known[string(l.id[:])] = i
		} else {
			s.known[string(l.address[:])] = i
		}
	}
}
