package solver

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
)

// Decimal is an exact number in decimal notation.
type Decimal struct{ big.Rat }

// UnmarshalJSON implements json.Unmarshaler.
func (d *Decimal) UnmarshalJSON(text []byte) error {
	const longest = 100
	plain := strings.Trim(string(text), `"`)
	if len(plain) > longest || strings.ContainsAny(plain, "/eE") {
		return fmt.Errorf("%.40q is no plain decimal number", plain)
	}
	if _, ok := d.SetString(plain); !ok {
		return fmt.Errorf("%.40q is no decimal number", plain)
	}
	return nil
}

// scaled is the number times 10^places, where that is a whole number that is not negative and fits.
func (d *Decimal) scaled(places int) (u uint256.Int, ok bool) {
	times := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	r := new(big.Rat).Mul(&d.Rat, new(big.Rat).SetInt(times))
	if !r.IsInt() || r.Sign() < 0 {
		return u, false
	}
	overflow := u.SetFromBig(r.Num())
	return u, !overflow
}

// Auction is what is to be solved.
type Auction struct {
	ID        string                   `json:"id"` // "" where it is a request for a price
	Tokens    map[common.Address]Token `json:"tokens"`
	Orders    []Order                  `json:"orders"`
	Liquidity []Liquidity              `json:"liquidity"`
	GasPrice  api.Amount               `json:"effectiveGasPrice"` // wei
	Deadline  time.Time                `json:"deadline"`
}

// Token is what an auction tells of a token.
type Token struct {
	ReferencePrice   *api.Amount `json:"referencePrice"`   // wei for 10^18 raw units
	AvailableBalance api.Amount  `json:"availableBalance"` // raw, of the settlement contract
	// Trusted tokens may stay in the settlement contract, which then pays from its balance.
	Trusted bool `json:"trusted"`
}

// Order is one that a solution may execute.
type Order struct {
	UID               string         `json:"uid"`
	SellToken         common.Address `json:"sellToken"`
	BuyToken          common.Address `json:"buyToken"`
	SellAmount        api.Amount     `json:"sellAmount"` // raw units, of what is left of it
	BuyAmount         api.Amount     `json:"buyAmount"`
	Kind              string         `json:"kind"`  // sell or buy
	Class             string         `json:"class"` // market or limit
	PartiallyFillable bool           `json:"partiallyFillable"`
}

// The kinds and classes of orders.
const (
	kindSell   = "sell"
	kindBuy    = "buy"
	classLimit = "limit" // the other class is market; of this one the solver takes a fee
)

// Liquidity is a pool or an order of somebody else. Which fields it has is told by its kind.
type Liquidity struct {
	Kind    string         `json:"kind"`
	ID      string         `json:"id"`
	Address common.Address `json:"address"`
	Fee     Decimal        `json:"fee"` // a share of the input

	// Tokens is a map from tokens to reserves, or of concentrated liquidity a list of two tokens.
	Tokens json.RawMessage `json:"tokens"`

	Version       string  `json:"version"`                // of weighted pools: v0 or v3Plus
	Amplification Decimal `json:"amplificationParameter"` // of stable pools

	SqrtPrice    api.Amount        `json:"sqrtPrice"` // times 2^96
	Active       api.Amount        `json:"liquidity"`
	Tick         int               `json:"tick"`
	LiquidityNet map[string]string `json:"liquidityNet"` // by tick

	MakerToken  common.Address `json:"makerToken"`
	TakerToken  common.Address `json:"takerToken"`
	MakerAmount api.Amount     `json:"makerAmount"`
	TakerAmount api.Amount     `json:"takerAmount"`
	TakerFee    api.Amount     `json:"takerTokenFeeAmount"`
}

// reserve is a token of a pool.
type reserve struct {
	Balance       api.Amount `json:"balance"` // raw
	ScalingFactor *Decimal   `json:"scalingFactor"`
	Weight        Decimal    `json:"weight"`
}

// Response is what is answered to an auction.
type Response struct {
	Solutions []Solution `json:"solutions"`
}

// Solution executes one order.
type Solution struct {
	ID               int                           `json:"id"` // the order's place in the auction
	Prices           map[common.Address]api.Amount `json:"prices"`
	Trades           []Trade                       `json:"trades"`
	PreInteractions  []struct{}                    `json:"preInteractions"`
	Interactions     []Interaction                 `json:"interactions"`
	PostInteractions []struct{}                    `json:"postInteractions"`
	Gas              uint64                        `json:"gas"`
}

// Trade is how much of an order a solution executes.
type Trade struct {
	Kind     string     `json:"kind"` // fulfillment
	Order    string     `json:"order"`
	Executed api.Amount `json:"executedAmount"` // of what is sold, or of what a purchase buys
	// Fee is what the solver takes of what is sold, beside what is executed, for gas. Market orders
	// pay none.
	Fee *api.Amount `json:"fee,omitempty"`
}

// Interaction is a swap on liquidity of the auction.
type Interaction struct {
	Kind         string         `json:"kind"` // liquidity
	Internalize  bool           `json:"internalize"`
	ID           string         `json:"id"`
	InputToken   common.Address `json:"inputToken"`
	OutputToken  common.Address `json:"outputToken"`
	InputAmount  api.Amount     `json:"inputAmount"`
	OutputAmount api.Amount     `json:"outputAmount"`
}
