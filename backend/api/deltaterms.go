package api

import "github.com/ethereum/go-ethereum/common"

// The types that orders of later forms are asked for by. A FillableOrder is asked for as an Order
// that may be settled in parts.
const (
	DeltaTypeOrder   = "Order"
	DeltaTypeTWAP    = "TWAPOrder"
	DeltaTypeTWAPBuy = "TWAPBuyOrder"
)

// DeltaTerms are what an order of a later form is made of.
type DeltaTerms struct {
	Type      string // one of those above
	Side      Side
	Src, Dest common.Address
	// Input and Output are what a price sells and buys: all of the order or, where it is sliced,
	// a slice of it.
	Input, Output Amount
	// Limit is, in place of what slippage leaves, the least that comes in or the most that is
	// spent; of an order in slices that sells, by a slice. It is expected too, so that none of it
	// is surplus.
	Limit *Amount
	// NoCap lets all that settlements bring above what is expected be surplus.
	NoCap    bool
	Metadata []byte

	// of orders in slices
	Interval uint64 // seconds
	Slices   uint32
	Total    Amount // that all slices sell or, of an order that buys, buy
	Most     Amount // that all slices of an order that buys spend, before slippage
}

// Form is that of the orders that are made of the terms.
func (t *DeltaTerms) Form() DeltaForm {
	switch t.Type {
	case DeltaTypeTWAP:
		return SlicedForm
	case DeltaTypeTWAPBuy:
		return SlicedBuyForm
	}
	return SecondForm
}
