package delta

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet"
)

// Defaults and limits of orders to build.
const (
	defaultSlippage = 100 // basis points
	defaultLife     = 3600
	maxPartnerBps   = 200
	nonceBytes      = 8
)

// BuildDelta makes the order that the owner is to sign. It expects the quote before any partner's fee, since the contract finds the surplus before it
// takes that fee, and accepts at least what the order's own partner leaves of it less slippage, since the contract checks the floor after all fees.
func (s *Service) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error) {
	slippage := defaultSlippage
	if r.Slippage != nil {
		slippage = *r.Slippage
	}
	if err := checkBuild(&r, slippage); err != nil {
		return api.DeltaToSign{}, err
	}
	if !s.cfg.Seal.Check(r.Price) {
		return api.DeltaToSign{}, api.Errorf(api.InvalidHmac, "the price object was changed after the quote: pass it as it came")
	}
	var price api.DeltaPrice
	if err := json.Unmarshal(r.Price, &price); err != nil || price.SrcAmount.IsZero() {
		return api.DeltaToSign{}, api.Invalid(api.FieldError{Field: "price", Reason: "is not the delta object of a quote"})
	}
	o := api.DeltaOrder{
		Owner: r.Owner, Beneficiary: r.Beneficiary, SrcToken: price.SrcToken, DestToken: price.DestToken, SrcAmount: price.SrcAmount,
		ExpectedDestAmount: price.DestAmountBeforeFee, Deadline: r.Deadline, Permit: r.Permit, Fillable: r.PartiallyFillable,
		PartnerAndFee: wallet.PartnerAndFee(r.PartnerAddress, uint8(r.PartnerFeeBps), r.PartnerTakesSurplus),
	}
	o.DestAmount = lessFlatFee(price.DestAmountBeforeFee, o.PartnerAndFee).MulDiv(api.NewAmount(uint64(10_000-slippage)), bpsWhole)
	if err := s.complete(ctx, &o, r.Nonce); err != nil {
		return api.DeltaToSign{}, err
	}
	return api.DeltaToSign{ChainID: s.chainID, Contract: s.at.Delta, Order: o}, nil
}

func checkBuild(r *api.DeltaBuildRequest, slippage int) error {
	var faults []api.FieldError
	fault := func(field, format string, args ...any) {
		faults = append(faults, api.FieldError{Field: field, Reason: fmt.Sprintf(format, args...)})
	}
	if r.Owner == (common.Address{}) {
		fault("owner", "must not be the zero address")
	}
	if slippage < 0 || slippage >= 10_000 {
		fault("slippage", "must be from 0 to 9999 basis points, got %d", slippage)
	}
	if r.PartnerFeeBps < 0 || r.PartnerFeeBps > maxPartnerBps {
		fault("partnerFeeBps", "must be at most %d basis points, got %d", maxPartnerBps, r.PartnerFeeBps)
	}
	if !slices.Contains(permitLengths, len(r.Permit)) {
		fault("permit", "has %d bytes; permits have 0, 1, 96, 192, 224 or 256", len(r.Permit))
	}
	if r.Deadline > maxDeadline {
		fault("deadline", "must be a UNIX time before the year 10000, got %d", r.Deadline)
	}
	if len(faults) > 0 {
		return api.Invalid(faults...)
	}
	return nil
}

// complete chooses deadline and nonce where they are not given.
func (s *Service) complete(ctx context.Context, o *api.DeltaOrder, nonce *api.Amount) error {
	head, err := s.cfg.Network.Head(ctx)
	if err != nil {
		return err
	}
	if o.Deadline == 0 {
		o.Deadline = max(head.Time, uint64(s.cfg.Now().Unix())) + defaultLife
	} else if o.Deadline < head.Time {
		return api.Invalid(api.FieldError{Field: "deadline", Reason: fmt.Sprintf("has passed: the network is at %s", moment(head.Time))})
	}
	if nonce != nil {
		o.Nonce = *nonce
		return nil
	}
	var b [32]byte
	if _, err := io.ReadFull(s.cfg.Random, b[32-nonceBytes:]); err != nil {
		return err
	}
	o.Nonce = api.AmountFromBytes32(b)
	return nil
}
