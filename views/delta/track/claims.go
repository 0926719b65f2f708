package track

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/delta/record"
)

// spenderOf is whose allowance an order uses.
func (w *Tracker) spenderOf(o api.DeltaOrder) common.Address {
	return views.DeltaSpender(w.s.Network.Contracts, o)
}

// Claimed is what the account's open orders may still take of a token, through one spender.
func (w *Tracker) Claimed(token, spender common.Address) api.Amount {
	var open []api.DeltaRecord
	for _, t := range w.orders {
		if r := t.record; w.takes(r, token) && w.spenderOf(r.Order) == spender {
			open = append(open, r)
		}
	}
	return views.DeltaClaims(open)
}

// takes tells whether an order is an open one of the account that sells a token.
func (w *Tracker) takes(r api.DeltaRecord, token common.Address) bool {
	return r.User == w.s.Account.Address && r.Order.SrcToken == token &&
		!record.Over(r, w.s.Env.Now())
}

// HasNonce tells whether an open order of the account has a nonce: one that the service has taken,
// whether it shows it or not; of others it is not known whether they are there.
func (w *Tracker) HasNonce(nonce api.Amount) bool {
	for _, t := range w.orders {
		if r := t.record; r.User == w.s.Account.Address && r.Order.Nonce == nonce &&
			(!r.Unshown || r.Named()) && (r.Promised || !record.Over(r, w.s.Env.Now())) {
			return true
		}
	}
	return false
}

// OpenPermits are the lengths of the permits that open orders hold of a token and have still to
// use: two of one kind would have the same nonce.
func (w *Tracker) OpenPermits(token common.Address) []int {
	var lengths []int
	for _, t := range w.orders {
		if r := t.record; w.takes(r, token) && r.FilledAmount.IsZero() {
			lengths = append(lengths, len(r.Order.Permit))
		}
	}
	return lengths
}
