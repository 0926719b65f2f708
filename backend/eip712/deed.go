package eip712

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// DeedKind is what is handed on by itself.
type DeedKind uint8

// The kinds. NoDeed is what goes into something else that is signed, or does the same however often
// it is handed on.
const (
	NoDeed DeedKind = iota
	OrderDeed
	NFTOrderDeed
	DeltaDeed
)

// Deed is what a signature does once it is handed on.
type Deed struct {
	Kind   DeedKind
	Nonce  api.Amount
	Expiry uint64 // UNIX seconds; 0 is never
	// Wish is the same for all that want the same, whenever they are made and at whatever quote.
	Wish common.Hash
}

// noDeed is the source of a message that does nothing by itself.
type noDeed struct{}

// Deed tells what a message does. One that was not made here has an error: it may do anything.
func (t TypedData) Deed() (Deed, error) {
	switch o := t.source.(type) {
	case noDeed:
		return Deed{}, nil
	case api.Order:
		d := Deed{Kind: OrderDeed, Nonce: o.Nonce(), Expiry: o.Expiry}
		if o.NFT {
			d.Kind = NFTOrderDeed
		}
		o.NonceAndMeta, o.Expiry = api.PackNonce(api.Amount{}, o.TakerFromMeta()), 0
		d.Wish = OrderTypedData(t.Domain.ChainID, t.Domain.Contract, o).Hash()
		return d, nil
	case api.DeltaOrder:
		d := Deed{Kind: DeltaDeed, Nonce: o.Nonce, Expiry: o.Deadline}
		o.Nonce, o.Deadline, o.Permit = api.Amount{}, 0, nil
		// what the market says, but what is exact
		if o.ExpectedDestAmount = (api.Amount{}); o.Buy || o.Form == api.SlicedBuyForm {
			o.SrcAmount = api.Amount{}
		} else {
			o.DestAmount, o.SliceAmount = api.Amount{}, api.Amount{}
		}
		d.Wish = DeltaTypedData(t.Domain.ChainID, t.Domain.Contract, o).Hash()
		return d, nil
	}
	return Deed{}, fmt.Errorf("nothing here knows what a signed %s does", t.Message.Type)
}
