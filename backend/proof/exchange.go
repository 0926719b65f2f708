package proof

import (
	"context"

	"bourse/backend/api"
)

// Exchange is an exchange whose Delta orders are what a server tells, held against what stands
// behind it.
type Exchange struct {
	api.Exchange
	// Tell is what the server tells, made for each question.
	Tell func(ctx context.Context) (Told, error)
}

// BuildDelta implements api.Exchange.
func (x Exchange) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign,
	error) {
	told, err := x.Tell(ctx)
	if err != nil {
		return api.DeltaToSign{}, err
	}
	return told.BuildDelta(ctx, r)
}

// SubmitDelta implements api.Exchange.
func (x Exchange) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	told, err := x.Tell(ctx)
	if err != nil {
		return api.DeltaRecord{}, false, err
	}
	return told.SubmitDelta(ctx, r)
}

// DeltaOrder implements api.Exchange. An order may be asked for by its hash.
func (x Exchange) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	told, err := x.Tell(ctx)
	if err != nil {
		return api.DeltaRecord{}, err
	}
	return told.DeltaOrder(ctx, id)
}

// DeltaOrders implements api.Exchange.
func (x Exchange) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	told, err := x.Tell(ctx)
	if err != nil {
		return nil, err
	}
	return told.DeltaOrders(ctx, q)
}
