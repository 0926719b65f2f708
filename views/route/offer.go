package route

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views/format"
)

// Offer is a route with the terms of a wish: what the account pays and gets.
type Offer struct {
	Route    api.PriceRoute
	Slippage int // basis points
	Fee      int // basis points for the partner
}

// offerOf is a route on the terms of the wish.
func (w Wish) offerOf(r api.PriceRoute) Offer {
	o := Offer{Route: r, Slippage: w.Terms.Slippage, Fee: w.Terms.PartnerFeeBps}
	if w.Terms.PartnerAddress == (common.Address{}) {
		o.Fee = 0
	}
	return o
}

func bps(a api.Amount, n int, r api.Round) api.Amount {
	if r == api.Up {
		return a.BPSUp(uint64(n))
	}
	return a.BPS(uint64(n))
}

// Out is what arrives as quoted: a fee on a sale is taken from it, rounded down as the contracts
// do.
func (o Offer) Out() api.Amount {
	if o.Route.Side == api.Buy {
		return o.Route.DestAmount
	}
	return o.Route.DestAmount.Sub(o.FeeAmount())
}

// In is what is spent as quoted: a fee on a purchase comes on top.
func (o Offer) In() api.Amount {
	if o.Route.Side != api.Buy {
		return o.Route.SrcAmount
	}
	return o.Route.SrcAmount.Add(o.FeeAmount())
}

// Least is what arrives at least; version 6.2 may keep a unit behind.
func (o Offer) Least() api.Amount {
	if o.Route.Side == api.Buy {
		return o.Route.DestAmount
	}
	a := o.Route.DestAmount.BPS(uint64(api.BPS - o.Slippage))
	a = a.Sub(bps(a, o.Fee, api.Up))
	if o.Route.Version == api.Version62 {
		a = a.Sub(api.NewAmount(1))
	}
	return a
}

// Most is what may be spent.
func (o Offer) Most() api.Amount {
	if o.Route.Side != api.Buy {
		return o.Route.SrcAmount
	}
	a := o.Route.SrcAmount.BPSUp(uint64(api.BPS + o.Slippage))
	return a.Add(bps(a, o.Fee, api.Up))
}

// FeeAmount is the partner's fee as quoted.
func (o Offer) FeeAmount() api.Amount {
	if o.Route.Side == api.Buy {
		return bps(o.Route.SrcAmount, o.Fee, api.Down)
	}
	return bps(o.Route.DestAmount, o.Fee, api.Down)
}

// Rate is the price of the route: destination per source token.
func (o Offer) Rate() api.Price {
	return api.Price{Quote: o.Route.DestAmount, Base: o.Route.SrcAmount}
}

// Impact is what the swap loses of its value, in hundredths of a percent; negative is a gain.
func Impact(r api.PriceRoute) (hundredths int64, known bool) {
	if r.SrcUSD == nil || r.DestUSD == nil {
		return 0, false
	}
	return format.Impact(*r.SrcUSD, *r.DestUSD)
}
