package swap

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// beneficiary is who receives what is bought.
func (w *inputs) beneficiary() common.Address {
	if to, why := w.s.ResolveAddress(w.receiver.Value()); why == "" && to != (common.Address{}) {
		return to
	}
	return w.s.Account.Address
}

// request is what the form asks the price of; ok is false while it is not complete.
func (w *inputs) request() (r api.PriceRequest, ok bool) {
	amount, why := w.amount()
	if amount.IsZero() || why != "" || w.pair.Src.Address == w.pair.Dest.Address {
		return r, false
	}
	side := api.Buy
	if w.selling() {
		side = api.Sell
	}
	src, dest := w.pair.Src.Decimals, w.pair.Dest.Decimals
	r = api.PriceRequest{
		ChainID: w.s.Network.ChainID, Src: w.pair.Src.Address.Hex(),
		Dest:        w.pair.Dest.Address.Hex(),
		SrcDecimals: &src, DestDecimals: &dest,
		Amount: amount, Side: side, Version: w.swapVersion(), User: w.s.Account.Address,
		IncludeExchanges: w.include, ExcludeExchanges: w.exclude,
		OtherPrices: true, IgnoreBadUSDPrice: w.usd.Value() == ignored,
		TakeSurplus: w.surplus.Value() == toPartner,
	}
	r.PartnerAddress, r.PartnerFeeBps = w.partnerTerms()
	receiver, _ := w.s.ResolveAddress(w.receiver.Value())
	none := common.Address{}
	r.NoDirectMethods = receiver != none && receiver != r.User || r.PartnerAddress != none &&
		(r.PartnerFeeBps > 0 || r.TakeSurplus)
	return r, true
}

// partnerTerms are nobody and nothing while what is typed is not right.
func (w *inputs) partnerTerms() (partner common.Address, fee int) {
	partner, why := w.s.ResolveAddress(w.partner.Value())
	fee, whyFee := w.partnerFee()
	if why != "" || whyFee != "" {
		return common.Address{}, 0
	}
	return partner, fee
}

// key tells questions apart.
func (w *inputs) key() string {
	r, ok := w.request()
	if !ok {
		return ""
	}
	r.SrcDecimals, r.DestDecimals = nil, nil
	return fmt.Sprint(r)
}

// terms are what the transaction adds to the route.
func (w *inputs) terms() api.SwapTerms {
	t := api.SwapTerms{
		User: w.s.Account.Address, TakeSurplus: w.surplus.Value() == toPartner,
		SurplusToUser: w.surplus.Value() == toUser,
		DirectFees:    w.fees.Value() == direct, UncappedSurplus: w.cap.Value() == uncapped,
	}
	t.Receiver, _ = w.s.ResolveAddress(w.receiver.Value())
	t.Slippage, _ = w.slippage()
	t.PartnerAddress, t.PartnerFeeBps = w.partnerTerms()
	return t
}
