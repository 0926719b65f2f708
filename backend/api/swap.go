package api

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Swaps prices swaps over pools and limit orders and builds the transactions that perform them.
type Swaps interface {
	// Prices returns the best route of a swap.
	Prices(ctx context.Context, r PriceRequest) (PriceRoute, error)
	// Swap returns the best route over pools, without limit orders, and the transaction that
	// performs it, which is not simulated and has no gas limit.
	Swap(ctx context.Context, r SwapRequest) (PriceRoute, TxParams, error)
	// BuildTransaction returns the transaction for a route of Prices, for limit orders, or for
	// both.
	BuildTransaction(ctx context.Context, r BuildRequest) (TxParams, error)
	// PrepareSwap is BuildTransaction for whoever signs it here: simulated, with nonce and gas.
	PrepareSwap(ctx context.Context, r BuildRequest) (Transaction, error)
	// Exchanges lists the names that Include and Exclude know.
	Exchanges(ctx context.Context, version SwapVersion) ([]string, error)
	// PoolDepth returns what the pools between the tokens of a pair trade near their prices.
	PoolDepth(ctx context.Context, pair Pair) (PoolDepth, error)
}

// SwapVersion is a version of the swap contracts.
type SwapVersion string

// The versions.
const (
	Version5  SwapVersion = "5"
	Version62 SwapVersion = "6.2"
)

// PriceRequest asks for the best route. Tokens are addresses or listed symbols.
type PriceRequest struct {
	ChainID      uint64
	Src, Dest    string
	SrcDecimals  *int // checked against the token's where given
	DestDecimals *int
	Amount       Amount // of Src for Sell, of Dest for Buy, in raw units
	Side         Side   // empty is Sell
	Version      SwapVersion
	User         common.Address

	IncludeExchanges, ExcludeExchanges []string
	ExcludePools                       []common.Address
	IncludeMethods, ExcludeMethods     []string
	Route                              []string // exactly these tokens, 2 to 4
	// ways of pricing to leave out: MegaPath, MultiPath, SimplePath
	ExcludePricing []string
	OtherPrices    bool // fills PriceRoute.Others

	// Taxes in basis points: of every transfer of the token, and of transfers in or out of
	// exchanges alone. Nil is what the list of tokens says.
	SrcTax, DestTax, SrcDexTax, DestDexTax *int

	Partner        string
	PartnerAddress common.Address
	PartnerFeeBps  int
	TakeSurplus    bool
	// percent of the value that may be lost; nil is DefaultMaxImpact, above 100 nothing is refused
	MaxImpact *float64
	// the same in USD; nil is no limit
	MaxUSDImpact      *float64
	IgnoreBadUSDPrice bool
	// NoDirectMethods leaves out methods that cannot take fees or pay another receiver.
	NoDirectMethods bool
}

// DefaultMaxImpact is the price impact in percent above which a swap is refused.
const DefaultMaxImpact = 15

// Ways of pricing: by several routes, by one of several hops, or by a single hop.
const (
	MegaPath   = "megapath"
	MultiPath  = "multipath"
	SimplePath = "simplepath"
)

// SwapTerms are what a transaction adds to its route.
type SwapTerms struct {
	User     common.Address
	Receiver common.Address // zero is the user
	// Slippage in basis points lowers what must arrive (Sell) or raises what may be spent (Buy).
	Slippage int
	Deadline uint64 // UNIX seconds; 0 is 20 minutes after the head (version 5)
	Permit   []byte

	Partner         string
	PartnerAddress  common.Address
	PartnerFeeBps   int
	TakeSurplus     bool
	SurplusToUser   bool
	DirectFees      bool
	UncappedSurplus bool
	GasPrice        *Amount // wei; nil is the network's
	DynamicFee      bool    // gas price by maxFeePerGas and maxPriorityFeePerGas
	// those two in wei; nil is what the network asks, either one implies DynamicFee
	MaxFee, Tip     *Amount
	IgnoreChecks    bool // neither balance and allowance nor a simulation
	IgnoreAllowance bool
	IgnoreGas       bool // no simulation, so no gas
	// OnlyParams asks for the call alone: no checks, no simulation, no price of gas.
	OnlyParams bool
}

// SwapRequest asks for route and transaction at once. User and partner are those of the terms.
type SwapRequest struct {
	Price PriceRequest
	Terms SwapTerms
	// in place of slippage: the least to get (Sell) or the most to spend (Buy), before fees
	Limit *Amount
}

// BuildRequest asks for the transaction of a route as it was given, of limit orders, or of a
// purchase of what limit orders take followed by their fill.
type BuildRequest struct {
	ChainID                   uint64
	Terms                     SwapTerms
	Src, Dest                 string
	SrcDecimals, DestDecimals *int
	SrcAmount, DestAmount     *Amount // one may be left out where HasSlippage
	HasSlippage               bool
	Route                     json.RawMessage // a PriceRoute, unchanged
	Orders                    []SignedOrder
}

// SignedOrder is an order with its maker's signature, as clients post it.
type SignedOrder struct {
	Order            Order
	Signature        []byte
	PermitMakerAsset []byte
}

// TxParams is an unsigned transaction as clients get it.
type TxParams struct {
	From                 common.Address `json:"from"`
	To                   common.Address `json:"to"`
	Value                Amount         `json:"value"`
	Data                 hexutil.Bytes  `json:"data"`
	GasPrice             *Amount        `json:"gasPrice,omitempty"`
	MaxFeePerGas         *Amount        `json:"maxFeePerGas,omitempty"`
	MaxPriorityFeePerGas *Amount        `json:"maxPriorityFeePerGas,omitempty"`
	Gas                  *Amount        `json:"gas,omitempty"`
	ChainID              uint64         `json:"chainId"`
}

// PriceRoute is a priced swap. Amounts are raw units; DestAmount is what the swap contract gets
// before fees.
type PriceRoute struct {
	BlockNumber        uint64         `json:"blockNumber"`
	Network            uint64         `json:"network"`
	SrcToken           common.Address `json:"srcToken"`
	SrcDecimals        int            `json:"srcDecimals"`
	SrcAmount          Amount         `json:"srcAmount"`
	DestToken          common.Address `json:"destToken"`
	DestDecimals       int            `json:"destDecimals"`
	DestAmount         Amount         `json:"destAmount"`
	BestRoute          []SwapRoute    `json:"bestRoute"`
	Others             []OtherPrice   `json:"others,omitempty"`
	GasCostUSD         string         `json:"gasCostUSD"`
	GasCost            string         `json:"gasCost"`
	Side               Side           `json:"side"`
	Version            SwapVersion    `json:"version"`
	ContractAddress    common.Address `json:"contractAddress"`
	TokenTransferProxy common.Address `json:"tokenTransferProxy"`
	ContractMethod     string         `json:"contractMethod"`
	PartnerFee         float64        `json:"partnerFee"` // percent
	SrcUSD             *string        `json:"srcUSD"`
	DestUSD            *string        `json:"destUSD"`
	Partner            string         `json:"partner"`
	MaxImpactReached   bool           `json:"maxImpactReached"`
	// BoundGapBps is an extension: how far the route is at most, gas included, from the best that
	// any allocation over BoundPools pools could bring, in basis points. Nil if nothing is proved,
	// or no more than that it is within a gap beyond MostBoundGapBps, which says nothing.
	BoundGapBps *float64 `json:"boundGapBps,omitempty"`
	BoundPools  int      `json:"boundPools,omitempty"`
	Hmac        string   `json:"hmac"`
	// ToldBy, Asked and Own are as of a DeltaPrice.
	ToldBy string `json:"-"`
	Asked  bool   `json:"-"`
	Own    Amount `json:"-"`
}

// MostBoundGapBps is the largest BoundGapBps of a PriceRoute.
const MostBoundGapBps = 50

// Taxes are what the tokens of a swap keep of a transfer, of the one that is sold and of the one
// that is bought, in basis points: as they are listed, or as a trial showed.
func (r *PriceRoute) Taxes() (src, dest int) {
	for _, route := range r.BestRoute {
		for _, hop := range route.Swaps {
			for _, leg := range hop.Exchanges {
				var told struct{ SrcTax, DestTax int }
				if json.Unmarshal(leg.Data, &told) == nil {
					src, dest = max(src, told.SrcTax), max(dest, told.DestTax)
				}
			}
		}
	}
	return src, dest
}

// SwapRoute is a part of a swap along a sequence of tokens.
type SwapRoute struct {
	Percent int       `json:"percent"`
	Swaps   []SwapHop `json:"swaps"`
}

// SwapHop swaps one token for the next on one or more exchanges.
type SwapHop struct {
	SrcToken     common.Address `json:"srcToken"`
	SrcDecimals  int            `json:"srcDecimals"`
	DestToken    common.Address `json:"destToken"`
	DestDecimals int            `json:"destDecimals"`
	Exchanges    []SwapLeg      `json:"swapExchanges"`
}

// SwapLeg is one swap on one pool, or one limit order.
type SwapLeg struct {
	Exchange      string           `json:"exchange"`
	SrcAmount     Amount           `json:"srcAmount"`
	DestAmount    Amount           `json:"destAmount"`
	Percent       int              `json:"percent"`
	PoolAddresses []common.Address `json:"poolAddresses"`
	Data          json.RawMessage  `json:"data"`
}

// OtherPrice is what one exchange alone offers for the whole amount.
type OtherPrice struct {
	Exchange   string          `json:"exchange"`
	SrcAmount  Amount          `json:"srcAmount"`
	DestAmount Amount          `json:"destAmount"`
	Data       json.RawMessage `json:"data,omitempty"`
}
