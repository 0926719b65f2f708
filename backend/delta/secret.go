package delta

import (
	"context"
	"crypto/subtle"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
)

// What an order waits for, and how little it would take, is worth money to whoever can move the
// market there. So an order that is held back is read by who knows the secret that came with it,
// and all others learn that there is one, of whom, and how it stands. That ends when the order is
// released to the auctions or settled, where everybody sees it; one that ends before stays secret,
// since the next one of its owner may well wait for the same.

// lockOf is what opens an order that waits for a trigger; nil for one that doesn't wait.
func lockOf(r *api.DeltaSubmission) *common.Hash {
	switch {
	case r.Trigger == nil:
		return nil
	case r.Secret == (common.Hash{}):
		return new(common.Hash)
	}
	lock := crypto.Keccak256Hash(r.Secret[:])
	return &lock
}

// opens tells whether a call may read what a lock protects.
func opens(ctx context.Context, lock *common.Hash) bool {
	if lock == nil {
		return true
	}
	for _, secret := range api.SecretsOf(ctx) {
		hash := crypto.Keccak256Hash(secret[:])
		if subtle.ConstantTimeCompare(hash[:], lock[:]) == 1 {
			return true
		}
	}
	return false
}

// shown is an order as a call is told of it: while a trigger holds it without the signature, by
// which an agent could settle it before, and to strangers without what it is.
func (s *Service) shown(ctx context.Context, r *row) api.DeltaRecord {
	s.mu.Lock()
	trigger, held := s.held[r.ID]
	purse := s.last[r.ID].purse
	s.mu.Unlock()
	lock := r.Lock
	if held && lock == nil {
		lock = new(common.Hash) // it came before there were secrets
	}
	if opens(ctx, lock) {
		out := r.DeltaRecord
		if held {
			out.Trigger = &trigger
		}
		if lock != nil {
			out.Signature = nil
		}
		if out.Status == running && purse != "" {
			out.Reason += api.PurseWaits + purse
		}
		return out
	}
	out := api.DeltaRecord{ID: r.ID, DeltaVersion: r.DeltaVersion, Status: r.Status, User: r.User,
		Order: api.DeltaOrder{Owner: r.User}, ChainID: r.ChainID, CreatedAt: r.CreatedAt,
		UpdatedAt: r.UpdatedAt, Transactions: []api.DeltaTransaction{}, Hidden: true,
		Reason: r.Reason}
	if r.Status == waiting {
		out.Reason = api.HeldBack // all that strangers are told
	}
	return out
}

// shownEvent is an event of an order that a call may not read.
func shownEvent(e api.DeltaEvent) api.DeltaEvent {
	if e.To == waiting {
		e.Reason = api.HeldBack
	}
	return e
}
