package swap

import (
	"math/big"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// ABIs of the contracts that tests call themselves. They are immutable.
var (
	router2ABI  = contracts.NewUniswapV2Router()
	router3ABI  = contracts.NewUniswapV3Router()
	factory3ABI = contracts.NewUniswapV3Factory()
	pool3ABI    = contracts.NewUniswapV3Pool()
	stablesABI  = contracts.NewStableSwapFactory()
)

// maxUint is the limit that never binds.
func maxUint() *big.Int { return api.MaxAmount.Big() }
