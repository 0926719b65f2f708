package server

import (
	"context"
	"slices"

	"bourse/backend/api"
)

// What is asked of all networks: an id or a hash says nothing of its own.

// exchanges are those on the networks of some ids, on all where none is named.
func (s *Server) exchanges(ctx context.Context, ids []uint64) ([]api.Exchange, error) {
	if len(ids) == 0 {
		networks, err := s.svc.Networks(ctx)
		if err != nil {
			return nil, err
		}
		for _, n := range networks {
			ids = append(ids, n.ChainID)
		}
	}
	list := make([]api.Exchange, len(ids))
	for i, id := range ids {
		var err error
		if list[i], err = s.svc.Exchange(id); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// anywhere asks one network after the other for what only one of them has, and is the last answer
// that there is no such thing where none has it.
func anywhere[T any](ctx context.Context, s *Server,
	ask func(api.Exchange) (T, error)) (found T, err error) {
	list, err := s.exchanges(ctx, nil)
	if err != nil {
		return found, err
	}
	err = api.Errorf(api.NotFound, "no network has it")
	for _, exchange := range list {
		if found, err = ask(exchange); api.TypeOf(err) != api.NotFound {
			return found, err
		}
	}
	return found, err
}

// deltaOrder is the Delta order of an id or a hash.
func (s *Server) deltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	return anywhere(ctx, s, func(e api.Exchange) (api.DeltaRecord, error) {
		return e.DeltaOrder(ctx, id)
	})
}

// cancelDelta cancels Delta orders of one owner on one network.
func (s *Server) cancelDelta(ctx context.Context, ids []string, signature []byte) error {
	if len(ids) == 0 {
		return api.Invalid(api.FieldError{Field: "orderIds",
			Reason: "must name at least one order"})
	}
	_, err := anywhere(ctx, s, func(e api.Exchange) (struct{}, error) {
		return struct{}{}, e.CancelDelta(ctx, ids, signature)
	})
	return err
}

// sortNewest sorts what several networks list, each newest first.
func sortNewest(list []api.DeltaRecord) {
	slices.SortStableFunc(list, func(x, y api.DeltaRecord) int {
		return y.CreatedAt.Compare(x.CreatedAt)
	})
}
