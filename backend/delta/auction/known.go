package auction

import (
	"context"

	"bourse/backend/api"
	"bourse/backend/swap/router"
)

// gasMoves is by which part of itself the price of gas may have moved since a route was found that
// is still taken for the best: as much as it may until the settlement is mined.
const gasMoves = 8

// mostKnown is how many routes are remembered; beyond, only those of the last round are.
const mostKnown = 1 << 14

// lastRound is what a round leaves to the next one.
type lastRound struct {
	market *router.Snapshot
	// what it asked for, and what earlier ones had, since orders take turns
	routes, known map[routeKey]*routeEntry
}

// remember gives a round the routes that those before asked for, if no pool has changed since:
// what they bring is what it was. Those that failed, and those that were found at another price of
// gas, are looked for again. Rounds are held one after the other.
func (a *Auctioneer) remember(ctx context.Context, b *Batch) {
	last := a.last
	b.known = make(map[routeKey]*routeEntry)
	a.last = lastRound{routes: b.routes, known: b.known}
	if b.Pools == nil {
		return
	}
	market, err := b.Pools.Market(ctx, b.Block.Number, nil)
	if err != nil {
		return
	}
	a.last.market = market
	if !sameVenues(last.market, market) {
		return
	}
	if len(last.known) > mostKnown {
		last.known = nil
	}
	for _, list := range []map[routeKey]*routeEntry{last.known, last.routes} {
		for key, e := range list {
			if (e.err == nil || api.TypeOf(e.err) == api.NoRoute) && near(e.gasPrice, b.gasPrice) {
				b.known[key] = e
			}
		}
	}
}

// sameVenues tells whether two snapshots are of the same states of the same pools: the later one
// then shares the venues of the earlier one.
func sameVenues(x, y *router.Snapshot) bool {
	return x != nil && len(x.Venues) > 0 && len(x.Venues) == len(y.Venues) &&
		&x.Venues[0] == &y.Venues[0]
}

// near tells whether a price of gas is within a part of another.
func near(then, now api.Amount) bool {
	apart := then.Sub(now).Add(now.Sub(then)) // one of the differences is nothing
	return !then.MulDiv(api.NewAmount(1), api.NewAmount(gasMoves)).Less(apart)
}
