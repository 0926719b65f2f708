package delta

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
)

// Limits of orders of the second form.
const (
	maxMetadata = 1 << 10 // bytes
	minInterval = 60      // seconds between slices
)

// asSigned is the order that was signed where it is said to be settled in parts, but its owner's
// key signed it as a whole: public libraries do so, and the contract settles it only whole then.
func (s *Service) asSigned(r api.DeltaSubmission) api.DeltaOrder {
	whole := r.Order
	whole.Fillable = false
	if r.Order.Form == api.SecondForm && r.Order.Fillable &&
		eip712.Verify(eip712.DeltaTypedData(s.chainID, s.contracts.Delta, whole).Hash(),
			r.Signature, whole.Owner) == nil {
		return whole
	}
	return r.Order
}

// checkSecond refuses what orders of all forms but the first must not be, and such orders where the
// contract does not settle them.
func (s *Service) checkSecond(ctx context.Context, r *api.DeltaSubmission,
	head chain.Header) error {
	o := &r.Order
	var faults []api.FieldError
	fault := func(field, format string, args ...any) {
		faults = append(faults, api.FieldError{Field: field, Reason: fmt.Sprintf(format, args...)})
	}
	if !o.Bridge.IsZero() {
		fault("order.bridge", "must be zero: no bridge is offered here")
	}
	if len(o.Metadata) > maxMetadata {
		fault("order.metadata", "has %d bytes, of at most %d", len(o.Metadata), maxMetadata)
	}
	if o.Buy && o.Fillable {
		fault("partiallyFillable", "must be false: what buys an amount is settled whole")
	}
	if r.Trigger != nil {
		fault("trigger", "is for orders of eleven fields")
	}
	if o.Form.Sliced() {
		s.checkSlices(o, head.Time, fault)
	}
	if len(faults) > 0 {
		return api.Invalid(faults...)
	}
	return s.checkForms(ctx, head.Hash)
}

func (s *Service) checkSlices(o *api.DeltaOrder, now uint64,
	fault func(field, format string, args ...any)) {
	switch {
	case o.Slices < 2:
		fault("order.numSlices", "must be at least 2, got %d", o.Slices)
		return
	case o.Interval < minInterval:
		fault("order.interval", "must be at least %d seconds, got %d", minInterval, o.Interval)
		return
	case o.Deadline-now < o.Interval*uint64(o.Slices) ||
		o.Interval > maxLife || o.Interval*uint64(o.Slices) > maxLife:
		fault("order.deadline", "must allow enough time for all slices to execute")
	}
	if n := len(o.Permit); n == 96 {
		fault("order.permit", "of 96 bytes is good for one transfer, which slices can't share")
	}
	const few = "must be >= numSlices: a slice would be of nothing"
	src, dest := o.Slice(0) // the last one is of as much at least
	switch {
	case o.Buy && dest.IsZero():
		fault("order.totalDestAmount", few)
	case o.Buy && src.IsZero():
		fault("order.maxSrcAmount", few)
	case src.IsZero():
		fault("order.totalSrcAmount", few)
	case dest.IsZero():
		fault("order.destAmountPerSlice", "must not be 0")
	}
}

// checkForms refuses orders of the second form where the contract has no modules for them.
func (s *Service) checkForms(ctx context.Context, at common.Hash) error {
	_, err := s.preSigned(ctx, common.Address{}, common.Hash{}, at)
	if chain.Reverted(err) {
		return api.Errorf(api.UnsupportedOrderType, "the Delta contract of this network settles "+
			"orders of eleven fields alone")
	}
	return err
}

func (s *Service) preSigned(ctx context.Context, owner common.Address, hash,
	at common.Hash) (bool, error) {
	answer, err := s.cfg.Network.Call(ctx, at, chain.Call{To: s.contracts.Delta,
		Data: settlement.Second.PackIsPreSigned(owner, hash)})
	if err != nil {
		return false, err
	}
	return settlement.Second.UnpackIsPreSigned(answer)
}

// checkPreSigned wants an order that comes without a signature to be signed on chain.
func (s *Service) checkPreSigned(ctx context.Context, owner common.Address, hash,
	at common.Hash) error {
	signed, err := s.preSigned(ctx, owner, hash, at)
	if err == nil && !signed {
		err = api.Errorf(api.InvalidSignature, "Invalid signature: it is empty, and %s has not "+
			"called setPreSignature of %s for %s", api.Lower(owner), api.Lower(s.contracts.Delta),
			hash)
	}
	return err
}
