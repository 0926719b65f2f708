package api

import (
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// Market is a pair with what happened on it lately. Unknown prices have a zero Base.
type Market struct {
	ChainID uint64 `json:"chainId"`
	Base    Token  `json:"base"`
	Quote   Token  `json:"quote"`
	Last    Price  `json:"last"`
	DayAgo  Price  `json:"dayAgo"` // the first price of the last 24 hours
	High    Price  `json:"high"`   // of the last 24 hours
	Low     Price  `json:"low"`    // of the last 24 hours
	Volume  Amount `json:"volume"` // base units traded in the last 24 hours
	BestBid Price  `json:"bestBid"`
	BestAsk Price  `json:"bestAsk"`
	Makers  int    `json:"makers"` // accounts with orders in the book
	// base units that rest within 1 % of the middle of the book; zero where a side is empty
	BidDepth Amount `json:"bidDepth"`
	AskDepth Amount `json:"askDepth"`
	// Own is the price by the pools that a node of one's own knows, and ToldBy the host whose word
	// the others are; zero where no node tells. No service tells them.
	Own    Price  `json:"-"`
	ToldBy string `json:"-"`
}

// FillGas is about what it takes in gas to fill a limit order.
const FillGas = 150_000

// Side is which side the taker was on.
type Side string

// The sides.
const (
	Buy  Side = "BUY"
	Sell Side = "SELL"
)

// Trade is one exchange on a pair, by a fill of an order or by a pool.
type Trade struct {
	ChainID uint64 `json:"chainId"`
	Pair
	Side     Side        `json:"side"` // of the taker
	Price    Price       `json:"price"`
	Size     Amount      `json:"size"` // base units
	Time     uint64      `json:"time"` // UNIX seconds, of the block
	Block    uint64      `json:"block"`
	LogIndex uint        `json:"logIndex"`
	TxHash   common.Hash `json:"transactionHash"`
	Source   string      `json:"source"` // FromOrders, FromBackfill or the exchange of the pool
	// Aside says that the trade is in no price and no candle: it was too small, or too far off.
	Aside bool `json:"aside,omitempty"`
}

// Sources of trades that were not made in a pool.
const (
	FromOrders   = "orders"
	FromBackfill = "backfill" // made up for a demo's past: no transaction made it
)

// Candle sums up one interval of trades on a pair.
type Candle struct {
	Start  uint64 `json:"start"` // UNIX seconds
	Open   Price  `json:"open"`
	High   Price  `json:"high"`
	Low    Price  `json:"low"`
	Close  Price  `json:"close"`
	Volume Amount `json:"volume"` // base units
	Trades int    `json:"trades"`
	// ToldBy is who alone says so, "" of this process or of a node of one's own.
	ToldBy string `json:"-"`
}

// CandleQuery asks for candles of a pair, oldest first, up to and including the interval that holds
// Until (0 is the head's time). Intervals without trades repeat the last close with no volume.
type CandleQuery struct {
	ChainID  uint64
	Pair     Pair
	Interval time.Duration
	Until    uint64
	Limit    int
	// Block has a node of one's own, where there is one that can, tell what the pair traded for
	// after that block, in place of all candles. 0 does not ask it.
	Block uint64
}
