package sign

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/format"
)

// fate is what has become of something that was signed; the zero fate is not known.
type fate struct {
	found   bool
	over    string // how it has ended where it never can arrive
	void    bool   // over, and nothing ever came of it
	claimed bool   // another took its nonce, by the service's word alone
}

// end notes how it has ended.
func (f fate) end(u *views.UnderWay, hash common.Hash) {
	if f.void {
		u.Void(hash)
		return
	}
	u.Remove(hash)
}

// look asks for what was signed.
func look(ctx context.Context, service api.Service, u *views.UnderWay, e views.Sent,
	now time.Time) fate {
	exchange, err := service.Exchange(e.ChainID)
	if err != nil {
		return fate{}
	}
	if e.Kind != views.SentTransaction {
		return lookOrder(ctx, exchange, e, now)
	}
	r, err := exchange.Receipt(ctx, e.Hash)
	if err != nil {
		return fate{}
	}
	if r.Block != nil || r.Waits {
		return fate{found: true}
	}
	counts, err := exchange.Nonces(ctx, e.Account)
	nonce, _ := e.Nonce.Uint64()
	if err != nil || counts.Mined <= nonce {
		return fate{}
	}
	// it may have been mined between the two questions
	if r, err = exchange.Receipt(ctx, e.Hash); err != nil || r.Block != nil {
		return fate{found: err == nil}
	}
	if by, r := minedBeside(ctx, exchange, u, e); r.Block != nil {
		over := instead(e, by, r)
		switch {
		case over == "":
			return fate{over: spedUp + format.Hash(by.Hash)}
		case r.ToldBy == "":
			return fate{over: over}
		}
	}
	if now.Sub(e.At) > endless {
		return fate{over: unseenDay}
	}
	return fate{claimed: true}
}

const unseenDay = "it was not seen for a day"

// lookOrder asks for an order: the service for it, and the chain, as far as that is known here, for
// its end. Of what only the service says to be over something may have come.
func lookOrder(ctx context.Context, exchange api.Exchange, e views.Sent, now time.Time) fate {
	is := fate{}
	if e.Kind == views.SentDelta {
		is = lookDelta(ctx, exchange, e)
	} else if r, err := exchange.Order(ctx, e.Hash, e.Kind == views.SentNFTOrder); err == nil {
		switch {
		case !r.Unshown:
			is.found = true
		case r.State == api.Cancelled:
			is.over, is.void = "it is cancelled on chain", !r.Promised
		case !r.State.Open():
			is.over = "nothing is left of it on chain"
		}
	}
	switch {
	case is != fate{}:
	case e.Expiry > 0 && e.Expiry <= uint64(now.Unix()):
		is.over = "it has expired"
	case e.Expiry == 0 && now.Sub(e.At) > endless:
		is.over = unseenDay
	}
	return is
}

func lookDelta(ctx context.Context, exchange api.Exchange, e views.Sent) (is fate) {
	see := func(r *api.DeltaRecord) {
		switch {
		case r.OrderHash == e.Hash && !r.Unshown:
			is.found = true
		case r.OrderHash == e.Hash && r.Status == api.DeltaExecuted:
			is.over = "it is settled on chain"
		case r.OrderHash == e.Hash && r.Proven && r.Status == api.DeltaCancelled:
			is.over, is.void = "its nonce "+e.Nonce.String()+" is used on chain", true
		case r.OrderHash != e.Hash && r.Status == api.DeltaExecuted && is.over == "":
			is.over, is.void = "another order has used its nonce "+e.Nonce.String(), r.Proven
		}
	}
	list, _ := api.AllDelta(ctx, exchange, api.DeltaQuery{User: e.Account},
		func(r *api.DeltaRecord) bool {
			return r.OrderHash == e.Hash || r.Order.Nonce == e.Nonce && r.User == e.Account
		})
	for i := range list {
		see(&list[i])
	}
	if is.found || is.over != "" {
		return is
	}
	// a list leaves out what was signed here and has ended
	if r, err := exchange.DeltaOrder(ctx, e.Hash.Hex()); err == nil && r.OrderHash == e.Hash {
		see(&r)
	}
	return is
}

// DeltaNonce is the nonce that an account's next Delta order has to have; ok is false where any
// does. It reads the session's network and account at the call; what it returns runs off the loop.
func DeltaNonce(s *views.Session) func(context.Context) (nonce api.Amount, ok bool) {
	exchange, under, clock := s.Exchange, &s.UnderWay, s.Env.Clock
	chainID, account := s.Network.ChainID, s.Account.Address
	return func(ctx context.Context) (api.Amount, bool) {
		return under.DeltaNonce(chainID, account, clock.Now(), func(e views.Sent) bool {
			is := lookOrder(ctx, exchange, e, clock.Now())
			switch {
			case is.found:
				under.Took(e.Hash) // whoever follows it tells
			case is.over != "":
				is.end(under, e.Hash)
			}
			return is.found || is.over != ""
		})
	}
}
