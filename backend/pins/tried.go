package pins

import (
	"context"
	"time"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// A service says that it has simulated what it prepares. With a node of one's own that is done
// there too, which denies what would fail, and whose limit of gas is signed; without one all of
// that is the service's word.

// A node of one's own may be behind the block on which the service simulated: before it denies, it
// has lagTime to come there, and is asked every lagPause.
const lagTime, lagPause = 5 * time.Second, 250 * time.Millisecond

// tried is what the service has prepared, as a node of one's own runs it.
func (s *exchange) tried(ctx context.Context, tx api.Transaction, err error) (api.Transaction,
	error) {
	if err != nil {
		return tx, err
	}
	tx.ToldBy = s.pins.host
	node := s.pins.nodes[s.chainID]
	if node == nil {
		return tx, nil
	}
	own, err := s.try(ctx, node, tx)
	switch {
	case api.TypeOf(err) == api.TransactionFails:
		return tx, api.Errorf(api.TransactionFails, "by your node: %s",
			api.AsError(err).Details).WithCause(err)
	case err != nil:
		return tx, ctx.Err() // a node that does not answer denies nothing
	}
	return own, nil
}

// try prepares a transaction at a node, again while that is behind the service.
func (s *exchange) try(ctx context.Context, node *chain.Network, tx api.Transaction) (
	api.Transaction, error) {
	end := s.pins.now().Add(lagTime)
	for {
		own, head, err := node.Try(ctx, tx)
		if api.TypeOf(err) != api.TransactionFails || head.Number >= tx.Block {
			return own, err
		}
		if s.pins.stopped(head) {
			return own, api.Errorf(api.ChainUnavailable, "your node has stopped").WithCause(err)
		}
		if !s.pins.now().Before(end) {
			return own, err
		}
		select {
		case <-ctx.Done():
			return own, ctx.Err()
		case <-time.After(lagPause):
		}
	}
}

// PrepareApprove implements api.Exchange.
func (s *exchange) PrepareApprove(ctx context.Context, r api.ApproveRequest) (api.Transaction,
	error) {
	tx, err := s.Exchange.PrepareApprove(ctx, r)
	return s.tried(ctx, tx, err)
}

// PrepareWrap implements api.Exchange.
func (s *exchange) PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction, error) {
	tx, err := s.Exchange.PrepareWrap(ctx, r)
	return s.tried(ctx, tx, err)
}

// PrepareTransfer implements api.Exchange.
func (s *exchange) PrepareTransfer(ctx context.Context, r api.TransferRequest) (api.Transaction,
	error) {
	tx, err := s.Exchange.PrepareTransfer(ctx, r)
	return s.tried(ctx, tx, err)
}

// PrepareClaim implements api.Exchange.
func (s *exchange) PrepareClaim(ctx context.Context, r api.ClaimRequest) (api.Transaction, error) {
	tx, err := s.Exchange.PrepareClaim(ctx, r)
	return s.tried(ctx, tx, err)
}

// PrepareInvalidation implements api.Exchange.
func (s *exchange) PrepareInvalidation(ctx context.Context, r api.InvalidateRequest) (
	api.Transaction, error) {
	tx, err := s.Exchange.PrepareInvalidation(ctx, r)
	return s.tried(ctx, tx, err)
}

// PrepareReplacement implements api.Exchange.
func (s *exchange) PrepareReplacement(ctx context.Context, r api.ReplaceRequest) (
	api.Transaction, error) {
	tx, err := s.Exchange.PrepareReplacement(ctx, r)
	return s.tried(ctx, tx, err)
}

// PrepareFill implements api.Exchange.
func (s *exchange) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	tx, err := s.Exchange.PrepareFill(ctx, r)
	return s.tried(ctx, tx, err)
}

// PrepareSwap implements api.Exchange.
func (s *exchange) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	tx, err := s.Exchange.PrepareSwap(ctx, r)
	return s.tried(ctx, tx, err)
}

// PrepareCancel implements api.Exchange.
func (s *exchange) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction,
	error) {
	told, err := s.told(ctx)
	if err != nil {
		return api.Transaction{}, err
	}
	tx, err := told.PrepareCancel(ctx, r)
	return s.tried(ctx, tx, err)
}
