package route

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
	"bourse/wallet/describe"
)

// spender is the contract that takes what is sold along a route, whatever the route says of it.
func (w *Quoter) spender(r api.PriceRoute) common.Address {
	if r.Version == api.Version62 {
		return w.s.Network.Contracts.AugustusV6
	}
	return w.s.Network.Contracts.TokenTransferProxy
}

// Wants is what the transaction of an offer to swap src for dest has to keep to, at the contracts
// of a network.
func Wants(c api.Contracts, src, dest, receiver common.Address, o Offer,
	r api.BuildRequest) describe.Wish {
	wish := describe.Wish{Kind: describe.Swap, To: receiver, Permit: r.Terms.Permit,
		At:   []common.Address{c.AugustusSwapper},
		Pays: []describe.Sum{{Asset: api.Asset{Address: src}, Amount: o.Most()}}}
	least := o.Least()
	if o.Route.Version == api.Version62 {
		wish.At = []common.Address{c.AugustusV6}
		least = least.Sub(keeps(o))
	}
	wish.Gets = []describe.Sum{{Asset: api.Asset{Address: dest}, Amount: least}}
	wish.Quoted = &o.Route.SrcAmount
	if o.Route.Side != api.Buy {
		wish.Least, wish.Selling, wish.Quoted = o.Route.SrcAmount, true, &o.Route.DestAmount
	}
	terms := r.Terms
	wish.Partner.Uncapped = terms.UncappedSurplus || o.Route.Version != api.Version62
	if terms.PartnerAddress != (common.Address{}) &&
		(terms.PartnerFeeBps > 0 || terms.TakeSurplus) {
		wish.Partner.Address = terms.PartnerAddress
		wish.Partner.Bps = uint64(max(0, terms.PartnerFeeBps))
		wish.Partner.Gains = terms.TakeSurplus && !terms.SurplusToUser
	}
	return wish
}

// keeps is what version 6.2 may keep of what is bought beside what an offer counts with: a unit of
// an exact output, and of coins one before it compares.
func keeps(o Offer) api.Amount {
	if o.Route.Side == api.Buy || o.Route.DestToken == api.NativeToken {
		return api.NewAmount(1)
	}
	return api.Amount{}
}

// worstChecks say what one costs at worst, by the call that is signed.
func (w *Reviewer) worstChecks(tx api.Transaction) []ui.Check {
	act := describe.Transaction(tx, sign.Known(w.s)).Act
	if len(act.Pays) != 1 || len(act.Gets) != 1 {
		return nil
	}
	return []ui.Check{{Text: "worst price " + views.WorstRate(w.s, act.Pays[0].Amount,
		act.Gets[0].Amount, w.pair.Src, w.pair.Dest)}}
}
