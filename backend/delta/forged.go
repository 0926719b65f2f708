package delta

import (
	"bytes"
	"errors"
	"slices"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/store"
)

// Whoever can write to the log of facts could say anything of anybody's orders there. What an owner
// has signed is held against the signature by every node, and whatever a leader makes of an order
// must leave it what its owner signed. What is not so comes to nothing on all nodes.

// isKnown tells whether there is an order of an id.
func (c *change) isKnown(id string) (bool, error) {
	_, err := c.s.tables.orders.Get(c.tx, id)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// isNew tells whether nothing happened to an order yet.
func (r *row) isNew() bool {
	return r.Status == none && r.Seq == 0 && r.Award == nil && !r.ByOwner &&
		len(r.Transactions)+len(r.Cooldown) == 0 && r.FilledAmount.IsZero()
}

// signedAlike tells whether two records are of the same order, with the same signature.
func (r *row) signedAlike(other *row) bool {
	return r.OrderHash == other.OrderHash && bytes.Equal(r.Signature, other.Signature) &&
		bytes.Equal(appendSecond(appendOrder(nil, &r.Order), r),
			appendSecond(appendOrder(nil, &other.Order), other)) &&
		r.PartiallyFillable == other.PartiallyFillable && r.ByContract == other.ByContract &&
		r.ChainID == other.ChainID && r.CreatedAt.Equal(other.CreatedAt)
}

// mayBecome tells whether a leader can have made of an order what it says. Its owner's cancellation
// is a fact of its own, which no leader makes or unmakes; back tells whether the leader went back
// on the chain, by which alone an end is undone.
func (r *row) mayBecome(next *row, back bool) bool {
	switch {
	case r.ByOwner != next.ByOwner:
		return false
	case r.ByOwner && r.Status == cancelled:
		return next.Status == cancelled
	case r.ByOwner:
		return next.Status == cancelling || next.Status == cancelled || next.Status == executed
	case next.Status == executed:
		return slices.ContainsFunc(next.Transactions, func(tx api.DeltaTransaction) bool {
			return tx.Status == 1
		})
	}
	return back || !r.Status.Final() || next.Status == r.Status
}

// isSigned tells whether the owner of a new order has signed what is told of it. An owner that is a
// contract, or that signed by a transaction, was asked by the node that took the order: what the
// chain says changes, and nodes must not differ.
func (s *Service) isSigned(r *row) bool {
	hash := eip712.DeltaTypedData(s.chainID, s.contracts.Delta, r.Order).Hash()
	if r.ChainID != s.chainID || r.OrderHash != hash {
		return false
	}
	return r.ByContract || signedOnChain(r) ||
		eip712.Verify(hash, r.Signature, r.Order.Owner) == nil
}

// signedBy tells whether the owner of an order has signed a cancellation. An owner that is a
// contract was asked by the node that took it: what it says changes, and nodes must not differ.
func (s *Service) signedBy(n *cancellation, r *row) bool {
	hash := eip712.CancellationsTypedData(s.chainID, s.contracts.Delta, n.IDs).Hash()
	return r.ByContract || eip712.Verify(hash, n.Signature, r.Order.Owner) == nil
}
