package pools

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
	"bourse/store"
)

// Topics of the logs that tell of pools.
var (
	pairCreated      = factory2ABI.GetABI().Events["PairCreated"].ID
	poolCreated      = factory3ABI.GetABI().Events["PoolCreated"].ID
	plainDeployed    = stablesABI.GetABI().Events["PlainPoolDeployed"].ID
	plainDeployedNG  = eventID("PlainPoolDeployed(address[],uint256,uint256,address)")
	plainDeployedOld = eventID("PlainPoolDeployed(address[4],uint256,uint256,address)")
	tokensRegistered = vaultABI.GetABI().Events["TokensRegistered"].ID
	vaultSwap        = vaultABI.GetABI().Events["Swap"].ID
	balanceChanged   = vaultABI.GetABI().Events["PoolBalanceChanged"].ID
	minted           = pool3ABI.GetABI().Events["Mint"].ID
	burned           = pool3ABI.GetABI().Events["Burn"].ID
	initialized      = pool3ABI.GetABI().Events["Initialize"].ID
	synced           = pairABI.GetABI().Events["Sync"].ID
)

func eventID(signature string) common.Hash { return crypto.Keccak256Hash([]byte(signature)) }

// maxNamedPools is how many pools a node is asked for by their addresses. Where there are more, it
// is asked for what any pool of their kinds tells.
const maxNamedPools = 800

// Filter implements chain.Follower.
func (t *Tracker) Filter() chain.Filter {
	var f chain.Filter
	for i := range t.cfg.Exchanges {
		if at := t.cfg.Exchanges[i].Factory; at != (common.Address{}) {
			f.Contracts = append(f.Contracts, at)
		}
	}
	last := t.Newest()
	if last == nil {
		return f
	}
	byTopic := len(last.Pools) > maxNamedPools
	for _, p := range last.Pools {
		switch {
		case p.vaulted(): // the vault tells of it
		case p.Kind == pool.KindWrapper || p.Kind == pool.KindVault: // no log does
		case byTopic && p.Kind != pool.KindStable && p.Kind != pool.KindCrypto &&
			p.Kind != pool.KindBins:
		default:
			f.Contracts = append(f.Contracts, p.Address)
		}
	}
	if byTopic {
		f.Topics = []common.Hash{synced, pairSwapped, initialized, pool3Swapped, pancakeSwapped,
			minted, burned, syncedWide, feeSet}
	}
	return f
}

// makesPool tells whether a log is of a factory that made a pool of tokens that are followed.
func (t *Tracker) makesPool(l types.Log) bool {
	if len(l.Topics) == 0 || !t.ofFactory(&l) {
		return false
	}
	switch l.Topics[0] {
	case pairCreated, poolCreated, createdWithSpacing, createdForPair, madeOfKind, poolOfKindIs,
		binsMade:
		if len(l.Topics) < 3 {
			return false
		}
		a, b := common.BytesToAddress(l.Topics[1][:]), common.BytesToAddress(l.Topics[2][:])
		return t.trades(a) && t.trades(b) && t.sought(a, b)
	case tokensRegistered:
		e, err := vaultABI.UnpackTokensRegisteredEvent(&l)
		own := common.BytesToAddress(l.Topics[1][:common.AddressLength])
		return err == nil && !slices.ContainsFunc(e.Tokens,
			func(a common.Address) bool { return a != own && !t.trades(a) })
	case plainDeployed, plainDeployedNG, plainDeployedOld:
		return true
	case heldMade, lockedMade:
		return len(t.madeIn([]types.Log{l})) > 0
	}
	return false
}

// ofFactory tells whether a log is an exchange's.
func (t *Tracker) ofFactory(l *types.Log) bool {
	return slices.ContainsFunc(t.cfg.Exchanges,
		func(e Exchange) bool { return e.Factory == l.Address })
}

// trades tells whether pools of a token are followed.
func (t *Tracker) trades(token common.Address) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Contains(t.traded, token)
}

// learn stores the pools of known tokens that a block registers in a vault.
func (t *Tracker) learn(logs []types.Log) error {
	var ids []common.Hash
	for _, l := range logs {
		if len(l.Topics) > 1 && l.Topics[0] == tokensRegistered && t.makesPool(l) {
			ids = append(ids, l.Topics[1])
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return t.cfg.Store.Update(func(tx *store.Tx) error {
		for _, id := range ids {
			if err := weightedPools.Put(tx, poolKey{t.cfg.Network.ChainID(), id},
				struct{}{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// poolOf is the key of the pool that a log tells of: its contract, or the id that a holder of pools
// names it by.
func (t *Tracker) poolOf(l *types.Log) string {
	if len(l.Topics) > 1 && t.ofFactory(l) {
		switch l.Topics[0] {
		case vaultSwap, balanceChanged, heldSwapped, lockedSwapped, heldChanged, heldFee:
			return string(l.Topics[1][:])
		}
	}
	return string(l.Address[:])
}

// ticksOf are the ends of the position that a log of a concentrated pool changes.
func ticksOf(l *types.Log) []int {
	if len(l.Topics) > 0 && l.Topics[0] == heldChanged {
		told := wordsOf(l.Data, 2)
		if told == nil {
			return nil
		}
		return slices.Compact([]int{int(signed(told[0]).Int64()), int(signed(told[1]).Int64())})
	}
	if len(l.Topics) != 4 || (l.Topics[0] != minted && l.Topics[0] != burned) {
		return nil
	}
	tick := func(h common.Hash) int {
		return int(int32(uint32(h[28])<<24 | uint32(h[29])<<16 | uint32(h[30])<<8 | uint32(h[31])))
	}
	return slices.Compact([]int{tick(l.Topics[2]), tick(l.Topics[3])})
}
