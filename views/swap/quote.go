package swap

import (
	"encoding/json"
	"math/big"
	"time"

	"github.com/charmbracelet/bubbles/timer"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
)

// call is what would be sent: its data, to whom, and how much native coin.
func (w *quoter) call() (data []byte, to common.Address, value api.Amount) {
	m := w.newest.more
	switch {
	case m.simulated:
		return m.tx.Data, m.tx.To, m.tx.Value
	case len(m.params.Data) > 0:
		return m.params.Data, m.params.To, m.params.Value
	}
	return nil, w.newest.route.ContractAddress, api.Amount{}
}

func (w *quoter) noCall() string {
	if data, _, _ := w.call(); len(data) == 0 || !w.fits() {
		return "there is no transaction yet"
	}
	return ""
}

// pays is the most that leaves the account.
func (w *quoter) pays() (a api.Amount, known bool) {
	if w.fits() {
		return w.offer().most(), true
	}
	if w.in.selling() {
		a, _ = w.in.amount()
		return a, !a.IsZero()
	}
	return a, false
}

// quote is the newest answer about a swap, with what was found out about it since.
type quote struct {
	id      uint64
	key     string           // of the request it answers
	known   bool             // there is a route
	refused bool             // the service shows the route but will not build it
	request api.PriceRequest // what was asked
	route   api.PriceRoute
	raw     json.RawMessage // the route as it came
	at      time.Time       // when the route came
	problem trouble         // of the newest question; the route may be of an earlier one
	more    more
}

// The ages of a quote from which on it is refreshed, and may not be reviewed.
const (
	freshAge  = 2 * time.Second
	reviewAge = 15 * time.Second
)

// quoter keeps the newest quote for what is typed.
type quoter struct {
	s       *views.Session
	pair    *pairform.Pair
	in      *inputs
	changed func() // the newest quote is another one

	newest  quote
	permit  signedPermit
	pause   ui.Debouncer // tells when typing has paused, and keeps one question in flight
	askedAt time.Time
	seen    time.Time // when the screen was last drawn
	serial  uint64    // of quotes
}

func (w *quoter) service() service { return w.s.Service }

// fits tells whether the quote answers what the form asks.
func (w *quoter) fits() bool { return w.newest.known && w.newest.key == w.in.key() }

func (w *quoter) age() time.Duration { return w.s.Env.Now().Sub(w.newest.at) }

// fresh runs out when the quote may no longer be reviewed.
func (w *quoter) fresh() timer.Model { return w.s.Env.Countdown(w.newest.at, reviewAge) }

// stale tells whether the quote is too old to be reviewed.
func (w *quoter) stale() bool {
	left := w.fresh()
	return w.fits() && !w.newest.refused && left.Timedout()
}

func (w *quoter) clear() {
	w.newest = quote{}
	w.changed()
}

// offer is a route with the terms of the form: what the account pays and gets.
type offer struct {
	route    api.PriceRoute
	slippage int
	fee      int // basis points for the partner
}

func (w *quoter) offer() offer { return w.offerOf(w.newest.route) }

func (w *quoter) offerOf(r api.PriceRoute) offer {
	slippage, _ := w.in.slippage()
	partner, fee := w.in.partnerTerms()
	if partner == (common.Address{}) {
		fee = 0
	}
	return offer{r, slippage, fee}
}

func bps(a api.Amount, n int, r api.Round) api.Amount {
	if r == api.Up {
		return a.MulDivUp(api.NewAmount(uint64(n)), api.NewAmount(bpsWhole))
	}
	return a.MulDiv(api.NewAmount(uint64(n)), api.NewAmount(bpsWhole))
}

// out is what arrives as quoted: a fee on a sale is taken from it, rounded down as the contracts
// do.
func (o offer) out() api.Amount {
	if o.route.Side == api.Buy {
		return o.route.DestAmount
	}
	return o.route.DestAmount.Sub(o.feeAmount())
}

// in is what is spent as quoted: a fee on a purchase comes on top.
func (o offer) in() api.Amount {
	if o.route.Side != api.Buy {
		return o.route.SrcAmount
	}
	return o.route.SrcAmount.Add(o.feeAmount())
}

// least is what arrives at least; version 6.2 may keep a unit behind.
func (o offer) least() api.Amount {
	if o.route.Side == api.Buy {
		return o.route.DestAmount
	}
	a := o.route.DestAmount.MulDiv(
		api.NewAmount(uint64(bpsWhole-o.slippage)), api.NewAmount(bpsWhole))
	a = a.Sub(bps(a, o.fee, api.Up))
	if o.route.Version == api.Version62 {
		a = a.Sub(api.NewAmount(1))
	}
	return a
}

// most is what may be spent.
func (o offer) most() api.Amount {
	if o.route.Side != api.Buy {
		return o.route.SrcAmount
	}
	a := o.route.SrcAmount.MulDivUp(
		api.NewAmount(uint64(bpsWhole+o.slippage)), api.NewAmount(bpsWhole))
	return a.Add(bps(a, o.fee, api.Up))
}

// feeAmount is the partner's fee as quoted.
func (o offer) feeAmount() api.Amount {
	if o.route.Side == api.Buy {
		return bps(o.route.SrcAmount, o.fee, api.Down)
	}
	return bps(o.route.DestAmount, o.fee, api.Down)
}

// rate is the price of the route: destination per source token.
func (o offer) rate() api.Price {
	return api.Price{Quote: o.route.DestAmount, Base: o.route.SrcAmount}
}

// usdPlaces is more than the digits that values in USD come with.
const usdPlaces = 18

// value is what one side of a route is worth in USD.
func value(text *string) (api.Amount, bool) {
	if text == nil {
		return api.Amount{}, false
	}
	a, err := api.ParseUnits(*text, usdPlaces)
	return a, err == nil
}

// impact is what the swap loses of its value, in hundredths of a percent; negative is a gain.
func impact(r api.PriceRoute) (hundredths int64, known bool) {
	if r.SrcUSD == nil || r.DestUSD == nil {
		return 0, false
	}
	return format.Impact(*r.SrcUSD, *r.DestUSD)
}

// mid is what the tokens' values in USD say the rate would be without any loss.
func (w *quoter) mid() (api.Price, bool) {
	src, dest := w.s.Prices[w.pair.Src.Address], w.s.Prices[w.pair.Dest.Address]
	if in, ok := value(w.newest.route.SrcUSD); ok {
		if out, ok := value(w.newest.route.DestUSD); ok && !out.IsZero() && !in.IsZero() {
			return scaled(w.offer().rate(), in, out)
		}
	}
	if !src.Known() || !dest.Known() || dest.Quote.IsZero() {
		return api.Price{}, false
	}
	return scaled(api.Price{Quote: dest.Base, Base: src.Base}, src.Quote, dest.Quote)
}

// scaled is a price times num / den.
func scaled(p api.Price, num, den api.Amount) (api.Price, bool) {
	quote := new(big.Int).Mul(p.Quote.Big(), num.Big())
	base := new(big.Int).Mul(p.Base.Big(), den.Big())
	const bits = 240
	if over := max(quote.BitLen(), base.BitLen()) - bits; over > 0 {
		quote.Rsh(quote, uint(over))
		base.Rsh(base, uint(over))
	}
	if quote.Sign() == 0 || base.Sign() == 0 {
		return api.Price{}, false
	}
	return api.Price{Quote: api.MustBig(quote), Base: api.MustBig(base)}, true
}

// rateText writes a price of the source token in the destination token, and its unit. Where that is
// a small fraction, it is the other way round.
func (w *quoter) rateText(p api.Price) (rate, unit string) {
	const fraction = 2
	m := api.Market{ChainID: w.s.Network.ChainID, Base: w.pair.Src, Quote: w.pair.Dest,
		Last: w.offer().rate()}
	if one := (api.Price{Quote: oneOf(w.pair.Dest),
		Base: oneOf(w.pair.Src).MulDiv(api.NewAmount(fraction), api.NewAmount(1))}); m.Last.Cmp(
		one) < 0 {
		m.Base, m.Quote, m.Last = m.Quote, m.Base, api.Price{Quote: m.Last.Base, Base: m.Last.Quote}
		p = api.Price{Quote: p.Base, Base: p.Quote}
	}
	shape := w.s.PairFormat(m)
	return shape.Price(p),
		cells.Clean(m.Quote.Symbol) + " per " + cells.Clean(m.Base.Symbol)
}

// oneOf is one whole token, or as much of it as a contract can hold.
func oneOf(t api.Token) api.Amount {
	one, err := api.ParseUnits("1", t.Decimals)
	if err != nil {
		return api.MaxAmount
	}
	return one
}

// gas is what the swap costs the network's coin: as simulated, else as the route estimates.
func (w *quoter) gas() (wei api.Amount, simulated, known bool) {
	if tx := w.newest.more.tx; w.newest.more.simulated {
		return tx.LikelyFee(), true, true
	}
	units, err := api.ParseAmount(w.newest.route.GasCost)
	if err != nil || !w.pair.Funds.Known {
		return wei, false, false
	}
	return units.MulDiv(w.pair.Funds.GasPrice, api.NewAmount(1)), false, true
}

// reserveGas is more than any swap takes, for the part of the native coin that is not sold.
const reserveGas = 1_000_000

// gasReserve is what must stay for gas.
func (w *quoter) gasReserve() api.Amount {
	if w.fits() && w.newest.more.simulated {
		most := w.newest.more.tx.MaxFee()
		return most.Add(most)
	}
	return api.NewAmount(reserveGas).MulDiv(w.pair.Funds.GasPrice, api.NewAmount(1))
}
