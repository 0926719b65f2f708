package delta

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/eip712"
	"bourse/backend/swap/seal"
)

// Defaults and limits of orders to build.
const (
	defaultSlippage = 100 // basis points
	defaultLife     = 3600

	nonceBytes = 8
)

// BuildDelta makes the order that the owner is to sign. It expects the quote before any partner's
// fee and accepts that less slippage, since the contract compares both with what comes in before
// fees: the owner gets at least what the order's partner leaves of the quote, less slippage.
func (s *Service) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign,
	error) {
	slippage := defaultSlippage
	if r.Slippage != nil {
		slippage = *r.Slippage
	}
	if r.Terms != nil && r.PartnerAddress == (common.Address{}) {
		s.partnerByName(&r)
	}
	if err := checkBuild(&r, slippage); err != nil {
		return api.DeltaToSign{}, err
	}
	if r.Terms != nil {
		return s.buildLater(ctx, &r)
	}
	if text := bytes.TrimSpace(r.Price); len(text) == 0 || bytes.Equal(text, []byte("null")) {
		return api.DeltaToSign{}, api.Invalid(api.FieldError{Field: "price",
			Reason: "is missing: pass the delta object of a quote (mode DELTA always has one)"})
	}
	switch err := s.cfg.Seal.Check(r.Price); {
	case errors.Is(err, seal.ErrStale):
		return api.DeltaToSign{}, api.Errorf(
			api.RateChanged, "%v: ask for a new quote", err)
	case err != nil:
		return api.DeltaToSign{}, api.Errorf(api.InvalidHmac,
			"%v: pass the delta object of a quote of this network as it came", err)
	}
	var price api.DeltaPrice
	if err := json.Unmarshal(r.Price, &price); err != nil || price.SrcAmount.IsZero() {
		return api.DeltaToSign{}, api.Invalid(
			api.FieldError{Field: "price", Reason: "is not the delta object of a quote"})
	}
	if price.Side == api.Buy {
		return api.DeltaToSign{}, api.Errorf(api.UnsupportedSide,
			"BUY is not supported by orders of eleven fields: ask for a price that sells")
	}
	o := api.DeltaOrder{
		Owner: r.Owner, Beneficiary: r.Beneficiary, SrcToken: price.SrcToken,
		DestToken: price.DestToken, SrcAmount: price.SrcAmount,
		ExpectedDestAmount: price.DestAmountBeforeFee, Deadline: r.Deadline, Permit: r.Permit,
		Fillable: r.PartiallyFillable,
		PartnerAndFee: eip712.PartnerAndFee(
			r.PartnerAddress, uint8(r.PartnerFeeBps), r.PartnerTakesSurplus),
	}
	o.DestAmount = price.DestAmountBeforeFee.BPS(uint64(api.BPS - slippage)).Max(
		api.NewAmount(1)) // an order for nothing is refused
	if why := permitFault(&o, s.contracts.Delta); why != "" {
		return api.DeltaToSign{}, api.Invalid(api.FieldError{Field: "permit", Reason: why})
	}
	if _, err := s.complete(ctx, &o, r.Nonce, defaultLife); err != nil {
		return api.DeltaToSign{}, err
	}
	return api.DeltaToSign{ChainID: s.chainID, Contract: s.contracts.Delta, Order: o}, nil
}

func checkBuild(r *api.DeltaBuildRequest, slippage int) error {
	var faults []api.FieldError
	fault := func(field, format string, args ...any) {
		faults = append(faults, api.FieldError{Field: field, Reason: fmt.Sprintf(format, args...)})
	}
	if r.Owner == (common.Address{}) {
		fault("owner", "must not be the zero address")
	}
	if slippage < 0 || slippage > 10_000 {
		fault("slippage", "must be from 0 to 10000 basis points, got %d", slippage)
	}
	if r.PartnerFeeBps < 0 || r.PartnerFeeBps > eip712.MaxPartnerBps {
		fault("partnerFeeBps", "must be at most %d basis points, got %d", eip712.MaxPartnerBps,
			r.PartnerFeeBps)
	}
	if r.PartnerAddress == (common.Address{}) {
		if r.PartnerFeeBps > 0 {
			fault("partnerAddress", "is missing: partnerFeeBps needs somebody to be paid to")
		}
		if r.PartnerTakesSurplus {
			fault("partnerAddress", "is missing: partnerTakesSurplus needs somebody to be paid to")
		}
	}
	if len(faults) > 0 {
		return api.Invalid(faults...)
	}
	return nil
}

// complete chooses deadline and nonce where they are not given, and returns the block that the
// order begins at.
func (s *Service) complete(ctx context.Context, o *api.DeltaOrder, nonce *api.Amount,
	life uint64) (head chain.Header, err error) {
	if head, err = s.cfg.Network.Head(ctx); err != nil {
		return head, err
	}
	if o.Deadline == 0 {
		o.Deadline = max(head.Time, uint64(s.cfg.Now().Unix())) + life
	} else if o.Deadline > head.Time+maxLife {
		return head, api.Invalid(api.FieldError{
			Field: "deadline", Reason: fmt.Sprintf(
				"must be within 366 days of the network's time %d, got %d", head.Time, o.Deadline)})
	} else if o.Deadline < head.Time {
		return head, api.Invalid(api.FieldError{
			Field: "deadline", Reason: fmt.Sprintf(
				"has passed: the network is at %s", moment(head.Time))})
	}
	if nonce != nil {
		o.Nonce = *nonce
		return head, nil
	}
	var b [32]byte
	if _, err := io.ReadFull(s.cfg.Random, b[32-nonceBytes:]); err != nil {
		return head, err
	}
	o.Nonce = api.AmountFromBytes32(b)
	return head, nil
}
