package api

import (
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// Market is a pair with what happened on it lately. Unknown prices have a zero Base.
type Market struct {
	ChainID     uint64
	Base, Quote Token
	Last        Price
	DayAgo      Price  // the first price of the last 24 hours
	High, Low   Price  // of the last 24 hours
	Volume      Amount // base units traded in the last 24 hours
	BestBid     Price
	BestAsk     Price
	Makers      int // accounts with orders in the book
}

// Side is which side the taker was on.
type Side string

// The sides.
const (
	Buy  Side = "BUY"
	Sell Side = "SELL"
)

// Trade is one exchange on a pair, by a fill of an order or by a pool.
type Trade struct {
	ChainID  uint64
	Pair     Pair
	Side     Side // of the taker
	Price    Price
	Size     Amount // base units
	Time     uint64 // UNIX seconds, of the block
	Block    uint64
	LogIndex uint
	TxHash   common.Hash
	Source   string // "orders", or the exchange whose pool it was
}

// Candle sums up one interval of trades on a pair.
type Candle struct {
	Start                  uint64 // UNIX seconds
	Open, High, Low, Close Price
	Volume                 Amount // base units
	Trades                 int
}

// CandleQuery asks for candles of a pair, oldest first, up to and including the interval that holds Until (0 is the head's time).
// Intervals without trades repeat the last close with no volume.
type CandleQuery struct {
	ChainID  uint64
	Pair     Pair
	Interval time.Duration
	Until    uint64
	Limit    int
}
