package eip712

import (
	"fmt"
	"math"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// DeltaPriceFault says what somebody tells in a Delta price that is not so: that another contract
// than the network's takes the tokens. It is "" where nothing is.
func DeltaPriceFault(contract common.Address, p *api.DeltaPrice) string {
	if p == nil || p.Spender == (common.Address{}) || p.Spender == contract {
		return ""
	}
	return fmt.Sprintf("of a price that the spender is %s, not the Delta contract %s", p.Spender,
		contract)
}

// DeltaFeeFault says that a price has more of a partner's fee in it, in percent, than the order of
// it would carry: what is missing from the price is then above what is expected, and half of that
// is the protocol's. It is "" where it has not.
func DeltaFeeFault(p *api.DeltaPrice, carried float64) string {
	const usual = 0.01 // which a service may charge where nobody is named
	if p == nil || p.PartnerFee >= 0 && p.PartnerFee <= carried+usual {
		return ""
	}
	return fmt.Sprintf("of a price that it has a partner's fee of %v%% in it, where the order "+
		"would carry %v%%", p.PartnerFee, carried)
}

// DeltaPartnerFault says what somebody tells of a partner that no order can carry: a fee that is
// none, or above what a Delta contract takes. It is "" where nothing is.
func DeltaPartnerFault(name string, p *api.DeltaPartner) string {
	const most = 2 // percent
	if p.PartnerFee >= 0 && p.PartnerFee <= most {
		return ""
	}
	return fmt.Sprintf("of the partner %q that the fee is %v%%, while an order can carry 0 to %d%%",
		name, p.PartnerFee, most)
}

// DeltaDenied is the error where a network's node says what denies that its Delta contract is one,
// nil where it says nothing.
func DeltaDenied(says string) error {
	if says == "" {
		return nil
	}
	return api.Errorf(api.ChainUnavailable, "the network's node says %s: nothing is signed for it",
		says)
}

// DeltaTakenFault says that somebody who was sent an order tells of another one, "" where it is
// that one.
func DeltaTakenFault(chainID uint64, contract common.Address, sent api.DeltaOrder,
	r *api.DeltaRecord) string {
	hash := DeltaTypedData(chainID, contract, sent).Hash()
	if r.OrderHash == hash {
		return ""
	}
	return fmt.Sprintf("that it took the Delta order %s, while it was sent %s", r.OrderHash, hash)
}

// DeltaAskedFault says that somebody who was asked for an order, by its id or its hash, tells of
// another one.
func DeltaAskedFault(asked string, r *api.DeltaRecord) string {
	if r.ID == asked || r.OrderHash.Hex() == asked {
		return ""
	}
	return "of the Delta order " + r.ID + " where it was asked for " + asked
}

// DeltaOwnerFault says that somebody who was asked for the orders of a user tells of another's.
func DeltaOwnerFault(user common.Address, r *api.DeltaRecord) string {
	if r.User == user {
		return ""
	}
	return fmt.Sprintf("of %s's Delta order %s where it was asked for those of %s", r.User, r.ID,
		user)
}

// DeltaRecordFault says what somebody tells of a Delta order that can't be so, "" where nothing is:
// the order is that of its hash, and one that is executed has settlements that keep to it.
func DeltaRecordFault(chainID uint64, contract common.Address, r *api.DeltaRecord) string {
	of := "of the Delta order " + r.ID
	if r.Hidden { // nothing is told of it
		return ""
	}
	if r.ChainID != chainID {
		return fmt.Sprintf("%s that it is of network %d, not %d", of, r.ChainID, chainID)
	}
	if r.User != r.Order.Owner {
		return fmt.Sprintf("%s that it is %s's, while its owner is %s", of, r.User, r.Order.Owner)
	}
	if hash := DeltaTypedData(chainID, contract, r.Order).Hash(); hash != r.OrderHash {
		return fmt.Sprintf("%s that its hash is %s, while what it tells has the hash %s", of,
			r.OrderHash, hash)
	}
	return settledFault(of, r)
}

// settledFault is why the settlements that are told of an order can't be its own.
func settledFault(of string, r *api.DeltaRecord) string {
	var spent, received api.Amount
	settled := false
	for i := range r.Transactions {
		if tx := &r.Transactions[i]; tx.Status == 1 {
			settled = true
			spent, received = spent.Add(tx.Spent), received.Add(tx.Received)
		}
	}
	o, least := &r.Order, api.Amount{}
	if !o.Fillable || o.Form != api.FirstForm { // parts of the first form round down
		least = DeltaFloor(*o)
	}
	switch {
	case o.SrcAmount.Less(spent):
		return fmt.Sprintf("%s that it spent %s, more than its %s", of, spent, o.SrcAmount)
	case r.Status != api.DeltaExecuted:
	case !settled:
		return of + " that it is executed, but of no settlement"
	case received.Less(least):
		return fmt.Sprintf("%s that it is executed for %s, less than its least %s", of, received,
			least)
	}
	return ""
}

// DeltaPromise marks an order that somebody calls ended, and says before the reason what that
// leaves open: its signature is good for whoever has it until its deadline, while its nonce is not
// used. What can happen comes first: a line may have no room for more.
func DeltaPromise(by string, r *api.DeltaRecord, now time.Time) {
	deadline := time.Unix(int64(min(r.Order.Deadline, math.MaxInt32)), 0).UTC()
	ended := r.Status == api.DeltaCancelled || r.Status == api.DeltaFailed ||
		r.Status == api.DeltaExpired
	if !ended || r.Hidden || !now.Before(deadline) {
		return
	}
	r.Promised = true
	DeltaReason(r, fmt.Sprintf("whoever has the signature can settle it until %s: its end is the "+
		"word of %s alone, unless its nonce %s is given up on chain",
		deadline.Format("2006-01-02 15:04 MST"), by, r.Order.Nonce))
}

// DeltaReason puts what is known here before the reason that a service gives, which may be long.
func DeltaReason(r *api.DeltaRecord, known string) {
	if r.Reason != "" {
		known += "; it says: " + r.Reason
	}
	r.Reason = known
}
