package desk

import (
	"context"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/sign"
)

// laterTerms asks for the price of a sale in slices or of a purchase, and makes terms of it.
func (d *Desk) laterTerms(ctx context.Context, x grammar.Sale) (t api.DeltaTerms,
	p *api.DeltaPrice, err error) {
	src, dest := x.Src.Decimals, x.Dest.Decimals
	r := api.DeltaQuoteRequest{Src: x.Src.Address, Dest: x.Dest.Address, SrcDecimals: &src,
		DestDecimals: &dest, Amount: x.Value, Side: api.Sell, User: d.s.Account.Address,
		Mode: api.ModeDelta, Second: true}
	t = api.DeltaTerms{Type: api.DeltaTypeOrder, Side: api.Sell, Src: r.Src, Dest: r.Dest}
	if x.Buy {
		r.Side, t.Side = api.Buy, api.Buy
	}
	if x.Slices > 0 {
		r.Amount = x.Value.MulDiv(api.NewAmount(1), api.NewAmount(uint64(x.Slices)))
	}
	q, err := d.s.Exchange.DeltaQuote(ctx, r)
	switch p = q.Delta; {
	case err != nil:
		return t, nil, err
	case p == nil:
		return t, nil, api.Errorf(api.NoRoute, "no auction has a price for this")
	case p.SrcToken != r.Src || p.DestToken != r.Dest || !x.Buy && p.SrcAmount != r.Amount ||
		x.Buy && p.DestAmount != r.Amount:
		return t, nil, api.Errorf(api.InternalError,
			"the service priced something else than was asked: do not trade with it")
	}
	t.Input, t.Output = p.SrcAmount, p.DestAmount
	if x.Slices == 0 {
		return t, p, nil
	}
	t.Type, t.Slices, t.Interval = api.DeltaTypeTWAP, x.Slices, uint64(x.Every/time.Second)
	if t.Total = x.Value; x.Buy {
		t.Type, t.Most = api.DeltaTypeTWAPBuy, p.SrcAmount.MulDivUp(x.Value, p.DestAmount)
	}
	return t, p, nil
}

// auctioningLater is what to sign for a purchase, a sale in slices, or any sale at a service of the
// later forms alone: an order that is made here. Whatever the service makes otherwise is refused by
// its name.
func (d *Desk) auctioningLater(ctx context.Context, x grammar.Sale, slippage int) (spec sign.Spec,
	o api.DeltaOrder, err error) {
	t, p, err := d.laterTerms(ctx, x)
	if err != nil {
		return spec, o, err
	}
	nonce, err := d.s.Nonce()
	if err != nil {
		return spec, o, err
	}
	net := d.s.Network
	if kept, sent := sign.DeltaNonce(d.s)(ctx); sent {
		nonce = kept
	}
	from := d.s.Env.Now()
	if b := d.s.Env.Header.BlockAt; b.After(from) {
		from = b
	}
	r := api.DeltaBuildRequest{ChainID: net.ChainID, Owner: d.s.Account.Address,
		Slippage: &slippage, Nonce: &nonce, Terms: &t,
		Deadline: uint64(from.Add(time.Hour + time.Duration(x.Slices)*x.Every).Unix())}
	o = eip712.DeltaOrderOf(&r)
	told, err := d.s.Exchange.BuildDelta(ctx, r)
	if err != nil {
		return spec, o, err
	}
	if words := eip712.DeltaBuiltDiffers(&r, net.Contracts.Delta, told); len(words) > 0 {
		return spec, o, api.Errorf(api.InternalError, "the service built another order than was "+
			"asked for: %s", strings.Join(words, "; "))
	}
	if err := d.bound(x, p, &o); err != nil {
		return spec, o, err
	}
	spec = d.submitting(api.DeltaToSign{ChainID: net.ChainID, Contract: net.Contracts.Delta,
		Order: o}, nil)
	spec.Chosen = views.DeltaChosen(typed(x), nil)
	return d.weighed(spec, x.Src, x.Dest, p, slippage), o, nil
}

// bound puts in the least or the most that was asked for, where that is closer than the slippage.
func (d *Desk) bound(x grammar.Sale, p *api.DeltaPrice, o *api.DeltaOrder) error {
	switch {
	case x.Most != nil && x.Most.Less(o.SrcAmount):
		expected := o.ExpectedDestAmount
		if o.Form.Sliced() {
			expected = *x.Most
		}
		if o.SrcAmount = *x.Most; o.SrcAmount.Less(expected) {
			return api.Errorf(api.RateChanged, "the quote takes %s %s, more than the most that "+
				"was asked for", format.Fine(expected, x.Src, api.Up), views.Symbol(x.Src))
		}
		o.Complete()
	case x.Least != nil && !o.Buy && !o.Form.Sliced() && o.DestAmount.Less(*x.Least):
		if o.DestAmount = *x.Least; o.ExpectedDestAmount.Less(o.DestAmount) {
			return api.Errorf(api.RateChanged, "the quote brings %s %s, less than the least that "+
				"was asked for", format.Fine(p.DestAmount, x.Dest, api.Down), views.Symbol(x.Dest))
		}
	case x.Least != nil && o.Form.Sliced() && o.DestAmount.Less(*x.Least):
		o.SliceAmount = x.Least.MulDivUp(api.NewAmount(1), api.NewAmount(uint64(o.Slices)))
		o.Complete()
		if p.DestAmount.Less(o.SliceAmount) {
			return api.Errorf(api.RateChanged, "a slice brings %s %s by the quote, less than its "+
				"part of the least", format.Fine(p.DestAmount, x.Dest, api.Down),
				views.Symbol(x.Dest))
		}
	}
	return nil
}
