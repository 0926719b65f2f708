package ledger

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// Sources are what tells how an account has traded.
type Sources struct {
	Account common.Address
	Native  common.Address // of wrapped coin, as which the coin counts
	Fills   []api.Fill
	Delta   []api.DeltaRecord
	Swaps   []views.Swapped
	Gas     []views.GasPaid
}

// settled is the status of a settlement that was carried out.
const settled = 1

// Gather makes events of what was traded.
func Gather(s Sources) []Event {
	var out []Event
	for _, f := range s.Fills {
		if f.Maker == f.Taker {
			continue // nothing has changed hands
		}
		e := Event{Kind: "maker", Hash: f.TxHash, Block: f.Block, Index: f.LogIndex,
			Give: Leg{Asset: f.MakerAsset, Amount: f.MakerAmount},
			Get:  Leg{Asset: f.TakerAsset, Amount: f.TakerAmount}}
		if f.Maker != s.Account {
			e.Kind, e.Give, e.Get = "taker", e.Get, e.Give
		}
		out = append(out, e)
	}
	for _, d := range s.Delta {
		for _, t := range d.Transactions {
			if t.Status != settled {
				continue
			}
			out = append(out, Event{Kind: "Delta", Hash: t.Hash, Index: t.Index,
				Block: api.BlockRef{Number: t.BlockNumber, Hash: t.BlockHash,
					Time: uint64(d.UpdatedAt.Unix())},
				Give: s.leg(d.Order.SrcToken, t.Spent), Get: s.leg(d.Order.DestToken, t.Received)})
		}
	}
	for _, w := range s.Swaps {
		e := Event{Kind: "swap", Hash: w.Hash, Block: w.Block, Give: s.leg(w.Src, w.Spent),
			Get: s.leg(w.Dest, w.Got)}
		if w.Away {
			e.Get = Leg{}
		}
		out = append(out, e)
	}
	for _, g := range s.Gas {
		out = append(out, Event{Kind: Gas, Hash: g.Hash, Block: g.Block,
			Give: s.leg(api.NativeToken, g.Cost)})
	}
	return out
}

// leg counts the coin as what it is wrapped to.
func (s Sources) leg(token common.Address, n api.Amount) Leg {
	coin := token == api.NativeToken
	if coin {
		token = s.Native
	}
	return Leg{api.Asset{Address: token}, n, coin}
}
