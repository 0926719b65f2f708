package wallet

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// fill is a trade of the account's as its pair has it. All figures are the ledger's.
type fill struct {
	ledger.Event
	key         string
	kind        string    // of the event, or NFT
	base, quote api.Token // quote has no address where nothing was paid or got for the base
	shape       format.Pair
	buy         bool       // the account got the base
	amount      api.Amount // of the base
	paid        api.Amount // of the quote
}

func (f fill) id() string { return f.key }

// fillsOf returns the trades of a book, newest first.
func (p *fillsPane) fillsOf(b *ledger.Book, markets []api.Market) (rows []fill) {
	of := map[string]api.Market{}
	for _, m := range markets {
		of[api.PairKey(m.Base.Address, m.Quote.Address)] = m
	}
	for i, e := range slices.Backward(b.Events) {
		if e.Kind != ledger.Gas {
			row := p.fillOf(e, of)
			row.key = fmt.Sprintf("%s/%d", e.Hash.Hex(), i)
			rows = append(rows, row)
		}
	}
	return rows
}

// fillOf turns an event the way its market is. Pairs without a market have what was given as their
// base; an NFT is always the base, and what was given or got alone is.
func (p *fillsPane) fillOf(e ledger.Event, markets map[string]api.Market) fill {
	base, quote := e.Give, e.Get
	m, listed := markets[api.PairKey(base.Asset.Address, quote.Asset.Address)]
	if base.Amount.IsZero() || base.Asset.Kind == api.ERC20 && quote.Asset.Kind != api.ERC20 ||
		listed && m.Base.Address != base.Asset.Address && quote.Asset.Kind == base.Asset.Kind {
		base, quote = quote, base
	}
	f := fill{Event: e, kind: e.Kind, base: p.asToken(base), buy: base == e.Get,
		amount: base.Amount, paid: quote.Amount}
	switch {
	case e.Kind == ledger.Fees:
		f.kind = "fees" // the column has no room for whose
	case base.Asset.Kind != api.ERC20 && e.Kind != ledger.Gift:
		f.kind = "NFT"
	}
	if !quote.Amount.IsZero() {
		f.quote = p.asToken(quote)
	}
	if !listed {
		m = api.Market{Base: f.base, Quote: f.quote}
	}
	f.shape = p.s.PairFormat(m)
	return f
}

// asToken is a leg's asset as a fill counts it: NFTs are whole, and have their id in their name.
func (p *fillsPane) asToken(l ledger.Leg) api.Token {
	t, _ := p.s.Token(l.Asset.Address)
	switch {
	case l.Asset.Kind != api.ERC20:
		t.Symbol, t.Decimals = views.AssetName(t, l.Asset), 0
	case l.Coin:
		t.Symbol = p.s.Network.Symbol
	}
	return t
}

// pair is what was traded for what; one side alone where there is no other.
func (f fill) pair() string {
	if f.paid.IsZero() {
		return f.base.Symbol
	}
	return f.base.Symbol + "/" + f.quote.Symbol
}

// price is what was paid for one whole base token.
func (f fill) price() string {
	if f.paid.IsZero() {
		return ui.Unknown
	}
	return f.shape.Price(api.Price{Quote: f.paid, Base: f.amount})
}

// exactPrice is the price for a file: whole quote tokens for a whole base token.
func (f fill) exactPrice() string {
	if f.paid.IsZero() || f.amount.IsZero() {
		return ""
	}
	whole := func(a api.Amount, decimals int) *big.Rat {
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
		return new(big.Rat).SetFrac(a.Big(), scale)
	}
	return format.Exact(new(big.Rat).Quo(whole(f.paid, f.quote.Decimals),
		whole(f.amount, f.base.Decimals)))
}

// sign tells whether the base token came or went.
func (f fill) sign() string {
	if f.buy {
		return "+"
	}
	return ui.Minus
}

// earnedToday says what the sales of the day (UTC) have realised and what its transactions have
// cost, in USD, as the screen of gains has it: orders, Delta and swaps.
func earnedToday(b *ledger.Book, now time.Time) string {
	today := b.Today(uint64(now.Unix()))
	text := "realised today " + format.Gain(today.Realised) + " USD"
	if today.Gas.Sign() > 0 {
		text += ", gas " + ui.Minus + format.Rat(today.Gas, 2, true)
	}
	if b.Unknown > 0 {
		text += fmt.Sprintf(", without %d of no known worth", b.Unknown)
	}
	return text
}

func (f fill) at() time.Time { return time.Unix(int64(f.Block.Time), 0) }
