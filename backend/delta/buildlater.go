package delta

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// laterLife is how long orders of the later forms last where nobody said how long, in seconds
// beyond what their slices take.
const laterLife = 600

// partnerByName has a partner that is known here charge what it charges, unless the request says
// what.
func (s *Service) partnerByName(r *api.DeltaBuildRequest) {
	known := s.cfg.Partners[r.Partner]
	r.PartnerAddress = known.PartnerAddress
	if r.PartnerFeeBps == 0 && !r.PartnerTakesSurplus {
		r.PartnerFeeBps = int(min(math.Round(known.PartnerFee*100), eip712.MaxPartnerBps))
		r.PartnerTakesSurplus = known.TakeSurplus
	}
}

// buildLater makes an order of a later form. What it makes it would take, if it were signed.
func (s *Service) buildLater(ctx context.Context, r *api.DeltaBuildRequest) (out api.DeltaToSign,
	err error) {
	if err := checkTerms(r.Terms); err != nil {
		return out, err
	}
	o := eip712.DeltaOrderOf(r)
	life := uint64(laterLife)
	if o.Form.Sliced() && o.Interval <= maxLife {
		life += o.Interval * uint64(o.Slices)
	}
	head, err := s.complete(ctx, &o, r.Nonce, life)
	if err != nil {
		return out, err
	}
	if err := s.checkOrder(&o, head.Time); err != nil {
		return out, ofTerms(err)
	}
	later := api.DeltaSubmission{ChainID: s.chainID, Order: o}
	if err := s.checkSecond(ctx, &later, head); err != nil {
		return out, ofTerms(err)
	}
	return api.DeltaToSign{ChainID: s.chainID, Contract: s.contracts.Delta, Order: o}, nil
}

// checkTerms refuses terms that make no order.
func checkTerms(t *api.DeltaTerms) error {
	faulty, unequal, total, part := api.InvalidTWAPParams, api.InvalidTWAPSrcAmount,
		"totalSrcAmount", t.Input
	switch t.Type {
	case api.DeltaTypeOrder:
		return nil
	case api.DeltaTypeTWAP:
	case api.DeltaTypeTWAPBuy:
		faulty, unequal, total, part = api.InvalidTWAPBuyParams, api.InvalidTWAPBuyDestAmount,
			"totalDestAmount", t.Output
		switch {
		case t.Most.IsZero():
			return api.Errorf(faulty, "maxSrcAmount is missing: the most that all slices spend")
		case t.Most.Less(api.NewAmount(uint64(t.Slices))):
			return api.Errorf(faulty, "maxSrcAmount must be >= numSlices")
		case t.Limit != nil:
			return api.Errorf(faulty, "limitAmount is not for a TWAPBuyOrder, whose limit is "+
				"maxSrcAmount")
		}
	default:
		return api.Errorf(api.UnsupportedOrderType, "orders of the type %s are not settled here: "+
			"ask for an Order, a TWAPOrder or a TWAPBuyOrder", cut(t.Type))
	}
	slices := api.NewAmount(uint64(t.Slices))
	switch {
	case t.Interval < minInterval:
		return api.Errorf(faulty, "interval must be at least %d seconds, got %d", minInterval,
			t.Interval)
	case t.Slices < 2:
		return api.Errorf(faulty, "numSlices must be at least 2, got %d", t.Slices)
	case t.Total.IsZero():
		return api.Errorf(faulty, "%s is missing: the amount of all slices", total)
	case t.Total.Less(slices):
		return api.Errorf(faulty, "%s must be >= numSlices", total)
	}
	if slice := t.Total.MulDiv(api.NewAmount(1), slices); slice != part {
		return api.Errorf(unequal, "%s by numSlices is %s a slice, and the route is of %s: price "+
			"one slice", total, slice, part)
	}
	return nil
}

// cut is a client's text as an error shows it.
func cut(text string) string {
	const most = 40
	if len(text) > most {
		text = text[:most] + "…"
	}
	return fmt.Sprintf("%q", text)
}

// ofTerms names the fields of an order that is not built yet without the order.
func ofTerms(err error) error {
	var e *api.Error
	if !errors.As(err, &e) || len(e.Fields) == 0 {
		return err
	}
	fields := make([]api.FieldError, len(e.Fields))
	for i, f := range e.Fields {
		fields[i] = api.FieldError{Field: strings.TrimPrefix(f.Field, "order."), Reason: f.Reason}
	}
	return api.Invalid(fields...)
}
