package views

import (
	"context"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// OwnDelta reads an account's Delta order by its id, and all that are known of it: one that the
// service never gave an id, and does not show, stands in that list alone. It runs off the loop.
func OwnDelta(ctx context.Context, exchange api.Exchange, account common.Address, id string) (
	r api.DeltaRecord, known []api.DeltaRecord, err error) {
	known, err = api.AllDelta(ctx, exchange, api.DeltaQuery{User: account}, nil)
	if err != nil {
		return r, nil, err
	}
	at := slices.IndexFunc(known, func(r api.DeltaRecord) bool { return r.ID == id })
	if at >= 0 && known[at].Unshown {
		return known[at], known, nil
	}
	r, err = exchange.DeltaOrder(ctx, id)
	return r, known, err
}

// WhyNotInvalidate tells why there is no use in using up the nonce of an account's Delta order, ""
// while whoever has its signature can settle it, whatever a service calls it.
func (s *Session) WhyNotInvalidate(r api.DeltaRecord, now time.Time) string {
	switch {
	case r.ID == "":
		return "no order is shown"
	case r.Hidden:
		return "it is held back: u in the history reads it"
	case r.User != s.Account.Address:
		return "the chosen account did not sign it"
	case r.ChainID != s.Network.ChainID:
		return "it is on another network"
	case r.Proven && r.Status == api.DeltaCancelled:
		return "its nonce is used on chain: no order that has it can be settled any more"
	case r.Status == api.DeltaExecuted:
		return "it is settled, and its nonce is used"
	case now.Unix() > 0 && r.Order.Deadline < uint64(now.Unix()):
		return "its deadline has passed, and nobody can settle it"
	}
	return s.MaySign()
}
