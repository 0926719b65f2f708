package auction

import (
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Record is what became of an owner's newest settlements.
type Record struct {
	Settled int
	Failed  int // on chain, by what the owner may have done
	Outside int // by what others did, who may be the owner's friends
}

// party is an order of a settlement, as far as it tells whether that may fail on chain.
type party struct {
	owner   common.Address
	record  Record
	strange bool // code of its owner runs, or of who gets coins for it
	again   bool // others may have made it fail more than once
}

// quarters is how many quarters of the purse a settlement of an order may use, where so many more
// of its owner are on their way. An account costs little, and what one has settled costs as much as
// what it makes fail; so that who had none settled shares one quarter less than the others, and one
// more where code of strangers can tell a simulation from the chain. What others made fail counts
// for the last two quarters alone: that who did it is no friend of the owner's nobody can tell. The
// first quarter is for everybody: for second chances.
func (y *party) quarters(flying int) int {
	r := &y.record
	switch {
	case r.Settled < r.Failed+flying:
		return 1
	case y.again || y.strange && r.Settled == 0 || r.Settled < r.Failed+r.Outside+flying:
		return 2
	case r.Settled == 0:
		return 3
	}
	return 4
}

// spentFor is why an order waits where so many quarters of the purse are spent, by how many it may
// use.
var spentFor = [...]string{
	1: "a quarter of the agents' purse for reverts is spent: orders wait of owners of whom more " +
		"settlements failed or are on their way than were settled",
	2: "half of the agents' purse for reverts is spent: orders wait that failed on chain twice, " +
		"that run code of others for owners who were never settled, and of owners with more " +
		"settlements that others made fail than were settled",
	3: "three quarters of the agents' purse for reverts are spent: orders wait of owners who " +
		"were never settled",
	4: "the agents' purse for reverts is empty, and fills up within a day",
}

// flying is a settlement on its way, which counts as one that fails until its end is known: what is
// put into one block fails in one block.
type flying struct {
	cost    api.Amount // of all its gas, in wei
	parties []party
}

// budget is what a round may put on its way, beside what is on its way already.
type budget struct {
	purse  *purse
	spent  api.Amount             // and on the way, in wei
	flying map[common.Address]int // settlements on their way, by owner
}

// take takes what a settlement costs out of the budget; false where it has not so much. The first
// one goes in any case.
func (b *budget) take(f *flying) bool {
	may := len(spentFor) - 1
	for i := range f.parties {
		y := &f.parties[i]
		may = min(may, y.quarters(b.flying[y.owner]))
	}
	sum := b.spent.Add(f.cost)
	if len(b.flying) > 0 && b.purse.quarters(may).Less(sum) {
		return false
	}
	b.add(f)
	return true
}

func (b *budget) add(f *flying) {
	b.spent = b.spent.Add(f.cost)
	owners := make(map[common.Address]bool)
	for _, y := range f.parties {
		if !owners[y.owner] {
			owners[y.owner] = true
			b.flying[y.owner]++
		}
	}
}

// affords takes what bids would cost if they failed out of what is left of a budget, all of them or
// none.
func (e *evaluation) affords(b *budget, bids []*scoredBid, places []int) bool {
	left := *b
	left.flying = maps.Clone(b.flying)
	for _, i := range places {
		if f, ours := e.flies(bids[i]); ours && !left.take(&f) {
			return false
		}
	}
	*b = left
	return true
}

// flies returns what a bid of an agent that runs here would be on its way.
func (a *Auctioneer) flies(b *Batch, e *evaluation) func(*scoredBid) (flying, bool) {
	return func(v *scoredBid) (f flying, ours bool) {
		if a.builtin(v.Address) == nil {
			return f, false
		}
		f.cost = b.gasPrice.MulDiv(api.NewAmount(v.takes()), api.NewAmount(1))
		for _, id := range v.Orders {
			f.parties = append(f.parties, e.party(id))
		}
		return f, true
	}
}

func (e *evaluation) party(id string) party {
	o := e.orders[id]
	return party{owner: o.User, record: e.records[o.User], strange: o.Strange, again: o.Reverts > 1}
}

// knowOwners looks up what became of the settlements of a round's owners.
func (e *evaluation) knowOwners(orders Orders) {
	e.records = make(map[common.Address]Record)
	for _, id := range slices.Sorted(maps.Keys(e.orders)) {
		owner := e.orders[id].User
		if _, known := e.records[owner]; !known {
			e.records[owner] = orders.Record(owner)
		}
	}
}
