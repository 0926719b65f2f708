// Package swap prices swaps over the pools and limit orders of a network and builds the calldata that performs them.
//
// A follower of the chain keeps the state of every pool in memory, one immutable snapshot a block. A price route is found on one of them, names
// its block and is sealed; calldata is built from a price route alone, so that what was priced and what is executed are the same legs.
package swap

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// Names of exchanges, as price routes and the lists of requests have them.
const (
	UniswapV2     = "UniswapV2"
	UniswapV2Fork = "UniswapV2Fork"
	UniswapV3     = "UniswapV3"
	CurveV1       = "CurveV1"
	BalancerV2    = "BalancerV2"
	LimitOrders   = api.LimitOrders
	Wrapped       = "WETH" // the contract of the wrapped coin
)

// place is what never changes about a pool.
type place struct {
	exchange string
	kind     pool.Kind
	address  common.Address
	tokens   []common.Address // by position in the pool
	decimals []int
	fee      uint32 // parts per million (product, concentrated)
	spacing  int    // of ticks (concentrated)
	id       common.Hash
	weights  []common.Hash // normalised, 18 decimals (weighted)
	swapFee  common.Hash   // 18 decimals (weighted), 1e-10 (stable)
	amp      uint64        // times 100 (stable)
	adminFee uint64        // 1e-10 of the fee (stable)
}

// live is a pool at a block. It is never changed: a block that touches the pool makes another one.
type live struct {
	*place
	pool  pool.Pool   // nil while it trades nothing
	ticks *pool.Ticks // concentrated
	list  []pool.Tick // what ticks was made from
}

// ABIs of the contracts that are read here. They are immutable.
var (
	pairABI     = contracts.NewUniswapV2Pair()
	factory2ABI = contracts.NewUniswapV2Factory()
	factory3ABI = contracts.NewUniswapV3Factory()
	pool3ABI    = contracts.NewUniswapV3Pool()
	stableABI   = contracts.NewStableSwap()
	stablesABI  = contracts.NewStableSwapFactory()
	vaultABI    = contracts.NewBalancerVault()
	weightedABI = contracts.NewWeightedPool()
)
