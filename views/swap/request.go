package swap

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views/route"
)

// wish is what the form wants swapped.
func (w *inputs) wish() route.Wish {
	amount, why := w.amount()
	return route.Wish{Request: w.request(amount), Terms: w.terms(),
		Complete: why == "" && !amount.IsZero() && w.pair.Src.Address != w.pair.Dest.Address}
}

// missing tells what is not typed yet, or not right.
func (w *inputs) missing() string {
	problems := w.problems()
	for _, f := range w.form.Fields {
		if why := problems[f]; why != "" {
			return f.Label + " " + why
		}
	}
	if _, why := w.slippage(); why != "" {
		return "slippage: " + why
	}
	if amount, _ := w.amount(); amount.IsZero() {
		return "type an amount"
	}
	return ""
}

// request is what the form asks the price of.
func (w *inputs) request(amount api.Amount) api.PriceRequest {
	side := api.Buy
	if w.selling() {
		side = api.Sell
	}
	src, dest := w.pair.Src.Decimals, w.pair.Dest.Decimals
	r := api.PriceRequest{
		ChainID: w.s.Network.ChainID, Src: w.pair.Src.Address.Hex(),
		Dest:        w.pair.Dest.Address.Hex(),
		SrcDecimals: &src, DestDecimals: &dest,
		Amount: amount, Side: side, Version: w.swapVersion(), User: w.s.Account.Address,
		IncludeExchanges: w.include, ExcludeExchanges: w.exclude,
		OtherPrices: true, IgnoreBadUSDPrice: w.usd.Value() == ignored,
		TakeSurplus: w.surplus.Value() != toExchange,
	}
	r.PartnerAddress, r.PartnerFeeBps = w.partnerTerms()
	receiver, _ := w.s.ResolveAddress(w.receiver.Value())
	none := common.Address{}
	// of version 5, those along pairs do not name what is bought: nobody could sign their calls
	nameless := r.Version == api.Version5 && w.pair.Dest.Address != api.NativeToken
	r.NoDirectMethods = nameless || receiver != none && receiver != r.User ||
		r.PartnerAddress != none && (r.PartnerFeeBps > 0 || r.TakeSurplus)
	return r
}

// partnerTerms are nobody and nothing while what is typed is not right. The contract shares a
// surplus only where somebody is named: without a partner, whoever swaps is.
func (w *inputs) partnerTerms() (partner common.Address, fee int) {
	partner, why := w.s.ResolveAddress(w.partner.Value())
	fee, whyFee := w.partnerFee()
	if why != "" || whyFee != "" {
		return common.Address{}, 0
	}
	if partner == (common.Address{}) && w.surplus.Value() == toUser {
		partner = w.s.Account.Address
	}
	return partner, fee
}

// terms are what the transaction adds to the route.
func (w *inputs) terms() api.SwapTerms {
	t := api.SwapTerms{
		User: w.s.Account.Address, TakeSurplus: w.surplus.Value() != toExchange,
		SurplusToUser: w.surplus.Value() == toUser,
		DirectFees:    w.fees.Value() == direct, UncappedSurplus: w.cap.Value() == uncapped,
	}
	t.Receiver, _ = w.s.ResolveAddress(w.receiver.Value())
	t.Slippage, _ = w.slippage()
	t.PartnerAddress, t.PartnerFeeBps = w.partnerTerms()
	return t
}
