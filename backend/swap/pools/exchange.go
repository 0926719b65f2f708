package pools

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// Exchange is where pools of one kind are found and traded in.
type Exchange struct {
	Name    string
	Kind    pool.Kind
	Family  Family         // of concentrated pools
	Factory common.Address // the vault of weighted and composable pools
	Router  common.Address // zero where pools are only called directly
	Vault   common.Address // of what the manager's pools hold, where it is another contract
	// Fees in parts per million: the one of every constant-product pool, or the tiers of
	// concentrated pools.
	Fees []uint32
	// Spacings of ticks, where these and not fees tell a pair's concentrated pools apart, or those
	// of each of Fees where a manager holds the pools.
	Spacings []int
	// OneWay says that vaults redeem no shares, or not at once.
	OneWay bool
	// Pools are stable pools that no factory lists, the stability modules, the wrappers, or the
	// vaults.
	Pools []common.Address
	// ByUint256 says that stable pools take the positions of coins as uint256 too.
	ByUint256 bool
}

// Fees of the two constant-product factories of Deployed in parts per million.
const (
	feeOfV2   = contracts.UniswapV2Fee * 100
	feeOfFork = contracts.UniswapV2ForkFee * 100
)

// Deployed are the exchanges that contracts.DeploySwap puts on a chain.
func Deployed(a contracts.SwapAddresses) []Exchange {
	list := []Exchange{
		{Name: api.UniswapV2, Kind: pool.KindProduct, Factory: a.UniswapV2Factory,
			Router: a.UniswapV2Router, Fees: []uint32{feeOfV2}},
		{Name: api.UniswapV2Fork, Kind: pool.KindProduct, Factory: a.UniswapV2ForkFactory,
			Router: a.UniswapV2ForkRouter, Fees: []uint32{feeOfFork}},
		{Name: api.UniswapV3, Kind: pool.KindConcentrated, Factory: a.UniswapV3Factory,
			Router: a.UniswapV3Router, Fees: []uint32{100, 500, 3000, 10_000}},
		{Name: api.CurveV1, Kind: pool.KindStable, Factory: a.StableSwapFactory, ByUint256: true},
		{Name: api.BalancerV2, Kind: pool.KindWeighted, Factory: a.BalancerVault},
	}
	if a.StabilityModule != (common.Address{}) {
		list = append(list, Exchange{Name: api.MakerPSM, Kind: pool.KindModule,
			Pools: []common.Address{a.StabilityModule}})
	}
	return list
}

// Exchanges are those whose pools are followed.
func (t *Tracker) Exchanges() []Exchange { return t.cfg.Exchanges }

// factory is the first exchange's of a kind, the zero address where there is none.
func (t *Tracker) factory(kind pool.Kind) common.Address {
	for i := range t.cfg.Exchanges {
		if e := &t.cfg.Exchanges[i]; e.Kind == kind {
			return e.Factory
		}
	}
	return common.Address{}
}

// vault is where weighted and composable pools are.
func (t *Tracker) vault() common.Address { return t.factory(pool.KindWeighted) }
