package market

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Orientation says which token of a pair is the quote. Tokens earlier in the list of quotes win; of
// two unlisted ones the lower address is the base, so that every pair has exactly one orientation.
type Orientation struct{ rank map[common.Address]int }

// NewOrientation takes the tokens that prices are quoted in, best first: the USD tokens, then the
// wrapped native coin.
func NewOrientation(quotes ...common.Address) Orientation {
	o := Orientation{rank: make(map[common.Address]int, len(quotes))}
	for i, q := range quotes {
		o.rank[q] = len(quotes) - i
	}
	return o
}

// Pair returns the pair of two tokens with its base and quote in place.
func (o Orientation) Pair(a, b common.Address) api.Pair {
	ra, rb := o.rank[a], o.rank[b]
	if ra > rb || (ra == rb && a.Cmp(b) > 0) {
		a, b = b, a
	}
	return api.Pair{Base: a, Quote: b}
}

// Trade reads a fill as a trade on its pair.
func (o Orientation) Trade(f api.Fill) api.Trade {
	pair := o.Pair(f.MakerAsset.Address, f.TakerAsset.Address)
	t := api.Trade{
		ChainID: f.ChainID, Pair: pair, Side: api.Buy, Time: f.Block.Time, Block: f.Block.Number,
		LogIndex: f.LogIndex, TxHash: f.TxHash, Source: api.FromOrders,
		Size: f.MakerAmount, Price: api.Price{Quote: f.TakerAmount, Base: f.MakerAmount},
	}
	if pair.Base == f.TakerAsset.Address {
		t.Side, t.Size = api.Sell, f.TakerAmount
		t.Price = api.Price{Quote: f.MakerAmount, Base: f.TakerAmount}
	}
	return t
}
