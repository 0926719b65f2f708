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
	feeTimes = 5   // so many times the gas price of the network
	// feeParts of a coin are looked at where nobody says what a coin is worth: a tenth is more than
	// a transaction takes but where coins are worth next to nothing.
	feeParts = 10
)

// feeChecks compare what a transaction can cost for gas with what it pays, with a bound and with
// the gas price of the network; without the coin's price, which a server can keep to itself, with a
// part of a coin.
func feeChecks(s *views.Session, tx api.Transaction, pays []describe.Sum) (checks []ui.Check,
	word string) {
	coin := s.Prices[api.NativeToken]
	if tx.GasPrice.Less(tx.BaseFee) {
		most, base := gweis(tx.GasPrice, tx.BaseFee)
		return []ui.Check{{Level: ui.Warn, Text: fmt.Sprintf("it pays %s gwei for gas at most, "+
			"and the base fee is %s gwei: it waits until that falls", most, base)}}, "waits"
	}
	if fee := tx.MaxFee(); !coin.Known() {
		if part := api.NewAmount(1e18 / feeParts); !part.Less(fee) {
			return nil, ""
		}
		return []ui.Check{{Level: ui.Warn, Text: "the fee may be " +
			fee.Format(18, gasPlaces, api.Up) + " " + s.Network.Symbol + ", and what that is " +
			"worth is not known"}}, "fee"
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
	for _, p := range pays {
		if price := s.Prices[p.Asset.Address]; p.Asset.Kind == api.ERC20 && price.Known() {
			moved = moved.Add(price.QuoteFor(p.Amount, api.Down))
		}
	}
	usual := s.GasPrice.MulDiv(api.NewAmount(feeTimes), api.NewAmount(1))
	switch share := moved.MulDiv(api.NewAmount(1), api.NewAmount(feeShare)); {
	case !moved.IsZero() && share.Less(fee):
		return warn(" for moving " + tell(moved)), "fee"
	case moved.IsZero() && usd(mostFee).Less(fee):
		return warn(", which is far more than gas costs most of the time"), "fee"
	case !usual.IsZero() && usual.Less(tx.GasPrice):
		most, now := gweis(tx.GasPrice, s.GasPrice)
		return warn(fmt.Sprintf(": it pays up to %s gwei for gas, and the network takes %s gwei",
			most, now)), "fee"
	}
	return nil, ""
}

// gweis are two gas prices in gwei, with as many digits as tell them apart.
func gweis(a, b api.Amount) (one, other string) {
	const decimals = 9
	for places := 2; ; places++ {
		one, other = a.Format(decimals, places, api.Up), b.Format(decimals, places, api.Up)
		if one != other || places == decimals {
			return one, other
		}
	}
}
