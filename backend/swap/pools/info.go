package pools

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// Info is what never changes about a pool.
type Info struct {
	Exchange string
	Factory  common.Address // the vault of a pool in one
	Router   common.Address // zero where there is none
	Kind     pool.Kind
	Address  common.Address
	Tokens   []common.Address // by position in the pool
	Decimals []int
	Fee      uint32         // parts per million (product, concentrated)
	Family   Family         `json:",omitempty"` // (concentrated)
	ID       common.Hash    // in the vault (weighted, composable)
	OneWay   bool           `json:",omitempty"` // its shares are not redeemed (vault)
	Stable   bool           `json:",omitempty"` // of tokens of the same worth (solidly)
	Key      *Key           `json:",omitempty"` // where a manager holds it (concentrated)
	Vault    common.Address // of what the pool holds, where a manager's vault has that

	spacing   int              // of ticks (concentrated)
	weights   []common.Hash    // normalised, 18 decimals (weighted)
	first     bool             // of the first generation (weighted)
	style     pool.StableStyle // (stable)
	providers []common.Address // of the tokens' rates, zero where it is 1 (composable)
	// coin is the position of the native coin, for which the wrapped one stands in Tokens, counted
	// from one; 0 where there is none (stable, held by a manager)
	coin int
}

// info is a pool of the exchange.
func (e *Exchange) info(address common.Address, tokens ...common.Address) *Info {
	return &Info{Exchange: e.Name, Factory: e.Factory, Router: e.Router, Vault: e.Vault,
		Kind: e.Kind, Family: e.Family, Address: address, Tokens: tokens}
}

// PaysCoin tells whether the pool takes and pays the native coin for a token of its, named by
// position, for which the wrapped one stands in Tokens.
func (p *Info) PaysCoin(position int) bool { return p.coin == position+1 }

// HasCoin tells whether the native coin is one of the pool's.
func (p *Info) HasCoin() bool { return p.coin > 0 }

// State is a pool at a block. It is never changed: a block that touches the pool makes another one.
type State struct {
	*Info
	Pool  pool.Pool   // nil while it trades nothing
	slot  slot        // concentrated
	ticks *pool.Ticks // concentrated
	list  []pool.Tick // what ticks was made from
	// of a pool whose fee moves, by the token that is paid: what it told last, and what counts,
	// which ticks is made with
	asked, charged [2]uint32
	// moving says that figures of it change without a log (stable, composable, concentrated, bins)
	moving bool
	earned earned // (vault)
	// measured says that its fee is what a sale shows (concentrated)
	measured bool
	// proven says that the vault computes as is done here (composable)
	proven bool
}

// selector names a function in a call.
func selector(signature string) []byte { return crypto.Keccak256([]byte(signature))[:4] }

// ABIs of the contracts that are read here. They are immutable.
var (
	pairABI     = contracts.NewUniswapV2Pair()
	factory2ABI = contracts.NewUniswapV2Factory()
	factory3ABI = contracts.NewUniswapV3Factory()
	pool3ABI    = contracts.NewUniswapV3Pool()
	stableABI   = contracts.NewStableSwap()
	curveABI    = contracts.NewCurvePool()
	movingABI   = contracts.NewMovingCurvePool()
	stablesABI  = contracts.NewStableSwapFactory()
	vaultABI    = contracts.NewBalancerVault()
	weightedABI = contracts.NewWeightedPool()
	wrapperABI  = contracts.NewRebasingTokenWrapper()
	rebasingABI = contracts.NewRebasingToken()
)
