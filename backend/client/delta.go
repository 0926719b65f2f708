package client

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// DeltaQuote fetches the price of an intent.
func (c exchange) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	v := url.Values{
		"srcToken": {api.Lower(r.Src)}, "destToken": {api.Lower(r.Dest)},
		"amount": {r.Amount.String()}, "chainId": {strconv.FormatUint(c.chainID, 10)},
	}
	setText(v, "side", string(r.Side))
	setText(v, "mode", string(r.Mode))
	setText(v, "partner", r.Partner)
	set(v, "userAddress", r.User)
	for name, n := range map[string]*int{
		"srcDecimals": r.SrcDecimals, "destDecimals": r.DestDecimals} {
		if n != nil {
			v.Set(name, strconv.Itoa(*n))
		}
	}
	if r.MaxImpact != nil {
		v.Set("maxImpact", strconv.FormatFloat(*r.MaxImpact, 'f', -1, 64))
	}
	if r.Second {
		return c.quoteSecond(ctx, v, r.PartnerFeeBps)
	}
	var out api.DeltaQuote
	err := either(func() error { return c.fetch(ctx, &out, v, "/quote") }, func() (err error) {
		out, err = c.quoteSecond(ctx, v, r.PartnerFeeBps)
		return err
	})
	return out, err
}

// BuildDelta has an order built.
func (c exchange) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign,
	error) {
	if r.Terms != nil {
		return c.buildLater(ctx, &r)
	}
	var out wire.ToSignReply
	var deadline *uint64 // left out for the default
	if r.Deadline != 0 {
		deadline = &r.Deadline
	}
	_, err := c.post(ctx, map[string]any{
		"price": r.Price, "chainId": c.chainID, "owner": r.Owner, "beneficiary": r.Beneficiary,
		"slippage": r.Slippage, "deadline": deadline,
		"nonce": r.Nonce, "permit": hexutil.Bytes(r.Permit),
		"partiallyFillable": r.PartiallyFillable, "partnerAddress": r.PartnerAddress,
		"partnerFeeBps": r.PartnerFeeBps, "partnerTakesSurplus": r.PartnerTakesSurplus,
	}, &out, "/orders/build")
	return out.ToSign, err
}

// SubmitDelta posts a signed order.
func (c exchange) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	var out api.DeltaRecord
	body := map[string]any{
		"order": r.Order, "signature": hexutil.Bytes(r.Signature), "chainId": c.chainID,
		"partner": r.Partner, "partiallyFillable": r.Order.Fillable,
	}
	if r.Type != "" {
		body["type"] = r.Type
	}
	if r.Trigger != nil {
		body["trigger"] = r.Trigger
		if r.Secret != (common.Hash{}) {
			body["secret"] = r.Secret
		}
	}
	status, err := c.post(ctx, body, &out, "/delta/orders")
	if api.TypeOf(err) == api.NotFound && r.Trigger == nil {
		var in wire.RecordV2
		if _, err = c.post(ctx, body, &in, wire.PrefixV2+"/delta/orders"); err == nil {
			out, err = c.record(&in)
		}
		return out, err == nil, err
	}
	return out, status == http.StatusCreated, err
}

// DeltaOrder fetches an order.
func (c exchange) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	var out api.DeltaRecord
	err := either(func() error {
		return c.fetch(ctx, &out, nil, "/delta/orders/%s", url.PathEscape(id))
	}, func() error { return c.fetchRecord(ctx, &out, id) })
	return out, err
}

// DeltaOrders fetches a user's orders.
func (c exchange) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	v := url.Values{"userAddress": {api.Lower(q.User)}, "limit": {strconv.Itoa(q.Limit)},
		"page": {strconv.Itoa(max(q.Page, 1))}, "chainId": {strconv.FormatUint(c.chainID, 10)}}
	var out []api.DeltaRecord
	err := either(func() error { return c.fetch(ctx, &out, v, "/delta/orders") },
		func() error { return c.fetchRecords(ctx, &out, v) })
	return out, err
}

// DeltaAuction fetches all that happened to an order.
func (c exchange) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	var out api.DeltaAuction
	err := c.fetch(ctx, &out, nil, "/delta/orders/%s/auction", url.PathEscape(id))
	return out, err
}

// CancelDelta posts a signed cancellation.
func (c exchange) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	body := map[string]any{"orderIds": ids, "signature": hexutil.Bytes(signature)}
	return either(func() error {
		_, err := c.post(ctx, body, new(wire.SuccessReply), "/delta/orders/cancel")
		return err
	}, func() error {
		var out wire.CancelledV2
		_, err := c.post(ctx, body, &out, wire.PrefixV2+"/delta/orders/cancel")
		if err == nil {
			err = notCancelled(ids, out.Cancelled)
		}
		return err
	})
}

// notCancelled is the error for orders that a service leaves out of those that it cancelled.
func notCancelled(asked, cancelled []string) error {
	left := slices.DeleteFunc(slices.Clone(asked), func(id string) bool {
		return slices.Contains(cancelled, id)
	})
	if len(left) == 0 {
		return nil
	}
	return api.Errorf(api.OrderNotFillable, "the service has not cancelled %s, which it may have "+
		"ended before; giving up the nonce on chain makes it certain", strings.Join(left, ", "))
}

// DeltaTokenSupported asks about a token.
func (c exchange) DeltaTokenSupported(ctx context.Context, token common.Address) (bool, error) {
	var out wire.SupportedReply
	v := url.Values{"token": {api.Lower(token)}, "chainId": {strconv.FormatUint(c.chainID, 10)}}
	const path = "/delta/prices/is-token-supported"
	err := either(func() error { return c.fetch(ctx, &out, v, path) },
		func() error { return c.fetch(ctx, &out, v, wire.PrefixV2+path) })
	return out.Supported, err
}

// DeltaAgents fetches the names of the agents.
func (c exchange) DeltaAgents(ctx context.Context) ([]string, error) {
	var out []string
	const path = "/delta/agents/list/%d"
	err := either(func() error { return c.fetch(ctx, &out, nil, path, c.chainID) },
		func() error { return c.fetch(ctx, &out, nil, wire.PrefixV2+path, c.chainID) })
	return out, err
}

// DeltaPartner fetches what a partner charges.
func (c exchange) DeltaPartner(ctx context.Context, partner string) (api.DeltaPartner, error) {
	var out api.DeltaPartner
	err := c.fetch(ctx, &out, url.Values{"partner": {partner}}, "/prices/partnerfee/%d", c.chainID)
	return out, err
}

// DeltaRound fetches the open round.
func (c exchange) DeltaRound(ctx context.Context) (api.DeltaRound, error) {
	var out api.DeltaRound
	err := c.fetch(ctx, &out, nil, "/x/%d/delta/round", c.chainID)
	return out, err
}

// BidDelta posts a sealed bid.
func (c exchange) BidDelta(ctx context.Context, b api.DeltaBid) error {
	b.ChainID = c.chainID
	_, err := c.post(ctx, b, new(wire.SuccessReply), "/x/%d/delta/bids", c.chainID)
	return err
}
