package api

import (
	"github.com/ethereum/go-ethereum/common"
)

// Topic is a kind of event.
type Topic string

// The topics of the bus.
const (
	TopicOrder   Topic = "order"
	TopicFill    Topic = "fill"
	TopicBlock   Topic = "block"
	TopicAuction Topic = "auction"
	TopicBook    Topic = "book"
	TopicTrade   Topic = "trade"
)

// Event says that something changed. A reader that falls behind gets only the newest event of each
// topic and key, so an event is a hint to read again, never the only carrier of a fact. One with an
// empty Key and nothing in it says that events of its topic and chain were lost: read all of that
// again.
type Event struct {
	Topic   Topic
	ChainID uint64
	Key     string // what changed: order hash, pair, auction id
	Pair    Pair   // of a book or trade event
	Block   uint64
	Order   *OrderRecord // of an order event
	Fill    *Fill        // of a fill event
	// Owner is whose Delta order an auction event is about, zero where the service does not say.
	Owner common.Address
	// At is how far the orders of the network are once this event is known, nil where nothing is
	// told of that; More says that further events belong to it.
	At   *Position
	More bool
}

// PairKey is the key of book and trade events; it is the same whichever of the two is the base.
func PairKey(a, b common.Address) string {
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	return Lower(a) + "/" + Lower(b)
}
