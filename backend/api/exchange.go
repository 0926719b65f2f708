package api

// Names of exchanges, as price routes and the lists of requests have them.
const (
	UniswapV2     = "UniswapV2"
	UniswapV2Fork = "UniswapV2Fork"
	UniswapV3     = "UniswapV3"
	CurveV1       = "CurveV1"
	BalancerV2    = "BalancerV2"
	MakerPSM      = "MakerPsm" // peg stability modules
	WstETH        = "wstETH"   // wraps stETH and unwraps it
	ERC4626       = "ERC4626"  // deposits to a vault, and redeems its shares
	UniswapV4     = "UniswapV4"
	Solidly       = "Solidly" // Velodrome, Aerodrome, Thena and others like them
	CurveV2       = "CurveV2" // Curve's pools of coins whose prices differ
	BalancerV3    = "BalancerV3"
	LiquidityBook = "LiquidityBook" // bins of Trader Joe
	LimitOrders   = "LimitOrders"   // fills limit orders of the book
	WrappedCoin   = "WETH"          // the contract of the wrapped coin
)
