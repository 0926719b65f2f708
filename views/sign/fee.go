package sign

import (
	"fmt"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/wallet/describe"
)

// What a transaction may cost for gas before a word is asked for, in USD: something whatever it
// moves, and a share of what it moves.
const (
	cheapFee = 5   // a fee that is never out of proportion
	mostFee  = 300 // one that always is looked at twice
	feeShare = 10  // a tenth of what is moved
)

// feeChecks compare what a transaction can cost for gas with what it moves and with a bound.
// Without the coin's price nothing can be said but in coins, which the words do.
func feeChecks(s *views.Session, tx api.Transaction) (checks []ui.Check, word string) {
	coin := s.Prices[api.NativeToken]
	if !coin.Known() {
		return nil, ""
	}
	usd := func(n uint64) api.Amount {
		a, _ := api.ParseUnits(fmt.Sprint(n), usdDecimals)
		return a
	}
	tell := func(a api.Amount) string { return "$" + a.Format(usdDecimals, 2, api.Up) }
	fee := coin.QuoteFor(tx.MaxFee(), api.Up)
	if !usd(cheapFee).Less(fee) {
		return nil, ""
	}
	warn := func(text string) []ui.Check {
		return []ui.Check{{Level: ui.Warn, Text: "the fee may be " + tell(fee) + text}}
	}
	var moved api.Amount
	for _, pays := range describe.Transaction(tx, Known(s)).Act.Pays {
		if price := s.Prices[pays.Asset.Address]; pays.Asset.Kind == api.ERC20 && price.Known() {
			moved = moved.Add(price.QuoteFor(pays.Amount, api.Down))
		}
	}
	switch share := moved.MulDiv(api.NewAmount(1), api.NewAmount(feeShare)); {
	case !moved.IsZero() && share.Less(fee):
		return warn(" for moving " + tell(moved)), "fee"
	case moved.IsZero() && usd(mostFee).Less(fee):
		return warn(", which is far more than gas costs most of the time"), "fee"
	}
	return nil, ""
}
