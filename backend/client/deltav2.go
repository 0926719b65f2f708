package client

import (
	"context"
	"net/url"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/wire"
)

// quoteSecond asks for a price of which orders of the later forms are made.
func (c *Client) quoteSecond(ctx context.Context, v url.Values, feeBps *int) (out api.DeltaQuote,
	err error) {
	if feeBps != nil {
		v.Set("partnerFeeBps", strconv.Itoa(*feeBps))
	}
	var in wire.QuoteV2
	if err := c.fetch(ctx, &in, v, wire.PrefixV2+"/quote"); err != nil {
		return out, later(err)
	}
	out = api.DeltaQuote{Market: in.Market, FallbackReason: in.FallbackReason}
	if in.Delta != nil {
		out.Delta = in.Delta.API()
	}
	return out, nil
}

// A server may have the interface of the first form, that of the later ones, or both. The first
// tells more of an order, so that it is asked first, and the other one where that has no answer.
// What neither has is missing as the first one says.

// either asks for a thing in one interface, then in the other.
func either(first, second func() error) error {
	err := first()
	if api.TypeOf(err) != api.NotFound {
		return err
	}
	if other := second(); api.TypeOf(other) != api.NotFound {
		return other
	}
	return err
}

// record reads an order of the later interface.
func (c exchange) record(in *wire.RecordV2) (out api.DeltaRecord, err error) {
	if out, err = in.API(); err != nil {
		err = api.Errorf(api.ChainUnavailable, "%s answered something that is not of this "+
			"interface: %s", c.base, err)
	}
	return out, err
}

// fetchRecord fetches an order of the later interface.
func (c exchange) fetchRecord(ctx context.Context, out *api.DeltaRecord, id string) error {
	var in wire.RecordV2
	err := c.fetch(ctx, &in, nil, wire.PrefixV2+"/delta/orders/%s", url.PathEscape(id))
	if err == nil {
		*out, err = c.record(&in)
	}
	return err
}

// fetchRecords fetches a page of orders of the later interface.
func (c exchange) fetchRecords(ctx context.Context, out *[]api.DeltaRecord, v url.Values) error {
	var in wire.RecordsV2
	if err := c.fetch(ctx, &in, v, wire.PrefixV2+"/delta/orders"); err != nil {
		return err
	}
	*out = nil
	for i := range in.Data {
		r, err := c.record(&in.Data[i])
		if err != nil {
			return err
		}
		*out = append(*out, r)
	}
	return nil
}

// later says of a server that lacks what the later forms need that it takes none of them.
func later(err error) error {
	if api.TypeOf(err) == api.NotFound {
		return api.Errorf(api.UnsupportedOrderType,
			"the server takes Delta orders of eleven fields alone").WithCause(err)
	}
	return err
}

// buildLater has an order of a later form built.
func (c exchange) buildLater(ctx context.Context, r *api.DeltaBuildRequest) (out api.DeltaToSign,
	err error) {
	t := r.Terms
	token := func(a common.Address, n api.Amount) wire.AmountV2 {
		return wire.AmountV2{Token: wire.TokenV2{ChainID: c.chainID, Address: a}, Amount: n,
			AmountUSD: "0"}
	}
	var route wire.RouteV2
	route.Origin = wire.SwapV2{Input: token(t.Src, t.Input), Output: token(t.Dest, t.Output)}
	route.Destination = wire.SwapV2{Input: route.Origin.Output, Output: route.Origin.Output}
	route.Fees.Gas, route.Fees.Bridge = token(api.NativeToken, api.Amount{}), []wire.AmountV2{}
	body := map[string]any{
		"side": t.Side, "route": route, "owner": r.Owner, "permit": hexutil.Bytes(r.Permit),
		"metadata": hexutil.Bytes(t.Metadata), "partiallyFillable": r.PartiallyFillable,
		"partnerAddress": r.PartnerAddress, "partnerFeeBps": r.PartnerFeeBps,
		"partnerTakesSurplus": r.PartnerTakesSurplus, "capSurplus": !t.NoCap, "orderType": t.Type,
	}
	set := func(name string, given bool, value any) {
		if given {
			body[name] = value
		}
	}
	set("beneficiary", r.Beneficiary != common.Address{}, r.Beneficiary)
	set("deadline", r.Deadline != 0, r.Deadline)
	set("nonce", r.Nonce != nil, r.Nonce)
	set("slippage", r.Slippage != nil, r.Slippage)
	set("limitAmount", t.Limit != nil, t.Limit)
	set("partner", r.Partner != "", r.Partner)
	form := t.Form()
	set("interval", form.Sliced(), t.Interval)
	set("numSlices", form.Sliced(), t.Slices)
	set("totalSrcAmount", form == api.SlicedForm, t.Total)
	set("totalDestAmount", form == api.SlicedBuyForm, t.Total)
	set("maxSrcAmount", form == api.SlicedBuyForm, t.Most)
	var in wire.BuiltV2
	if _, err := c.post(ctx, body, &in, wire.PrefixV2+"/delta/orders/build"); err != nil {
		return out, later(err)
	}
	out = in.ToSign
	hash := eip712.DeltaTypedData(out.ChainID, out.Contract, out.Order).Hash()
	if in.OrderHash != hash {
		return out, api.Errorf(api.InternalError, "the server says that the order it built has "+
			"the hash %s, it has %s: do not trade with it", in.OrderHash, hash)
	}
	return out, nil
}
